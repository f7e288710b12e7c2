import { and, asc, eq, lte, type SQL, sql } from 'drizzle-orm'
import { isUniqueViolation } from '#db/errors.ts'
import { jobs } from '#db/schema/jobs.ts'
import { type Context, instantOf } from '../context.ts'
import { inOnePiece, onlyIf, type Statement } from '../work/runs.ts'
import type { JobRow } from './job-shape.ts'
import { coalesceStatement, findWaiting, isWaiting, queueStatements } from './queue.ts'
import { lastRunUntil, nextRun } from './schedule.ts'

/** Jobs looked at in one go. */
const AT_ONCE = 100
/** A run that begins later than this after its time says so: a worker looks every two seconds, on Workers every minute. */
const LATE_MS = 120_000

/**
 * Queues a run of every job whose time has come, each time once, whichever process looks. Times that passed while nothing looked become one run, which says so.
 */
export async function fireDueJobs(ctx: Context): Promise<void> {
  const now = instantOf(ctx)
  for (;;) {
    const due = await ctx.db
      .select()
      .from(jobs)
      .where(and(eq(jobs.is_enabled, true), lte(jobs.next_run_at, now)))
      .orderBy(asc(jobs.next_run_at))
      .limit(AT_ONCE)
    for (const job of due) await fire(ctx, job)
    if (due.length < AT_ONCE) return
  }
}

async function fire(ctx: Context, job: JobRow): Promise<void> {
  const { schedule, next_run_at: planned } = job
  if (!schedule || !planned) return
  const now = ctx.now()
  const { last, before } = lastRunUntil(schedule, new Date(planned), now)
  const next = nextRun(schedule, now)?.toISOString() ?? null
  const moved = ctx.db.update(jobs).set({ next_run_at: next }).where(eq(jobs.id, job.id))
  const waiting = job.coalesce ? await findWaiting(ctx, job.id) : null
  const queued: Statement[] = waiting
    ? [coalesceStatement(ctx, waiting, before + 1) as unknown as Statement]
    : queueStatements(ctx, job, {
        id: ctx.newId('run'),
        trigger: 'schedule',
        scheduled_for: last.toISOString(),
        missed: before,
        log: said(ctx, planned, before),
      })
  try {
    // Where another process was first, or the run that waited has begun, nothing happens: the next look finds what is left to do.
    await inOnePiece(ctx, [onlyIf(ctx, sql`${isPlanned(ctx, job.id, planned)} and ${waiting ? isWaiting(ctx, waiting) : sql`1`}`), moved, ...queued])
  } catch (error) {
    // Clocks that differ: this time has had its run.
    if (isUniqueViolation(error)?.table !== 'job_runs') throw error
    await moved
  }
}

const isPlanned = (ctx: Context, id: string, planned: string): SQL =>
  sql`exists ${ctx.db
    .select({ id: jobs.id })
    .from(jobs)
    .where(and(eq(jobs.id, id), eq(jobs.is_enabled, true), eq(jobs.next_run_at, planned)))}`

/** What a run says first that makes up for times nobody was there. */
function said(ctx: Context, planned: string, missed: number) {
  const late = ctx.now().getTime() - Date.parse(planned)
  if (missed === 0 && late < LATE_MS) return []
  const message =
    missed > 0
      ? `nothing worked since ${planned}: this run makes up for ${missed >= 999 ? '999 or more' : missed} earlier ${missed === 1 ? 'time' : 'times'} of the schedule`
      : `nothing worked at ${planned}: this run makes up for it`
  return [{ at: instantOf(ctx), level: 'warn' as const, message }]
}
