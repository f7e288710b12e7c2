import type { LanguageModelV4 } from '@ai-sdk/provider'
import type { ResolvedModel } from '../catalog/models.ts'
import type { Context } from '../context.ts'
import { Failure } from '../failure.ts'
import { type Breakers, createBreakers } from './breakers.ts'
import { candidatesOf } from './candidates.ts'
import type { Usage } from './events.ts'
import { createModelCaller } from './model-caller.ts'
import type { ModelRegistry } from './models.ts'
import { realTiming } from './timing.ts'

export type Errand = { instructions: string; text: string; maxOutputTokens?: number; isJson?: boolean; signal: AbortSignal }

/** One set for all errands of a process. */
const breakers = new WeakMap<ModelRegistry, Breakers>()

/**
 * Asks a vendor's model for one text outside any conversation, as steadily as a question's calls: with their deadlines, repeated attempts, circuit
 * breaker and the model that takes over. Fails with `provider_failed`, `provider_timeout`, `rate_limited`, and with the signal's reason on abort.
 */
export async function askModel(ctx: Context, resolved: ResolvedModel, errand: Errand): Promise<{ text: string; usage: Usage }> {
  const { instructions, text, maxOutputTokens, isJson, signal } = errand
  const { temperature } = resolved.params
  const { retries, ...deadlines } = ctx.settings.modelCalls
  const caller = createModelCaller(candidatesOf(ctx, resolved, noBuiltin), {
    deadlines,
    retries,
    breakers: breakersOf(ctx.ports.models),
    timing: realTiming,
    log: ctx.ports.log,
  })
  const call = caller.call({
    prompt: [
      { role: 'system', content: instructions },
      { role: 'user', content: [{ type: 'text', text }] },
    ],
    ...(temperature === undefined ? {} : { temperature }),
    ...(maxOutputTokens === undefined ? {} : { maxOutputTokens }),
    ...(isJson ? { responseFormat: { type: 'json' } } : {}),
    abortSignal: signal,
  })
  for (;;) {
    const { done, value } = await call.next()
    if (done) return { text: value.text, usage: value.usage }
  }
}

/** Our own model answers questions about data and nothing else. */
function noBuiltin(): LanguageModelV4 {
  throw new Failure('provider_failed', 'the built-in model cannot take this over')
}

function breakersOf(models: ModelRegistry): Breakers {
  const known = breakers.get(models) ?? createBreakers(realTiming)
  breakers.set(models, known)
  return known
}
