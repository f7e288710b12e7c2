import type { SQLOutputValue, StatementSync } from 'node:sqlite'
import { Failure } from '#domain/failure.ts'
import { type ColumnType, type JsonValue, type QueryResult, type SourceQuery, tablesReadBy } from '#domain/semantics/sources/source.ts'
import { jsonBytes, jsonDocument, jsonInteger, jsonNumber, jsonSize, jsonTime, jsonTimestamp } from '../json-values.ts'
import { assertStatementText, MAX_COLUMNS, MAX_RESULT_BYTES } from '../limits.ts'
import type { Pour } from '../runner/row-pipe.ts'
import { columnType, valueType } from '../sqlite-types.ts'
import { tableNotAllowed } from './authorizer.ts'
import type { SqliteSource } from './database.ts'
import { openedTables } from './opened-tables.ts'

/** Rows by which the types of a poured result are known. */
const TYPED_ROWS = 1000
const BLANK = /^(?:\s|;|--[^\n]*(?:\n|$)|\/\*[\s\S]*?(?:\*\/|$))*/

/** Runs one SELECT under the authorizer, for every origin alike. Reads at most `rowLimit` + 1 rows; stops between rows at the deadline. */
export function querySqlite(source: SqliteSource, query: SourceQuery, pour?: Pour): QueryResult {
  const started = performance.now()
  const statement = prepare(source, query)
  const described = statement.columns()
  if (described.length > MAX_COLUMNS) throw new Failure('query_invalid', `a result may have at most ${MAX_COLUMNS} columns`)
  const rows: SQLOutputValue[][] = []
  let types: ColumnType[] | null = null
  let read = 0
  let bytes = 0
  let truncated = false
  const typed = (): ColumnType[] =>
    described.map((column, index) =>
      resultType(
        source,
        column,
        rows.map((row) => row[index] ?? null),
      ),
    )
  const columnsOf = (known: ColumnType[]) => described.map((column, index) => ({ name: column.name, type: known[index] ?? 'other' }))
  const take = (row: SQLOutputValue[], into: Pour): boolean => into.row(JSON.stringify(row.map((value, index) => jsonValue(value, types?.[index] ?? 'other'))))
  /** Types of expressions are those of their first values; from then on rows are poured as they come. */
  const begin = (into: Pour): boolean => {
    types = typed()
    into.columns(columnsOf(types))
    return rows.splice(0).every((row) => take(row, into))
  }
  try {
    const parameters = (query.params ?? []).map(bound)
    for (const row of statement.iterate(...parameters) as Iterable<unknown> as Iterable<SQLOutputValue[]>) {
      bytes += rowBytes(row)
      truncated = read === query.rowLimit || (!pour && bytes > MAX_RESULT_BYTES)
      if (truncated) break
      read += 1
      if (pour && types) truncated = !take(row, pour)
      else {
        rows.push(row)
        if (pour && rows.length === TYPED_ROWS) truncated = !begin(pour)
      }
      if (truncated) break
      if (performance.now() - started > query.timeoutMs) throw new Failure('query_timeout', 'the query took too long')
    }
    if (pour && !types) truncated = !begin(pour) || truncated
  } catch (error) {
    throw source.guarded[query.origin].authorizer.refusal() ?? runFailure(error)
  }
  const known = types ?? typed()
  return {
    columns: columnsOf(known),
    rows: rows.map((row) => row.map((value, index) => jsonValue(value, known[index] ?? 'other'))),
    ...(pour ? { rowCount: pour.rowCount } : {}),
    truncated,
    durationMs: Math.round(performance.now() - started),
  }
}

function prepare(source: SqliteSource, query: SourceQuery): StatementSync {
  assertStatementText(query.sql)
  const first = /^[a-z]*/i.exec(query.sql.replace(BLANK, ''))?.[0].toLowerCase() ?? ''
  if (!['select', 'with', 'values'].includes(first)) throw new Failure('statement_not_allowed', 'only a single SELECT may run')
  const wanted = query.tables && new Set(query.tables.map((name) => name.toLowerCase()))
  const names = source.tables.map((table) => table.name.toLowerCase())
  const permitted = new Set(names.filter((name) => wanted?.has(name) ?? true))
  const { database, authorizer, filtered } = source.guarded[query.origin]
  filtered.assertUnknown(query.sql)
  if (query.origin === 'untrusted') assertNoPlaceholder(query.sql)
  const predicates = query.origin === 'untrusted' ? (query.rowPredicates ?? []).filter(({ table }) => permitted.has(table.toLowerCase())) : []
  const shapes = query.origin === 'untrusted' ? (query.shapes ?? []).filter(({ table }) => permitted.has(table.toLowerCase())) : []
  const cut = filtered.show(predicates, shapes, permitted)
  if (cut.size > 0) filtered.assertUnqualified(query.sql)
  authorizer.permit(permitted, cut)
  try {
    const statement = database.prepare(query.sql)
    if (query.sql.slice(statement.sourceSQL.length).replace(BLANK, '') !== '') throw new Failure('statement_not_allowed', 'only a single SELECT may run')
    if (query.origin === 'untrusted') {
      const cutting = new Set(tablesReadBy(predicates).map((name) => name.toLowerCase()))
      const hidden = openedTables(database, statement.sourceSQL, source.pages).difference(permitted).difference(cutting)
      if (hidden.size > 0) throw tableNotAllowed([...hidden][0] ?? 'of this name')
    }
    statement.setReturnArrays(true)
    return statement
  } catch (error) {
    throw authorizer.refusal() ?? prepareFailure(error)
  }
}

/** A person's statement holds its values; the engine would take a placeholder for null. */
function assertNoPlaceholder(sql: string): void {
  const bare = sql.replace(/'(?:[^']|'')*'|"(?:[^"]|"")*"|`(?:[^`]|``)*`|\[[^\]]*\]|--[^\n]*|\/\*[\s\S]*?(?:\*\/|$)/g, ' ')
  if (/(?<![\w$])[?@:$]/.test(bare))
    throw new Failure('statement_not_allowed', 'a placeholder is not allowed in a statement', { hint: 'write the value itself' })
}

/** Compile errors name only what the caller wrote or may see, so the engine's words are worth passing on. */
function prepareFailure(error: unknown): Failure {
  if (error instanceof Failure) return error
  const message = (error instanceof Error ? error.message : String(error)).replaceAll(/rows_[0-9a-f]{32}_\d+/g, '…')
  const missing = /^no such table: (?:main\.)?(.+)$/.exec(message)?.[1]
  if (missing) return tableNotAllowed(missing)
  if (/^no such function/.test(message)) return new Failure('function_not_allowed', message.slice(0, 200))
  return new Failure('query_invalid', 'the statement does not compile', { hint: message.slice(0, 300), cause: error })
}

/** Run-time errors can quote data, so they are told by kind only. */
function runFailure(error: unknown): Failure {
  if (error instanceof Failure) return error
  const message = error instanceof Error ? error.message : String(error)
  if (/out of memory|too big/i.test(message)) return new Failure('query_memory_exceeded', 'the query needs more memory than it may use', { cause: error })
  if (/column index out of range|cannot be bound|unknown named parameter/i.test(message))
    return new Failure('query_invalid', 'the parameters do not fit the statement', { cause: error })
  const kinds: [RegExp, string][] = [
    [/overflow/i, 'a number went out of range'],
    [/json/i, 'a value is not valid JSON'],
    [/malformed|corrupt|not a database/i, 'the file is damaged'],
  ]
  return new Failure('query_failed', kinds.find(([pattern]) => pattern.test(message))?.[1] ?? 'the query failed while it ran', { cause: error })
}

function bound(value: string | number | boolean | null): string | number | bigint | null {
  if (typeof value === 'boolean') return value ? 1n : 0n
  return typeof value === 'number' && Number.isSafeInteger(value) ? BigInt(value) : value
}

type Described = { table: string | null; column: string | null; type: string | null }

/** A column read straight from a table has that table's type; an expression has the type of its values. */
function resultType(source: SqliteSource, described: Described, values: SQLOutputValue[]): ColumnType {
  const table = source.tables.find((candidate) => candidate.name === described.table)
  const known = table?.columns.find((column) => column.name === described.column)
  if (known) return known.type
  if (described.type !== null) return columnType(described.type, values)
  return valueType(values.filter((value) => value !== null))
}

function rowBytes(row: SQLOutputValue[]): number {
  return row.reduce<number>((sum, value) => sum + (value instanceof Uint8Array ? value.length * 1.4 : jsonSize(typeof value === 'string' ? value : null)), 2)
}

function jsonValue(value: SQLOutputValue, type: ColumnType): JsonValue {
  if (value === null) return null
  if (value instanceof Uint8Array) return jsonBytes(value)
  if (typeof value === 'bigint') return type === 'boolean' && (value === 0n || value === 1n) ? value === 1n : jsonInteger(value)
  if (typeof value === 'number') return jsonNumber(value)
  if (type === 'timestamp') return jsonTimestamp(value)
  if (type === 'time') return jsonTime(value)
  return type === 'json' ? jsonDocument(value) : value
}
