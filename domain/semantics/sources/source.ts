import { z } from 'zod'
import type { OpenConnection } from './connections.ts'

/** The one list every engine's column types map to. `decimal` values travel as strings when a double would lose digits. */
export const ColumnType = z
  .enum(['boolean', 'integer', 'number', 'decimal', 'text', 'date', 'time', 'timestamp', 'json', 'binary', 'other'])
  .meta({ id: 'ColumnType' })
export type ColumnType = z.infer<typeof ColumnType>

/** The SQL dialect a source is queried in. */
export const Dialect = z.enum(['sqlite', 'duckdb', 'postgres', 'mysql', 'mariadb', 'clickhouse'])
export type Dialect = z.infer<typeof Dialect>

export const SourceType = z
  .enum(['file', 'sqlite', 'postgres', 'mysql', 'mariadb', 'clickhouse', 'libsql', 's3', 'delta', 'iceberg', 'duckdb'])
  .meta({ id: 'SourceType' })
export type SourceType = z.infer<typeof SourceType>

export const FileFormat = z.enum(['csv', 'tsv', 'json', 'ndjson', 'parquet', 'xlsx', 'sqlite']).meta({ id: 'FileFormat' })
export type FileFormat = z.infer<typeof FileFormat>

/** An uploaded file as a source refers to it. `storageKey` names it inside the file store and is never shown. */
export type SourceFile = { id: string; name: string; format: FileFormat; storageKey: string; sha256: string; size: number }

/**
 * For whom a data source is used, as fair shares count it: one user, or one viewer (`who`) among those an embedded dashboard admits (`account`).
 * Work of the platform itself, which nobody waits for, has none.
 */
export type Asker = { account: string; who: string }

/** Everything needed to open a source; secrets are already decrypted. `version` changes when the definition changes. `connection` is `null` for sources of uploads. Without an `asker` it is opened for the platform's own work. */
export type SourceSpec = { id: string; type: SourceType; version: string; files: SourceFile[]; connection: OpenConnection | null; asker?: Asker | undefined }

export type SourceColumn = { name: string; type: ColumnType; nativeType: string; nullable: boolean; comment: string | null }
export type ForeignKey = { columns: string[]; toTable: string; toColumns: string[] }
export type SourceTable = {
  name: string
  schema: string | null
  kind: 'table' | 'view'
  comment: string | null
  rowEstimate: number | null
  columns: SourceColumn[]
  primaryKey: string[]
  foreignKeys: ForeignKey[]
  /** Of a view the tables and views it reads, or could by its text; absent where the engine does not tell. */
  reads?: string[]
}
export type SourceSchema = { dialect: Dialect; serverVersion: string; tables: SourceTable[] }

/** Facts about one column. `topValues` are the most frequent non-null values as text, at most 200, each at most 200 characters; empty for unbounded text. */
export type ColumnProfile = {
  column: string
  distinct: number | null
  nullFraction: number | null
  min: string | null
  max: string | null
  topValues: string[]
}
export type TableProfile = { rows: number; columns: ColumnProfile[] }

export type SourceParam = string | number | boolean | null

/** What stands between two parts of a predicate: a value, or a table that it reads, which whoever runs it names so that nothing of the statement can be meant. */
export type PredicateParam = SourceParam | TableName
export type TableName = { table: string; schema: string | null }

/** Which rows of a table may be read: a predicate over its columns, cut where values and other tables' names go, so that there is one more part than there are of these. */
export type RowPredicate = { table: string; parts: string[]; params: PredicateParam[] }

/** The tables that predicates read beside their own. */
export const tablesReadBy = (predicates: readonly RowPredicate[]): string[] => [
  ...new Set(predicates.flatMap(({ params }) => params.flatMap((param) => (isTableName(param) ? [param.table] : [])))),
]

export const isTableName = (param: PredicateParam): param is TableName => typeof param === 'object' && param !== null

/** What a statement may read of a table: `columns` in the table's order; `hasHidden` when it has others. */
export type TableShape = { table: string; schema: string | null; columns: string[]; hasHidden: boolean }

export type SourceQuery = {
  sql: string
  /** Bound by position, as `placeholder` writes them. */
  params?: SourceParam[]
  /** Put on every reference an `untrusted` statement makes to the table; a compiled statement holds them already. */
  rowPredicates?: RowPredicate[]
  /** What an `untrusted` statement may read of each table; a table without is read whole. */
  shapes?: TableShape[]
  /** Rows returned at most; one more is read to know whether the result was cut. */
  rowLimit: number
  /** Milliseconds until the query is killed. */
  timeoutMs: number
  /** Tables the statement may read; absent = every table of the source. */
  tables?: string[]
  /** `trusted` statements come from our own compiler; `untrusted` ones (a person's, a model's) pass the statement guard first. Both run read-only and locked down. */
  origin: 'compiler' | 'untrusted'
}
export type JsonValue = string | number | boolean | null | JsonValue[] | { [key: string]: JsonValue }
/** `rows` is empty when a `RowSink` took them; `rowCount` says then how many there were. */
export type QueryResult = { columns: { name: string; type: ColumnType }[]; rows: JsonValue[][]; rowCount?: number; truncated: boolean; durationMs: number }

/** Takes a result's rows as they are read: JSON in UTF-8, each row an array. */
export type RowSink = {
  /** What stands between two rows. */
  separator: ',' | '\n'
  /** The result is cut where its rows would take more bytes. */
  maxBytes: number
  /** Told once, before any row. */
  columns(columns: QueryResult['columns']): void
  /** More is read when what this answers has settled. */
  rows(text: Uint8Array): void | Promise<void>
}

export type SourceCheck = { name: 'reach' | 'sign_in' | 'read_schema' | 'read_only'; ok: boolean; message: string; latencyMs: number }
export type SourceValidation = { valid: boolean; latencyMs: number; serverVersion: string | null; readOnly: boolean; checks: SourceCheck[] }

/** The port to data: every engine is reached through its four calls. All fail with a `Failure` whose message is fit to show. */
export type Sources = {
  /** Whether this runtime can open a source of the type at all. */
  serves(type: SourceType): boolean
  validate(spec: SourceSpec, signal: AbortSignal): Promise<SourceValidation>
  introspect(spec: SourceSpec, signal: AbortSignal): Promise<SourceSchema>
  profile(spec: SourceSpec, table: SourceTable, signal: AbortSignal): Promise<TableProfile>
  /** With a `sink` the rows go there and the result has none. */
  query(spec: SourceSpec, query: SourceQuery, signal: AbortSignal, sink?: RowSink): Promise<QueryResult>
}

/** What ingesting an upload found: one entry per table the file holds. */
export type IngestedFile = {
  format: FileFormat
  size: number
  sha256: string
  storageKey: string
  tables: { name: string; rows: number; columns: { name: string; type: ColumnType }[] }[]
  /** Lines that did not fit (ragged CSV), at most 20 told; `rejectedLines` counts all. */
  rejects: { line: number; reason: string }[]
  rejectedLines: number
}

/** Where uploaded bytes live. `put` streams, counts real bytes, recognises the format by content and rejects what it cannot read. */
export type FileStore = {
  put(file: {
    id: string
    name: string
    body: ReadableStream<Uint8Array>
    maxBytes: number
    asker?: Asker | undefined
    signal: AbortSignal
  }): Promise<IngestedFile>
  delete(storageKey: string): Promise<void>
}
