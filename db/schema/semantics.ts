import { sql } from 'drizzle-orm'
import { index, integer, primaryKey, real, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core'
import type { Sealed } from './catalog.ts'
import { instant, resource } from './columns.ts'

/** True when the last extraction no longer found what it names: it is kept, shown as such, and not used. */
const orphaned = () => integer({ mode: 'boolean' }).notNull().default(false)

export const files = sqliteTable('files', {
  ...resource(),
  name: text().notNull(),
  format: text().notNull(),
  size: integer().notNull(),
  sha256: text().notNull(),
  storage_key: text().notNull(),
  tables: text({ mode: 'json' }).$type<{ name: string; rows: number; columns: { name: string; type: string }[] }[]>().notNull(),
  rejected_lines: integer().notNull(),
  rejects: text({ mode: 'json' }).$type<{ line: number; reason: string }[]>().notNull(),
  owner_id: text().notNull(),
})

export const datasources = sqliteTable(
  'datasources',
  {
    ...resource(),
    name: text().notNull(),
    description: text().notNull(),
    type: text().notNull(),
    /** What may be shown of the connection; its secrets stand in `secrets`. */
    connection: text({ mode: 'json' }).$type<Record<string, unknown>>().notNull(),
    secrets: text({ mode: 'json' }).$type<Sealed>(),
    tables: text({ mode: 'json' }).$type<{ include: string[]; exclude: string[] }>().notNull(),
    status: text({ enum: ['unverified', 'connected', 'failed', 'disabled'] }).notNull(),
    status_message: text(),
    extraction_status: text({ enum: ['none', 'queued', 'running', 'completed', 'failed', 'cancelled'] }).notNull(),
    tables_count: integer().notNull(),
    /** False: language models are told names and types of it, never values. */
    models_see_values: integer({ mode: 'boolean' }).notNull().default(true),
    /** Grows with every change of the semantic layer: the version caches are keyed by. */
    layer_version: integer().notNull().default(1),
    last_extraction_at: instant(),
    owner_id: text().notNull(),
  },
  (t) => [index('datasources_owner').on(t.owner_id)],
)

export const extractions = sqliteTable(
  'extractions',
  {
    ...resource(),
    datasource_id: text()
      .notNull()
      .references(() => datasources.id, { onDelete: 'cascade' }),
    run_id: text().notNull(),
    status: text({ enum: ['queued', 'running', 'completed', 'failed', 'cancelled'] }).notNull(),
    stage: text({ enum: ['connecting', 'reading_schema', 'profiling', 'describing', 'done'] }).notNull(),
    progress: text({ mode: 'json' }).$type<{ tables_total: number; tables_done: number; columns_total: number; columns_done: number }>().notNull(),
    model: text(),
    only_tables: text({ mode: 'json' }).$type<string[] | null>(),
    include_samples: integer({ mode: 'boolean' }).notNull(),
    usage: text({ mode: 'json' }).$type<{ prompt_tokens: number; completion_tokens: number; total_tokens: number }>().notNull(),
    error: text(),
    diff: text({ mode: 'json' }).$type<{ added: string[]; removed: string[]; changed: string[] } | null>(),
    started_at: instant(),
    completed_at: instant(),
    actor_id: text().notNull(),
  },
  (t) => [
    index('extractions_datasource').on(t.datasource_id),
    /** One at a time per data source. */
    uniqueIndex('extractions_active').on(t.datasource_id).where(sql`status in ('queued', 'running')`),
  ],
)

export type ColumnStatistics = {
  rows: number | null
  distinct: number | null
  null_fraction: number | null
  min: string | null
  max: string | null
  reads?: string[]
}

export const descriptions = sqliteTable(
  'descriptions',
  {
    ...resource(),
    datasource_id: text()
      .notNull()
      .references(() => datasources.id, { onDelete: 'cascade' }),
    object_type: text({ enum: ['table', 'column'] }).notNull(),
    schema_name: text(),
    table_name: text().notNull(),
    /** Empty for a table's own row, so that the pair is unique. */
    column_name: text().notNull(),
    position: integer().notNull(),
    data_type: text(),
    native_type: text(),
    is_primary_key: integer({ mode: 'boolean' }).notNull(),
    semantic_type: text({ enum: ['identifier', 'category', 'measure', 'time', 'text', 'geo', 'boolean'] }),
    label: text().notNull(),
    description: text().notNull(),
    generated_description: text().notNull(),
    source: text({ enum: ['generated', 'manual', 'imported'] }).notNull(),
    /** Which of the editable fields a person wrote; a re-extraction leaves those alone. */
    edited_fields: text({ mode: 'json' }).$type<string[]>().notNull(),
    synonyms: text({ mode: 'json' }).$type<string[]>().notNull(),
    sample_values: text({ mode: 'json' }).$type<string[]>().notNull(),
    unit: text(),
    is_hidden: integer({ mode: 'boolean' }).notNull(),
    statistics: text({ mode: 'json' }).$type<ColumnStatistics>().notNull(),
    updated_by: text(),
  },
  (t) => [uniqueIndex('descriptions_object').on(t.datasource_id, t.table_name, t.column_name)],
)

export const relationships = sqliteTable(
  'relationships',
  {
    ...resource(),
    datasource_id: text()
      .notNull()
      .references(() => datasources.id, { onDelete: 'cascade' }),
    from_table: text().notNull(),
    from_columns: text({ mode: 'json' }).$type<string[]>().notNull(),
    to_table: text().notNull(),
    to_columns: text({ mode: 'json' }).$type<string[]>().notNull(),
    cardinality: text({ enum: ['many_to_one', 'one_to_one', 'one_to_many', 'many_to_many'] }).notNull(),
    source: text({ enum: ['declared', 'inferred', 'manual'] }).notNull(),
    evidence: text(),
    confidence: real(),
    /** A person said there is no such join: kept, so that the next extraction does not find it again. */
    is_rejected: integer({ mode: 'boolean' }).notNull().default(false),
    is_orphaned: orphaned(),
  },
  (t) => [uniqueIndex('relationships_pair').on(t.datasource_id, t.from_table, t.from_columns, t.to_table, t.to_columns)],
)

export const hierarchies = sqliteTable(
  'hierarchies',
  {
    ...resource(),
    datasource_id: text()
      .notNull()
      .references(() => datasources.id, { onDelete: 'cascade' }),
    name: text().notNull(),
    title: text().notNull(),
    levels: text({ mode: 'json' }).$type<{ table_name: string; column_name: string }[]>().notNull(),
    /** Found in the profile and not yet accepted by a person: no question uses it. */
    is_suggested: integer({ mode: 'boolean' }).notNull().default(false),
    is_orphaned: orphaned(),
  },
  (t) => [uniqueIndex('hierarchies_name').on(t.datasource_id, t.name)],
)

/** Named aggregates an owner defined. */
export const measures = sqliteTable(
  'measures',
  {
    ...resource(),
    datasource_id: text()
      .notNull()
      .references(() => datasources.id, { onDelete: 'cascade' }),
    name: text().notNull(),
    title: text().notNull(),
    table_name: text().notNull(),
    aggregation: text().notNull(),
    /** As written; `expression_tree` is what was understood of it and what is compiled. */
    expression: text(),
    expression_tree: text({ mode: 'json' }).$type<unknown>(),
    /** Rows that count: a `Filter`. */
    filters: text({ mode: 'json' }).$type<unknown>(),
    format: text(),
    unit: text(),
    description: text().notNull(),
    synonyms: text({ mode: 'json' }).$type<string[]>().notNull(),
    /** Proposed by an extraction and not yet accepted by a person: no question uses it. */
    is_suggested: integer({ mode: 'boolean' }).notNull().default(false),
    is_orphaned: orphaned(),
  },
  (t) => [uniqueIndex('measures_name').on(t.datasource_id, t.name)],
)

/** Questions whose right query a person vouches for. */
export const verifiedQueries = sqliteTable(
  'verified_queries',
  {
    ...resource(),
    datasource_id: text()
      .notNull()
      .references(() => datasources.id, { onDelete: 'cascade' }),
    question: text().notNull(),
    sql: text(),
    query: text({ mode: 'json' }).$type<unknown>(),
    verified_by: text().notNull(),
    verified_at: instant().notNull(),
    is_orphaned: orphaned(),
  },
  (t) => [index('verified_queries_datasource').on(t.datasource_id, t.id)],
)

/** Readings that people chose where a question of theirs was asked back about. */
export const learnedPhrases = sqliteTable(
  'learned_phrases',
  {
    ...resource(),
    datasource_id: text()
      .notNull()
      .references(() => datasources.id, { onDelete: 'cascade' }),
    kind: text({ enum: ['word', 'question'] }).notNull(),
    /** The word, or the whole question. */
    phrase: text().notNull(),
    meaning: text().notNull(),
    /** The semantic query that was answered. */
    query: text({ mode: 'json' }).$type<unknown>().notNull(),
    times: integer().notNull(),
    is_shared: integer({ mode: 'boolean' }).notNull(),
    chosen_by: text().notNull(),
  },
  (t) => [
    uniqueIndex('learned_phrases_choice').on(t.datasource_id, t.chosen_by, t.kind, t.phrase, t.meaning),
    index('learned_phrases_chooser').on(t.chosen_by),
  ],
)

/** Of which rows a row filter is: those of its table alone, or also those of other tables that belong to one of them. */
export const FILTER_REACH = ['table', 'related'] as const
export type FilterReach = (typeof FILTER_REACH)[number]

export type AppliesTo = { everyone?: boolean; groups?: string[]; users?: string[]; except?: { groups?: string[]; users?: string[] } }

/** Row-level filters: which rows of a table whom they apply to may see. */
export const rowFilters = sqliteTable(
  'row_filters',
  {
    ...resource(),
    datasource_id: text()
      .notNull()
      .references(() => datasources.id, { onDelete: 'cascade' }),
    name: text().notNull(),
    table_name: text().notNull(),
    condition: text({ mode: 'json' }).$type<{ member: string; operator: string; values: (string | number | boolean)[] }>().notNull(),
    applies_to: text({ mode: 'json' }).$type<AppliesTo>().notNull(),
    reach: text({ enum: FILTER_REACH }).notNull().default('table'),
    /** The tables it reached when it was last stored. */
    reached_tables: text({ mode: 'json' }).$type<string[]>().notNull().default([]),
    is_enabled: integer({ mode: 'boolean' }).notNull(),
    is_orphaned: orphaned(),
  },
  (t) => [index('row_filters_datasource').on(t.datasource_id, t.table_name)],
)

/** Words of questions that the builtin analyst could not place: what an owner might add as synonyms. */
export const unmatchedTerms = sqliteTable(
  'unmatched_terms',
  {
    datasource_id: text()
      .notNull()
      .references(() => datasources.id, { onDelete: 'cascade' }),
    term: text().notNull(),
    times: integer().notNull(),
    last_question: text().notNull(),
    nearest: text({ mode: 'json' }).$type<string[]>().notNull(),
    /** How it was made known, and what takes that back. */
    done: text({ mode: 'json' }).$type<unknown>(),
    first_at: instant().notNull(),
    last_at: instant().notNull(),
  },
  (t) => [primaryKey({ columns: [t.datasource_id, t.term] }), index('unmatched_terms_times').on(t.datasource_id, t.times)],
)
