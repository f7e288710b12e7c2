import { rm } from 'node:fs/promises'
import type { DuckDBConnection } from '@duckdb/node-api'
import { literal } from '#connectors/sources/quote.ts'
import { uniqueNames } from '#connectors/sources/table-name.ts'
import { Failure } from '#domain/failure.ts'
import type { StoredTable } from '../stored.ts'
import { settleTypes } from './csv-types.ts'
import { parquetOptions, type Rejects, readObjects, refuseTooWide, storeTable } from './tables.ts'

const MAX_TOLD = 20
const MAX_REJECTS = 100_000
const WIDE = 50

export type CsvDialect = {
  delimiter: string
  quote: string
  escape: string
  skip: number
  header: boolean
  columns: { name: string; type: string }[]
  dateFormat: string | null
  timestampFormat: string | null
}

/**
 * Reads a delimited text file in two steps: every field as text, each line that does not fit reported; then types, which hold for every row or fall back to text.
 * DuckDB's sniffer proposes the dialect and the types from a sample.
 */
export async function ingestCsv(
  connection: DuckDBConnection,
  path: string,
  table: { directory: string; name: string },
): Promise<{ table: StoredTable } & Rejects> {
  const dialect = await sniff(connection, path)
  refuseTooWide(table.name, dialect.columns.length)
  const raw = `${table.directory}/raw.parquet`
  // Each thread holds a vector of every column.
  if (dialect.columns.length > WIDE) await connection.run('set threads = 1')
  await connection.run(`copy (select * from ${readCsv(path, dialect)}) to ${literal(raw)} ${parquetOptions(dialect.columns.length)}`)
  const rejects = await readRejects(connection, dialect)
  const typed = await settleTypes(connection, raw, dialect)
  const stored = await storeTable(connection, `select ${typed} from read_parquet(${literal(raw)})`, { ...table, index: 0, primaryKey: [], foreignKeys: [] })
  await rm(raw)
  if (stored.rows === 0 && rejects.rejectedLines > dialect.skip)
    throw new Failure('invalid', 'no line of the file fits its header', { param: 'file', details: told(rejects) })
  return { table: stored, ...rejects }
}

/** A strict sniff drops what it cannot place: ragged lines end up as one column or as lines to skip, in which case the lenient sniff knows better. */
async function sniff(connection: DuckDBConnection, path: string): Promise<CsvDialect> {
  const strict = await sniffOnce(connection, path, '')
  if (strict && strict.columns.length > 1 && strict.skip === 0) return strict
  const lenient = await sniffOnce(connection, path, ', skip = 0, strict_mode = false, ignore_errors = true')
  const best = lenient && lenient.columns.length > 1 ? lenient : (strict ?? lenient)
  if (!best) throw new Failure('invalid', 'the file could not be read as a table of delimited text', { param: 'file' })
  return best
}

async function sniffOnce(connection: DuckDBConnection, path: string, options: string): Promise<CsvDialect | null> {
  try {
    const [found] = await readObjects(connection, `select * from sniff_csv(${literal(path)}, sample_size = 200000, comment = ''${options})`)
    if (!found) return null
    const columns = found.Columns as { name: string; type: string }[]
    const names = uniqueNames(columns.map((column) => column.name.trim() || 'column'))
    const quote = given(found.Quote) ?? '"'
    return {
      delimiter: given(found.Delimiter) ?? ',',
      quote,
      escape: given(found.Escape) ?? quote,
      skip: Number(found.SkipRows),
      header: found.HasHeader === true,
      columns: columns.map((column, index) => ({ name: names[index] ?? column.name, type: column.type })),
      dateFormat: given(found.DateFormat),
      timestampFormat: given(found.TimestampFormat),
    }
  } catch (error) {
    if (/out of memory/i.test(String(error))) throw error
    return null
  }
}

function given(value: unknown): string | null {
  return typeof value === 'string' && value !== '' && value !== '(empty)' ? value : null
}

function readCsv(path: string, dialect: CsvDialect): string {
  const columns = dialect.columns.map((column) => `${literal(column.name)}: 'VARCHAR'`).join(', ')
  const options = [
    `columns = {${columns}}`,
    `delim = ${literal(dialect.delimiter)}`,
    `quote = ${literal(dialect.quote)}`,
    `escape = ${literal(dialect.escape)}`,
    `header = ${dialect.header}`,
    `skip = ${dialect.skip}`,
    "comment = ''",
    'auto_detect = false',
    'store_rejects = true',
    `rejects_limit = ${MAX_REJECTS}`,
  ]
  return `read_csv(${literal(path)}, ${options.join(', ')})`
}

async function readRejects(connection: DuckDBConnection, dialect: CsvDialect): Promise<Rejects> {
  const found = await readObjects(
    connection,
    `select line, first(error_type) as kind, first(error_message order by column_idx) as first_message, last(error_message order by column_idx) as last_message from reject_errors group by line order by line`,
  )
  if (found.length >= MAX_REJECTS / 2) throw new Failure('invalid', 'too many lines of the file do not fit its header', { param: 'file' })
  const skipped = Array.from({ length: dialect.skip }, (_, index) => ({ line: index + 1, reason: 'stands before the header' }))
  const rejected = found.map((row) => ({ line: Number(row.line), reason: reasonOf(String(row.kind), String(row.first_message), String(row.last_message)) }))
  const all = [...skipped, ...rejected]
  return { rejects: all.slice(0, MAX_TOLD), rejectedLines: all.length }
}

function reasonOf(kind: string, first: string, last: string): string {
  const counts = /Columns: (\d+) Found: (\d+)/.exec(kind === 'TOO MANY COLUMNS' ? last : first)
  if (counts) return `has ${counts[2]} fields where the header has ${counts[1]}`
  const reasons: Record<string, string> = {
    'UNQUOTED VALUE': 'has a quote that does not close',
    'INVALID ENCODING': 'is not valid text',
    'INVALID UNICODE': 'is not valid text',
    'LINE SIZE OVER MAXIMUM': 'is too long',
  }
  return reasons[kind] ?? 'could not be read'
}

function told(rejects: Rejects): { path: string; message: string }[] {
  return rejects.rejects.map(({ line, reason }) => ({ path: `line ${line}`, message: reason }))
}
