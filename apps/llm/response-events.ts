import type { CompletionEvent } from '#domain/agent/completions/completions.ts'
import type { Context } from '#domain/context.ts'
import { lateFailure } from '#http/late-failure.ts'
import { eventContent } from '#http/router.ts'
import type { ServerEvent } from '#http/stream.ts'
import { messageId, outputText, presentResponse, responseMessage, type ToldResponse } from './response-shape.ts'

export const responseEventContent = eventContent("OpenAI's `response.…` events")

/** The events of OpenAI's response stream, numbered; what it lacks is left out. A failure is `response.failed`, the last. */
export async function* responseEvents(ctx: Context, told: ToldResponse, events: AsyncIterable<CompletionEvent>): AsyncGenerator<ServerEvent> {
  const { row } = told
  const at = { item_id: messageId(row), output_index: 0, content_index: 0 }
  let number = 0
  let text = ''
  const event = (type: string, members: object): ServerEvent => ({ event: type, data: JSON.stringify({ type, ...members, sequence_number: number++ }) })
  yield event('response.created', { response: presentResponse(told, null) })
  yield event('response.in_progress', { response: presentResponse(told, null) })
  yield event('response.output_item.added', { output_index: 0, item: responseMessage(row, null, 'in_progress') })
  yield event('response.content_part.added', { ...at, part: outputText('') })
  try {
    for await (const came of events) {
      if (came.type === 'text') {
        text += came.text
        yield event('response.output_text.delta', { ...at, delta: came.text, logprobs: [] })
      } else if (came.type === 'end') {
        const response = presentResponse(told, came.completion)
        const isWhole = response.status === 'completed'
        yield event('response.output_text.done', { ...at, text, logprobs: [] })
        yield event('response.content_part.done', { ...at, part: outputText(text) })
        yield event('response.output_item.done', { output_index: 0, item: responseMessage(row, text, isWhole ? 'completed' : 'incomplete') })
        yield event(`response.${isWhole ? 'completed' : 'incomplete'}`, { response })
      }
    }
  } catch (error) {
    const { code, message: words } = lateFailure(ctx, error).error
    yield event('response.failed', { response: { ...presentResponse(told, null), status: 'failed', error: { code, message: words } } })
  }
}
