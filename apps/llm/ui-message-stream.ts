import type { CompletionEvent } from '#domain/agent/completions/completions.ts'
import type { Context } from '#domain/context.ts'
import { lateFailure } from '#http/late-failure.ts'
import type { ServerEvent } from '#http/stream.ts'
import { DONE, type Streamed } from './completion-stream.ts'

/** The header by which the AI SDK knows its own stream. */
export const UI_MESSAGE_HEADERS = { 'x-vercel-ai-ui-message-stream': 'v1' }

const TEXT = '{"type":"text-delta","id":"answer","delta":'

/**
 * An answer as the AI SDK's UI message stream: text parts, and each attachment as a data part (`data-query`, `data-chart`, …) under its id. Statuses
 * are transient. A failure is an `error` part; what a stream ends with is always `[DONE]`.
 */
export async function* uiMessageParts(ctx: Context, { row, sessionId }: Streamed, events: AsyncIterable<CompletionEvent>): AsyncGenerator<ServerEvent> {
  const metadata = { session_id: sessionId, model: row.model, created_at: row.created_at }
  const part = (type: string, members: object = {}): ServerEvent => ({ data: JSON.stringify({ type, ...members }) })
  let isSpeaking = false
  yield part('start', { messageId: row.id, messageMetadata: metadata })
  yield part('start-step')
  try {
    for await (const event of events) {
      if (event.type === 'text') {
        if (!isSpeaking) yield part('text-start', { id: 'answer' })
        isSpeaking = true
        yield { data: `${TEXT}${JSON.stringify(event.text)}}` }
      } else if (event.type === 'attachment') {
        const { id, type, ...data } = event.attachment
        yield part(`data-${type}`, { id, data })
      } else if (event.type === 'status') yield part('data-status', { data: { status: event.status }, transient: true })
      else if (event.type === 'model') yield part('message-metadata', { messageMetadata: Object.assign(metadata, { model: event.model }) })
      else {
        if (isSpeaking) yield part('text-end', { id: 'answer' })
        yield part('finish-step')
        const { choices, usage } = event.completion
        yield part('finish', { finishReason: REASONS[choices[0]?.finish_reason ?? 'stop'], messageMetadata: { ...metadata, usage } })
      }
    }
  } catch (error) {
    if (isSpeaking) yield part('text-end', { id: 'answer' })
    yield part('error', { errorText: lateFailure(ctx, error).error.message })
  }
  yield DONE
}

const REASONS = { stop: 'stop', length: 'length', content_filter: 'content-filter' } as const
