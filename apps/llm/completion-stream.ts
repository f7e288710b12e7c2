import type { CompletionRow } from '#domain/agent/completions/completion.ts'
import type { CompletionEvent } from '#domain/agent/completions/completions.ts'
import { resumed } from '#domain/agent/completions/prefetch.ts'
import type { Context } from '#domain/context.ts'
import { lateFailure } from '#http/late-failure.ts'
import type { ServerEvent } from '#http/stream.ts'

export const DONE: ServerEvent = { data: '[DONE]' }

/** What a stream tells of its answer. */
export type Streamed = { row: CompletionRow; sessionId: string | null }

/**
 * An answer as OpenAI's `chat.completion.chunk`s. What OpenAI lacks travels in chunks without choices, under `event`. A failure is the last chunk
 * but one, and what a stream ends with is always `[DONE]`. Per piece of text the work is one `JSON.stringify` of that text.
 */
export async function* chunks(
  ctx: Context,
  { row, sessionId }: Streamed,
  events: AsyncIterable<CompletionEvent>,
  includeUsage: boolean,
): AsyncGenerator<ServerEvent> {
  const created = Math.floor(Date.parse(row.created_at) / 1000)
  const headed = (model: string) => {
    const head = `{"id":"${row.id}","object":"chat.completion.chunk","created":${created},"model":${JSON.stringify(model)}`
    return { about: `${head},"session_id":${JSON.stringify(sessionId)}`, piece: `${head},"choices":[{"index":0,"delta":{"content":` }
  }
  let { about, piece } = headed(row.model)
  const choice = (delta: string, reason: string | null) => `"choices":[{"index":0,"delta":${delta},"finish_reason":${JSON.stringify(reason)}}]`
  yield { data: `${about},${choice('{"role":"assistant","content":""}', null)}}` }
  try {
    for await (const event of events) {
      if (event.type === 'text') yield { data: `${piece}${JSON.stringify(event.text)}},"finish_reason":null}]}` }
      else if (event.type === 'end') {
        const { choices, usage } = event.completion
        yield { data: `${about},${choice('{}', choices[0]?.finish_reason ?? 'stop')}}` }
        if (includeUsage) yield { data: `${about},"choices":[],"usage":${JSON.stringify(usage)}}` }
      } else {
        if (event.type === 'model') ({ about, piece } = headed(event.model))
        yield { data: `${about},"choices":[],"event":${JSON.stringify(event)}}` }
      }
    }
  } catch (error) {
    yield { data: JSON.stringify(lateFailure(ctx, error)) }
  }
  yield DONE
}

/**
 * Waits for the first event that is more than a status: a failure before it can still be answered with its own HTTP status. After `patienceMs` the
 * stream begins all the same, so that its comments keep the connection.
 */
export async function untilAnswering(events: AsyncIterableIterator<CompletionEvent>, patienceMs: number): Promise<AsyncIterable<CompletionEvent>> {
  const held: Promise<IteratorResult<CompletionEvent>>[] = []
  let timer: ReturnType<typeof setTimeout> | undefined
  const patience = new Promise<'late'>((resolve) => {
    timer = setTimeout(resolve, patienceMs, 'late')
  })
  try {
    for (;;) {
      const next = events.next()
      held.push(next)
      const came = await Promise.race([next, patience])
      if (came === 'late') return resumed(held, events)
      if (came.done || came.value.type !== 'status') return resumed(held, events)
    }
  } finally {
    clearTimeout(timer)
  }
}
