import { sql } from 'drizzle-orm'
import { z } from 'zod'
import { Failure } from '#domain/failure.ts'
import { headersFor, json } from './reply.ts'
import { createRouter, reply, route } from './router.ts'

const Health = z
  .object({
    status: z.enum(['ok', 'degraded', 'draining']),
    service: z.string(),
    version: z.string(),
    time: z.iso.datetime({ precision: 3 }),
    checks: z.object({ database: z.object({ ok: z.boolean(), latency_ms: z.number() }) }),
  })
  .meta({ id: 'Health' })

const BareHealth = z.object({ status: z.enum(['ok', 'draining']) }).meta({ id: 'BareHealth' })

const contract = route({
  method: 'get',
  path: '/health',
  operationId: 'getHealth',
  summary: 'Whether the service can do its work',
  description: 'With HEALTH_PUBLIC=true a call without a credential gets the bare status.',
  access: { who: 'user', scope: 'none', pending: true },
  responses: { 200: reply(z.union([Health, BareHealth]), 'Working'), 503: reply(z.union([Health, BareHealth]), 'Degraded or shutting down') },
})

const router = createRouter()

router.use('/health', async (c, next) => {
  const { platform, trace } = c.env
  if (c.req.header('authorization') !== undefined || !platform.settings.healthPublic || c.req.method !== 'GET') return next()
  const draining = platform.draining()
  return new Response(JSON.stringify({ status: draining ? 'draining' : 'ok' }), {
    status: draining ? 503 : 200,
    headers: headersFor(trace, { 'content-type': 'application/json; charset=utf-8' }),
  })
})

export const health = router.openapi(contract, async (c) => {
  const { ctx } = c.var
  const started = performance.now()
  const ok = await ctx.db.get(sql`select 1`).then(
    () => true,
    (error) => {
      if (error instanceof Failure) return false
      ctx.ports.log({ level: 'error', message: 'database check failed', cause: String(error) })
      return false
    },
  )
  const draining = c.env.platform.draining()
  const body: z.infer<typeof Health> = {
    status: draining ? 'draining' : ok ? 'ok' : 'degraded',
    service: c.env.trace.service,
    version: ctx.settings.version,
    time: ctx.now().toISOString(),
    checks: { database: { ok, latency_ms: Math.round((performance.now() - started) * 100) / 100 } },
  }
  return body.status === 'ok' ? json(c, body, 200) : json(c, body, 503)
})
