import type { LanguageModelV4 } from '@ai-sdk/provider'
import { priceOf, type ResolvedModel } from '../../catalog/models.ts'
import { type Context, instantOf } from '../../context.ts'
import { Failure } from '../../failure.ts'
import type { Usage } from '../completions/events.ts'
import { figuresOfTokens, usageCounted } from '../completions/usage-count.ts'
import { type Breakers, createBreakers } from './breakers.ts'
import { candidatesOf } from './candidates.ts'
import { type CallOptions, createModelCaller } from './model-caller.ts'
import type { ModelRegistry } from './models.ts'
import { realTiming } from './timing.ts'

/** `payer` is on whose account its tokens go; the platform's own where nobody asked for it. */
export type Errand = {
  instructions: string
  text: string
  maxOutputTokens?: number
  isJson?: boolean /** What its first token may take, where that is more than usual. */
  withinMs?: number
  signal: AbortSignal
  payer: Payer | null
}
export type Payer = { user_id: string; api_key_id: string; datasource_id: string }

/** One set for all errands of a process. */
const breakers = new WeakMap<ModelRegistry, Breakers>()

/**
 * Asks a vendor's model for one text outside any conversation, as steadily as a question's calls: with their deadlines, repeated attempts, circuit
 * breaker and the model that takes over. Fails with `provider_failed`, `provider_timeout`, `rate_limited`, and with the signal's reason on abort.
 */
export async function askModel(ctx: Context, resolved: ResolvedModel, errand: Errand): Promise<{ text: string; usage: Usage }> {
  const { instructions, text, maxOutputTokens, isJson, signal, payer, withinMs = 0 } = errand
  const { temperature } = resolved.params
  const { retries, ...usual } = ctx.settings.modelCalls
  const deadlines = { ...usual, firstTokenMs: Math.max(usual.firstTokenMs, withinMs) }
  const caller = createModelCaller(candidatesOf(ctx, resolved, noBuiltin), {
    deadlines,
    retries,
    breakers: breakersOf(ctx.ports.models),
    timing: realTiming,
    telemetry: ctx.ports.telemetry,
    log: ctx.ports.log,
  })
  const options: CallOptions = {
    prompt: [
      { role: 'system', content: instructions },
      { role: 'user', content: [{ type: 'text', text }] },
    ],
    ...(temperature === undefined ? {} : { temperature }),
    ...(maxOutputTokens === undefined ? {} : { maxOutputTokens }),
    ...(isJson ? { responseFormat: { type: 'json' } } : {}),
    abortSignal: signal,
  }
  const call = caller.call(options, ctx.span)
  let answering = resolved.model.name
  for (;;) {
    const { done, value } = await call.next()
    if (!done) {
      if (value.type === 'model-changed') answering = value.model
      continue
    }
    const { text: answer, usage } = value
    if (payer) {
      const place = { ...payer, day: instantOf(ctx).slice(0, 10), model: answering }
      await ctx.db.write([usageCounted(ctx, { ...place, ...figuresOfTokens(usage, priceOf(resolved, answering)) })])
    }
    return { text: answer, usage }
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
