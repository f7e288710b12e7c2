import type { LanguageModelV4ToolCall } from '@ai-sdk/provider'
import { Failure } from '../../failure.ts'
import type { FinishReason, Usage } from '../completions/events.ts'
import type { ReplyPart, ReplyReader } from './model-reply.ts'
import type { Timing } from './timing.ts'

/** More than any answer needs: beyond it a reply counts as cut. */
const REPLY_CHARACTERS = 200_000
/** More tool calls than any round needs. */
const TOOL_CALLS = 64

const NOT_READ = new Failure('provider_failed', 'the reply is not read any more')

/** What one model call shows while it runs; `model-changed` when another model than the last answers. */
export type ModelCallEvent = { type: 'text-delta'; text: string } | { type: 'tool-started'; name: string } | { type: 'model-changed'; model: string }
/** What one model call came to. */
export type ModelCallResult = { text: string; toolCalls: LanguageModelV4ToolCall[]; usage: Usage; finish: FinishReason }

/** Milliseconds a provider has until its first sign of life, and from one to the next. */
export type Deadlines = { firstTokenMs: number; betweenTokensMs: number }

/** A reply whose first parts have come; `stop` ends the provider's work with a reason, `close` when it is over. */
export type BegunReply = { provider: string; reader: ReplyReader; first: ReplyPart[]; signal: AbortSignal; stop(reason: Failure): void; close(): void }

/**
 * Opens a reply and waits for its first part, within the deadline. Fails with what `open` fails with, `provider_timeout`, or `provider_failed` when it
 * ended or broke before a part came; with the caller's reason on abort. Whatever was opened by then is let go. While what `open` has called `unhurried`
 * for is opened no deadline holds; if that is not whole then, it has to begin as any other.
 */
export async function beginReply(
  provider: string,
  open: (signal: AbortSignal, unhurried: () => void) => Promise<ReplyReader>,
  signal: AbortSignal,
  { firstTokenMs }: Deadlines,
  timing: Timing,
): Promise<BegunReply> {
  signal.throwIfAborted()
  const controller = new AbortController()
  const leave = () => controller.abort(signal.reason)
  signal.addEventListener('abort', leave, { once: true })
  const close = () => {
    signal.removeEventListener('abort', leave)
    if (!controller.signal.aborted) controller.abort(NOT_READ)
  }
  const late = () =>
    new Failure('provider_timeout', `the provider "${provider}" did not begin to answer within ${firstTokenMs / 1000} seconds`, { transient: true })
  const wait = () => timing.after(firstTokenMs, () => controller.abort(late()))
  let isUnhurried = false
  let callOff = wait()
  const unhurried = () => {
    isUnhurried = true
    callOff()
  }
  let reader: ReplyReader | null = null
  try {
    reader = await orAbort(open(controller.signal, unhurried), controller.signal, (opened) => opened.cancel())
    if (isUnhurried) callOff = wait()
    for (;;) {
      const first = await reader.read()
      if (first === null) throw new Failure('provider_failed', `the provider "${provider}" ended its reply before it began`, { transient: true })
      if (first.length) return { provider, reader, first, signal: controller.signal, stop: (reason) => controller.abort(reason), close }
    }
  } catch (error) {
    reader?.cancel()
    close()
    if (signal.aborted) throw signal.reason
    throw error instanceof Failure ? error : new Failure('provider_failed', `the provider "${provider}" broke off its reply`, { transient: true, cause: error })
  } finally {
    callOff()
  }
}

/**
 * Tells a begun reply as it comes, and answers what it came to. Fails with `provider_failed` when it breaks off, `provider_timeout` when it stops coming,
 * and with the signal's reason on abort; either way, and when its reader stops early, the provider is let go at once.
 */
export async function* tellReply(reply: BegunReply, { betweenTokensMs }: Deadlines, timing: Timing): AsyncGenerator<ModelCallEvent, ModelCallResult> {
  const { provider, reader, signal, stop, close } = reply
  const result: ModelCallResult = { text: '', toolCalls: [], usage: { prompt_tokens: 0, completion_tokens: 0, total_tokens: 0 }, finish: 'stop' }
  let expired = false
  const silence = watch(betweenTokensMs, timing, () => {
    expired = true
    stop(new Failure('provider_timeout', `the provider "${provider}" stopped in the middle of its reply for ${betweenTokensMs / 1000} seconds`))
  })
  let finished = false
  try {
    let parts: ReplyPart[] | null = reply.first
    while (parts) {
      for (const part of parts) {
        if (part.type === 'text') {
          const text = part.text.slice(0, REPLY_CHARACTERS - result.text.length)
          result.text += text
          yield { type: 'text-delta', text }
          if (result.text.length >= REPLY_CHARACTERS) return { ...result, toolCalls: [], finish: 'length' }
        } else if (part.type === 'tool-started') yield { type: 'tool-started', name: part.name }
        else if (part.type === 'usage') result.usage = part.usage
        else if (part.type === 'finish') {
          finished = true
          result.finish = part.reason
        } else if (part.type === 'tool-call' && result.toolCalls.length < TOOL_CALLS) result.toolCalls.push(part.call)
      }
      silence.begin()
      parts = await reader.read()
      silence.end()
    }
  } catch (error) {
    // After the reason to stop only the usage can be missing.
    if (signal.aborted && !(finished && expired)) throw signal.reason
    if (!finished) throw broken(provider, error)
  } finally {
    silence.stop()
    reader.cancel()
    close()
  }
  if (!finished && !result.toolCalls.length) throw broken(provider, 'the stream ended without a finish reason')
  return result
}

const broken = (provider: string, cause: unknown): Failure =>
  cause instanceof Failure && cause.code === 'provider_timeout'
    ? cause
    : new Failure('provider_failed', `the provider "${provider}" broke off its reply`, { cause })

/** Runs `expire` when a wait, from `begin` to `end`, lasts so long: one timer, whatever the number of waits. */
function watch(ms: number, timing: Timing, expire: () => void): { begin(): void; end(): void; stop(): void } {
  let since: number | null = null
  let callOff = timing.after(ms, check)
  function check(): void {
    const left = since === null ? ms : since + ms - timing.now()
    if (left <= 0) expire()
    else callOff = timing.after(left, check)
  }
  return {
    begin: () => {
      since = timing.now()
    },
    end: () => {
      since = null
    },
    stop: () => callOff(),
  }
}

/** A promise that also ends when the signal aborts, for calls that might not listen to it; what comes too late is thrown away. */
function orAbort<T>(work: Promise<T>, signal: AbortSignal, discard?: (late: T) => void): Promise<T> {
  return new Promise((resolve, reject) => {
    const leave = () => {
      reject(signal.reason)
      if (discard) work.then(discard, () => {})
    }
    if (signal.aborted) leave()
    else signal.addEventListener('abort', leave, { once: true })
    work.then(resolve, reject).then(() => signal.removeEventListener('abort', leave))
  })
}
