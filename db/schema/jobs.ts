import { blob, index, integer, primaryKey, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core'
import { runs } from './catalog.ts'
import { instant, resource } from './columns.ts'

/** What is to be done, and when. */
export const jobs = sqliteTable(
  'jobs',
  {
    ...resource(),
    name: text().notNull(),
    description: text().notNull(),
    kind: text().notNull(),
    payload: text({ mode: 'json' }).$type<Record<string, unknown>>().notNull(),
    schedule: text({ mode: 'json' }).$type<{ cron: string; timezone: string }>(),
    /** Whom its runs tell, of which ends: webhooks, and users by mail. `emails` stands in rows of before, and names nobody. */
    notify: text({ mode: 'json' })
      .$type<{ webhook_ids: string[]; user_ids?: string[]; emails?: string[]; on: ('success' | 'failure')[] }>()
      .notNull()
      .default({ webhook_ids: [], emails: [], on: ['success', 'failure'] }),
    /** What one run leaves for the next. */
    state: text({ mode: 'json' }).$type<Record<string, unknown>>().notNull().default({}),
    retries: integer().notNull(),
    deadline_seconds: integer().notNull(),
    concurrency: integer().notNull(),
    coalesce: integer({ mode: 'boolean' }).notNull(),
    is_enabled: integer({ mode: 'boolean' }).notNull(),
    /** Why the platform disabled it. */
    stopped_reason: text(),
    next_run_at: instant(),
    last_run_id: text(),
    owner_id: text().notNull(),
    /** Those of the credential that said what the job does: a run does no more. */
    scopes: text({ mode: 'json' }).$type<string[]>().notNull(),
  },
  (t) => [index('jobs_due').on(t.is_enabled, t.next_run_at), index('jobs_owner').on(t.owner_id)],
)

/** What a run of a job has beside its lease, which stands in `runs`. */
export const jobRuns = sqliteTable(
  'job_runs',
  {
    id: text()
      .primaryKey()
      .references(() => runs.id, { onDelete: 'cascade' }),
    job_id: text()
      .notNull()
      .references(() => jobs.id, { onDelete: 'cascade' }),
    revision: integer().notNull().default(1),
    trigger: text({ enum: ['manual', 'schedule'] }).notNull(),
    /** The time of the schedule it stands for: at most one run for each. */
    scheduled_for: instant(),
    /** How many earlier times of the schedule it makes up for. */
    missed: integer().notNull().default(0),
    /** How many further starts fell together with it while it waited. */
    coalesced: integer().notNull().default(0),
    /** Attempts that failed and were tried again. */
    failures: integer().notNull().default(0),
    progress: text({ mode: 'json' }).$type<{ done: number; total: number }>().notNull(),
    result: text({ mode: 'json' }).$type<Record<string, string | number | boolean | null>>(),
    log: text({ mode: 'json' }).$type<{ at: string; level: 'info' | 'warn' | 'error'; message: string }[]>().notNull(),
    /** Ids of what an attempt makes, chosen before it is made, so that the next attempt finds it. */
    made: text({ mode: 'json' }).$type<Record<string, string>>().notNull(),
  },
  (t) => [uniqueIndex('job_runs_slot').on(t.job_id, t.scheduled_for), index('job_runs_job').on(t.job_id, t.id)],
)

/** What a run wrote for its readers. */
export const runFiles = sqliteTable(
  'run_files',
  {
    run_id: text()
      .notNull()
      .references(() => jobRuns.id, { onDelete: 'cascade' }),
    name: text().notNull(),
    type: text().notNull(),
    size: integer().notNull(),
    bytes: blob({ mode: 'buffer' }).$type<Uint8Array>().notNull(),
  },
  (t) => [primaryKey({ columns: [t.run_id, t.name] })],
)
