import type { DuckDBConnection } from '@duckdb/node-api'
import { literal } from '#connectors/sources/quote.ts'
import { Failure } from '#domain/failure.ts'
import type { StoredTable } from '../stored.ts'
import { storeTable } from './tables.ts'

/** Reads every row once and writes it anew, so that no later query meets the uploaded bytes. */
export async function ingestParquet(connection: DuckDBConnection, path: string, table: { directory: string; name: string }): Promise<StoredTable> {
  try {
    return await storeTable(connection, `select * from read_parquet(${literal(path)})`, { ...table, index: 0, primaryKey: [], foreignKeys: [] })
  } catch (error) {
    if (error instanceof Failure || /^Out of Memory/.test(error instanceof Error ? error.message : '')) throw error
    throw new Failure('invalid', 'the Parquet file is damaged or uses a feature that is not read', { param: 'file', cause: error })
  }
}
