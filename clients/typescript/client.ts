import createClient, { type Client } from 'openapi-fetch'
import type { paths } from './schema.js'

export type Querent = Client<paths>
export type QuerentOptions = {
  /** Where the services are found, such as `http://127.0.0.1:42010`. */
  url: string
  /** An API key, or a token of a sign-in or a guest. */
  key: string
  /** In place of the runtime's own. */
  fetch?: (request: Request) => Promise<Response>
}

/** A reply that tells of a failure; `code` is stable, `message` is for the reader. */
export class QuerentError extends Error {
  override name = 'QuerentError'
  readonly status: number
  readonly code: string
  readonly requestId: string | null

  constructor(status: number, { message, code, request_id }: { message: string; code: string; request_id?: string | null }) {
    super(message)
    this.status = status
    this.code = code
    this.requestId = request_id ?? null
  }
}

/** A client of every operation of the five services: `querent.GET('/api/v1/core/users/me')` answers `{ data, error, response }`. */
export const createQuerent = ({ url, key, fetch }: QuerentOptions): Querent =>
  createClient<paths>({ baseUrl: url.replace(/\/+$/, ''), headers: { authorization: `Bearer ${key}` }, ...(fetch ? { fetch } : {}) })

type Answered<Data> = { data?: Data; error?: unknown; response: Response }

/** The data of an answer. Fails with `QuerentError` where there is none. */
export async function unwrap<Data>(answer: Promise<Answered<Data>>): Promise<NonNullable<Data>> {
  const { data, error, response } = await answer
  if (data !== undefined && data !== null) return data
  const told = (error as { error?: { message: string; code: string; request_id?: string } } | undefined)?.error
  throw new QuerentError(response.status, told ?? { message: `${response.status} ${response.statusText}`.trim(), code: 'unreadable' })
}

/** Uploads a file, from which a data source can be made. */
export const upload = (querent: Querent, file: Blob, name: string) => {
  const form = new FormData()
  form.set('file', file, name)
  return unwrap(querent.POST('/api/v1/semantic/files', { body: form as never }))
}
