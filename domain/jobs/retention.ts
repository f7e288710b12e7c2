import { and, inArray, isNotNull, lt } from 'drizzle-orm'
import { runs } from '#db/schema/catalog.ts'
import { mails } from '#db/schema/mails.ts'
import { recordings } from '#db/schema/sessions.ts'
import { deliveries } from '#db/schema/webhooks.ts'
import type { Context } from '../context.ts'
import { deploymentOf } from '../deployment/effective.ts'
import { MAIL } from '../mail/outbox.ts'
import { DELIVERY } from '../webhooks/messages.ts'
import { JOB } from './queue.ts'

const DAY_MS = 86_400_000

/**
 * Forgets runs of jobs, with their files, deliveries and mails that ended so long ago, and recordings that were kept so long: as long as the deployment's
 * settings say where `days` are not given.
 */
export async function forgetOld(ctx: Context, days?: number): Promise<{ runs: number; deliveries: number; keepDays: number }> {
  const keepDays = days ?? (await deploymentOf(ctx))['retention.run_days']
  const before = new Date(ctx.now().getTime() - keepDays * DAY_MS).toISOString()
  const [sent, ran] = await ctx.db.batch([
    ctx.db
      .delete(deliveries)
      .where(and(isNotNull(deliveries.completed_at), lt(deliveries.completed_at, before)))
      .returning({ id: deliveries.id }),
    ctx.db
      .delete(runs)
      .where(and(inArray(runs.kind, [JOB, DELIVERY, MAIL]), inArray(runs.status, ['succeeded', 'failed', 'cancelled']), lt(runs.completed_at, before)))
      .returning({ kind: runs.kind }),
    ctx.db.delete(recordings).where(lt(recordings.created_at, before)),
    ctx.db.delete(mails).where(and(isNotNull(mails.completed_at), lt(mails.completed_at, before))),
  ])
  return { runs: ran.filter(({ kind }) => kind === JOB).length, deliveries: sent.length, keepDays }
}
