import type { BegunCompletion, CompletionEvent } from '#domain/agent/completions.ts'
import type { Context } from '#domain/context.ts'
import { Failure } from '#domain/failure.ts'
import { failureReply, internalBody } from '#http/failures.ts'
import type { ServerEvent } from '#http/stream.ts'

export const DONE: ServerEvent = { data: '[DONE]' }

/**
 * An answer as OpenAI's `chat.completion.chunk`s. What OpenAI lacks travels in chunks without choices, under `event`. A failure is the last chunk
 * but one, and what a stream ends with is always `[DONE]`. Per piece of text the work is one `JSON.stringify` of that text.
 */
export async function* chunks(
  ctx: Context,
  begun: BegunCompletion,
  events: AsyncIterable<CompletionEvent>,
  includeUsage: boolean,
): AsyncGenerator<ServerEvent> {
  const { row, sessionId } = begun
  const created = Math.floor(Date.parse(row.created_at) / 1000)
  const head = `{"id":"${row.id}","object":"chat.completion.chunk","created":${created},"model":${JSON.stringify(row.model)}`
  const about = `${head},"session_id":${JSON.stringify(sessionId)}`
  const piece = `${head},"choices":[{"index":0,"delta":{"content":`
  const choice = (delta: string, reason: string | null) => `"choices":[{"index":0,"delta":${delta},"finish_reason":${JSON.stringify(reason)}}]`
  yield { data: `${about},${choice('{"role":"assistant","content":""}', null)}}` }
  try {
    for await (const event of events) {
      if (event.type === 'text') yield { data: `${piece}${JSON.stringify(event.text)}},"finish_reason":null}]}` }
      else if (event.type === 'end') {
        const { choices, usage } = event.completion
        yield { data: `${about},${choice('{}', choices[0]?.finish_reason ?? 'stop')}}` }
        if (includeUsage) yield { data: `${about},"choices":[],"usage":${JSON.stringify(usage)}}` }
      } else yield { data: `${about},"choices":[],"event":${JSON.stringify(event)}}` }
    }
  } catch (error) {
    yield { data: JSON.stringify(told(ctx, error)) }
  }
  yield DONE
}

/** What a client is told of a failure after its stream began; the log line of the request is written by then. */
function told(ctx: Context, error: unknown): { error: unknown } {
  const { id } = ctx.request
  if (error instanceof Failure) {
    const { cause } = error.details
    ctx.ports.log({ level: 'warn', message: 'answer failed', request_id: id, code: error.code, ...(cause === undefined ? {} : { cause: described(cause) }) })
    return failureReply(error, id).body
  }
  ctx.ports.log({ level: 'error', message: 'answer failed', request_id: id, code: 'internal', cause: described(error) })
  return internalBody(id)
}

const described = (cause: unknown): string =>
  (cause instanceof Error ? (cause.stack ?? cause.message) : (JSON.stringify(cause) ?? String(cause))).slice(0, 4000)

/** Waits for the first event that is more than a status: a failure before it can still be answered with its own HTTP status. */
export async function untilAnswering(events: AsyncGenerator<CompletionEvent>): Promise<AsyncIterable<CompletionEvent>> {
  const held: CompletionEvent[] = []
  for (;;) {
    const { done, value } = await events.next()
    if (!done) held.push(value)
    if (done || value.type !== 'status') break
  }
  return resumed(held, events)
}

async function* resumed(held: CompletionEvent[], events: AsyncGenerator<CompletionEvent>): AsyncGenerator<CompletionEvent> {
  try {
    yield* held
    yield* events
  } finally {
    await events.return(undefined)
  }
}
