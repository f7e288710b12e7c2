import type { JsonValue } from '../semantics/sources/source.ts'
import type { QueryColumn } from './query-outcome.ts'

/** The files a result is saved as. */
export const TABLE_FORMATS = ['csv', 'ndjson', 'xlsx', 'parquet'] as const
export type TableFormat = (typeof TABLE_FORMATS)[number]

export const TABLE_TYPES: Record<TableFormat, string> = {
  csv: 'text/csv; charset=utf-8; header=present',
  ndjson: 'application/x-ndjson; charset=utf-8',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  parquet: 'application/vnd.apache.parquet',
}

/** Writes rows as a file, reading no more of them than it is asked for bytes: its memory does not grow with their number. */
export type TableWriter = {
  write(format: TableFormat, columns: readonly QueryColumn[], rows: AsyncIterable<JsonValue[][]>): AsyncIterable<Uint8Array>
}
