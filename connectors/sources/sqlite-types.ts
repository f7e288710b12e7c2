import { isMissingWord } from '#domain/semantics/extraction/missing-marks.ts'
import type { ColumnType } from '#domain/semantics/sources/source.ts'
import { temporalType } from './json-values.ts'

/** A value as SQLite's drivers give it. */
export type SqliteValue = null | number | bigint | string | Uint8Array

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
export function columnType(declared: string | null, values: SqliteValue[]): ColumnType {
  const type = declaredType(declared)
  const present = values.filter((value) => value !== null)
  if (type === null || type === 'other') return present.length === 0 ? 'text' : typeBesideMarks(present)
  if (present.length === 0) return type
  if (type === 'text' || type === 'date' || type === 'timestamp' || type === 'time') return typeBesideMarks(present)
  return type
}

/** Texts that say in places that there is nothing (a blank, UNKNOWN) are read as texts, whose profile tells how they say it. */
function typeBesideMarks(values: SqliteValue[]): ColumnType {
  return values.some((value) => typeof value === 'string' && (value.trim() === '' || isMissingWord(value))) ? 'text' : valueType(values)
}

/** The type values themselves show. */
export function valueType(values: SqliteValue[]): ColumnType {
  const kinds = new Set<string>(values.map((value) => (value instanceof Uint8Array ? 'binary' : typeof value)))
  if (kinds.size === 0) return 'text'
  if (kinds.has('string')) {
    const texts = values.filter((value) => typeof value === 'string')
    return texts.length > values.length * 0.95 ? (temporalType(texts) ?? 'text') : 'text'
  }
  if (kinds.has('binary')) return 'binary'
  return kinds.has('number') ? 'number' : 'integer'
}
