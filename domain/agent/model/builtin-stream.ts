import type { LanguageModelV4FinishReason, LanguageModelV4StreamPart } from '@ai-sdk/provider'
import { turn } from '../completions/turn.ts'
import type { ToolCall } from '../context/tools.ts'
import type { Refused } from '../sessions/attachments.ts'

/** What the model says in one call: words, then what it wants done; `refused` where that is no answer. */
export type Speech = { text: string; call: ToolCall | null; refused?: Refused }

const WORDS_PER_DELTA = 3
/** What our own model takes. */
export const FREE = {
  inputTokens: { total: 0, noCache: 0, cacheRead: undefined, cacheWrite: undefined },
  outputTokens: { total: 0, text: 0, reasoning: undefined },
}

/** Words and the call behind them, as a stream has them. */
export function partsOf(speech: Speech): LanguageModelV4StreamPart[] {
  const { text, call } = speech
  const deltas = text.match(new RegExp(`(?:\\S+\\s*){1,${WORDS_PER_DELTA}}`, 'g')) ?? []
  return [
    ...(text
      ? [
          { type: 'text-start' as const, id: 'text' },
          ...deltas.map((delta) => ({ type: 'text-delta' as const, id: 'text', delta })),
          { type: 'text-end' as const, id: 'text' },
        ]
      : []),
    ...(call ? [{ type: 'tool-call' as const, toolCallId: `call_${call.name}`, toolName: call.name, input: JSON.stringify(call.input) }] : []),
    { type: 'finish', finishReason: reasonOf(speech), usage: FREE },
  ]
}

/** Why the model stops. */
export const reasonOf = ({ call }: Speech): LanguageModelV4FinishReason => ({ unified: call ? 'tool-calls' : 'stop', raw: call ? 'tool_calls' : 'stop' })

/** One part per turn of the event loop, so that a reader sees the words come. */
export function streamed(parts: LanguageModelV4StreamPart[]): ReadableStream<LanguageModelV4StreamPart> {
  let next = 0
  return new ReadableStream({
    async pull(controller) {
      const part = parts[next++]
      if (!part) return controller.close()
      if (part.type === 'text-delta') await turn()
      controller.enqueue(part)
    },
  })
}
