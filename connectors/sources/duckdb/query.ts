import { type DuckDBConnection, type DuckDBPreparedStatement, type DuckDBResult, StatementType } from '@duckdb/node-api'
import { Failure } from '#domain/failure.ts'
import type { JsonValue, QueryResult, SourceQuery } from '#domain/semantics/source.ts'
import { jsonSize } from '../json-values.ts'
import { assertStatementText, MAX_COLUMNS, MAX_RESULT_BYTES } from '../limits.ts'
import type { DuckdbSource } from './database.ts'
import { duckdbFailure } from './failures.ts'
import { showFiltered } from './filtered-views.ts'
import { assertAllowed } from './guard.ts'
import { columnTypeOf, jsonFromDuckdb } from './values.ts'

/** Runs one SELECT, guarded when it is untrusted, interrupted at its deadline. Reads at most `rowLimit` + 1 rows and a chunk. */
export async function queryDuckdb(source: DuckdbSource, parse: (sql: string) => Promise<string>, query: SourceQuery): Promise<QueryResult> {
  const started = performance.now()
  assertStatementText(query.sql)
  const predicates = query.origin === 'untrusted' ? (query.rowPredicates ?? []) : []
  if (query.origin === 'untrusted') {
    const names = source.tables.map((table) => table.name.toLowerCase())
    assertAllowed(await parse(query.sql), new Set(names), new Set(predicates.map(({ table }) => table.toLowerCase())))
  }
  const connection = await source.instance.connect()
  let interrupted = false
  const timer = setTimeout(() => {
    interrupted = true
    connection.interrupt()
  }, query.timeoutMs)
  try {
    if (predicates.length > 0) await showFiltered(connection, source.tables, predicates)
    const statement = await prepareSelect(connection, query)
    if (statement.columnCount > MAX_COLUMNS) throw new Failure('query_invalid', `a result may have at most ${MAX_COLUMNS} columns`)
    const result = await statement.stream()
    const types = result.columnTypes()
    const read = await readRows(result, query.rowLimit)
    return {
      columns: result.columnNames().map((name, index) => ({ name, type: types[index] ? columnTypeOf(types[index]) : 'other' })),
      ...read,
      durationMs: Math.round(performance.now() - started),
    }
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

async function readRows(result: DuckDBResult, rowLimit: number): Promise<{ rows: JsonValue[][]; truncated: boolean }> {
  const types = result.columnTypes()
  const rows: JsonValue[][] = []
  let bytes = 0
  for await (const chunk of result.yieldRows()) {
    for (const values of chunk) {
      const row = values.map((value, index) => (types[index] ? jsonFromDuckdb(value, types[index]) : null))
      bytes += row.reduce<number>((sum, value) => sum + jsonSize(value), 2)
      if (rows.length === rowLimit || bytes > MAX_RESULT_BYTES) return { rows, truncated: true }
      rows.push(row)
    }
  }
  return { rows, truncated: false }
}
