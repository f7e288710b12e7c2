import type { JSONObject, TranscriptionModelV4 } from '@ai-sdk/provider'
import type { Fetch, Reach } from '#connectors/models/vendor.ts'
import type { ProviderConnection } from '#domain/agent/model/models.ts'
import type { SpeechRequest } from '#domain/speech/engine.ts'

/** One vendor of speech to text: the AI SDK's package for it, loaded with its first recording, and how a request is said to it. */
export type SpeechVendor = {
  /** The only address its package knows; calls to it go to the provider's own. */
  address?: string
  /** The name its settings stand under. */
  settings: string
  open(connection: ProviderConnection, model: string, reach: Reach, request: SpeechRequest): Promise<TranscriptionModelV4>
  ask(request: SpeechRequest, model: string): JSONObject
  /** Whether the segments it tells are single words. */
  tellsWords?: true
  /** Whether it has OpenAI's second address, which answers in English. */
  translates?: true
}

/** The members that say something. */
export const said = (members: Record<string, JSONObject[string] | undefined>): JSONObject =>
  Object.fromEntries(Object.entries(members).filter(([, value]) => value !== null && value !== undefined)) as JSONObject

const MOST_BYTES = 32_000_000

/**
 * The way to a vendor: calls to `from` go to `to`, redirects are not followed, because the key is for this address, and a reply has a bound.
 * A form is sent as bytes: Node's own way of streaming a form ends in an unhandled rejection when the call is aborted.
 */
export const carefulFetch = (fetch: Fetch, from = '', to = ''): Fetch =>
  (async (input: Parameters<Fetch>[0], init?: RequestInit) => {
    const address = input instanceof Request ? input.url : String(input)
    const isForm = init?.body instanceof FormData
    const encoded = isForm ? new Response(init.body) : null
    const headers = new Headers(init?.headers)
    if (encoded) headers.set('content-type', encoded.headers.get('content-type') ?? '')
    const body = encoded ? { body: await encoded.arrayBuffer() } : {}
    const response = await fetch(from !== '' && address.startsWith(from) ? to + address.slice(from.length) : address, {
      ...init,
      ...body,
      headers,
      redirect: 'manual',
    })
    return bounded(response)
  }) as Fetch

function bounded(response: Response): Response {
  if (!response.body) return response
  let size = 0
  const counting = new TransformStream<Uint8Array, Uint8Array>({
    transform(chunk, controller) {
      size += chunk.byteLength
      if (size > MOST_BYTES) controller.error(new Error('the reply is too long'))
      else controller.enqueue(chunk)
    },
  })
  return new Response(response.body.pipeThrough(counting), { status: response.status, headers: response.headers })
}
