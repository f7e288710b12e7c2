import { and, eq, sql } from 'drizzle-orm'
import { epochs } from '#db/schema/identity.ts'
import { webhooks } from '#db/schema/webhooks.ts'
import type { UserActor } from '../access/actor.ts'
import type { Context } from '../context.ts'
import { Failure } from '../failure.ts'
import { type Change, hears, readChanges } from '../feed/changes.ts'
import { wantedTypes } from '../feed/follow.ts'
import { actingOwner } from '../jobs/owner.ts'
import { inOnePiece, onlyIf, type Statement } from '../work/runs.ts'
import { messageStatements } from './messages.ts'
import { AUDIT_EVENT } from './webhook-shape.ts'
import type { WebhookRow } from './webhooks.ts'

/** The counter that says up to where the audit log has been told. */
const CURSOR = 'webhook_feed'

type Subscriber = { webhook: WebhookRow; actor: UserActor; wants: (type: string) => boolean }

/** Puts a message on its way for each change since the last look and each webhook whose owner may hear of it: each once, in the order of the changes. */
export async function dispatchChanges(ctx: Context): Promise<void> {
  const rows = await ctx.db
    .select()
    .from(webhooks)
    .where(and(eq(webhooks.is_enabled, true), sql`json_array_length(${webhooks.events}) > 0`))
  if (rows.length === 0) return
  const subscribers = (await Promise.all(rows.map((webhook) => subscriberOf(ctx, webhook)))).filter((found) => found !== null)
  for (let isAll = false; !isAll; ) {
    const [cursor] = await ctx.db.select({ value: epochs.value }).from(epochs).where(eq(epochs.name, CURSOR))
    const told = cursor?.value ?? 0
    const from = Math.max(told, Math.min(...rows.map(({ since }) => since)))
    const found = await readChanges(ctx.db, from)
    if (found.position === told) return
    isAll = found.isAll
    const statements = found.changes.flatMap((change) => subscribers.flatMap((subscriber) => toldTo(ctx, subscriber, change)))
    const untold = onlyIf(ctx, sql`coalesce((select ${epochs.value} from ${epochs} where ${epochs.name} = ${CURSOR}), 0) = ${told}`)
    const moved = ctx.db
      .insert(epochs)
      .values({ name: CURSOR, value: found.position })
      .onConflictDoUpdate({ target: epochs.name, set: { value: found.position } })
    // Another process that looked at the same time told them already.
    await inOnePiece(ctx, [untold, moved, ...statements])
  }
}

async function subscriberOf(ctx: Context, webhook: WebhookRow): Promise<Subscriber | null> {
  try {
    return {
      webhook,
      actor: await actingOwner(ctx, webhook),
      wants: wantedTypes(webhook.events.filter((event) => event !== AUDIT_EVENT).join(',')) ?? (() => false),
    }
  } catch (error) {
    if (error instanceof Failure) return null
    throw error
  }
}

function toldTo(ctx: Context, { webhook, actor, wants }: Subscriber, change: Change): Statement[] {
  if (change.position <= webhook.since || !wants(change.type) || !hears(actor, change)) return []
  const { position, type, resource, revision, at } = change
  const data = { id: String(position), resource, revision, at }
  return messageStatements(ctx, { webhook }, { event: type, subject: type, text: `${resource.type} ${resource.id}`, data })
}
