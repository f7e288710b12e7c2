import { z } from 'zod'
import { type jobRuns, jobs } from '#db/schema/jobs.ts'
import { exampleId } from '../identifiers.ts'
import { flagFilter, idFilter } from '../list-filters.ts'
import { orNull } from '../or-null.ts'
import { listQueries } from '../pagination.ts'
import { Instant, stored, strict } from '../strict.ts'
import { KINDS, ofEachKind } from './kinds.ts'
import { Schedule } from './schedule.ts'

const DAY_SECONDS = 86_400

export const RunStatus = z.enum(['queued', 'running', 'succeeded', 'failed', 'cancelled']).meta({ id: 'JobRunStatus' })

const LastRun = z
  .object({
    id: z.string(),
    status: RunStatus,
    trigger: z.enum(['manual', 'schedule']),
    error: z.string().nullable(),
    created_at: Instant,
    completed_at: Instant.nullable(),
  })
  .meta({ id: 'LastJobRun' })

const notify = strict({
  webhook_ids: z.array(z.string().min(1).max(64)).max(20).default([]).meta({ description: 'Webhooks of the caller' }),
  user_ids: z.array(z.string().min(1).max(64)).max(20).default([]).meta({
    description:
      'Users told by mail. Each sees in it what he may see himself: one who is not the owner needs access to the chart, dashboard or other object, and whoever names him the right to share that',
  }),
  on: z
    .array(z.enum(['success', 'failure']))
    .max(2)
    .default(['success', 'failure'])
    .meta({ description: 'Which ends are told; an alert tells only what crosses its condition' }),
}).meta({ id: 'JobNotify', example: { webhook_ids: [exampleId('whk')], user_ids: [exampleId('usr')], on: ['failure'] } })

export const Job = z
  .object({
    ...stored,
    job_id: z.string(),
    name: z.string(),
    description: z.string(),
    kind: z.enum(KINDS),
    payload: z.record(z.string(), z.unknown()).meta({ description: 'What it does; its members depend on `kind`' }),
    schedule: Schedule.nullable(),
    notify: notify.nullable().meta({ description: 'Whom its runs tell; null to those who only see it' }),
    retries: z.int(),
    deadline_seconds: z.int(),
    concurrency: z.int(),
    coalesce: z.boolean(),
    is_enabled: z.boolean(),
    stopped_reason: z.string().nullable().meta({ description: 'Why the platform disabled it: its owner lost a right it needs. Null when it did not' }),
    next_run_at: Instant.nullable(),
    last_run: orNull(LastRun),
    owner_id: z.string().meta({ description: 'By whose rights it runs' }),
  })
  .meta({ id: 'Job' })
export type Job = z.infer<typeof Job>

const editable = {
  name: z.string().trim().min(1).max(200),
  description: z.string().max(2_000),
  schedule: Schedule.nullable().meta({ description: 'When it runs by itself; null for only when it is told to' }),
  notify: notify.meta({ description: 'Whom its runs tell. Its owner and administrators only' }),
  retries: z.int().min(0).max(10).meta({ description: 'How often a failed attempt is tried again, after 10 seconds and then twice as long each time' }),
  deadline_seconds: z.int().min(1).max(DAY_SECONDS).meta({ description: 'How long a run may take, all its attempts together' }),
  concurrency: z.int().min(1).max(20).meta({ description: 'How many of its runs may be under way at a time; the others wait' }),
  coalesce: z.boolean().meta({ description: 'A start while a run waits is that run, not one more' }),
  is_enabled: z.boolean(),
}
const optional = {
  description: editable.description.default(''),
  schedule: editable.schedule.default(null),
  notify: editable.notify.default({ webhook_ids: [], user_ids: [], on: ['success', 'failure'] }),
  retries: editable.retries.default(2),
  deadline_seconds: editable.deadline_seconds.default(3_600),
  concurrency: editable.concurrency.default(1),
  coalesce: editable.coalesce.default(true),
  is_enabled: editable.is_enabled.default(true),
}

export const NewJob = z.discriminatedUnion('kind', ofEachKind('New', { name: editable.name, ...optional })).meta({
  id: 'NewJob',
  example: {
    name: 'Revenue of the week',
    kind: 'question',
    payload: { question: 'What was the revenue of the last week?', model: 'builtin' },
    schedule: { cron: '0 7 * * 1', timezone: 'Europe/Berlin' },
  },
})
export type NewJob = z.infer<typeof NewJob>

export const JobChange = strict({
  ...editable,
  payload: z.record(z.string(), z.unknown()).meta({ description: 'As a whole, of the kind the job has. Its owner and administrators only' }),
})
  .partial()
  .meta({ id: 'JobChange', example: { schedule: { cron: '30 6 * * *', timezone: 'Europe/Berlin' } } })
export type JobChange = z.infer<typeof JobChange>

export type JobRow = typeof jobs.$inferSelect

export const jobSorts = { name: jobs.name, updated_at: jobs.updated_at }
export const jobQueries = listQueries(jobSorts, {
  kind: z.enum(KINDS).optional().meta({ description: 'Jobs of this kind' }),
  owner_id: idFilter('Jobs of this user'),
  is_enabled: flagFilter('Only jobs that run, or only others'),
})

const LogLine = z.object({ at: Instant, level: z.enum(['info', 'warn', 'error']), message: z.string() }).meta({ id: 'JobLogLine' })

export const JobRun = z
  .object({
    id: z.string().meta({ example: exampleId('run') }),
    run_id: z.string(),
    revision: z.int().meta({ description: 'Grows with each change; the ETag' }),
    job_id: z.string(),
    kind: z.enum(KINDS),
    status: RunStatus,
    trigger: z.enum(['manual', 'schedule']),
    scheduled_for: Instant.nullable().meta({ description: 'The time of the schedule it stands for' }),
    missed: z.int().meta({ description: 'How many earlier times of the schedule it makes up for, because nothing worked then' }),
    coalesced: z.int().meta({ description: 'How many further starts fell together with it while it waited' }),
    attempt: z.int(),
    progress: z.object({ done: z.int(), total: z.int() }),
    result: z
      .record(z.string(), z.union([z.string(), z.number(), z.boolean(), z.null()]))
      .nullable()
      .meta({ description: 'What it made: ids and figures, never rows. Null to those who are not its owner or an administrator' }),
    error: z.string().nullable(),
    files: z
      .array(z.object({ name: z.string(), type: z.string(), size: z.int() }))
      .meta({ description: 'What it wrote: `/jobs/runs/{run_id}/files/{name}`; for its owner and administrators' }),
    log: z.array(LogLine).meta({ description: 'Its last 200 lines' }),
    created_at: Instant,
    started_at: Instant.nullable(),
    completed_at: Instant.nullable(),
  })
  .meta({ id: 'JobRun' })
export type JobRun = z.infer<typeof JobRun>

export const runQueries = listQueries({}, { status: RunStatus.optional().meta({ description: 'Runs in this state' }) })
export const RunListQuery = runQueries.list.omit({ q: true, updated_from: true, updated_to: true })
export const RunPageQuery = runQueries.page.omit({ q: true, updated_from: true, updated_to: true })

export type JobRunRow = typeof jobRuns.$inferSelect
