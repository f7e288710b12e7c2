import type { DatabaseSync, SQLOutputValue } from 'node:sqlite'
import type { ColumnType } from '#domain/semantics/source.ts'
import { temporalType } from '../json-values.ts'
import { identifier } from '../quote.ts'
import { readRows } from './rows.ts'

const SAMPLE_ROWS = 500

/** The type a declaration names, by its words and then by SQLite's affinity rules (sqlite.org/datatype3.html §3.1); null for no declaration. */
function declaredType(declared: string | null): ColumnType | null {
  const words = (declared ?? '').toLowerCase()
  if (words === '') return null
  if (/bool/.test(words)) return 'boolean'
  if (/json/.test(words)) return 'json'
  if (/timestamp|datetime/.test(words)) return 'timestamp'
  if (/date/.test(words)) return 'date'
  if (/time/.test(words)) return 'time'
  if (/int/.test(words)) return 'integer'
  if (/char|clob|text|string|uuid/.test(words)) return 'text'
  if (/blob|binary/.test(words)) return 'binary'
  if (/real|floa|doub/.test(words)) return 'number'
  if (/dec|num|money/.test(words)) return 'decimal'
  return 'other'
}

/** The type of a column from its declaration and some of its values: SQLite keeps dates as text, and its declarations bind nothing. */
export function columnType(declared: string | null, values: SQLOutputValue[]): ColumnType {
  const type = declaredType(declared)
  const present = values.filter((value) => value !== null)
  if (type === null || type === 'other') return present.length === 0 ? 'text' : valueType(present)
  if (present.length === 0) return type
  if (type === 'text' || type === 'date' || type === 'timestamp' || type === 'time') return valueType(present)
  return type
}

/** The type values themselves show. */
export function valueType(values: SQLOutputValue[]): ColumnType {
  const kinds = new Set<string>(values.map((value) => (value instanceof Uint8Array ? 'binary' : typeof value)))
  if (kinds.size === 0) return 'text'
  if (kinds.has('string')) {
    const texts = values.filter((value) => typeof value === 'string')
    return texts.length > values.length * 0.95 ? (temporalType(texts) ?? 'text') : 'text'
  }
  if (kinds.has('binary')) return 'binary'
  return kinds.has('number') ? 'number' : 'integer'
}

/** Types of a table's columns, in order, looking at its first rows. */
export function sampleColumnTypes(database: DatabaseSync, table: string, columns: { name: string; declared: string | null }[]): ColumnType[] {
  const statement = database.prepare(`select ${columns.map((column) => identifier(column.name)).join(', ')} from ${identifier(table)} limit ${SAMPLE_ROWS}`)
  statement.setReturnArrays(true)
  const rows = readRows(statement.iterate())
  return columns.map((column, index) =>
    columnType(
      column.declared,
      rows.map((row) => row[index] ?? null),
    ),
  )
}
