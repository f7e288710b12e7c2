import { stat } from 'node:fs/promises'
import type { DatabaseSync, SQLOutputValue } from 'node:sqlite'
import type { DuckDBAppender, DuckDBConnection } from '@duckdb/node-api'
import { identifier } from '#connectors/sources/quote.ts'
import { openReadOnly } from '#connectors/sources/sqlite/database.ts'
import { readTables } from '#connectors/sources/sqlite/introspect.ts'
import { readAll } from '#connectors/sources/sqlite/rows.ts'
import { uniqueNames } from '#connectors/sources/table-name.ts'
import { Failure } from '#domain/failure.ts'
import type { SourceColumn, SourceTable } from '#domain/semantics/sources/source.ts'
import type { StoredTable } from '../stored.ts'
import { storeTable } from './tables.ts'

const MAX_TABLES = 500
/** Values held on their way, before they are written down. */
const FLUSH_BYTES = 8 * 1024 * 1024
/** A file holds its values as they are: only computed columns make more of them, and these not much more. */
const MAX_RATIO = 4
const SMALL_BYTES = 16 * 1024 * 1024

type Carrier = 'BIGINT' | 'DOUBLE' | 'VARCHAR' | 'BLOB'

/** Copies every table of an SQLite file to Parquet. A column gets the type all its values have; dates kept as text become dates when each of them is one. */
export async function ingestSqlite(connection: DuckDBConnection, path: string, directory: string, memoryBytes: number): Promise<StoredTable[]> {
  const { size: fileBytes } = await stat(path)
  const database = openDatabase(path, memoryBytes)
  try {
    const tables = readTables(database).filter((table) => table.kind === 'table' && table.columns.length > 0)
    if (tables.length === 0) throw new Failure('invalid', 'the database holds no table', { param: 'file' })
    if (tables.length > MAX_TABLES)
      throw new Failure('invalid', `the database holds ${tables.length} tables; at most ${MAX_TABLES} are read`, { param: 'file' })
    const stored: StoredTable[] = []
    for (const [index, table] of tables.entries()) stored.push(await copyTable(connection, database, table, { directory, index, fileBytes }))
    return stored
  } catch (error) {
    if (error instanceof Error && /malformed|corrupt|not a database/i.test(error.message)) throw damaged(error)
    throw error
  } finally {
    database.close()
  }
}

function openDatabase(path: string, memoryBytes: number): DatabaseSync {
  try {
    const database = openReadOnly(path, memoryBytes)
    if (readAll(database, 'pragma quick_check(1)')[0]?.[0] !== 'ok') throw damaged(null)
    return database
  } catch (error) {
    throw error instanceof Failure ? error : damaged(error)
  }
}

function damaged(cause: unknown): Failure {
  return new Failure('invalid', 'the SQLite file is damaged', { param: 'file', cause })
}

async function copyTable(
  connection: DuckDBConnection,
  database: DatabaseSync,
  table: SourceTable,
  place: { directory: string; index: number; fileBytes: number },
): Promise<StoredTable> {
  const carriers = chooseCarriers(database, table)
  const names = uniqueNames(table.columns.map((column) => column.name))
  const staged = `staged_${place.index}`
  await connection.run(`create table ${staged} (${names.map((name, index) => `${identifier(name)} ${carriers[index]}`).join(', ')})`)
  const appender = await connection.createAppender(staged)
  const statement = database.prepare(`select ${table.columns.map((column) => identifier(column.name)).join(', ')} from ${identifier(table.name)}`)
  statement.setReturnArrays(true)
  let held = 0
  let copied = 0
  for (const row of statement.iterate() as Iterable<unknown> as Iterable<SQLOutputValue[]>) {
    for (const [index, value] of row.entries()) {
      append(appender, carriers[index] ?? 'VARCHAR', value)
      if (typeof value === 'string' || value instanceof Uint8Array) held += value.length
    }
    appender.endRow()
    if (held < FLUSH_BYTES) continue
    appender.flushSync()
    copied += held
    held = 0
    if (copied > SMALL_BYTES && copied > place.fileBytes * MAX_RATIO)
      throw new Failure('payload_too_large', `the table ${table.name.slice(0, 100)} computes far more than the file holds`, { param: 'file' })
  }
  appender.closeSync()
  const list: string[] = []
  for (const [index, column] of table.columns.entries())
    list.push(await typedColumn(connection, staged, names[index] ?? column.name, column, carriers[index] ?? 'VARCHAR'))
  const stored = await storeTable(connection, `select ${list.join(', ')} from ${staged}`, {
    ...place,
    name: table.name,
    primaryKey: table.primaryKey,
    foreignKeys: table.foreignKeys,
  })
  await connection.run(`drop table ${staged}`)
  return stored
}

/** What holds every value of a column: SQLite lets any value stand in any column. */
function chooseCarriers(database: DatabaseSync, table: SourceTable): Carrier[] {
  return table.columns.map((column) => {
    const kinds = readAll(database, `select distinct typeof(${identifier(column.name)}) from ${identifier(table.name)}`).map(([kind]) => kind)
    if (kinds.includes('text')) return 'VARCHAR'
    if (kinds.includes('blob')) return kinds.some((kind) => kind === 'integer' || kind === 'real') ? 'VARCHAR' : 'BLOB'
    if (kinds.includes('real')) return 'DOUBLE'
    if (kinds.includes('integer')) return 'BIGINT'
    return ({ integer: 'BIGINT', boolean: 'BIGINT', number: 'DOUBLE', decimal: 'DOUBLE', binary: 'BLOB' } as const)[String(column.type)] ?? 'VARCHAR'
  })
}

function append(appender: DuckDBAppender, carrier: Carrier, value: SQLOutputValue): void {
  if (value === null) appender.appendNull()
  else if (carrier === 'BIGINT') appender.appendBigInt(BigInt(value as bigint))
  else if (carrier === 'DOUBLE') appender.appendDouble(Number(value))
  else if (value instanceof Uint8Array) carrier === 'BLOB' ? appender.appendBlob(value) : appender.appendVarchar(Buffer.from(value).toString('base64'))
  else appender.appendVarchar(String(value))
}

async function typedColumn(connection: DuckDBConnection, staged: string, name: string, column: SourceColumn, carrier: Carrier): Promise<string> {
  const value = identifier(name)
  const wanted = ({ date: 'DATE', timestamp: 'TIMESTAMP', time: 'TIME', boolean: 'BOOLEAN' } as const)[String(column.type)]
  if (!wanted || (carrier !== 'VARCHAR') === (wanted !== 'BOOLEAN') || carrier === 'DOUBLE' || carrier === 'BLOB') return value
  const fits = carrier === 'BIGINT' ? `count(*) filter (${value} in (0, 1))` : `count(try_cast(${value} as ${wanted}))`
  const rows = await (await connection.run(`select ${fits} = count(${value}) from ${staged}`)).getRows()
  return rows[0]?.[0] === true ? `cast(${value} as ${wanted}) as ${value}` : value
}
