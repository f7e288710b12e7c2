import type { LanguageModelV4StreamPart, LanguageModelV4ToolCall } from '@ai-sdk/provider'
import type { FinishReason, Usage } from '../completions/events.ts'
import { TOGETHER_MS, turn } from '../completions/turn.ts'
import type { WireRead, WireReply } from './models.ts'

const QUEUED_CHARACTERS = 65_536

/** What matters of a model's reply. `alive` is all else that shows it is at work. */
export type ReplyPart =
  | { type: 'text'; text: string }
  | { type: 'tool-started'; name: string }
  | { type: 'tool-call'; call: LanguageModelV4ToolCall }
  | { type: 'usage'; usage: Usage }
  | { type: 'finish'; reason: FinishReason }
  | { type: 'alive' }

/** A reply that is coming. `read` answers what has come since, and `null` at the end; it throws what the provider failed with, the signal's reason on abort. */
export type ReplyReader = { read(): Promise<ReplyPart[] | null>; cancel(): void }

/** A stream of the AI SDK's: text that arrives within `togetherMs` is one part. The provider waits while nobody reads. */
export function readStream(stream: ReadableStream<LanguageModelV4StreamPart>, signal: AbortSignal, togetherMs = TOGETHER_MS): ReplyReader {
  const reader = stream.getReader()
  let queue: ReplyPart[] = []
  let queued = 0
  let ended = false
  let failure = null as { error: unknown } | null
  let wake = () => {}
  let hurry = () => {}
  let resume = () => {}
  let notBefore = 0
  const leave = () => {
    ended = true
    failure ??= { error: signal.reason }
    hurry()
    wake()
    resume()
  }
  const done = () => {
    ended = true
    signal.removeEventListener('abort', leave)
    resume()
    reader.cancel().catch(() => {})
  }

  function take(part: ReplyPart): void {
    const last = queue.at(-1)
    if (part.type === 'alive' && last) return
    if (part.type === 'text' && last?.type === 'text') last.text += part.text
    else queue.push(part)
    if (part.type === 'text') queued += part.text.length
  }

  async function pump(): Promise<void> {
    try {
      while (!ended) {
        const { done: over, value } = await reader.read()
        if (over) break
        for (const part of partsOf(value)) take(part)
        if (queue.at(-1)?.type !== 'text') hurry()
        wake()
        if (queued > QUEUED_CHARACTERS && !ended) {
          await new Promise<void>((resolve) => {
            resume = resolve
          })
        }
      }
    } catch (error) {
      failure ??= { error }
    }
    ended = true
    hurry()
    wake()
  }

  /** Waits for what else comes before the next frame, unless something other than text does. */
  async function restOfFrame(): Promise<void> {
    const early = notBefore - performance.now()
    if (early <= 0) return turn()
    await new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, early)
      hurry = () => {
        clearTimeout(timer)
        resolve()
      }
    })
    hurry = () => {}
  }

  signal.addEventListener('abort', leave, { once: true })
  if (signal.aborted) leave()
  void pump()
  return {
    async read() {
      while (!queue.length && !ended) {
        await new Promise<void>((resolve) => {
          wake = resolve
        })
      }
      if (!ended && queue.every((part) => part.type === 'text')) await restOfFrame()
      if (signal.aborted) {
        done()
        throw signal.reason
      }
      const batch = queue
      queue = []
      queued = 0
      resume()
      if (batch.some((part) => part.type === 'text')) notBefore = performance.now() + togetherMs
      if (batch.length) return batch
      done()
      if (failure) throw failure.error
      return null
    },
    cancel: done,
  }
}

function partsOf(part: LanguageModelV4StreamPart): ReplyPart[] {
  switch (part.type) {
    case 'text-delta':
      return part.delta ? [{ type: 'text', text: part.delta }] : []
    case 'tool-input-start':
      return [{ type: 'tool-started', name: part.toolName }]
    case 'tool-call':
      return [{ type: 'tool-call', call: part }]
    case 'reasoning-start':
    case 'reasoning-delta':
    case 'tool-input-delta':
      return [{ type: 'alive' }]
    case 'error':
      throw part.error
    case 'finish': {
      const { usage, finishReason } = part
      const [prompt, completion] = [countOf(usage.inputTokens.total), countOf(usage.outputTokens.total)]
      const cached = usage.inputTokens.cacheRead
      const details = cached === undefined ? {} : { prompt_tokens_details: { cached_tokens: countOf(cached) } }
      const counted: ReplyPart = {
        type: 'usage',
        usage: { prompt_tokens: prompt, completion_tokens: completion, total_tokens: prompt + completion, ...details },
      }
      const { unified, raw } = finishReason
      if (unified === 'error' || unified === 'interrupted') throw new Error(`the reply finished with ${raw ?? unified}`)
      // A provider that closed the stream without saying why has not finished.
      return unified === 'other' && raw === undefined ? [counted] : [counted, { type: 'finish', reason: reasonOf(unified) }]
    }
    default:
      return []
  }
}

/** A provider's figure, as far as it can be one. */
const countOf = (tokens: number | undefined): number => (Number.isSafeInteger(tokens) && (tokens as number) > 0 ? (tokens as number) : 0)

/** The bare wire: what one read brings is already together. */
export function readWire(reply: WireReply): ReplyReader {
  return {
    async read() {
      const read = await reply.read()
      return read && wireParts(read)
    },
    cancel: () => reply.cancel(),
  }
}

function wireParts({ text, started, calls, usage, finish }: WireRead): ReplyPart[] {
  const parts: ReplyPart[] = []
  if (text !== '') parts.push({ type: 'text', text })
  for (const name of started) parts.push({ type: 'tool-started', name })
  for (const call of calls) parts.push({ type: 'tool-call', call })
  if (usage) parts.push({ type: 'usage', usage })
  if (finish !== null) parts.push({ type: 'finish', reason: reasonOf(finish.replace('_', '-')) })
  if (!parts.length) parts.push({ type: 'alive' })
  return parts
}

const reasonOf = (unified: string): FinishReason => (unified === 'length' ? 'length' : unified === 'content-filter' ? 'content_filter' : 'stop')
