import type { ResultSet, Row, Value } from '@libsql/client/web'
import type { ColumnType, JsonValue } from '#domain/semantics/sources/source.ts'
import { jsonBytes, jsonInteger, jsonNumber, jsonTime, jsonTimestamp } from '../json-values.ts'
import { columnType, type SqliteValue, valueType } from '../sqlite-types.ts'

/** The columns of a result: one read straight from a table has the type it was declared with, an expression that of its values. */
export function columnsOf({ columns, columnTypes, rows }: ResultSet): { name: string; type: ColumnType }[] {
  return columns.map((name, index) => {
    const values = rows.map((row) => plain(row[index] ?? null))
    const declared = columnTypes[index] || null
    return { name, type: declared === null ? valueType(values.filter((value) => value !== null)) : columnType(declared, values) }
  })
}

export function jsonRow(row: Row, columns: { type: ColumnType }[]): JsonValue[] {
  return columns.map(({ type }, index) => jsonValue(plain(row[index] ?? null), type))
}

export const plain = (value: Value): SqliteValue => (value instanceof ArrayBuffer ? new Uint8Array(value) : value)

function jsonValue(value: SqliteValue, type: ColumnType): JsonValue {
  if (value === null) return null
  if (value instanceof Uint8Array) return jsonBytes(value)
  if (typeof value === 'bigint') return type === 'boolean' && (value === 0n || value === 1n) ? value === 1n : jsonInteger(value)
  if (typeof value === 'number') return jsonNumber(value)
  if (type === 'timestamp') return jsonTimestamp(value)
  return type === 'time' ? jsonTime(value) : value
}
