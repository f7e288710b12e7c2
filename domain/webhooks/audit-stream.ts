import { and, asc, eq, gt, lte, sql } from 'drizzle-orm'
import { auditLogs } from '#db/schema/catalog.ts'
import { epochs } from '#db/schema/identity.ts'
import { webhooks } from '#db/schema/webhooks.ts'
import { sealedUpTo } from '../catalog/audit-chain.ts'
import { auditColumns, presentEntry } from '../catalog/audit-logs.ts'
import type { Context } from '../context.ts'
import { Failure } from '../failure.ts'
import { actingOwner } from '../jobs/owner.ts'
import { inOnePiece, onlyIf } from '../work/runs.ts'
import { messageStatements } from './messages.ts'
import { AUDIT_EVENT } from './webhook-shape.ts'
import type { WebhookRow } from './webhooks.ts'

/** The counter that says up to where the audit log was streamed. */
const CURSOR = 'webhook_audit'
/** Entries in one message at most. */
const MOST = 100

/**
 * Puts the audit log's entries on their way to the webhooks of administrators that take it: each entry once, in order, with its hash, up to 100 in one
 * message. An entry is streamed when it is chained.
 */
export async function streamAudit(ctx: Context): Promise<void> {
  const takers = await takersOf(ctx)
  if (takers.length === 0) return
  for (let isAll = false; !isAll; ) {
    const [cursor] = await ctx.db.select({ value: epochs.value }).from(epochs).where(eq(epochs.name, CURSOR))
    const told = cursor?.value ?? 0
    const from = Math.max(told, Math.min(...takers.map(({ since }) => since)))
    const rows = await ctx.db
      .select({ ...auditColumns, position: auditLogs.position })
      .from(auditLogs)
      .where(and(gt(auditLogs.position, from), lte(auditLogs.position, await sealedUpTo(ctx))))
      .orderBy(asc(auditLogs.position))
      .limit(MOST)
    const last = rows.at(-1)
    if (!last) return
    isAll = rows.length < MOST
    const statements = takers.flatMap((webhook) => {
      const entries = rows.filter(({ position }) => position > webhook.since).map(({ position: _, ...entry }) => presentEntry(entry))
      if (entries.length === 0) return []
      const text = entries.map(({ at, type, actor, resource }) => `${at} ${type} ${actor.user_id ?? actor.type} ${resource.id ?? resource.type}`).join('\n')
      return messageStatements(ctx, { webhook }, { event: 'audit.entries', subject: `Audit log: ${entries.length}`, text, data: { entries } })
    })
    const untold = onlyIf(ctx, sql`coalesce((select ${epochs.value} from ${epochs} where ${epochs.name} = ${CURSOR}), 0) = ${told}`)
    const moved = ctx.db
      .insert(epochs)
      .values({ name: CURSOR, value: last.position })
      .onConflictDoUpdate({ target: epochs.name, set: { value: last.position } })
    await inOnePiece(ctx, [untold, moved, ...statements])
  }
}

/** Webhooks in use that take the audit log, whose owners are still administrators who may read it. */
async function takersOf(ctx: Context): Promise<WebhookRow[]> {
  const rows = await ctx.db
    .select()
    .from(webhooks)
    .where(and(eq(webhooks.is_enabled, true), sql`exists (select 1 from json_each(${webhooks.events}) where value = ${AUDIT_EVENT})`))
  const owners = await Promise.all(
    rows.map((row) =>
      actingOwner(ctx, row).catch((error) => {
        if (error instanceof Failure) return null
        throw error
      }),
    ),
  )
  return rows.filter((_, index) => owners[index]?.role === 'admin')
}
