import type { QueryColumn } from '#domain/query/query-outcome.ts'
import type { JsonValue } from '#domain/semantics/sources/source.ts'
import { defused, distinctNames, textOf } from './cells.ts'

type Rows = AsyncIterable<JsonValue[][]>
const encoder = new TextEncoder()

const quoted = (text: string): string => (/[",\r\n]/.test(text) || text !== text.trim() ? `"${text.replaceAll('"', '""')}"` : text)

/** Comma-separated values (RFC 4180), with a line of names first. Cells that a spreadsheet would compute are defused. */
export async function* writeCsv(columns: readonly QueryColumn[], rows: Rows): AsyncGenerator<Uint8Array> {
  yield encoder.encode(`${columns.map(({ name }) => quoted(defused(name))).join(',')}\r\n`)
  for await (const part of rows) {
    const lines = part.map((row) => columns.map((_, at) => cellOf(row[at])).join(','))
    if (lines.length > 0) yield encoder.encode(`${lines.join('\r\n')}\r\n`)
  }
}

const cellOf = (cell: JsonValue | undefined): string => (typeof cell === 'number' || typeof cell === 'boolean' ? String(cell) : quoted(defused(textOf(cell))))

/** One JSON object to a line, by the names of the columns. */
export async function* writeNdjson(columns: readonly QueryColumn[], rows: Rows): AsyncGenerator<Uint8Array> {
  const names = distinctNames(columns)
  for await (const part of rows) {
    const lines = part.map((row) => JSON.stringify(Object.fromEntries(names.map((name, at) => [name, row[at] ?? null]))))
    if (lines.length > 0) yield encoder.encode(`${lines.join('\n')}\n`)
  }
}
