import { and, eq, type SQL, sql } from 'drizzle-orm'
import { jobRuns, jobs, runFiles } from '#db/schema/jobs.ts'
import type { UserActor } from '../access/actor.ts'
import { notFound } from '../allow.ts'
import { auditStatement } from '../commit.ts'
import type { Context } from '../context.ts'
import { Failure, type FailureCode } from '../failure.ts'
import type { Run, Statement } from '../work/runs.ts'
import type { HeldRun, Retry, RunHandler } from '../work/worker.ts'
import type { JobRow, JobRunRow } from './job-shape.ts'
import type { JobKind } from './kinds.ts'
import { noticeStatements } from './notify.ts'
import { actingOwner, contextOf, isLossOfRights, requireRights } from './owner.ts'
import { belowConcurrency, isOfKind, JOB } from './queue.ts'
import { type Done, lineStatement, RunRecord, type Task, type Work, type Works } from './task.ts'

/** How often a run looks whether its owner still has the right to it. */
const WATCH_MS = 2_000
const FIRST_RETRY_MS = 10_000
const LONGEST_RETRY_MS = 3_600_000

/** Failures another attempt may not meet. */
const PASSING = new Set<FailureCode>([
  'overloaded',
  'draining',
  'rate_limited',
  'provider_failed',
  'provider_timeout',
  'query_timeout',
  'query_failed',
  'query_memory_exceeded',
  'datasource_unreachable',
  'extraction_running',
  'session_busy',
])

/** A run took longer than its job allows. */
class DeadlinePassed extends Failure {}

/** Works on the runs of those kinds of jobs that `works` has, by the rights their owners have then; other processes work on the rest. */
export const createJobRuns = (works: Partial<Works>): RunHandler => ({
  kind: JOB,
  when: (ctx) => and(belowConcurrency(ctx), isOfKind(ctx, Object.keys(works) as JobKind[])) as SQL,
  async work(ctx, held) {
    const found = await read(ctx, held.run)
    held.isOf(found.job.kind)
    const record = new RunRecord(ctx, held, found.run)
    const { result, files = [], state, notice } = await supervised(ctx, held, found.job, record, works)
    const entry = { type: 'job.run_succeeded', resource: { type: 'job', id: found.job.id }, details: { run_id: held.run.id, kind: found.job.kind } }
    const { job } = found
    const told = notice ?? { event: 'job.succeeded', subject: job.name, text: 'It was done.' }
    const isTold = notice !== null && job.notify.on.includes('success')
    return [
      record.statement({ result }),
      ...files.map(({ name, type, bytes }) =>
        ctx.db.insert(runFiles).values({ run_id: held.run.id, name, type, size: bytes.byteLength, bytes: bytes as Buffer }),
      ),
      ...(state ? [ctx.db.update(jobs).set({ state }).where(eq(jobs.id, job.id))] : []),
      ...(isTold ? await noticeStatements(ctx, job, { runId: held.run.id, notice: told, result, files }) : []),
      auditStatement(ctx, entry, false),
    ]
  },
  async retry(ctx, run, error) {
    const { job, run: row } = await read(ctx, run).catch(() => ({ job: null, run: null }))
    if (!job || row.failures >= job.retries || error instanceof DeadlinePassed) return null
    if (error instanceof Failure && !PASSING.has(error.code)) return null
    const delayMs = retryDelay(row.failures)
    if (ctx.now().getTime() + delayMs >= endOf(ctx, job, run)) return null
    const why = error instanceof Failure ? error.message : 'internal error'
    const line = `attempt ${row.failures + 1} failed: ${why}; the next in ${Math.ceil(delayMs / 1000)} s`
    return { delayMs, statements: [lineStatement(ctx, run.id, 'warn', line, { failures: row.failures + 1 })] } satisfies Retry
  },
  async ended(ctx, run, end) {
    const error = end.status === 'failed' ? end.error : 'cancelled'
    const entry = { type: 'job.run_failed', resource: { type: 'job', id: run.subject_id }, outcome: 'failure' as const, details: { run_id: run.id, error } }
    const line = lineStatement(ctx, run.id, end.status === 'failed' ? 'error' : 'info', error)
    if (end.status !== 'failed') return [line]
    const { job } = await read(ctx, run).catch(() => ({ job: null }))
    const notice = { event: 'job.failed', subject: `${job?.name}: failed`, text: error }
    const told = job?.notify.on.includes('failure') ? await noticeStatements(ctx, job, { runId: run.id, notice, result: null }) : []
    return [line, ...told, auditStatement(ctx, entry, false)]
  },
})

/** Twice as long each time, less up to a half: those that failed together are not all tried again together. */
export const retryDelay = (failures: number, random = Math.random): number => Math.min(LONGEST_RETRY_MS, FIRST_RETRY_MS * 2 ** failures) * (1 - random() / 2)

async function read(ctx: Context, run: Run): Promise<{ job: JobRow; run: JobRunRow }> {
  const [found] = await ctx.db
    .select({ job: jobs, run: jobRuns })
    .from(jobRuns)
    .innerJoin(jobs, eq(jobs.id, jobRuns.job_id))
    .where(and(eq(jobRuns.id, run.id), eq(jobs.id, run.subject_id)))
  if (!found) throw notFound('job')
  return found
}

const endOf = (ctx: Context, job: JobRow, run: Run): number => Date.parse(run.started_at ?? ctx.now().toISOString()) + job.deadline_seconds * 1000

/**
 * Does the work of a job by its owner's rights, and ends it at its deadline or as soon as he loses them. A job whose owner lost what it needs is disabled.
 */
async function supervised(ctx: Context, held: HeldRun, job: JobRow, record: RunRecord, works: Partial<Works>): Promise<Done> {
  const own = new AbortController()
  const signal = AbortSignal.any([held.signal, own.signal])
  const kind = job.kind as JobKind
  const deadline = setTimeout(
    () => own.abort(new DeadlinePassed('query_timeout', `the run took longer than its ${job.deadline_seconds} seconds`)),
    Math.max(0, endOf(ctx, job, held.run) - ctx.now().getTime()),
  )
  let watch: ReturnType<typeof setInterval> | undefined
  try {
    const owner = await requireOwner(ctx, job, signal)
    watch = setInterval(() => void requireOwner(ctx, job, signal).catch((error) => isLossOfRights(error) && own.abort(error)), WATCH_MS)
    const acting = contextOf(ctx, owner, signal)
    const task = {
      job,
      runId: held.run.id,
      payload: job.payload,
      ctx: acting,
      signal,
      idFor: (prefix, anew) => record.idFor(prefix, anew),
      pinned: (ids) => contextOf(ctx, owner, signal, ids),
      log: (message, level) => record.log(message, level),
      progress: record.progress,
    } as Task
    return await orAborted(signal, workOf(works, kind)(task))
  } catch (error) {
    const cause = own.signal.aborted && !held.signal.aborted ? own.signal.reason : error
    if (isLossOfRights(cause) && !held.signal.aborted) await held.write(stopped(ctx, job, cause.message))
    throw cause
  } finally {
    clearTimeout(deadline)
    clearInterval(watch)
    record.close()
  }
}

function workOf(works: Partial<Works>, kind: JobKind): Work<JobKind> {
  const work = works[kind]
  if (!work) throw new Error(`a run of a kind that is not worked on here: ${kind}`)
  return work as Work<JobKind>
}

/** The owner as he is now, when he may still have this done. Fails with what he has lost. */
async function requireOwner(ctx: Context, job: JobRow, signal: AbortSignal): Promise<UserActor> {
  const owner = await actingOwner(ctx, job)
  await requireRights(contextOf(ctx, owner, signal), owner.scopes, job.kind as JobKind, job.payload)
  return owner
}

const stopped = (ctx: Context, job: JobRow, why: string): Statement[] => [
  ctx.db
    .update(jobs)
    .set({ is_enabled: false, next_run_at: null, stopped_reason: why, revision: sql`${jobs.revision} + 1`, updated_at: ctx.now().toISOString() })
    .where(eq(jobs.id, job.id)),
  auditStatement(ctx, { type: 'job.stopped', resource: { type: 'job', id: job.id }, details: { reason: why } }, true),
]

/** What the work answers, or why its signal ended: work that does not listen is left behind. */
async function orAborted<T>(signal: AbortSignal, work: Promise<T>): Promise<T> {
  work.catch(() => {})
  const aborted = Promise.withResolvers<never>()
  const onAbort = () => aborted.reject(signal.reason)
  if (signal.aborted) onAbort()
  signal.addEventListener('abort', onAbort, { once: true })
  try {
    return await Promise.race([work, aborted.promise])
  } finally {
    signal.removeEventListener('abort', onAbort)
  }
}
