import type { LanguageModelV4, LanguageModelV4CallOptions, LanguageModelV4StreamPart, LanguageModelV4ToolCall } from '@ai-sdk/provider'
import { Failure } from '../failure.ts'
import type { Usage } from './events.ts'
import { turn } from './turn.ts'

const QUEUED_CHARACTERS = 65_536
/** More than any answer needs: beyond it a reply counts as cut. */
const REPLY_CHARACTERS = 200_000

/** What one model call shows while it runs. */
export type ModelCallEvent = { type: 'text-delta'; text: string } | { type: 'tool-started'; name: string }
/** What one model call came to. */
export type ModelCallResult = { text: string; toolCalls: LanguageModelV4ToolCall[]; usage: Usage; finish: 'stop' | 'length' | 'content_filter' }

/** Parts that matter to an answer; text that arrives in one turn of the event loop is one part. */
type Part = Extract<LanguageModelV4StreamPart, { type: 'text-delta' | 'tool-input-start' | 'tool-call' | 'finish' | 'error' }>

/**
 * Calls a model once and tells its text as it comes. Fails with `provider_failed` when the reply breaks off, and with the signal's reason on abort;
 * either way, and when its reader stops early, the provider's stream is cancelled at once.
 */
export async function* callModel(
  model: LanguageModelV4,
  options: LanguageModelV4CallOptions & { abortSignal: AbortSignal },
): AsyncGenerator<ModelCallEvent, ModelCallResult> {
  const { abortSignal } = options
  const { stream } = await orAbort(model.doStream(options), abortSignal)
  const result: ModelCallResult = { text: '', toolCalls: [], usage: { prompt_tokens: 0, completion_tokens: 0, total_tokens: 0 }, finish: 'stop' }
  let ended = false
  for await (const part of coalesced(stream, abortSignal, (cause) => broken(model, cause))) {
    if (part.type === 'text-delta') {
      result.text += part.delta
      yield { type: 'text-delta', text: part.delta }
      if (result.text.length > REPLY_CHARACTERS) return { ...result, toolCalls: [], finish: 'length' }
    } else if (part.type === 'tool-input-start') yield { type: 'tool-started', name: part.toolName }
    else if (part.type === 'tool-call') result.toolCalls.push(part)
    else if (part.type === 'error') throw broken(model, part.error)
    else {
      const { inputTokens, outputTokens } = part.usage
      const [prompt, completion] = [inputTokens.total ?? 0, outputTokens.total ?? 0]
      result.usage = { prompt_tokens: prompt, completion_tokens: completion, total_tokens: prompt + completion }
      const { unified, raw } = part.finishReason
      if (unified === 'error' || unified === 'interrupted') throw broken(model, raw)
      if (unified === 'length') result.finish = 'length'
      if (unified === 'content-filter') result.finish = 'content_filter'
      // A provider that closed the stream without saying why has not finished.
      ended = raw !== undefined || unified !== 'other' || result.toolCalls.length > 0
    }
  }
  if (!ended) throw broken(model, 'the stream ended without a finish reason')
  return result
}

function broken(model: LanguageModelV4, cause: unknown): Failure {
  return cause instanceof Failure ? cause : new Failure('provider_failed', `the provider "${model.provider}" broke off its reply`, { cause })
}

async function* coalesced(stream: ReadableStream<LanguageModelV4StreamPart>, signal: AbortSignal, told: (cause: unknown) => Failure): AsyncGenerator<Part> {
  const reader = stream.getReader()
  let queue: Part[] = []
  let queued = 0
  let ended = false
  let failure = null as { error: unknown } | null
  let wake = () => {}
  let resume = () => {}
  const leave = () => {
    ended = true
    failure ??= { error: signal.reason }
    wake()
    resume()
  }

  async function pump(): Promise<void> {
    try {
      while (!ended) {
        const { done, value } = await reader.read()
        if (done) break
        if (!isPart(value)) continue
        const last = queue.at(-1)
        if (value.type === 'text-delta' && last?.type === 'text-delta') last.delta += value.delta
        else queue.push(value.type === 'text-delta' ? { type: 'text-delta', id: value.id, delta: value.delta } : value)
        queued += value.type === 'text-delta' ? value.delta.length : 0
        wake()
        if (queued > QUEUED_CHARACTERS && !ended) {
          await new Promise<void>((resolve) => {
            resume = resolve
          })
        }
      }
    } catch (error) {
      failure ??= { error: told(error) }
    }
    ended = true
    wake()
  }

  signal.addEventListener('abort', leave, { once: true })
  if (signal.aborted) leave()
  void pump()
  try {
    for (;;) {
      if (!queue.length && !ended) {
        await new Promise<void>((resolve) => {
          wake = resolve
        })
      }
      if (!ended && queue.every((part) => part.type === 'text-delta')) await turn()
      const batch = queue
      queue = []
      queued = 0
      resume()
      if (signal.aborted) throw signal.reason
      yield* batch
      if (!queue.length && ended) {
        if (failure) throw failure.error
        return
      }
    }
  } finally {
    ended = true
    signal.removeEventListener('abort', leave)
    resume()
    reader.cancel().catch(() => {})
  }
}

const isPart = (part: LanguageModelV4StreamPart): part is Part =>
  part.type === 'text-delta' || part.type === 'tool-input-start' || part.type === 'tool-call' || part.type === 'finish' || part.type === 'error'

/** A promise that also ends when the signal aborts, for calls that might not listen to it. */
function orAbort<T>(work: PromiseLike<T>, signal: AbortSignal): Promise<T> {
  return new Promise((resolve, reject) => {
    const leave = () => reject(signal.reason)
    if (signal.aborted) leave()
    signal.addEventListener('abort', leave, { once: true })
    work.then(resolve, reject).then(() => signal.removeEventListener('abort', leave))
  })
}
