import { type CellValue, writeXlsxStream } from 'hucre/xlsx'
import type { QueryColumn } from '#domain/query/query-outcome.ts'
import type { JsonValue } from '#domain/semantics/sources/source.ts'
import { isNumeric, textOf } from './cells.ts'

/** The longest text a cell of a sheet holds. */
const MOST_CHARACTERS = 32_767
const DATES = new Set(['date', 'timestamp'])

/** A workbook of one sheet (more where rows exceed what a sheet holds). Text is text, whatever it begins with: no cell is a formula. */
export async function* writeXlsx(columns: readonly QueryColumn[], rows: AsyncIterable<JsonValue[][]>): AsyncGenerator<Uint8Array> {
  async function* sheet(): AsyncGenerator<CellValue[]> {
    yield columns.map(({ name }) => name)
    for await (const part of rows) for (const row of part) yield columns.map((column, at) => cellOf(row[at], column))
  }
  const stream = writeXlsxStream(sheet(), { name: 'Data', repeatHeaders: true, freezePane: { rows: 1 } })
  const reader = stream.getReader()
  try {
    for (;;) {
      const { done, value } = await reader.read()
      if (done) return
      yield value
    }
  } finally {
    await reader.cancel().catch(() => {})
  }
}

function cellOf(cell: JsonValue | undefined, column: QueryColumn): CellValue {
  if (cell === null || cell === undefined) return null
  if (typeof cell === 'number' || typeof cell === 'boolean') return cell
  // A number of more digits than a double holds stays as it is written.
  if (typeof cell === 'string' && isNumeric(column) && String(Number(cell)) === cell) return Number(cell)
  if (typeof cell === 'string' && DATES.has(column.type) && column.grain === null) {
    const at = new Date(/T|\d \d/.test(cell) && !/(?:Z|[+-]\d\d:?\d\d)$/.test(cell) ? `${cell.replace(' ', 'T')}Z` : cell)
    if (!Number.isNaN(at.getTime()) && at.getUTCFullYear() >= 1900 && at.getUTCFullYear() < 10_000) return at
  }
  return textOf(cell).slice(0, MOST_CHARACTERS)
}
