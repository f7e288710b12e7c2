import { and, eq, inArray, sql } from 'drizzle-orm'
import { z } from 'zod'
import { runs } from '#db/schema/catalog.ts'
import { jobRuns, jobs, runFiles } from '#db/schema/jobs.ts'
import { requireOwned } from '../access/owned-object.ts'
import { notFound, requireUser, visible } from '../allow.ts'
import { commit, commitInsert } from '../commit.ts'
import { type Context, instantOf } from '../context.ts'
import { Failure } from '../failure.ts'
import { equalTo } from '../list-filters.ts'
import { type Page, readPage } from '../pagination.ts'
import { Instant } from '../strict.ts'
import { cancelStatement, type Statement } from '../work/runs.ts'
import type { JobRun, RunListQuery, RunPageQuery } from './job-shape.ts'
import { findJob, isOwners, isToldWhatItMade } from './jobs.ts'
import type { JobKind } from './kinds.ts'
import { requireRights } from './owner.ts'
import { coalesceStatement, findWaiting, queueStatements } from './queue.ts'
import { nextRuns, Schedule } from './schedule.ts'

const columns = {
  id: jobRuns.id,
  revision: jobRuns.revision,
  job_id: jobRuns.job_id,
  trigger: jobRuns.trigger,
  scheduled_for: jobRuns.scheduled_for,
  missed: jobRuns.missed,
  coalesced: jobRuns.coalesced,
  progress: jobRuns.progress,
  result: jobRuns.result,
  log: jobRuns.log,
}
const lease = {
  status: runs.status,
  attempt: runs.attempt,
  error: runs.error,
  created_at: runs.created_at,
  started_at: runs.started_at,
  completed_at: runs.completed_at,
}

/** The runs of the jobs the caller may see, or of one of them. Fails with `not_found` when he may not see that one. */
export async function listRuns(ctx: Context, jobId: string | null, query: z.infer<typeof RunListQuery> | z.infer<typeof RunPageQuery>): Promise<Page<JobRun>> {
  if (jobId !== null) await findJob(ctx, jobId)
  const mine = visible(ctx, 'job', jobs.id, jobs.owner_id)
  const seen = jobId === null && mine ? inArray(jobRuns.job_id, ctx.db.select({ id: jobs.id }).from(jobs).where(mine)) : undefined
  const inState = query.status ? inArray(jobRuns.id, ctx.db.select({ id: runs.id }).from(runs).where(eq(runs.status, query.status))) : undefined
  const page = await readPage<{ id: string }>(ctx, {
    table: jobRuns,
    columns: { id: jobRuns.id },
    where: and(jobId === null ? undefined : equalTo(jobRuns.job_id, jobId), seen, inState),
    query,
  })
  const found = new Map(
    (
      await readRuns(
        ctx,
        page.items.map(({ id }) => id),
      )
    ).map((run) => [run.id, run]),
  )
  return { ...page, items: page.items.flatMap(({ id }) => found.get(id) ?? []) }
}

async function readRuns(ctx: Context, ids: string[]): Promise<JobRun[]> {
  if (ids.length === 0) return []
  const found = await ctx.db
    .select({ ...columns, ...lease, kind: jobs.kind, owner_id: jobs.owner_id, made_for: runs.actor_id })
    .from(jobRuns)
    .innerJoin(runs, eq(runs.id, jobRuns.id))
    .innerJoin(jobs, eq(jobs.id, jobRuns.job_id))
    .where(inArray(jobRuns.id, ids))
  const written = await ctx.db
    .select({ run_id: runFiles.run_id, name: runFiles.name, type: runFiles.type, size: runFiles.size })
    .from(runFiles)
    .where(inArray(runFiles.run_id, ids))
    .orderBy(runFiles.name)
  const filesOf = Map.groupBy(written, ({ run_id }) => run_id)
  return found.map(({ owner_id, made_for, ...run }) => {
    const kind = run.kind as JobKind
    const isTold = isToldWhatItMade(ctx, { kind, owner_id }, made_for)
    const files = isTold ? (filesOf.get(run.id) ?? []).map(({ name, type, size }) => ({ name, type, size })) : []
    return { ...run, run_id: run.id, kind, result: isTold ? run.result : null, files }
  })
}

/** Fails with `not_found` when there is none, or its job is not visible. */
export async function getRun(ctx: Context, id: string): Promise<JobRun> {
  const [run] = await readRuns(ctx, [id])
  if (!run) throw notFound('run')
  await findJob(ctx, run.job_id).catch((error) => {
    throw error instanceof Failure && error.code === 'not_found' ? notFound('run') : error
  })
  return run
}

/**
 * A file of a run. It holds what the owner could see then: only he and administrators open it, while they may still see what it was made of.
 * Fails with `not_found`, `forbidden`.
 */
export async function readRunFile(ctx: Context, id: string, name: string): Promise<{ name: string; type: string; bytes: Uint8Array }> {
  const run = await getRun(ctx, id)
  const job = await findJob(ctx, run.job_id)
  if (!isOwners(ctx, job)) throw new Failure('forbidden', 'the files of a run are its owner’s')
  const [made] = await ctx.db.select({ for: runs.actor_id }).from(runs).where(eq(runs.id, id))
  if (!isToldWhatItMade(ctx, { kind: run.kind, owner_id: job.owner_id }, made?.for ?? null)) throw notFound('file')
  await requireRights(ctx, requireUser(ctx).scopes, run.kind, job.payload)
  const [file] = await ctx.db
    .select({ name: runFiles.name, type: runFiles.type, bytes: runFiles.bytes })
    .from(runFiles)
    .where(and(eq(runFiles.run_id, id), eq(runFiles.name, name)))
  if (!file) throw notFound('file')
  return file
}

/**
 * Starts a run now; while another waits and the job coalesces, that one is answered. Needs `edit` on the job, whose owner's rights it runs by.
 * Fails with `not_found`, `forbidden`, `resource_disabled`.
 */
export async function startRun(ctx: Context, jobId: string): Promise<JobRun> {
  await requireOwned(ctx, 'job', jobId, 'edit')
  const job = await findJob(ctx, jobId)
  if (!job.is_enabled) throw new Failure('resource_disabled', 'this job is disabled', job.stopped_reason ? { hint: job.stopped_reason } : {})
  const entry = { type: 'job.run_started', resource: { type: 'job', id: jobId } }
  const waiting = job.coalesce ? await findWaiting(ctx, jobId) : null
  if (waiting) {
    const [joined] = await commit(ctx, coalesceStatement(ctx, waiting, 1), { ...entry, details: { run_id: waiting, coalesced: true } })
    if (joined) return getRun(ctx, waiting)
  }
  const id = ctx.newId('run')
  const [first, ...also] = queueStatements(ctx, job, { id, trigger: 'manual' })
  await commitInsert(ctx, first, { ...entry, details: { run_id: id } }, also)
  return getRun(ctx, id)
}

/** Ends a run: at once when it waits, at its next step when it is under way. Needs `edit` on the job. Fails with `conflict` when it had ended. */
export async function cancelRun(ctx: Context, id: string): Promise<JobRun> {
  const run = await getRun(ctx, id)
  await requireOwned(ctx, 'job', run.job_id, 'edit')
  const noted: Statement = ctx.db
    .update(jobRuns)
    .set({ revision: sql`${jobRuns.revision} + 1` })
    .where(eq(jobRuns.id, id))
  const entry = { type: 'job.run_cancelled', resource: { type: 'job', id: run.job_id }, details: { run_id: id } }
  const [asked] = await commit(ctx, cancelStatement(ctx, id), entry, [noted])
  if (!asked) throw new Failure('conflict', 'this run has ended')
  return getRun(ctx, id)
}

const LOOK_MS = 250

/** A run each time it changed, first as it stands, last with its end. Fails with `not_found` once it is not visible any more. */
export async function* watchRun(ctx: Context, id: string, signal: AbortSignal): AsyncGenerator<JobRun> {
  let seen = ''
  while (!signal.aborted) {
    const run = await getRun(ctx, id)
    const now = `${run.revision} ${run.status} ${run.attempt}`
    if (now !== seen) yield run
    if (run.completed_at !== null) return
    seen = now
    await new Promise((resolve) => setTimeout(resolve, LOOK_MS))
  }
}

export const NextRunsQuery = z.object({
  cron: Schedule.shape.cron,
  timezone: Schedule.shape.timezone,
  count: z.coerce.number().int().min(1).max(100).default(5).meta({ type: 'integer', description: 'How many times' }),
})
export const NextRuns = z.object({ schedule: Schedule, runs: z.array(Instant), at: Instant }).meta({ id: 'NextJobRuns' })

/** The next times of a schedule, before a job has it. Fails with `invalid` naming what cannot be read. */
export function foretellRuns(ctx: Context, { count, ...schedule }: z.infer<typeof NextRunsQuery>): z.infer<typeof NextRuns> {
  const parsed = Schedule.safeParse(schedule)
  if (!parsed.success) {
    const [issue] = parsed.error.issues
    throw new Failure('invalid', `${issue?.path.join('.')}: ${issue?.message}`, { param: String(issue?.path[0] ?? 'cron') })
  }
  return { schedule: parsed.data, runs: nextRuns(parsed.data, ctx.now(), count).map((date) => date.toISOString()), at: instantOf(ctx) }
}
