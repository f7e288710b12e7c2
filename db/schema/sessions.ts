import { sql } from 'drizzle-orm'
import { blob, index, integer, primaryKey, real, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core'
import { instant, resource } from './columns.ts'
import { users } from './identity.ts'

export const sessions = sqliteTable(
  'sessions',
  {
    ...resource(),
    user_id: text().notNull(),
    title: text().notNull(),
    model: text(),
    archived: integer({ mode: 'boolean' }).notNull(),
    pinned: integer({ mode: 'boolean' }).notNull(),
    tags: text({ mode: 'json' }).$type<string[]>().notNull(),
    share_id: text(),
    message_count: integer().notNull(),
    last_message_at: instant(),
  },
  (t) => [
    index('sessions_user').on(t.user_id, t.id),
    index('sessions_user_archived').on(t.user_id, t.archived, t.id),
    index('sessions_user_model').on(t.user_id, t.model, t.id),
    index('sessions_user_updated').on(t.user_id, t.updated_at, t.id),
    index('sessions_user_pinned').on(t.user_id, t.id).where(sql`pinned = 1`),
    uniqueIndex('sessions_share').on(t.share_id).where(sql`share_id is not null`),
  ],
)

/**
 * How many of the sessions drawn for the search each user has: counting a million rows for the `total` of a page costs more than the page. What is drawn is
 * counted with it, and triggers follow what becomes of it.
 */
export const sessionCounts = sqliteTable(
  'session_counts',
  { user_id: text().notNull(), archived: integer({ mode: 'boolean' }).notNull(), n: integer().notNull() },
  (t) => [primaryKey({ columns: [t.user_id, t.archived] })],
)

/** How many of them each user last asked which model in, kept in the same way; empty = none yet. */
export const sessionModelCounts = sqliteTable('session_model_counts', { user_id: text().notNull(), model: text().notNull(), n: integer().notNull() }, (t) => [
  primaryKey({ columns: [t.user_id, t.model] }),
])

/** One question and its answer: the run behind `POST /session/completions`. */
export const completions = sqliteTable(
  'completions',
  {
    id: text().primaryKey(),
    session_id: text()
      .notNull()
      .references(() => sessions.id, { onDelete: 'cascade' }),
    user_id: text().notNull(),
    model: text().notNull(),
    status: text({ enum: ['running', 'completed', 'incomplete', 'failed', 'cancelled'] }).notNull(),
    finish_reason: text(),
    error: text({ mode: 'json' }).$type<{ code: string; message: string } | null>(),
    usage: text({ mode: 'json' })
      .$type<{
        prompt_tokens: number
        completion_tokens: number
        total_tokens: number
        prompt_tokens_details?: { cached_tokens: number } | undefined
        is_estimated?: true | undefined
      }>()
      .notNull(),
    feedback: text({ mode: 'json' }).$type<{ rating: 'positive' | 'negative'; comment: string | null; at: string } | null>(),
    created_at: instant().notNull(),
    completed_at: instant(),
    /** When the process that gives a longer answer was last heard of. */
    alive_at: instant(),
    /** What had come of it by then. */
    came: text({ mode: 'json' }).$type<{ content: string; attachments: unknown[] } | null>(),
  },
  (t) => [index('completions_session').on(t.session_id, t.id), index('completions_running').on(t.created_at).where(sql`status = 'running'`)],
)

export const messages = sqliteTable(
  'messages',
  {
    id: text().primaryKey(),
    session_id: text()
      .notNull()
      .references(() => sessions.id, { onDelete: 'cascade' }),
    completion_id: text(),
    role: text({ enum: ['user', 'assistant'] }).notNull(),
    content: text().notNull(),
    attachments: text({ mode: 'json' }).$type<unknown[]>().notNull(),
    is_incomplete: integer({ mode: 'boolean' }).notNull(),
    created_at: instant().notNull(),
  },
  (t) => [index('messages_session').on(t.session_id, t.id)],
)

/** A frozen copy of a session behind a link; `revoked_at` ends it. */
export const sessionShares = sqliteTable(
  'session_shares',
  {
    id: text().primaryKey(),
    session_id: text()
      .notNull()
      .references(() => sessions.id, { onDelete: 'cascade' }),
    user_id: text().notNull(),
    title: text().notNull(),
    snapshot: text({ mode: 'json' }).$type<unknown[]>().notNull(),
    created_at: instant().notNull(),
    revoked_at: instant(),
  },
  (t) => [index('session_shares_session').on(t.session_id)],
)

/** What was used, by day, user, key, model and data source: the ground of budgets and of `GET /usage`. */
export const usage = sqliteTable(
  'usage',
  {
    /** UTC, `2026-11-21`. */
    day: text().notNull(),
    user_id: text().notNull(),
    /** Empty without a key. */
    api_key_id: text().notNull(),
    /** A speech model where audio was heard. */
    model: text().notNull(),
    /** Empty where no data was asked. A question counts for the source it asked first, its further queries for theirs. */
    datasource_id: text().notNull().default(''),
    requests: integer().notNull(),
    prompt_tokens: integer().notNull(),
    /** Of `prompt_tokens`, those the provider had read before. */
    cached_tokens: integer().notNull().default(0),
    completion_tokens: integer().notNull(),
    queries: integer().notNull(),
    audio_seconds: real().notNull().default(0),
    /** By the price of the model at that moment. */
    cost: real().notNull().default(0),
    /** Tokens of models that had no price. */
    unpriced_tokens: integer().notNull().default(0),
  },
  (t) => [primaryKey({ columns: [t.day, t.user_id, t.api_key_id, t.model, t.datasource_id] }), index('usage_user').on(t.user_id, t.day)],
)

/** What a user, a group's members each, a key, or everybody may use; the tightest that applies holds. */
export const budgets = sqliteTable(
  'budgets',
  {
    ...resource(),
    principal_type: text({ enum: ['user', 'group', 'api_key', 'everyone'] }).notNull(),
    /** Empty for everyone. */
    principal_id: text().notNull(),
    requests_per_minute: integer(),
    requests_per_day: integer(),
    tokens_per_day: integer(),
    cost_per_day: real(),
    cost_per_month: real(),
    /** Whether tokens a provider had read before count among the tokens of a day. */
    counts_cached_tokens: integer({ mode: 'boolean' }).notNull().default(true),
    concurrent_questions: integer(),
    audio_seconds_per_day: integer(),
  },
  (t) => [uniqueIndex('budgets_principal').on(t.principal_type, t.principal_id)],
)

/** A question as it counts against budgets: taken before its model is called, settled when it has ended, and forgotten after its minute. */
export const reservations = sqliteTable(
  'reservations',
  {
    /** The completion's. */
    id: text().primaryKey(),
    user_id: text().notNull(),
    /** Empty without a key. */
    api_key_id: text().notNull(),
    /** Tokens set aside while it runs. */
    tokens: integer().notNull(),
    /** What they would cost. */
    cost: real().notNull().default(0),
    is_running: integer({ mode: 'boolean' }).notNull(),
    created_at: instant().notNull(),
  },
  (t) => [index('reservations_user').on(t.user_id, t.created_at), index('reservations_created').on(t.created_at)],
)

/** Seconds of speech that are being heard, as they count against budgets. */
export const speechReservations = sqliteTable(
  'speech_reservations',
  {
    id: text().primaryKey(),
    user_id: text().notNull(),
    /** Empty without a key. */
    api_key_id: text().notNull(),
    seconds: real().notNull(),
    created_at: instant().notNull(),
  },
  (t) => [index('speech_reservations_user').on(t.user_id, t.created_at)],
)

/** What somebody said, kept because he asked for it: his own at first, the session's from when it is known what it became. */
export const recordings = sqliteTable(
  'recordings',
  {
    id: text().primaryKey(),
    user_id: text()
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    session_id: text().references(() => sessions.id, { onDelete: 'cascade' }),
    message_id: text().references(() => messages.id, { onDelete: 'cascade' }),
    format: text().$type<'mp3' | 'mp4' | 'm4a' | 'wav' | 'webm' | 'ogg' | 'flac'>().notNull(),
    size: integer().notNull(),
    seconds: real(),
    sound: blob({ mode: 'buffer' }).$type<Uint8Array>().notNull(),
    created_at: instant().notNull(),
  },
  (t) => [
    index('recordings_user').on(t.user_id, t.id),
    index('recordings_session').on(t.session_id, t.id),
    index('recordings_message').on(t.message_id),
    index('recordings_created').on(t.created_at),
  ],
)
