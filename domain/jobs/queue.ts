import { and, eq, inArray, isNull, type SQL, sql } from 'drizzle-orm'
import { runs } from '#db/schema/catalog.ts'
import { jobRuns, jobs } from '#db/schema/jobs.ts'
import { type Context, instantOf } from '../context.ts'
import { enqueueStatements, type Statement } from '../work/runs.ts'
import type { JobRow, JobRunRow } from './job-shape.ts'
import { type JobKind, KINDS } from './kinds.ts'

export const JOB = 'job'

type Queued = Pick<JobRunRow, 'id' | 'trigger'> & Partial<Pick<JobRunRow, 'scheduled_for' | 'missed' | 'log'>>

/** The statements that queue a run of a job. */
export const queueStatements = (ctx: Context, job: Pick<JobRow, 'id' | 'owner_id'>, run: Queued): [Statement, ...Statement[]] => [
  ...(enqueueStatements(ctx, { id: run.id, kind: JOB, subject_id: job.id, actor_id: job.owner_id }) as [Statement]),
  ctx.db.insert(jobRuns).values({ log: [], ...run, job_id: job.id, progress: { done: 0, total: 0 }, made: {} }),
  ctx.db.update(jobs).set({ last_run_id: run.id }).where(eq(jobs.id, job.id)),
]

/** A run that waits to be begun for the first time. */
const isUnbegun = and(eq(runs.kind, JOB), eq(runs.status, 'queued'), eq(runs.attempt, 0), isNull(runs.lease_until))

/** The run of a job that waits to be begun for the first time, if there is one. */
export async function findWaiting(ctx: Context, jobId: string): Promise<string | null> {
  const found = await ctx.db
    .select({ id: runs.id })
    .from(runs)
    .where(and(eq(runs.subject_id, jobId), isUnbegun))
    .orderBy(runs.id)
    .limit(1)
  return found[0]?.id ?? null
}

/** The condition that this run still waits. */
export const isWaiting = (ctx: Context, runId: string): SQL =>
  sql`exists ${ctx.db
    .select({ id: runs.id })
    .from(runs)
    .where(and(eq(runs.id, runId), isUnbegun))}`

/** The change that lets starts fall together with the run that waits; answers no row when it waits no more. */
export const coalesceStatement = (ctx: Context, runId: string, starts: number) =>
  ctx.db
    .update(jobRuns)
    .set({ coalesced: sql`${jobRuns.coalesced} + ${starts}`, revision: sql`${jobRuns.revision} + 1` })
    .where(and(eq(jobRuns.id, runId), isWaiting(ctx, runId)))
    .returning({ id: jobRuns.id })

/** The condition that fewer runs of the same job are under way than it allows. */
export const belowConcurrency = (ctx: Context) =>
  sql`(select count(*) from ${runs} other where other.kind = ${JOB} and other.subject_id = ${runs.subject_id} and other.status = 'running'
    and other.lease_until > ${instantOf(ctx)} and other.id <> ${runs.id}) < coalesce((select ${jobs.concurrency} from ${jobs} where ${jobs.id} = ${runs.subject_id}), 1)`

/** The condition that the job of a run is of one of these kinds; absent when they are all there are. */
export const isOfKind = (ctx: Context, kinds: JobKind[]): SQL | undefined =>
  KINDS.every((kind) => kinds.includes(kind))
    ? undefined
    : sql`exists ${ctx.db
        .select({ id: jobs.id })
        .from(jobs)
        .where(and(eq(jobs.id, runs.subject_id), inArray(jobs.kind, kinds)))}`
