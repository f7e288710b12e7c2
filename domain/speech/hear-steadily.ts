import { pause, realTiming } from '../agent/model/timing.ts'
import type { Context } from '../context.ts'
import { Failure } from '../failure.ts'
import type { Knowledge } from './asked-vocabulary.ts'
import type { SpeechEngineConfig, SpeechRequest, Transcript } from './engine.ts'
import type { OpenSpeech } from './engine-in-force.ts'
import { hearKnowing } from './hear.ts'

const FIRST_PAUSE_MS = 500
/** A provider that asks for more is not waited for. */
const LONGEST_RETRY_AFTER_S = 5

export type Heard = { transcript: Transcript; used: SpeechEngineConfig; warnings: string[] }

/**
 * The configured engine hears a recording, once more where its failure may pass; where it still fails or is late, the one of this machine does, if it is there.
 * Fails with what the engine failed with, and with the signal's reason on abort.
 */
export async function hearSteadily(ctx: Context, { engine, embedded }: OpenSpeech, request: SpeechRequest, knowledge: Knowledge): Promise<Heard> {
  const hear = (used: SpeechEngineConfig) => hearKnowing(ctx.ports.speech.open(used), request, knowledge, used.engine === 'whisper' && !request.heard)
  if (engine.engine === 'whisper') return { transcript: await hear(engine), used: engine, warnings: [] }
  try {
    return { transcript: await repeated(ctx, () => hear(engine), request.signal, embedded !== null), used: engine, warnings: [] }
  } catch (error) {
    if (embedded === null || !isDown(error) || request.signal.aborted) throw error
    ctx.ports.log({ level: 'warn', message: 'the speech engine failed, the embedded one is asked', code: error.code, request_id: ctx.request.id })
    return { transcript: await hear(embedded), used: embedded, warnings: ['the configured speech engine failed; the embedded one was used'] }
  }
}

const isDown = (error: unknown): error is Failure =>
  error instanceof Failure && ['provider_failed', 'provider_timeout', 'rate_limited', 'provider_not_configured'].includes(error.code)

/** What may pass is tried again after a random pause or what `Retry-After` asks; one that took its whole time is not, nor is one limited where another can answer. */
async function repeated(ctx: Context, hear: () => Promise<Transcript>, signal: AbortSignal, hasOther: boolean): Promise<Transcript> {
  for (let attempt = 0; ; attempt++) {
    try {
      return await hear()
    } catch (error) {
      if (signal.aborted || !isDown(error)) throw error
      const { transient, retryAfter = 0 } = error.details
      const isLate = error.code === 'provider_timeout' || (error.code === 'rate_limited' && hasOther)
      if (!transient || isLate || attempt >= ctx.settings.modelCalls.retries || retryAfter > LONGEST_RETRY_AFTER_S) throw error
      ctx.ports.log({ level: 'warn', message: 'speech call repeated', attempt: attempt + 1, code: error.code, request_id: ctx.request.id })
      await pause(realTiming, retryAfter * 1000 + Math.random() * FIRST_PAUSE_MS * 2 ** attempt, signal)
    }
  }
}
