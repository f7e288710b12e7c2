import { open, rename, rm, writeFile } from 'node:fs/promises'
import type { DuckDBConnection } from '@duckdb/node-api'
import { createInstance } from '#connectors/sources/duckdb/database.ts'
import { tableNameOf } from '#connectors/sources/table-name.ts'
import type { FileFormat } from '#domain/semantics/sources/source.ts'
import { CONTENTS, type Contents, DATABASE, type StoredTable, UPLOAD } from '../stored.ts'
import { ingestCsv } from './csv.ts'
import { ingestJson } from './json.ts'
import { ingestParquet } from './parquet.ts'
import { prepareText } from './prepare-text.ts'
import { ingestSqlite } from './sqlite.ts'
import type { Rejects } from './tables.ts'
import { ingestXlsx } from './xlsx.ts'

const SQLITE_COPY_BYTES = 160 * 1024 * 1024

export type IngestLimits = { memoryBytes: number; threads: number }
export type Ingested = { tables: StoredTable[] } & Rejects

/** Turns the upload in `directory` into Parquet tables beside it and a list of contents, flushed to disk. Only what queries need is left there. */
export async function ingestFile(directory: string, name: string, format: FileFormat, limits: IngestLimits): Promise<Ingested> {
  const work = `${directory}/work.duckdb`
  // A database's values are kept on disk on their way.
  const memoryBytes = format === 'sqlite' ? Math.min(limits.memoryBytes / 2, SQLITE_COPY_BYTES) : limits.memoryBytes / 2
  const instance = await createInstance({ memoryBytes, threads: limits.threads }, format === 'sqlite' ? work : ':memory:')
  const connection = await instance.connect()
  let ingested: Ingested
  try {
    for (const setting of ["temp_directory = ''", "max_temp_directory_size = '0KB'", 'enable_external_file_cache = false'])
      await connection.run(`set ${setting}`)
    ingested = await readUpload(connection, directory, name, format, limits)
  } finally {
    connection.disconnectSync()
    instance.closeSync()
  }
  if (format === 'sqlite') await rename(`${directory}/${UPLOAD}`, `${directory}/${DATABASE}`)
  for (const left of [UPLOAD, 'decoded', 'work.duckdb', 'work.duckdb.wal']) await rm(`${directory}/${left}`, { force: true })
  const contents: Contents = { format, tables: ingested.tables }
  await writeFile(`${directory}/${CONTENTS}`, JSON.stringify(contents), { mode: 0o600 })
  for (const file of [CONTENTS, ...ingested.tables.map((table) => table.file)]) await flush(`${directory}/${file}`)
  return ingested
}

async function readUpload(connection: DuckDBConnection, directory: string, name: string, format: FileFormat, limits: IngestLimits): Promise<Ingested> {
  const upload = `${directory}/${UPLOAD}`
  const table = { directory, name: tableNameOf(name) }
  const whole = (tables: StoredTable[]): Ingested => ({ tables, rejects: [], rejectedLines: 0 })
  if (format === 'sqlite') return whole(await ingestSqlite(connection, upload, directory, limits.memoryBytes / 2))
  if (format === 'parquet') return whole([await ingestParquet(connection, upload, table)])
  if (format === 'xlsx') return ingestXlsx(connection, upload, table)
  const text = await prepareText(upload, `${directory}/decoded`, format === 'json' ? 'document' : format === 'ndjson' ? 'both' : 'lines')
  if (format === 'json' || format === 'ndjson') return whole([await ingestJson(connection, text, format, table)])
  const { table: stored, ...rejects } = await ingestCsv(connection, text, table)
  return { tables: [stored], ...rejects }
}

async function flush(path: string): Promise<void> {
  const file = await open(path, 'r+')
  await file.sync()
  await file.close()
}
