import { type DuckDBConnection, DuckDBInstance } from '@duckdb/node-api'
import type { SourceTable } from '#domain/semantics/sources/source.ts'
import { identifier, literal } from '../quote.ts'

/** A table, what its rows are selected from, and the files that takes. */
export type StoredTable = { table: SourceTable; from: string; paths: string[] }
export type EngineLimits = { memoryBytes: number; threads: number }

/** One in-memory instance with a view per stored table, locked: it reads those files and nothing else, and no setting can change. */
export type DuckdbSource = { instance: DuckDBInstance; tables: SourceTable[]; close: () => void }

/** Opens the tables of a source, as `find` tells them before the instance is locked. The order of the settings matters: the last two forbid the ones before them. */
export async function openDuckdb(find: (connection: DuckDBConnection) => Promise<StoredTable[]>, limits: EngineLimits): Promise<DuckdbSource> {
  const instance = await createInstance(limits)
  const connection = await instance.connect()
  let stored: StoredTable[]
  try {
    await connection.run("set global timezone = 'UTC'")
    stored = await find(connection)
    for (const { table, from } of stored) await connection.run(`create view ${identifier(table.name)} as select * from ${from}`)
    const paths = stored.flatMap((table) => table.paths.map(literal)).join(', ')
    await lock(connection, [`set allowed_paths = [${paths}]`])
  } catch (error) {
    connection.disconnectSync()
    instance.closeSync()
    throw error
  }
  connection.disconnectSync()
  return { instance, tables: stored.map(({ table }) => table), close: () => instance.closeSync() }
}

/** An instance that has never heard of a file: only its parser is used. */
export async function openParser(): Promise<(sql: string) => Promise<string>> {
  const instance = await createInstance({ memoryBytes: 128 * 1024 * 1024, threads: 1 })
  const connection = await instance.connect()
  await lock(connection, [])
  return async (sql) => String((await connection.runAndReadAll('select json_serialize_sql($1::varchar)', [sql])).getRows()[0]?.[0])
}

/**
 * No extension is ever looked for, nothing spills to disk, and no plan rests on the least and greatest values of a table: a condition that they decide is worked out
 * while the statement is planned, and its failure would tell of rows that a row filter hides. `path` is a database file, by default none.
 */
export function createInstance(limits: EngineLimits, path = ':memory:'): Promise<DuckDBInstance> {
  return DuckDBInstance.create(path, {
    threads: String(limits.threads),
    max_memory: `${Math.floor(limits.memoryBytes / 1024 / 1024)}MB`,
    autoinstall_known_extensions: 'false',
    autoload_known_extensions: 'false',
    allow_community_extensions: 'false',
    disabled_optimizers: 'statistics_propagation',
  })
}

async function lock(connection: DuckDBConnection, settings: string[]): Promise<void> {
  const order = [
    "set global timezone = 'UTC'",
    "set temp_directory = ''",
    "set max_temp_directory_size = '0KB'",
    'set enable_external_file_cache = false',
    'set parquet_metadata_cache = true',
    ...settings,
    'set enable_external_access = false',
    'set lock_configuration = true',
  ]
  for (const setting of order) await connection.run(setting)
}
