import { addressOf, type Place } from '#web/api/address.ts'
import { failureOf } from '#web/api/failure.ts'
import type { InputOf, Line, ReplyOf } from '#web/api/operations.ts'
import { CommandFailure, EXIT } from './exit-codes.ts'

type Input = Place & { body?: unknown; headers?: Record<string, string> | undefined; signal?: AbortSignal | undefined }

/** The services at one address, with one credential. */
export type Service = {
  url: string
  /** Calls an operation. Fails with `ApiFailure`, or `CommandFailure` where nothing answers. */
  call<L extends Line>(line: L, input: InputOf<L>): Promise<ReplyOf<L>>
  /** The bare reply of an operation, of success: for streams and files. */
  open<L extends Line>(line: L, input: InputOf<L>): Promise<Response>
}

/** The services at `url`; without a key, or a token that is asked for before each call, only what needs none answers. */
export function serviceAt(url: string, credential: string | (() => Promise<string>) | null): Service {
  async function open(line: string, { body, headers = {}, signal, ...place }: Input): Promise<Response> {
    const isForm = body instanceof FormData
    const [method = 'GET'] = line.split(' ')
    const key = typeof credential === 'function' ? await credential() : credential
    const response = await reach(url, `${url}${addressOf(line, place)}`, {
      method,
      headers: {
        accept: 'application/json, text/event-stream;q=0.9, */*;q=0.8',
        ...(key === null ? {} : { authorization: `Bearer ${key}` }),
        ...(body === undefined || isForm ? {} : { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(body === undefined ? {} : { body: isForm ? body : JSON.stringify(body) }),
      ...(signal ? { signal } : {}),
    })
    if (response.ok) return response
    throw await failureOf(response)
  }
  async function call(line: string, input: Input): Promise<unknown> {
    const response = await open(line, input)
    if (response.status === 204) return null
    if (response.headers.get('content-type')?.includes('json')) return response.json()
    throw new CommandFailure(EXIT.failed, `${url} does not answer as Querent does`, 'check the address: `--url`, QUERENT_URL, or `querent login`')
  }
  return { url, call, open } as Service
}

/** A call of an address of the deployment at `url`. Fails with `CommandFailure` where nothing answers. */
export async function reach(url: string, address: string, init: RequestInit): Promise<Response> {
  try {
    return await fetch(address, init)
  } catch (error) {
    if (init.signal?.aborted || !(error instanceof TypeError)) throw error
    const cause = error.cause as { code?: string; message?: string } | undefined
    throw new CommandFailure(EXIT.unreachable, `${url} cannot be reached: ${cause?.code ?? cause?.message ?? error.message}`, hintFor(cause?.code))
  }
}

const hintFor = (code: string | undefined): string | null =>
  code === 'ECONNREFUSED' ? 'is it running? `querent start` serves it on this machine; `--url` or QUERENT_URL names another address' : null
