import { and, eq } from 'drizzle-orm'
import { z } from 'zod'
import { models, providers } from '#db/schema/catalog.ts'
import { isSpeechOnly, type ProviderConnection } from '../agent/model/models.ts'
import { notFound, requireAdmin } from '../allow.ts'
import { recordAudit } from '../commit.ts'
import type { Context } from '../context.ts'
import { Failure } from '../failure.ts'
import { strict } from '../strict.ts'
import { connectionOf } from './providers.ts'

export const ProviderCheck = z.object({ ok: z.boolean(), latency_ms: z.number(), message: z.string() }).meta({ id: 'ProviderCheck' })
export type ProviderCheck = z.infer<typeof ProviderCheck>

export const ProviderCheckRequest = strict({
  model: z.string().min(1).max(200).optional().meta({ description: 'The model to call; one the provider is known to have when absent' }),
}).meta({ id: 'ProviderCheckRequest', example: { model: 'llama3.3' } })

export const OfferedModel = z.object({ id: z.string().meta({ example: 'gpt-4o-mini' }) }).meta({ id: 'OfferedModel' })

const PATIENCE_MS = 20_000

/** Administrators only. What the provider offers, else its `models_hint`. Fails with `provider_failed`. */
export async function listOffered(ctx: Context, id: string): Promise<z.infer<typeof OfferedModel>[]> {
  const { row, connection } = await reach(ctx, id)
  const offered = connection ? await ctx.ports.models.list(connection, ctx.signal) : ['builtin']
  return (offered.length ? offered : row.models_hint).map((name) => ({ id: name }))
}

/** Administrators only. One tiny call, and what came of it in words a person can act on; never the vendor's own words, which may repeat the key. */
export async function testProvider(ctx: Context, id: string, model: string | undefined): Promise<ProviderCheck> {
  const { row, connection } = await reach(ctx, id)
  const started = performance.now()
  const outcome = connection
    ? await call(ctx, connection, model ?? (await knownModel(ctx, row)))
    : { ok: true, message: 'the built-in model runs in this process: there is nothing to reach' }
  await recordAudit(ctx, { type: 'provider.tested', resource: { type: 'provider', id }, outcome: outcome.ok ? 'success' : 'failure' })
  return { ...outcome, latency_ms: Math.round(performance.now() - started) }
}

async function call(ctx: Context, connection: ProviderConnection, known: string | undefined): Promise<Omit<ProviderCheck, 'latency_ms'>> {
  const signal = AbortSignal.any([ctx.signal, AbortSignal.timeout(PATIENCE_MS)])
  try {
    if (isSpeechOnly(connection.kind)) {
      await ctx.ports.models.list(connection, signal)
      return { ok: true, message: 'the key is accepted' }
    }
    const upstream = known ?? (await ctx.ports.models.list(connection, signal))[0]
    if (!upstream) return { ok: false, message: 'the provider lists no models: name one in "model"' }
    await ctx.ports.models.open(connection, upstream).doGenerate({
      prompt: [{ role: 'user', content: [{ type: 'text', text: 'Reply with OK.' }] }],
      maxOutputTokens: 16,
      abortSignal: signal,
    })
    return { ok: true, message: `"${upstream}" answered` }
  } catch (error) {
    if (ctx.signal.aborted) throw error
    if (signal.aborted) return { ok: false, message: `no answer within ${PATIENCE_MS / 1000} seconds` }
    if (!(error instanceof Failure)) throw error
    return { ok: false, message: error.details.hint ? `${error.message}: ${error.details.hint}` : error.message }
  }
}

async function knownModel(ctx: Context, row: typeof providers.$inferSelect): Promise<string | undefined> {
  const [model] = await ctx.db
    .select({ upstream: models.upstream })
    .from(models)
    .where(and(eq(models.provider_id, row.id), eq(models.type, 'provider'), eq(models.is_enabled, true)))
    .limit(1)
  return model?.upstream ?? row.models_hint[0]
}

async function reach(ctx: Context, id: string) {
  requireAdmin(ctx)
  const [row] = await ctx.db.select().from(providers).where(eq(providers.id, id))
  if (!row) throw notFound('provider')
  return { row, connection: await connectionOf(ctx, row) }
}
