import type { LanguageModelV4CallOptions } from '@ai-sdk/provider'
import type { LogEntry } from '../../context.ts'
import { Failure } from '../../failure.ts'
import type { Span, Telemetry } from '../../telemetry.ts'
import type { Breakers } from './breakers.ts'
import { type BegunReply, beginReply, type Deadlines, type ModelCallEvent, type ModelCallResult, tellReply } from './model-call.ts'
import type { ReplyReader } from './model-reply.ts'
import { watchCall } from './model-span.ts'
import type { JsonAnswer, ProviderKind } from './models.ts'
import { pause, type Timing } from './timing.ts'

/** With `isWhole` nobody looks before the end: the reply may be asked for in one piece. */
export type CallOptions = Omit<LanguageModelV4CallOptions, 'responseFormat'> & {
  abortSignal: AbortSignal
  isWhole?: boolean
  responseFormat?: JsonAnswer
  traceparent?: string | undefined
}

/** A model that may answer. */
export type Candidate = {
  /** What completions name it. */
  model: string
  /** Whose it is; `null` runs in this process and never fails for a while only. */
  provider: { id: string; name: string } | null
  /** What kind of provider it is, and the name that knows the model by; of `builtin` none. */
  kind: ProviderKind
  upstream: string
  /** Our own: it is told results whole. */
  isOwn: boolean
  /** Calls `unhurried` before it asks for a reply in one piece: nothing of it is heard until it is whole. */
  open(options: CallOptions, unhurried: () => void): Promise<ReplyReader>
}

/** How a question's model calls are made. */
export type Steadiness = {
  deadlines: Deadlines
  /** Repeated attempts of one call with one provider. */
  retries: number
  breakers: Breakers
  timing: Timing
  telemetry: Telemetry
  log(entry: LogEntry): void
}

/** The model of one question: asked by `call`, as often as the question needs. */
export type ModelCaller = {
  /** Whether the candidate that answers is our own. */
  readonly isOwn: boolean
  /** Whether the last reply was asked for in one piece: its provider may have worked on it though nothing came. */
  readonly isUnheard: boolean
  /** As a part of `parent`. */
  call(options: CallOptions, parent: Span): AsyncGenerator<ModelCallEvent, ModelCallResult>
}

const FIRST_PAUSE_MS = 500
const LONGEST_PAUSE_MS = 8_000
/** A provider that asks for more is not waited for. */
const LONGEST_RETRY_AFTER_S = 10

/** What a caller notes of the attempt that was made last. */
type Attempt = { isUnheard: boolean; count: number }

/**
 * Calls the first candidate, and the next ones when it fails before its first sign of an answer. What may pass is tried again first, after a random
 * pause (full jitter) or what `Retry-After` asks; a provider that took its whole time is not waited for twice while another could answer. A candidate
 * that took over answers the rest of the question. After the first part nothing is repeated: the failure passes, with what had come told already.
 * A reply in one piece has no deadline but the question's, so it is asked for only where nobody could take over and nobody waits for its success; what is
 * repeated is a stream.
 */
export function createModelCaller(candidates: readonly [Candidate, ...Candidate[]], steadiness: Steadiness): ModelCaller {
  const { deadlines, timing } = steadiness
  const last: Attempt = { isUnheard: false, count: 0 }
  let current = 0

  async function begin(options: CallOptions): Promise<BegunReply> {
    for (let at = current; ; at++) {
      const candidate = candidates[at] as Candidate
      const isLast = at === candidates.length - 1
      try {
        const reply = await attempts(candidate, options, steadiness, last, isLast)
        current = at
        return reply
      } catch (error) {
        if (isLast || options.abortSignal.aborted || !isProviders(error)) throw error
        steadiness.log({ level: 'warn', message: 'another model takes over', model: candidate.model, next: candidates[at + 1]?.model, reason: error.message })
      }
    }
  }

  return {
    get isOwn() {
      return (candidates[current] as Candidate).isOwn
    },
    get isUnheard() {
      return last.isUnheard
    },
    async *call(options, parent) {
      const before = current
      const watched = watchCall(steadiness.telemetry, parent)
      last.count = 0
      try {
        const reply = await begin(watched.traceparent === null ? options : { ...options, traceparent: watched.traceparent })
        if (current !== before) yield { type: 'model-changed', model: (candidates[current] as Candidate).model }
        const result = yield* tellReply(reply, deadlines, timing)
        watched.succeeded(result)
        return result
      } catch (error) {
        watched.failed(error, options.abortSignal)
        throw error
      } finally {
        watched.end(candidates[current] as Candidate, last.count)
      }
    },
  }
}

async function attempts(candidate: Candidate, options: CallOptions, steadiness: Steadiness, noted: Attempt, isLast: boolean): Promise<BegunReply> {
  const { retries, timing, log } = steadiness
  const { abortSignal } = options
  let last: Failure | null = null
  for (let attempt = 0; ; attempt++) {
    try {
      const isWhole = options.isWhole === true && isLast && attempt === 0
      return await attemptOnce(candidate, { ...options, isWhole }, steadiness, noted)
    } catch (error) {
      if (abortSignal.aborted || !isProviders(error)) throw error
      // The breaker opened under our own attempts: their failure says more.
      if (last && error.details.transient === undefined && error.details.retryAfter !== undefined) throw last
      last = error
      const { transient, retryAfter = 0 } = error.details
      const waited = error.code === 'provider_timeout' && !isLast
      if (!transient || attempt >= retries || retryAfter > LONGEST_RETRY_AFTER_S || waited) throw error
      const jitter = timing.random() * Math.min(LONGEST_PAUSE_MS, FIRST_PAUSE_MS * 2 ** attempt)
      log({ level: 'warn', message: 'model call repeated', model: candidate.model, attempt: attempt + 1, reason: error.message })
      await pause(timing, retryAfter * 1000 + jitter, abortSignal)
    }
  }
}

async function attemptOnce(candidate: Candidate, options: CallOptions, { breakers, deadlines, timing }: Steadiness, noted: Attempt): Promise<BegunReply> {
  const { provider, model } = candidate
  noted.isUnheard = false
  noted.count += 1
  const pass = provider && breakers.enter(provider.id, provider.name)
  try {
    const isWhole = options.isWhole === true && !pass?.isProbe
    const open = (abortSignal: AbortSignal, callOff: () => void) =>
      candidate.open({ ...options, isWhole, abortSignal }, () => {
        noted.isUnheard = true
        callOff()
      })
    const reply = await beginReply(provider?.name ?? model, open, options.abortSignal, deadlines, timing)
    pass?.succeed()
    return reply
  } catch (error) {
    // A limit and a wrong key are answers of a provider that works.
    if (isProviders(error) && error.details.transient && error.code !== 'rate_limited') pass?.fail()
    else if (noted.isUnheard && isProviders(error) && error.code === 'provider_timeout') pass?.expire()
    else pass?.leave()
    throw error
  }
}

/** Whether it is a provider that failed: the caller's leaving and our own mistakes are not. */
const isProviders = (error: unknown): error is Failure =>
  error instanceof Failure &&
  (error.code === 'provider_failed' || error.code === 'provider_timeout' || error.code === 'rate_limited' || error.code === 'provider_not_configured')
