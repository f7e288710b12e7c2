import { language } from '#web/text/language.ts'
import { addressOf, type Place } from './address.ts'
import { failureOf } from './failure.ts'
import type { InputOf, Line, ReplyOf } from './operations.ts'
import { currentToken, renew, signedIn } from './signed-in.ts'

type Input = Place & {
  body?: unknown
  headers?: Record<string, string> | undefined
  signal?: AbortSignal | undefined
}

/** The bare reply of an operation, of success: for streams and files. Fails with `ApiFailure`. */
export async function open(line: Line, input: Input = {}): Promise<Response> {
  const response = await send(line, input, await currentToken())
  if (response.status !== 401 || !signedIn()) return succeeded(response)
  // The token may have ended while the page slept; one that was revoked cannot be renewed either.
  const fresh = await renew()
  return succeeded(fresh ? await send(line, input, fresh.token) : response)
}

async function callAny(line: Line, input: Input): Promise<unknown> {
  const response = await open(line, input)
  const type = response.headers.get('content-type') ?? ''
  return response.status === 204 ? null : type.includes('json') ? response.json() : response.text()
}

/** Calls an operation. Fails with `ApiFailure`, which holds the message to show and the request's id. */
export const call = callAny as unknown as <L extends Line>(line: L, input: InputOf<L>) => Promise<ReplyOf<L>>

const succeeded = async (response: Response): Promise<Response> => {
  if (response.ok) return response
  throw await failureOf(response)
}

function send(line: Line, { body, headers = {}, signal, ...place }: Input, token: string | null): Promise<Response> {
  const [method = 'GET'] = line.split(' ')
  const isForm = body instanceof FormData
  return fetch(addressOf(line, place), {
    method,
    credentials: 'same-origin',
    // What was deleted stays deleted, also when the page is left at once.
    keepalive: method === 'DELETE',
    headers: {
      // What is told in words comes in the language of the page, whatever the browser's own is.
      'accept-language': language,
      ...(token ? { authorization: `Bearer ${token}` } : {}),
      ...(body !== undefined && !isForm ? { 'content-type': 'application/json' } : {}),
      ...headers,
    },
    ...(body === undefined ? {} : { body: isForm ? body : JSON.stringify(body) }),
    ...(signal ? { signal } : {}),
  })
}
