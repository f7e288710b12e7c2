import { and, eq, inArray, isNotNull, lt, or } from 'drizzle-orm'
import { runs } from '#db/schema/catalog.ts'
import { deliveries } from '#db/schema/webhooks.ts'
import type { Context } from '../context.ts'
import { DELIVERY } from '../webhooks/messages.ts'
import { JOB } from './queue.ts'

const DAY_MS = 86_400_000
/** How long what has ended is kept where no job says otherwise. */
export const KEEP_DAYS = 90

/** Forgets runs of jobs, with their files, and deliveries that ended so long ago. */
export async function forgetOld(ctx: Context, keepDays: number): Promise<{ runs: number; deliveries: number }> {
  const before = new Date(ctx.now().getTime() - keepDays * DAY_MS).toISOString()
  const [sent, ran] = await ctx.db.batch([
    ctx.db
      .delete(deliveries)
      .where(and(isNotNull(deliveries.completed_at), lt(deliveries.completed_at, before)))
      .returning({ id: deliveries.id }),
    ctx.db
      .delete(runs)
      .where(and(or(eq(runs.kind, JOB), eq(runs.kind, DELIVERY)), inArray(runs.status, ['succeeded', 'failed', 'cancelled']), lt(runs.completed_at, before)))
      .returning({ kind: runs.kind }),
  ])
  return { runs: ran.filter(({ kind }) => kind === JOB).length, deliveries: sent.length }
}
