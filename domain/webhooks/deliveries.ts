import { and, eq, sql } from 'drizzle-orm'
import type { z } from 'zod'
import { jobRuns, jobs } from '#db/schema/jobs.ts'
import { deliveries } from '#db/schema/webhooks.ts'
import { grantsScope } from '../access/scopes.ts'
import { notFound, requireUser } from '../allow.ts'
import { commitInsert } from '../commit.ts'
import type { Context } from '../context.ts'
import { Failure } from '../failure.ts'
import { type JobKind, rightsOf } from '../jobs/kinds.ts'
import { equalTo } from '../list-filters.ts'
import { type Page, readPage } from '../pagination.ts'
import type { Statement } from '../work/runs.ts'
import { deliveryStatements, messageStatements } from './messages.ts'
import type { Delivery, DeliveryListQuery } from './webhook-shape.ts'
import { getWebhook } from './webhooks.ts'

const columns = {
  id: deliveries.id,
  message_id: deliveries.message_id,
  webhook_id: deliveries.webhook_id,
  event: deliveries.event,
  status: deliveries.status,
  tries: deliveries.tries,
  job_run_id: deliveries.job_run_id,
  replay_of: deliveries.replay_of,
  body: deliveries.body,
  created_at: deliveries.created_at,
  completed_at: deliveries.completed_at,
  kind: sql<JobKind | null>`(select j.kind from ${jobRuns} r join ${jobs} j on j.id = r.job_id where r.id = ${deliveries}.job_run_id)`.as('kind'),
}
type Found = Omit<Delivery, 'delivery_id'> & { kind: JobKind | null }

/** What a run told is for credentials that could have read it. */
function presented(ctx: Context, { kind, ...row }: Found): Delivery {
  const needed = kind === null ? '*' : rightsOf(kind, {}).scope
  const isTold = row.job_run_id === null || grantsScope(requireUser(ctx).scopes, needed)
  return { ...row, delivery_id: row.id, body: isTold ? row.body : '' }
}

/** What was sent to a webhook of the caller's, or waits for it. Fails with `not_found`. */
export async function listDeliveries(ctx: Context, webhookId: string, query: z.infer<typeof DeliveryListQuery>): Promise<Page<Delivery>> {
  await getWebhook(ctx, webhookId)
  const where = and(eq(deliveries.webhook_id, webhookId), equalTo(deliveries.status, query.status))
  const page = await readPage<Found>(ctx, { table: deliveries, columns, where, query })
  return { ...page, items: page.items.map((row) => presented(ctx, row)) }
}

export async function getDelivery(ctx: Context, webhookId: string, id: string): Promise<Delivery> {
  await getWebhook(ctx, webhookId)
  const [row] = await ctx.db
    .select(columns)
    .from(deliveries)
    .where(and(eq(deliveries.id, id), eq(deliveries.webhook_id, webhookId)))
  if (!row) throw notFound('delivery')
  return presented(ctx, row)
}

/** Sends a message that has ended once more, under the id it had. Fails with `not_found`, `conflict` while it is on its way, `resource_disabled`. */
export async function replayDelivery(ctx: Context, webhookId: string, id: string): Promise<Delivery> {
  await requireEnabledWebhook(ctx, webhookId)
  const before = await getDelivery(ctx, webhookId, id)
  if (before.status === 'queued') throw new Failure('conflict', 'this message is still on its way')
  const [row] = await ctx.db.select().from(deliveries).where(eq(deliveries.id, id))
  if (!row) throw notFound('delivery')
  const { webhook_id, owner_id, event, body, subject, text, job_run_id } = row
  const statements = deliveryStatements(ctx, { webhook_id, owner_id, event, body, subject, text, job_run_id }, row)
  return queued(ctx, webhookId, 'webhook.replayed', statements)
}

/** Sends a message that says nothing, to try a webhook out. Fails with `not_found`, `resource_disabled`. */
export async function testWebhook(ctx: Context, webhookId: string): Promise<Delivery> {
  const webhook = await requireEnabledWebhook(ctx, webhookId)
  const message = { event: 'webhook.test', subject: 'Querent', text: 'This webhook works.', data: { webhook_id: webhookId, by: requireUser(ctx).userId } }
  return queued(ctx, webhookId, 'webhook.tested', messageStatements(ctx, { webhook }, message))
}

async function requireEnabledWebhook(ctx: Context, id: string) {
  const webhook = await getWebhook(ctx, id)
  if (!webhook.is_enabled) throw new Failure('resource_disabled', 'this webhook is disabled', webhook.stopped_reason ? { hint: webhook.stopped_reason } : {})
  return webhook
}

async function queued(ctx: Context, webhookId: string, type: string, [first, ...also]: Statement[]): Promise<Delivery> {
  if (!first) throw notFound('delivery')
  await commitInsert(ctx, first, { type, resource: { type: 'webhook', id: webhookId } }, also)
  const [latest] = (await listDeliveries(ctx, webhookId, { page: 1, page_size: 1 })).items
  if (!latest) throw notFound('delivery')
  return latest
}
