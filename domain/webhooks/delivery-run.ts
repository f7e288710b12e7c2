import { eq, sql } from 'drizzle-orm'
import { runs } from '#db/schema/catalog.ts'
import { deliveries, webhooks } from '#db/schema/webhooks.ts'
import { notFound } from '../allow.ts'
import { auditStatement } from '../commit.ts'
import { type Context, instantOf } from '../context.ts'
import { Failure } from '../failure.ts'
import { actingOwner } from '../jobs/owner.ts'
import type { Run, Statement } from '../work/runs.ts'
import type { HeldRun, RunHandler } from '../work/worker.ts'
import { DELIVERY } from './messages.ts'
import { openEndpoint } from './webhooks.ts'

const SECOND = 1_000
const MINUTE = 60 * SECOND
const HOUR = 60 * MINUTE
/** How long after a failed try the next is made; the last is repeated. */
const DELAYS = [5 * SECOND, 30 * SECOND, 2 * MINUTE, 10 * MINUTE, 30 * MINUTE, HOUR, 2 * HOUR, 4 * HOUR]
/** A message that nobody took for a day is given up. */
const GIVEN_UP_MS = 24 * HOUR
const TRIES_KEPT = 30
const GONE = 410

type Row = typeof deliveries.$inferSelect

/** No try helps: the webhook is gone, disabled, or its receiver wants no more. */
class Undeliverable extends Failure {}

/** Brings messages to where they go: those of one webhook in their order, each tried for a day. */
export const deliveryRuns: RunHandler = {
  kind: DELIVERY,
  // A process that is killed costs no message.
  maxAttempts: Number.MAX_SAFE_INTEGER,
  when: () => sql`not exists (select 1 from ${deliveries} mine, ${deliveries} before where mine.id = ${runs.subject_id}
    and before.webhook_id = mine.webhook_id and before.status = 'queued' and before.position < mine.position)`,
  async work(ctx, held) {
    const row = await read(ctx, held.run)
    if (row.status !== 'queued') return []
    const send = row.webhook_id === null ? null : await toWebhook(ctx, row, row.webhook_id)
    if (!send) throw new Undeliverable('invalid', 'there is nowhere to bring it to')
    const at = instantOf(ctx)
    const started = performance.now()
    const tried = (status: number | null, error: string | null) => ({ at, status, error, duration_ms: Math.round(performance.now() - started) })
    const { status, error } = await send(held.signal).then(
      (answer) => ({ status: answer.status, error: answer.status < 300 ? null : `answered ${answer.status}` }),
      (cause) => ({ status: null, error: reasonOf(held, cause) }),
    )
    const tries = [...row.tries, tried(status, error)].slice(-TRIES_KEPT)
    if (error === null) return [changed(ctx, row.id, { tries, status: 'delivered', completed_at: instantOf(ctx) })]
    await held.write([changed(ctx, row.id, { tries })])
    if (status !== GONE) throw new Failure('datasource_unreachable', error)
    await held.write([
      ctx.db
        .update(webhooks)
        .set({ is_enabled: false, stopped_reason: 'its receiver answered 410: it wants no more', revision: sql`${webhooks.revision} + 1` })
        .where(eq(webhooks.id, row.webhook_id ?? '')),
      auditStatement(ctx, { type: 'webhook.stopped', resource: { type: 'webhook', id: row.webhook_id }, details: { status } }, true),
    ])
    throw new Undeliverable('datasource_unreachable', error)
  },
  async retry(ctx, run, error) {
    if (error instanceof Undeliverable) return null
    const row = await read(ctx, run).catch(() => null)
    if (!row) return null
    const delayMs = deliveryDelay(row.tries.length)
    return ctx.now().getTime() + delayMs > Date.parse(row.created_at) + GIVEN_UP_MS ? null : { delayMs, statements: [] }
  },
  ended: (ctx, { subject_id: id }) => [changed(ctx, id, { status: 'failed', completed_at: instantOf(ctx) })],
}

/** Up to a fifth more or less: what failed together is not all tried again together. */
export const deliveryDelay = (tries: number, random = Math.random): number =>
  (DELAYS[Math.min(Math.max(tries, 1), DELAYS.length) - 1] ?? HOUR) * (0.8 + random() * 0.4)

async function read(ctx: Context, run: Run): Promise<Row> {
  const [row] = await ctx.db.select().from(deliveries).where(eq(deliveries.id, run.subject_id))
  if (!row) throw notFound('delivery')
  return row
}

async function toWebhook(ctx: Context, row: Row, webhookId: string): Promise<(signal: AbortSignal) => Promise<{ status: number }>> {
  const [webhook] = await ctx.db.select().from(webhooks).where(eq(webhooks.id, webhookId))
  if (!webhook?.is_enabled) throw new Undeliverable('resource_disabled', 'the webhook is disabled')
  await actingOwner(ctx, webhook).catch((error) => {
    throw error instanceof Failure ? new Undeliverable('forbidden', error.message) : error
  })
  const endpoint = await openEndpoint(ctx, webhookId)
  const message = { id: row.message_id, at: ctx.now(), body: row.body, format: webhook.format }
  return (signal) => ctx.ports.webhooks.send(endpoint, message, signal)
}

/** What the log of deliveries says: nothing of this machine, or of what stands behind the address. */
function reasonOf(held: HeldRun, cause: unknown): string {
  held.signal.throwIfAborted()
  if (cause instanceof Failure) return cause.message
  return cause instanceof DOMException && cause.name === 'TimeoutError' ? 'no answer within 15 seconds' : 'the connection failed'
}

const changed = (ctx: Context, id: string, set: Partial<Row>): Statement => ctx.db.update(deliveries).set(set).where(eq(deliveries.id, id))
