import { index, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import type { Sealed } from './catalog.ts'
import { instant } from './columns.ts'
import { users } from './identity.ts'
import { jobRuns, jobs } from './jobs.ts'

/** A mail to a user; the run of the same subject hands it over. */
export const mails = sqliteTable(
  'mails',
  {
    id: text().primaryKey(),
    kind: text({ enum: ['test', 'invitation', 'password_reset', 'password_changed', 'signin_locked', 'second_factor', 'identity_unlinked', 'job'] }).notNull(),
    user_id: text()
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    /** Address and words; forgotten once they were handed over. */
    content: text({ mode: 'json' }).$type<Sealed>(),
    /** What it tells of, where a job sends it. */
    job_id: text().references(() => jobs.id, { onDelete: 'cascade' }),
    job_run_id: text().references(() => jobRuns.id, { onDelete: 'set null' }),
    status: text({ enum: ['queued', 'sent', 'failed'] }).notNull(),
    tries: text({ mode: 'json' }).$type<{ at: string; outcome: 'taken' | 'later' | 'never'; duration_ms: number; reply: string }[]>().notNull(),
    created_at: instant().notNull(),
    /** Until when it is worth sending. */
    expires_at: instant().notNull(),
    completed_at: instant(),
  },
  (t) => [
    index('mails_user').on(t.user_id, t.kind, t.created_at),
    index('mails_status').on(t.status),
    index('mails_completed').on(t.completed_at),
    index('mails_job').on(t.job_id),
    index('mails_job_run').on(t.job_run_id),
  ],
)
