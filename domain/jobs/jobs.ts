import { and, eq, getTableColumns, inArray, sql } from 'drizzle-orm'
import type { z } from 'zod'
import { runs } from '#db/schema/catalog.ts'
import { jobRuns, jobs } from '#db/schema/jobs.ts'
import { requireOwned } from '../access/owned-object.ts'
import { grantsScope, scopesOfBoth } from '../access/scopes.ts'
import { isAdmin, notFound, requireUser, visible } from '../allow.ts'
import { atRevision, bumped, commitOne } from '../commit.ts'
import { type Context, instantOf } from '../context.ts'
import { Failure } from '../failure.ts'
import { equalTo, flagged } from '../list-filters.ts'
import { matches, type Page, readPage } from '../pagination.ts'
import { getWebhook } from '../webhooks/webhooks.ts'
import { type Job, type JobChange, type JobRow, type jobQueries, jobSorts, type NewJob } from './job-shape.ts'
import { type JobKind, PAYLOADS, rightsOf } from './kinds.ts'
import { requireRights } from './owner.ts'
import { type Read, requireReaders } from './readers.ts'
import { nextRun, type Schedule } from './schedule.ts'

const columns = getTableColumns(jobs)

/** Jobs as they are sent, each with its last run. */
async function presented(ctx: Context, rows: JobRow[]): Promise<Job[]> {
  const ids = rows.flatMap(({ last_run_id: id }) => (id ? [id] : []))
  const found = ids.length
    ? await ctx.db
        .select({
          id: runs.id,
          status: runs.status,
          trigger: jobRuns.trigger,
          error: runs.error,
          created_at: runs.created_at,
          completed_at: runs.completed_at,
        })
        .from(jobRuns)
        .innerJoin(runs, eq(runs.id, jobRuns.id))
        .where(inArray(jobRuns.id, ids))
    : []
  const runOf = new Map(found.map((run) => [run.id, run]))
  return rows.map(({ last_run_id, scopes, state, notify, kind, ...row }) => ({
    ...row,
    job_id: row.id,
    kind: kind as JobKind,
    notify: isOwners(ctx, row) ? { webhook_ids: notify.webhook_ids, user_ids: notify.user_ids ?? [], on: notify.on } : null,
    last_run: runOf.get(last_run_id ?? '') ?? null,
  }))
}

/** Whether the caller says what a job does: its owner, and administrators. */
export const isOwners = (ctx: Context, job: { owner_id: string }): boolean => isAdmin(ctx) || requireUser(ctx).userId === job.owner_id

/**
 * Whether the caller is told what a run made, which is of what its owner saw then: he himself and administrators, by a credential that could have read it. Whoever
 * became the owner since made none of it.
 */
export const isToldWhatItMade = (ctx: Context, job: { owner_id: string; kind: JobKind }, madeFor: string | null): boolean =>
  isOwners(ctx, job) && (isAdmin(ctx) || madeFor === job.owner_id) && grantsScope(requireUser(ctx).scopes, rightsOf(job.kind, {}).scope)

async function presentOne(ctx: Context, row: JobRow): Promise<Job> {
  const [job] = await presented(ctx, [row])
  if (!job) throw notFound('job')
  return job
}

/** The jobs the caller owns or was given. */
export async function listJobs(ctx: Context, query: z.output<typeof jobQueries.list> | z.output<typeof jobQueries.page>): Promise<Page<Job>> {
  const page = await readPage<JobRow>(ctx, {
    table: jobs,
    columns,
    where: and(
      visible(ctx, 'job', jobs.id, jobs.owner_id),
      equalTo(jobs.kind, query.kind),
      equalTo(jobs.owner_id, query.owner_id),
      flagged(jobs.is_enabled, query.is_enabled),
      matches(query.q, jobs.name, jobs.description),
    ),
    sorts: jobSorts,
    query,
  })
  return { ...page, items: await presented(ctx, page.items) }
}

/** The job as it is stored, when the caller may see it. Fails with `not_found`. */
export async function findJob(ctx: Context, id: string): Promise<JobRow> {
  const [row] = await ctx.db
    .select()
    .from(jobs)
    .where(and(eq(jobs.id, id), visible(ctx, 'job', jobs.id, jobs.owner_id)))
  if (!row) throw notFound('job')
  return row
}

export const getJob = async (ctx: Context, id: string): Promise<Job> => presentOne(ctx, await findJob(ctx, id))

const plannedFrom = (ctx: Context, schedule: Schedule | null, isEnabled: boolean): string | null =>
  schedule && isEnabled ? (nextRun(schedule, ctx.now())?.toISOString() ?? null) : null

/** The caller owns it: it runs by his rights, cut down by the scopes of the key he made it with. Fails with `insufficient_scope`, `not_found`, `forbidden`. */
export async function createJob(ctx: Context, input: NewJob): Promise<Job> {
  const { userId, scopes } = requireUser(ctx)
  await requireRights(ctx, scopes, input.kind, input.payload)
  const notify = await notifyOf(ctx, input.notify, { kind: input.kind, payload: input.payload, owner_id: userId })
  requireOneAtATime(input.kind, input.concurrency)
  const at = instantOf(ctx)
  const id = ctx.newId('job')
  const change = ctx.db
    .insert(jobs)
    .values({ ...input, notify, id, owner_id: userId, scopes, next_run_at: plannedFrom(ctx, input.schedule, input.is_enabled), created_at: at, updated_at: at })
    .returning()
  return presentOne(ctx, await commitOne(ctx, change, { type: 'job.created', resource: { type: 'job', id }, details: { kind: input.kind, name: input.name } }))
}

/**
 * Needs `edit`. What it does is changed only by its owner and administrators: whoever else could say so would act by his rights.
 * Fails with `forbidden`, `invalid`, and as `createJob`.
 */
export async function updateJob(ctx: Context, id: string, input: JobChange): Promise<Job> {
  await requireOwned(ctx, 'job', id, 'edit')
  const before = await findJob(ctx, id)
  const { payload, notify, ...rest } = input
  if ((payload !== undefined || notify !== undefined) && !isOwners(ctx, before)) {
    throw new Failure('forbidden', 'what a job does and whom it tells is said by its owner: it runs by his rights', { param: payload ? 'payload' : 'notify' })
  }
  const { scopes } = requireUser(ctx)
  if (notify !== undefined) await requireRights(ctx, scopes, before.kind as JobKind, payload ?? before.payload)
  requireOneAtATime(before.kind as JobKind, input.concurrency)
  const told = {
    // Whom it tells, it tells no more than the credential may that said so.
    ...(notify === undefined ? {} : { scopes: scopesOfBoth(before.scopes, scopes) }),
    ...(payload === undefined ? {} : await newTask(ctx, before, payload)),
    ...(notify === undefined ? {} : { notify: await notifyOf(ctx, notify, { ...before, kind: before.kind as JobKind, payload: payload ?? before.payload }) }),
  }
  const schedule = input.schedule === undefined ? before.schedule : input.schedule
  const isEnabled = input.is_enabled ?? before.is_enabled
  const isPlannedAnew = input.schedule !== undefined || isEnabled !== before.is_enabled
  const change = ctx.db
    .update(jobs)
    .set({
      ...rest,
      ...told,
      ...(isPlannedAnew ? { next_run_at: plannedFrom(ctx, schedule, isEnabled) } : {}),
      ...(isEnabled ? { stopped_reason: null } : {}),
      ...bumped(ctx, jobs),
    })
    .where(atRevision(ctx, jobs, id))
    .returning()
  const entry = { type: 'job.updated', resource: { type: 'job', id }, details: { fields: Object.keys(input) } }
  return presentOne(ctx, await commitOne(ctx, change, entry))
}

async function newTask(ctx: Context, job: JobRow, payload: Record<string, unknown>) {
  const { scopes } = requireUser(ctx)
  const kind = job.kind as JobKind
  const parsed = PAYLOADS[kind].safeParse(payload)
  if (!parsed.success) {
    const details = parsed.error.issues.map(({ path, message }) => ({ path: ['payload', ...path].join('.'), message }))
    throw new Failure('invalid', `${details[0]?.path}: ${details[0]?.message}`, { details, ...(details[0] ? { param: details[0].path } : {}) })
  }
  await requireRights(ctx, scopes, kind, parsed.data)
  return { payload: parsed.data as Record<string, unknown>, scopes, state: {} }
}

/** Fails with `not_found` for a webhook that is not the caller's, and as `requireReaders`. */
async function notifyOf(ctx: Context, { webhook_ids, user_ids, on }: NonNullable<JobChange['notify']>, job: Read): Promise<JobRow['notify']> {
  for (const [index, id] of webhook_ids.entries()) {
    await getWebhook(ctx, id).catch((error) => {
      throw error instanceof Failure && error.code === 'not_found' ? notFound('webhook', `notify.webhook_ids.${index}`) : error
    })
  }
  await requireReaders(ctx, user_ids, job)
  return { webhook_ids, user_ids: [...new Set(user_ids)], on }
}

/** A check of an alert goes on from the one before. */
function requireOneAtATime(kind: JobKind, concurrency: number | undefined): void {
  if (kind === 'alert' && (concurrency ?? 1) > 1)
    throw new Failure('invalid', 'concurrency: the checks of an alert come one after another', { param: 'concurrency' })
}

/** Switches a job on or off; idempotent. One switched off ends no run that is under way. Needs `edit`. */
export async function switchJob(ctx: Context, id: string, isEnabled: boolean): Promise<Job> {
  await requireOwned(ctx, 'job', id, 'edit')
  const job = await findJob(ctx, id)
  return job.is_enabled === isEnabled ? presentOne(ctx, job) : updateJob(ctx, id, { is_enabled: isEnabled })
}

/** Its runs go with it; one under way is stopped. Needs `own`. */
export async function deleteJob(ctx: Context, id: string): Promise<void> {
  await requireOwned(ctx, 'job', id, 'own')
  const change = ctx.db
    .delete(jobs)
    .where(atRevision(ctx, jobs, id))
    .returning({ id: jobs.id })
  const isGone = sql`not exists (select 1 from ${jobs} where ${jobs.id} = ${id})`
  const its = ctx.db.delete(runs).where(and(eq(runs.subject_id, id), isGone))
  await commitOne(ctx, change, { type: 'job.deleted', resource: { type: 'job', id } }, [its])
}
