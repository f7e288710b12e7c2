import { readFile } from 'node:fs/promises'
import type { DuckDBConnection } from '@duckdb/node-api'
import { Failure } from '#domain/failure.ts'
import type { SourceTable } from '#domain/semantics/sources/source.ts'
import { deletedRows } from '../lake/delta/deletion-vector.ts'
import { DELETED, scanDelta } from '../lake/delta/scan.ts'
import { scanIceberg } from '../lake/iceberg/scan.ts'
import { type LakePlan, plannedRows } from '../lake/lake-plan.ts'
import { literal } from '../quote.ts'
import type { StagedTable } from '../runner/jobs.ts'
import type { StoredTable } from './database.ts'
import { columnTypeOf } from './values.ts'

/** Reads the shape of tables whose files were brought: what each is selected from, before the instance is locked. Fails with `invalid` for files that cannot be read, naming the table. */
export async function openStagedTables(connection: DuckDBConnection, tables: StagedTable[]): Promise<StoredTable[]> {
  const opened: StoredTable[] = []
  for (const [index, table] of tables.entries()) {
    try {
      const scan = table.kind === 'files' ? scanFiles(table.paths) : await scanLake(connection, table.plan, table.located, index)
      const paths = table.kind === 'files' ? table.paths : Object.values(table.located)
      opened.push({ table: await describe(connection, table, scan, paths), from: `(${scan})`, paths })
    } catch (error) {
      throw damaged(table.name, error)
    }
  }
  return opened
}

function scanFiles(paths: string[]): string {
  return `select * from read_parquet([${paths.map(literal).join(', ')}], union_by_name = true, hive_partitioning = false)`
}

async function scanLake(connection: DuckDBConnection, plan: LakePlan, located: Record<string, string>, index: number): Promise<string> {
  if (plan.format === 'iceberg')
    return scanIceberg(
      plan,
      located,
      await fieldIds(
        connection,
        plan.files.map(({ path }) => path),
        located,
      ),
    )
  const deleted = plan.files.entries().filter(([, { vector }]) => vector !== null)
  for (const [file, { vector }] of deleted) {
    if (!vector) continue
    const content = vector.file === null ? null : await readFile(located[vector.file] ?? '')
    await keepDeleted(connection, index, file, deletedRows(vector, content))
  }
  return scanDelta(plan, located, index)
}

/** The numbers of the rows a deletion vector removes, in a table no statement from outside can name. */
async function keepDeleted(connection: DuckDBConnection, source: number, file: number, rows: number[]): Promise<void> {
  await connection.run(`create schema if not exists ${DELETED.split('.')[0]}`)
  await connection.run(`create table if not exists ${DELETED} (source integer, file integer, row bigint)`)
  const [schema, name] = DELETED.split('.')
  const appender = await connection.createAppender(name ?? '', schema)
  for (const row of rows) {
    appender.appendInteger(source)
    appender.appendInteger(file)
    appender.appendBigInt(BigInt(row))
    appender.endRow()
  }
  appender.closeSync()
}

/** The ids of the columns of each file, by its path in the table. */
async function fieldIds(connection: DuckDBConnection, paths: string[], located: Record<string, string>): Promise<Map<string, Set<number>>> {
  if (paths.length === 0) return new Map()
  const files = paths.map((path) => literal(located[path] ?? '')).join(', ')
  const result = await connection.run(`select file_name, list(field_id) as ids from parquet_schema([${files}]) where field_id is not null group by file_name`)
  const found = new Map((await result.getRowObjectsJson()).map((row) => [String(row.file_name), new Set((row.ids as unknown[]).map(Number))]))
  return new Map(paths.map((path) => [path, found.get(located[path] ?? '') ?? new Set()]))
}

async function describe(connection: DuckDBConnection, table: StagedTable, scan: string, paths: string[]): Promise<SourceTable> {
  const result = await connection.run(`select * from (${scan}) limit 0`)
  const types = result.columnTypes()
  const comments = commentsOf(table)
  return {
    name: table.name,
    schema: null,
    kind: 'table',
    comment: table.kind === 'lake' && table.plan.format === 'delta' ? table.plan.description : null,
    rowEstimate: await rowsOf(connection, table, scan, paths),
    columns: result.columnNames().map((name, index) => ({
      name,
      type: types[index] ? columnTypeOf(types[index]) : 'other',
      nativeType: String(types[index]?.alias ?? types[index] ?? '').slice(0, 500),
      nullable: true,
      comment: comments.get(name) ?? null,
    })),
    primaryKey: [],
    foreignKeys: [],
  }
}

/** From the log where it counts rows, else from the files' footers. */
async function rowsOf(connection: DuckDBConnection, table: StagedTable, scan: string, paths: string[]): Promise<number | null> {
  const counted = table.kind === 'lake' ? plannedRows(table.plan) : null
  if (counted !== null || paths.length === 0) return counted ?? 0
  const isWhole = table.kind === 'files'
  const footers = `select sum(num_rows) from parquet_file_metadata([${paths.map(literal).join(', ')}])`
  const result = await connection.run(isWhole ? footers : `select count(*) from (${scan})`)
  return Number((await result.getRows())[0]?.[0] ?? 0)
}

function commentsOf(table: StagedTable): Map<string, string> {
  if (table.kind !== 'lake') return new Map()
  const told =
    table.plan.format === 'delta'
      ? table.plan.fields.map(({ name, metadata }) => [name, metadata?.comment] as const)
      : table.plan.fields.map(({ name, doc }) => [name, doc] as const)
  return new Map(told.flatMap(([name, comment]) => (typeof comment === 'string' && comment !== '' ? [[name, comment.slice(0, 2000)]] : [])))
}

function damaged(name: string, error: unknown): unknown {
  if (error instanceof Failure) return new Failure(error.code, `the table ${name.slice(0, 100)}: ${error.message}`, { ...error.details, cause: error })
  const message = error instanceof Error ? error.message : ''
  if (/^Out of Memory|bad_alloc|cannot allocate|heap/i.test(message)) return error
  return new Failure('invalid', `the table ${name.slice(0, 100)}: a file of it is damaged or uses a feature that is not read`, { cause: error })
}
