import { index, integer, primaryKey, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import { instant, resource } from './columns.ts'

/** A secret under envelope encryption: no plain select names this column's content. */
export type Sealed = { v: 1; kid: string; dek: string; dek_nonce: string; nonce: string; ct: string }

export const providers = sqliteTable('providers', {
  ...resource(),
  name: text().notNull().unique(),
  kind: text().notNull(),
  base_url: text(),
  api_key: text({ mode: 'json' }).$type<Sealed>(),
  last4: text(),
  /** What a kind needs beside a key and an address: a region, a resource name. */
  options: text({ mode: 'json' }).$type<Record<string, string>>().notNull().default({}),
  models_hint: text({ mode: 'json' }).$type<string[]>().notNull(),
  is_enabled: integer({ mode: 'boolean' }).notNull(),
})

export const models = sqliteTable(
  'models',
  {
    ...resource(),
    name: text().notNull().unique(),
    description: text().notNull(),
    type: text({ enum: ['provider', 'custom'] }).notNull(),
    provider_id: text().references(() => providers.id, { onDelete: 'cascade' }),
    /** The name the provider knows the model by. */
    upstream: text(),
    base_model_id: text(),
    /** The model that answers when this one's provider fails before its first word. */
    fallback_model_id: text(),
    system_prompt: text(),
    params: text({ mode: 'json' }).$type<{ temperature?: number; max_tokens?: number; top_p?: number }>().notNull(),
    /** Of a million tokens, in the currency of the deployment; `null` = as its base, or unknown. */
    price: text({ mode: 'json' }).$type<{ input: number; output: number; cached_input?: number | undefined }>(),
    capabilities: text({ mode: 'json' }).$type<{ tools: boolean; vision: boolean; transcription: boolean }>().notNull(),
    is_enabled: integer({ mode: 'boolean' }).notNull(),
    owner_id: text().notNull(),
  },
  (t) => [index('models_owner').on(t.owner_id)],
)

type PromptInput = {
  name: string
  type: 'text' | 'number' | 'date' | 'choice' | 'measure'
  label: string | null
  default: string | number | null
  choices: string[]
  datasource_id: string | null
}

export const prompts = sqliteTable('prompts', {
  ...resource(),
  command: text().notNull().unique(),
  title: text().notNull(),
  content: text().notNull(),
  /** How its variables are filled in. */
  inputs: text({ mode: 'json' }).$type<PromptInput[]>().notNull().default([]),
  is_enabled: integer({ mode: 'boolean' }).notNull(),
  version: integer().notNull(),
  owner_id: text().notNull(),
})

export const promptVersions = sqliteTable(
  'prompt_versions',
  {
    prompt_id: text()
      .notNull()
      .references(() => prompts.id, { onDelete: 'cascade' }),
    version: integer().notNull(),
    title: text().notNull(),
    content: text().notNull(),
    inputs: text({ mode: 'json' }).$type<PromptInput[]>().notNull().default([]),
    author_id: text().notNull(),
    created_at: instant().notNull(),
  },
  (t) => [primaryKey({ columns: [t.prompt_id, t.version] })],
)

/**
 * Every long piece of work, whatever started it. A worker holds a run by `lease_token` until `lease_until`;
 * each of its writes names the token, so a worker that lost its lease changes nothing.
 */
export const runs = sqliteTable(
  'runs',
  {
    id: text().primaryKey(),
    kind: text().notNull(),
    /** What the run works on (an extraction's id, say). */
    subject_id: text().notNull(),
    actor_id: text().notNull(),
    status: text({ enum: ['queued', 'running', 'succeeded', 'failed', 'cancelled'] }).notNull(),
    attempt: integer().notNull().default(0),
    lease_token: text(),
    lease_until: instant(),
    cancel_requested: integer({ mode: 'boolean' }).notNull().default(false),
    error: text(),
    created_at: instant().notNull(),
    started_at: instant(),
    completed_at: instant(),
  },
  (t) => [index('runs_due').on(t.status, t.lease_until), index('runs_subject').on(t.subject_id)],
)

export const idempotency = sqliteTable(
  'idempotency',
  {
    /** Credential, method, path and key, hashed. */
    id: text().primaryKey(),
    body_hash: text().notNull(),
    state: text({ enum: ['running', 'committed', 'finished'] }).notNull(),
    /** Who holds a running entry; a holder that died is told by `created_at`. */
    holder: text().notNull(),
    status: integer(),
    headers: text({ mode: 'json' }).$type<Record<string, string>>(),
    body: text(),
    created_at: instant().notNull(),
  },
  (t) => [index('idempotency_created').on(t.created_at)],
)

export const auditLogs = sqliteTable(
  'audit_logs',
  {
    /** Order of commit; the chain runs along it. */
    position: integer().primaryKey({ autoIncrement: true }),
    id: text().notNull().unique(),
    type: text().notNull(),
    at: instant().notNull(),
    actor: text({ mode: 'json' }).$type<{ type: string; user_id: string | null; api_key_id: string | null }>().notNull(),
    actor_id: text(),
    resource_type: text().notNull(),
    resource_id: text(),
    service: text().notNull(),
    outcome: text({ enum: ['success', 'denied', 'failure'] }).notNull(),
    request: text({ mode: 'json' })
      .$type<{ id: string; method: string; path: string; ip: string | null; user_agent: string | null; status?: number | null; duration_ms?: number | null }>()
      .notNull(),
    details: text({ mode: 'json' }).$type<Record<string, unknown>>().notNull(),
    prev_hash: text(),
    hash: text(),
    /** Where what told of a person was taken out: what proves that the platform did it. The hash is that of the entry before. */
    redaction: text(),
  },
  (t) => [
    index('audit_logs_type').on(t.type),
    index('audit_logs_actor').on(t.actor_id),
    index('audit_logs_resource').on(t.resource_id),
    index('audit_logs_at').on(t.at),
  ],
)

/** What is left of the entries up to a position, which were forgotten: what goes on from there is proved by their last hash. */
export const auditCheckpoints = sqliteTable('audit_checkpoints', {
  /** Of the last entry that is gone. */
  position: integer().primaryKey(),
  hash: text().notNull(),
  /** How many went with this one. */
  entries: integer().notNull(),
  from_at: instant().notNull(),
  until_at: instant().notNull(),
  created_at: instant().notNull(),
  /** HMAC over all of it and the seal before. */
  seal: text().notNull(),
})
