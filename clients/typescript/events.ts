import { EventSourceParserStream } from 'eventsource-parser/stream'
import { type Querent, QuerentError, unwrap } from './client.js'
import type { components } from './schema.js'

type Schemas = components['schemas']
type Stream = ReadableStream<Uint8Array>

/** What an answer tells as it comes: pieces of its text, and what lies beside it. */
export type AnswerEvent = { type: 'text'; text: string } | { type: 'attachment'; attachment: Schemas['AnswerMessage']['attachments'][number] }

type Chunk = {
  choices?: { delta?: { content?: string } }[]
  event?: { type: string; attachment?: Schemas['AnswerMessage']['attachments'][number] }
  error?: { message: string; code: string }
}

/** The data of each server-sent event of a reply that was asked for with `parseAs: 'stream'`. */
export async function* serverEvents(reply: Promise<{ data?: unknown; error?: unknown; response: Response }>): AsyncGenerator<string, void> {
  const stream = (await unwrap(reply)) as Stream
  const reader = stream
    .pipeThrough(new TextDecoderStream() as ReadableWritablePair<string, Uint8Array>)
    .pipeThrough(new EventSourceParserStream())
    .getReader()
  try {
    for (;;) {
      const { done, value } = await reader.read()
      if (done) return
      yield value.data
    }
  } finally {
    void reader.cancel().catch(() => undefined)
  }
}

/** Asks a question and tells its answer as it comes; whoever stops reading, or aborts `signal`, stops it at the server. Fails with `QuerentError`. */
export async function* ask(querent: Querent, question: Schemas['CompletionRequest'], signal?: AbortSignal): AsyncGenerator<AnswerEvent, void> {
  const reply = querent.POST('/api/v1/llm/session/completions', { body: { ...question, stream: true }, parseAs: 'stream', ...(signal ? { signal } : {}) })
  for await (const data of serverEvents(reply)) {
    if (data === '[DONE]') return
    const { choices, event, error } = JSON.parse(data) as Chunk
    if (error) throw new QuerentError(502, error)
    const text = choices?.[0]?.delta?.content
    if (text) yield { type: 'text', text }
    if (event?.attachment) yield { type: 'attachment', attachment: event.attachment }
  }
}

/** Waits for the end of an extraction. Fails with `QuerentError` where it failed. */
export async function extracted(querent: Querent, id: string): Promise<Schemas['Extraction']> {
  let end: Schemas['Extraction'] | undefined
  const path = { extraction_id: id }
  for await (const data of serverEvents(querent.GET('/api/v1/semantic/semanticextractions/{extraction_id}/events', { params: { path }, parseAs: 'stream' })))
    end = JSON.parse(data) as Schemas['Extraction']
  if (end?.status === 'completed') return end
  throw new QuerentError(200, { message: end?.error ?? 'the extraction did not come to its end', code: 'extraction_failed' })
}
