import type { TableFormat, TableWriter } from '#domain/query/table-file.ts'
import { writeCsv, writeNdjson } from './text.ts'

type Write = TableWriter['write']
type Writes = (columns: Parameters<Write>[1], rows: Parameters<Write>[2]) => AsyncIterable<Uint8Array>

/** The writers of each format; a format's library is loaded with its first file. */
const WRITERS: Record<TableFormat, () => Promise<Writes>> = {
  csv: async () => writeCsv,
  ndjson: async () => writeNdjson,
  xlsx: async () => (await import('./xlsx.ts')).writeXlsx,
  parquet: async () => (await import('./parquet.ts')).writeParquet,
}

/** Results as files. */
export const tableWriter: TableWriter = {
  async *write(format, columns, rows) {
    const write = await WRITERS[format]()
    yield* write(columns, rows)
  },
}
