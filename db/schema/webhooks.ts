import { index, integer, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import type { Sealed } from './catalog.ts'
import { instant, resource } from './columns.ts'
import { jobRuns } from './jobs.ts'

/** Where a user has things told to. */
export const webhooks = sqliteTable(
  'webhooks',
  {
    ...resource(),
    name: text().notNull(),
    /** As it is shown: without what of it is secret. */
    url: text().notNull(),
    format: text({ enum: ['standard', 'slack'] }).notNull(),
    /** The address and the secret that signs what is sent there. */
    endpoint: text({ mode: 'json' }).$type<Sealed>().notNull(),
    events: text({ mode: 'json' }).$type<string[]>().notNull(),
    /** Changes up to this position of the audit log were before its time. */
    since: integer().notNull(),
    is_enabled: integer({ mode: 'boolean' }).notNull(),
    stopped_reason: text(),
    owner_id: text().notNull(),
    scopes: text({ mode: 'json' }).$type<string[]>().notNull(),
  },
  (t) => [index('webhooks_owner').on(t.owner_id)],
)

/** A message on its way to a webhook; the run of the same id brings it there. */
export const deliveries = sqliteTable(
  'deliveries',
  {
    /** The order in which a webhook gets its messages. */
    position: integer().primaryKey({ autoIncrement: true }),
    id: text().notNull().unique(),
    /** The same when it is sent again: receivers know it by that. */
    message_id: text().notNull(),
    webhook_id: text().references(() => webhooks.id, { onDelete: 'cascade' }),
    owner_id: text().notNull(),
    event: text().notNull(),
    body: text().notNull(),
    /** A line and a text for people. */
    subject: text().notNull(),
    text: text().notNull(),
    /** The run whose files go with it. */
    job_run_id: text().references(() => jobRuns.id, { onDelete: 'set null' }),
    status: text({ enum: ['queued', 'delivered', 'failed'] }).notNull(),
    tries: text({ mode: 'json' }).$type<{ at: string; status: number | null; duration_ms: number; error: string | null }[]>().notNull(),
    replay_of: text(),
    created_at: instant().notNull(),
    completed_at: instant(),
  },
  (t) => [index('deliveries_webhook').on(t.webhook_id, t.status, t.position), index('deliveries_job_run').on(t.job_run_id)],
)
