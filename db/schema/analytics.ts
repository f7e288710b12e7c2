import { index, integer, primaryKey, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import { instant, resource } from './columns.ts'
import { users } from './identity.ts'

export const charts = sqliteTable(
  'charts',
  {
    ...resource(),
    title: text().notNull(),
    description: text().notNull(),
    datasource_id: text().notNull(),
    model_id: text(),
    session_id: text(),
    query: text({ mode: 'json' }).$type<{ sql?: string; semantic_query?: unknown }>().notNull(),
    spec: text({ mode: 'json' }).$type<Record<string, unknown> | null>(),
    chart_type: text().notNull(),
    tags: text({ mode: 'json' }).$type<string[]>().notNull(),
    is_locked: integer({ mode: 'boolean' }).notNull(),
    is_hidden: integer({ mode: 'boolean' }).notNull(),
    is_enabled: integer({ mode: 'boolean' }).notNull(),
    cache_seconds: integer().notNull(),
    /** Whether an answer drew it or somebody keeps it: lists show what is kept. */
    origin: text({ enum: ['answer', 'saved'] })
      .notNull()
      .default('saved'),
    /** True when the last extraction of its data source no longer found a table or column of its query. */
    is_orphaned: integer({ mode: 'boolean' }).notNull().default(false),
    owner_id: text().notNull(),
    /** Who last changed what it asks, where that is not its owner: he lends its rows too. */
    asked_by: text(),
  },
  (t) => [index('charts_owner').on(t.owner_id, t.id), index('charts_model').on(t.model_id), index('charts_datasource').on(t.datasource_id)],
)

export const dashboards = sqliteTable(
  'dashboards',
  {
    ...resource(),
    title: text().notNull(),
    description: text().notNull(),
    layout: text({ mode: 'json' }).$type<{ id?: string; type?: string; chart_id?: string; x: number; y: number; w: number; h: number }[]>().notNull(),
    filters: text({ mode: 'json' })
      .$type<{ id?: string; member: string; operator?: string; values?: (string | number | boolean)[]; label?: string }[]>()
      .notNull(),
    refresh_seconds: integer().notNull(),
    embedded: text({ mode: 'json' }).$type<{ enabled: boolean; allowed_domains: string[]; questions_per_day?: number | undefined }>().notNull(),
    tags: text({ mode: 'json' }).$type<string[]>().notNull().default([]),
    /** Grows when embedding or the dashboard is switched off: tokens signed for an earlier epoch are dead. */
    embed_epoch: integer().notNull(),
    is_locked: integer({ mode: 'boolean' }).notNull(),
    is_hidden: integer({ mode: 'boolean' }).notNull(),
    is_enabled: integer({ mode: 'boolean' }).notNull(),
    owner_id: text().notNull(),
  },
  (t) => [index('dashboards_owner').on(t.owner_id, t.id)],
)

/** One state in which a chart or dashboard stood; `author_id` is null where it is no longer known. */
const revision = () => ({
  revision: integer().notNull(),
  content: text({ mode: 'json' }).$type<Record<string, unknown>>().notNull(),
  author_id: text(),
  restored_from: integer(),
  created_at: instant().notNull(),
})

export const chartRevisions = sqliteTable(
  'chart_revisions',
  {
    object_id: text()
      .notNull()
      .references(() => charts.id, { onDelete: 'cascade' }),
    ...revision(),
  },
  (t) => [primaryKey({ columns: [t.object_id, t.revision] })],
)

export const dashboardRevisions = sqliteTable(
  'dashboard_revisions',
  {
    object_id: text()
      .notNull()
      .references(() => dashboards.id, { onDelete: 'cascade' }),
    ...revision(),
  },
  (t) => [primaryKey({ columns: [t.object_id, t.revision] })],
)

const favourite = () => ({
  user_id: text()
    .notNull()
    .references(() => users.id, { onDelete: 'cascade' }),
  created_at: instant().notNull(),
})

/** What people keep at hand. */
export const chartFavourites = sqliteTable(
  'chart_favourites',
  {
    ...favourite(),
    object_id: text()
      .notNull()
      .references(() => charts.id, { onDelete: 'cascade' }),
  },
  (t) => [primaryKey({ columns: [t.user_id, t.object_id] }), index('chart_favourites_object').on(t.object_id)],
)

export const dashboardFavourites = sqliteTable(
  'dashboard_favourites',
  {
    ...favourite(),
    object_id: text()
      .notNull()
      .references(() => dashboards.id, { onDelete: 'cascade' }),
  },
  (t) => [primaryKey({ columns: [t.user_id, t.object_id] }), index('dashboard_favourites_object').on(t.object_id)],
)

/** What was asked on a dashboard in one go: of a guest whom the host names it is kept for the days that are set, of others as long as the token. */
export const chatThreads = sqliteTable(
  'chat_threads',
  {
    id: text().primaryKey(),
    dashboard_id: text()
      .notNull()
      .references(() => dashboards.id, { onDelete: 'cascade' }),
    /** As of its turns. */
    asker: text().notNull(),
    payer_id: text().notNull(),
    /** What the host application calls the guest; null for users and for guests it does not name. */
    guest: text(),
    /** What was asked first. */
    title: text().notNull(),
    created_at: instant().notNull(),
    updated_at: instant().notNull(),
    expires_at: instant().notNull(),
  },
  (t) => [
    index('chat_threads_guest').on(t.payer_id, t.guest, t.id),
    index('chat_threads_dashboard').on(t.dashboard_id),
    index('chat_threads_ends').on(t.expires_at),
  ],
)

/** A question of a thread and its answer. */
export const chatTurns = sqliteTable(
  'chat_turns',
  {
    id: text().primaryKey(),
    thread_id: text().notNull(),
    dashboard_id: text()
      .notNull()
      .references(() => dashboards.id, { onDelete: 'cascade' }),
    /** The user or guest who asks, with a digest of the filters of his token. */
    asker: text().notNull(),
    /** On whose account it is asked. */
    payer_id: text().notNull(),
    question: text().notNull(),
    content: text().notNull(),
    parts: text({ mode: 'json' }).$type<unknown[]>().notNull(),
    /** The query it was answered from, without what was chosen on the dashboard. */
    asked: text({ mode: 'json' }).$type<{ sql: string } | { semantic_query: unknown } | null>(),
    /** The tables it tells of, by data source, each with a digest of what of it was open then. */
    rests_on: text({ mode: 'json' }).$type<Record<string, Record<string, string>>>().notNull().default({}),
    status: text({ enum: ['running', 'completed', 'incomplete', 'failed', 'cancelled'] }).notNull(),
    created_at: instant().notNull(),
    expires_at: instant().notNull(),
  },
  (t) => [
    index('chat_turns_recent').on(t.dashboard_id, t.created_at),
    index('chat_turns_thread').on(t.thread_id, t.id),
    index('chat_turns_ends').on(t.expires_at),
  ],
)

/** The speech engine in force when it was set over HTTP; one row at most. */
export const speechConfig = sqliteTable('speech_config', {
  id: text().primaryKey(),
  revision: integer().notNull().default(1),
  engine: text().notNull(),
  model: text().notNull(),
  base_url: text(),
  api_key: text({ mode: 'json' }).$type<import('./catalog.ts').Sealed>(),
  language: text(),
  optimize_enabled: integer({ mode: 'boolean' }).notNull(),
  optimize_model: text(),
  updated_at: instant().notNull(),
  /** The provider of the catalogue whose key and address the engine `provider` uses. */
  provider_id: text(),
})
