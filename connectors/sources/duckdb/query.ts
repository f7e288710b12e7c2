import {
  DuckDBBlobValue,
  type DuckDBConnection,
  type DuckDBPreparedStatement,
  type DuckDBResult,
  type DuckDBType,
  type DuckDBValue,
  StatementType,
} from '@duckdb/node-api'
import { Failure } from '#domain/failure.ts'
import type { JsonValue, QueryResult, SourceQuery } from '#domain/semantics/sources/source.ts'
import { cutTables } from '../cut-tables.ts'
import { jsonSize } from '../json-values.ts'
import { assertStatementText, MAX_COLUMNS, MAX_RESULT_BYTES } from '../limits.ts'
import type { Pour } from '../runner/row-pipe.ts'
import type { DuckdbSource } from './database.ts'
import { duckdbFailure } from './failures.ts'
import { showFiltered } from './filtered-views.ts'
import { assertAllowed } from './guard.ts'
import { jsonPartsOf, jsonRowsOf, limitedRowsOf, wholeRowsOf } from './json-rows.ts'
import { columnTypeOf, jsonFromDuckdb } from './values.ts'

/** Runs one SELECT, guarded when it is untrusted, interrupted at its deadline. Reads at most `rowLimit` + 1 rows and a chunk. */
export async function queryDuckdb(source: DuckdbSource, parse: (sql: string) => Promise<string>, query: SourceQuery, pour?: Pour): Promise<QueryResult> {
  const started = performance.now()
  assertStatementText(query.sql)
  const { rowPredicates: predicates = [], shapes = [] } = query.origin === 'untrusted' ? query : {}
  const cut = cutTables(predicates, shapes)
  if (query.origin === 'untrusted') {
    const wanted = query.tables && new Set(query.tables.map((name) => name.toLowerCase()))
    const names = source.tables.map((table) => table.name.toLowerCase()).filter((name) => wanted?.has(name) ?? true)
    const hasUser = source.tables.some((table) => table.columns.some((column) => column.name.toLowerCase() === 'user'))
    assertAllowed(await parse(query.sql), new Set(names), cut, hasUser)
  }
  const connection = await source.instance.connect()
  let interrupted = false
  const timer = setTimeout(() => {
    interrupted = true
    connection.interrupt()
  }, query.timeoutMs)
  try {
    if (cut.size > 0) await showFiltered(connection, source.tables, predicates, shapes)
    const statement = await prepareSelect(connection, query)
    if (statement.columnCount > MAX_COLUMNS) throw new Failure('query_invalid', `a result may have at most ${MAX_COLUMNS} columns`)
    const planned = plannedTypes(statement)
    if (pour?.separator === ',' && planned) {
      const columns = columnsOf(statement, planned)
      const poured = await pourParts(connection, query, planned, columns, pour)
      if (poured) return { columns, ...poured, durationMs: Math.round(performance.now() - started) }
    }
    const result = planned ? await openRows(connection, query, planned, pour !== undefined) : await runWhole(connection, query)
    const columns = planned ? columnsOf(statement, planned) : result.types.map((type, index) => ({ name: result.names[index] ?? '', type: columnTypeOf(type) }))
    pour?.columns(columns)
    const read = pour ? await pourRows(result.rows, query.rowLimit, pour) : await readRows(result.rows, query.rowLimit)
    if (read.isCut) throw new Failure('query_failed', 'the query failed while it ran')
    const { rows: values, rowCount, truncated } = read
    return { columns, rows: values, ...(pour ? { rowCount } : {}), truncated, durationMs: Math.round(performance.now() - started) }
  } catch (error) {
    throw duckdbFailure(error, interrupted)
  } finally {
    clearTimeout(timer)
    connection.disconnectSync()
  }
}

async function prepareSelect(connection: DuckDBConnection, query: SourceQuery): Promise<DuckDBPreparedStatement> {
  const statements = await connection.extractStatements(query.sql)
  if (statements.count !== 1) throw new Failure('statement_not_allowed', 'only a single SELECT may run')
  const statement = await statements.prepare(0)
  if (statement.statementType !== StatementType.SELECT) throw new Failure('statement_not_allowed', 'only a single SELECT may run')
  const parameters = query.params ?? []
  if (statement.parameterCount !== parameters.length) throw new Failure('query_invalid', 'the parameters do not fit the statement')
  for (const [index, value] of parameters.entries()) bind(statement, index + 1, value)
  return statement
}

function bind(statement: DuckDBPreparedStatement, index: number, value: string | number | boolean | null): void {
  if (value === null) statement.bindNull(index)
  else if (typeof value === 'string') statement.bindVarchar(index, value)
  else if (typeof value === 'boolean') statement.bindBoolean(index, value)
  else if (Number.isSafeInteger(value)) statement.bindBigInt(index, BigInt(value))
  else statement.bindDouble(index, value)
}

type Row = { end: boolean; values(): JsonValue[]; text(): string }
/** `isCut`: the rows ended before their end. */
type Read = { rows: JsonValue[][]; rowCount: number; truncated: boolean; isCut: boolean }

/** The types of a statement's columns; `null` while a parameter decides them, which the engine knows only when it runs. */
function plannedTypes(statement: DuckDBPreparedStatement): DuckDBType[] | null {
  try {
    return Array.from({ length: statement.columnCount }, (_, index) => statement.columnType(index))
  } catch {
    return null
  }
}

const columnsOf = (statement: DuckDBPreparedStatement, types: DuckDBType[]): QueryResult['columns'] =>
  types.map((type, index) => ({ name: statement.columnName(index), type: columnTypeOf(type) }))

/** Pours a result that is sent as a whole, in parts that the engine wrote; `null` when it cannot write them, or not in its memory: row by row it takes less. */
async function pourParts(connection: DuckDBConnection, query: SourceQuery, types: DuckDBType[], columns: QueryResult['columns'], pour: Pour) {
  const written = jsonPartsOf(query.sql, types, query.rowLimit)
  if (written === null) return null
  const statement = await prepareSelect(connection, { ...query, sql: written })
  const result = await statement.run().catch((error) => {
    if (/^Out of Memory/i.test(String(error?.message))) return null
    throw error
  })
  if (result === null) return null
  const parts = (await result.getRows()).map(([text, rows]) => ({
    bytes: text instanceof DuckDBBlobValue ? text.bytes : new Uint8Array(0),
    rows: Number(rows),
  }))
  // Rows this large are cut one by one.
  if ((parts[0]?.bytes.length ?? 0) > pour.maxBytes) return null
  pour.columns(columns)
  let total = 0
  for (const { bytes, rows } of parts) {
    total += rows
    const count = Math.min(rows, query.rowLimit - pour.rowCount)
    if (count > 0 && !pour.part(bytes, count)) return { rows: [], rowCount: pour.rowCount, truncated: true }
  }
  return { rows: [], rowCount: pour.rowCount, truncated: total > query.rowLimit }
}

type OpenRows = { names: string[]; types: DuckDBType[]; rows: AsyncIterable<Row[]> }

/** The rows of a statement, and one that marks their end: as text written by the engine where it can write every type of them, else value by value. */
async function openRows(connection: DuckDBConnection, query: SourceQuery, types: DuckDBType[], asText: boolean): Promise<OpenRows> {
  const written = asText ? jsonRowsOf(query.sql, types) : null
  const statement = await prepareSelect(connection, { ...query, sql: written ?? wholeRowsOf(query.sql, types.length) })
  const result = await statement.stream()
  const valuesOf = (row: DuckDBValue[]) => types.map((type, index) => jsonFromDuckdb(row[index] ?? null, type))
  const rows = mapped(result, (row) => ({
    end: row.at(-1) === true,
    values: () => valuesOf(row),
    text: () => (written === null ? JSON.stringify(valuesOf(row)) : String(row[0])),
  }))
  return { names: [], types, rows }
}

/** A result that is made before it is read, so that a failure is told at once. */
async function runWhole(connection: DuckDBConnection, query: SourceQuery): Promise<OpenRows> {
  const statement = await prepareSelect(connection, { ...query, sql: limitedRowsOf(query.sql, query.rowLimit + 1) })
  const result = await statement.run()
  const types = result.columnTypes()
  const valuesOf = (row: DuckDBValue[]) => types.map((type, index) => jsonFromDuckdb(row[index] ?? null, type))
  async function* rows(): AsyncGenerator<Row[]> {
    yield* mapped(result, (row) => ({ end: false, values: () => valuesOf(row), text: () => JSON.stringify(valuesOf(row)) }))
    yield [{ end: true, values: () => [], text: () => '' }]
  }
  return { names: result.columnNames(), types, rows: rows() }
}

async function* mapped(result: DuckDBResult, toRow: (values: DuckDBValue[]) => Row): AsyncGenerator<Row[]> {
  for await (const chunk of result.yieldRows()) yield chunk.map(toRow)
}

async function pourRows(chunks: AsyncIterable<Row[]>, rowLimit: number, pour: Pour): Promise<Read> {
  for await (const chunk of chunks) {
    for (const row of chunk) {
      if (row.end) return { rows: [], rowCount: pour.rowCount, truncated: false, isCut: false }
      if (pour.rowCount === rowLimit || !pour.row(row.text())) return { rows: [], rowCount: pour.rowCount, truncated: true, isCut: false }
    }
  }
  return { rows: [], rowCount: pour.rowCount, truncated: false, isCut: true }
}

async function readRows(chunks: AsyncIterable<Row[]>, rowLimit: number): Promise<Read> {
  const rows: JsonValue[][] = []
  let bytes = 0
  for await (const chunk of chunks) {
    for (const row of chunk) {
      if (row.end) return { rows, rowCount: rows.length, truncated: false, isCut: false }
      const values = row.values()
      bytes += values.reduce<number>((sum, value) => sum + jsonSize(value), 2)
      if (rows.length === rowLimit || bytes > MAX_RESULT_BYTES) return { rows, rowCount: rows.length, truncated: true, isCut: false }
      rows.push(values)
    }
  }
  return { rows, rowCount: rows.length, truncated: false, isCut: true }
}
