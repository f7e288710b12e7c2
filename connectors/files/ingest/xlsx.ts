import { once } from 'node:events'
import { createWriteStream } from 'node:fs'
import { rm } from 'node:fs/promises'
import { finished } from 'node:stream/promises'
import type { DuckDBConnection } from '@duckdb/node-api'
import { MAX_COLUMNS } from '#connectors/sources/limits.ts'
import { identifier, literal } from '#connectors/sources/quote.ts'
import { tableNameOf, uniqueNames } from '#connectors/sources/table-name.ts'
import { Failure } from '#domain/failure.ts'
import type { StoredTable } from '../stored.ts'
import { openArchive } from './archive.ts'
import { type Cell, type CellKind, type Row, readSheet } from './sheet.ts'
import { type Rejects, refuseTooWide, storeTable } from './tables.ts'
import { readWorkbook, type Workbook } from './workbook.ts'

/** Rows looked at for the one that names the columns. */
const HEADER_ROWS = 20
const FLUSH_CHARACTERS = 256 * 1024
const MAX_TOLD = 20
/** Bytes of one row as text. */
const MAX_LINE = 4 * 1024 * 1024

/** Each sheet with rows becomes a table named after it; a workbook's only one is named after the file. */
export async function ingestXlsx(
  connection: DuckDBConnection,
  path: string,
  { directory, name: fileTable }: { directory: string; name: string },
): Promise<{ tables: StoredTable[] } & Rejects> {
  const archive = await openArchive(path)
  const workbook = await readWorkbook(archive)
  const names = uniqueNames(workbook.sheets.map((sheet) => tableNameOf(sheet.name)))
  const tables: StoredTable[] = []
  const rejects: Rejects['rejects'] = []
  for (const [index, sheet] of workbook.sheets.entries()) {
    const staged = await stageSheet(archive.read(sheet.path), workbook, `${directory}/sheet.csv`)
    if (staged.rows > 0) {
      const name = names[index] ?? 'data'
      refuseTooWide(name, staged.columns.length)
      tables.push(
        await storeTable(connection, typedSelect(`${directory}/sheet.csv`, staged), { directory, index: tables.length, name, primaryKey: [], foreignKeys: [] }),
      )
      for (const line of staged.skipped) rejects.push({ line, reason: `stands before the header of the sheet ${sheet.name.slice(0, 60)}` })
    }
    await rm(`${directory}/sheet.csv`, { force: true })
  }
  const [only] = tables
  if (only && tables.length === 1) only.name = fileTable
  if (tables.length === 0) throw new Failure('invalid', 'the workbook holds no table', { param: 'file' })
  return { tables, rejects: rejects.slice(0, MAX_TOLD), rejectedLines: rejects.length }
}

type Column = { name: string; kinds: Set<CellKind> }
type Staged = { columns: Column[]; rows: number; skipped: number[] }

/** Writes the rows below the header as text, one line each, and notes what kinds of cells each column has. */
async function stageSheet(bytes: AsyncIterable<Uint8Array>, workbook: Workbook, path: string): Promise<Staged> {
  const output = createWriteStream(path, { flags: 'wx', mode: 0o600 })
  const head: Row[] = []
  const kinds: Set<CellKind>[] = []
  let header: (Cell | undefined)[] = []
  let skipped: number[] = []
  let rows = 0
  let buffer = ''
  const write = ({ cells }: Row) => {
    const fields: string[] = []
    for (let column = 0; column < cells.length; column++) {
      const cell = cells[column]
      if (cell) {
        kinds[column] ??= new Set()
        kinds[column]?.add(cell.kind)
      }
      fields.push(cell ? `"${cell.text.replaceAll('"', '""')}"` : '')
    }
    if (fields.length > MAX_COLUMNS) refuseTooWide('of a sheet', fields.length)
    const line = `${fields.join(',')}\n`
    if (line.length * 3 > MAX_LINE && Buffer.byteLength(line) > MAX_LINE)
      throw new Failure('invalid', 'a row of the workbook is longer than 4 MB', { param: 'file' })
    buffer += line
    rows++
  }
  const settle = () => {
    const found = headerOf(head)
    header = found === null ? [] : (head[found]?.cells ?? [])
    skipped = head.slice(0, found ?? 0).map((row) => row.number)
    for (const row of head.slice(found === null ? 0 : found + 1)) write(row)
    head.length = 0
  }
  let settled = false
  try {
    await readSheet(
      drained(bytes, output, () => {
        const ready = buffer
        buffer = ''
        return ready
      }),
      workbook,
      (row) => {
        if (settled) return write(row)
        head.push(row)
        settled = head.length === HEADER_ROWS
        if (settled) settle()
      },
    )
    if (!settled) settle()
    output.end(buffer)
    await finished(output)
  } finally {
    output.destroy()
  }
  const width = Math.max(kinds.length, header.length)
  const names = uniqueNames(Array.from({ length: width }, (_, column) => header[column]?.text.trim().slice(0, 200) || `column_${column + 1}`))
  return { rows, skipped, columns: names.map((name, column) => ({ name, kinds: kinds[column] ?? new Set() })) }
}

/** The bytes, with what their rows became written out between one chunk and the next. */
async function* drained(bytes: AsyncIterable<Uint8Array>, output: ReturnType<typeof createWriteStream>, take: () => string): AsyncIterable<Uint8Array> {
  let held = ''
  for await (const chunk of bytes) {
    yield chunk
    held += take()
    if (held.length < FLUSH_CHARACTERS) continue
    if (!output.write(held)) await once(output, 'drain')
    held = ''
  }
  if (held !== '' && !output.write(held)) await once(output, 'drain')
}

/** The first of the first rows that is all text and nearly as wide as the widest, when there are rows below it. */
function headerOf(rows: Row[]): number | null {
  const filled = (row: Row) => row.cells.filter((cell) => cell !== undefined).length
  const widest = Math.max(0, ...rows.map(filled))
  const found = rows.findIndex((row) => filled(row) >= Math.max(1, widest * 0.8))
  const row = rows[found]
  if (!row || found === rows.length - 1) return null
  return row.cells.every((cell) => cell === undefined || cell.kind === 'text') ? found : null
}

function typedSelect(path: string, { columns }: Staged): string {
  const raw = columns.map((_, index) => `'c${index}': 'VARCHAR'`).join(', ')
  const options = `auto_detect = false, header = false, delim = ',', quote = '"', escape = '"', null_padding = true, parallel = false, max_line_size = ${MAX_LINE}, buffer_size = ${4 * MAX_LINE}, allow_quoted_nulls = false`
  const list = columns.map(({ name, kinds }, index) => `${cast(`c${index}`, typeOf(kinds))} as ${identifier(name)}`)
  return `select ${list.join(', ')} from read_csv(${literal(path)}, columns = {${raw}}, ${options})`
}

function cast(value: string, type: string): string {
  return type === 'VARCHAR' ? value : `cast(${value} as ${type})`
}

/** What holds every cell of a column. */
function typeOf(kinds: Set<CellKind>): string {
  const only = (...allowed: CellKind[]) => kinds.size > 0 && [...kinds].every((kind) => allowed.includes(kind))
  if (only('boolean')) return 'BOOLEAN'
  if (only('integer')) return 'BIGINT'
  if (only('integer', 'number')) return 'DOUBLE'
  if (only('date')) return 'DATE'
  if (only('time')) return 'TIME'
  if (only('date', 'timestamp')) return 'TIMESTAMP'
  return 'VARCHAR'
}
