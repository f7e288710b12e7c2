import type { DuckDBConnection } from '@duckdb/node-api'
import { columnTypeOf } from '#connectors/sources/duckdb/values.ts'
import { MAX_COLUMNS } from '#connectors/sources/limits.ts'
import { literal } from '#connectors/sources/quote.ts'
import { Failure } from '#domain/failure.ts'
import type { ForeignKey } from '#domain/semantics/sources/source.ts'
import type { StoredTable } from '../stored.ts'

export type Keys = { primaryKey: string[]; foreignKeys: ForeignKey[] }
export type Rejects = { rejects: { line: number; reason: string }[]; rejectedLines: number }

/** Writes the rows of a query as the `index`-th Parquet file of `directory` and tells what it holds. */
export async function storeTable(
  connection: DuckDBConnection,
  query: string,
  table: { directory: string; index: number; name: string } & Keys,
): Promise<StoredTable> {
  const described = await connection.run(`select * from (${query}) limit 0`)
  const names = described.columnNames()
  const types = described.columnTypes()
  refuseTooWide(table.name, names.length)
  const file = `${table.index}.parquet`
  const path = literal(`${table.directory}/${file}`)
  await connection.run(`copy (${query}) to ${path} ${parquetOptions(names.length)}`)
  const counted = await connection.run(`select count(*) from read_parquet(${path})`)
  return {
    name: table.name,
    file,
    rows: Number((await counted.getRows())[0]?.[0] ?? 0),
    columns: names.map((name, index) => ({
      name,
      type: types[index] ? columnTypeOf(types[index]) : 'other',
      nativeType: String(types[index]?.alias ?? types[index] ?? '').slice(0, 500),
      nullable: !table.primaryKey.includes(name),
    })),
    primaryKey: table.primaryKey,
    foreignKeys: table.foreignKeys,
  }
}

export function refuseTooWide(name: string, columns: number): void {
  if (columns > MAX_COLUMNS) throw new Failure('invalid', `the table ${name} has ${columns} columns; at most ${MAX_COLUMNS} are read`, { param: 'file' })
}

/** How a table of so many columns is written. A row group and a dictionary for each column are held in memory meanwhile, so a wide table gets small ones. */
export function parquetOptions(columns: number): string {
  const rowGroup = Math.max(2048, Math.min(122_880, Math.floor(4_000_000 / Math.max(1, columns))))
  const dictionary = Math.max(16_384, Math.min(1_048_576, Math.floor(25_000_000 / Math.max(1, columns))))
  return `(format parquet, compression zstd, row_group_size ${rowGroup}, string_dictionary_page_size_limit ${dictionary})`
}

/** Rows of one of our own statements, one object each. */
export async function readObjects(connection: DuckDBConnection, sql: string): Promise<Record<string, unknown>[]> {
  return (await connection.run(sql)).getRowObjectsJson()
}
