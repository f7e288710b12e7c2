import type { ColumnType, JsonValue } from '#domain/semantics/sources/source.ts'
import { jsonDecimal, jsonDocument, jsonInteger, jsonTime, jsonTimestamp } from '../json-values.ts'

/** What a ClickHouse type means here: its place in our list, whether it may be null, and how its JSON becomes ours. */
export type ClickhouseType = { type: ColumnType; nullable: boolean; json: (value: JsonValue) => JsonValue }

const asIs = (value: JsonValue): JsonValue => value
const plain = (type: ColumnType, json: (value: JsonValue) => JsonValue = asIs): ClickhouseType => ({
  type,
  nullable: false,
  json: (value) => (value === null ? null : json(value)),
})

/** Reads a type as ClickHouse words it: `LowCardinality(Nullable(String))`, `Array(DateTime64(3, 'UTC'))`. Moments keep the time zone of their column or server, as the server prints them. */
export function clickhouseType(declared: string): ClickhouseType {
  const [, name = declared, inside = ''] = /^(\w+)(?:\((.*)\))?$/s.exec(declared.trim()) ?? []
  if (name === 'Nullable') return { ...clickhouseType(inside), nullable: true }
  if (name === 'LowCardinality') return clickhouseType(inside)
  if (name === 'SimpleAggregateFunction') return clickhouseType(inside.slice(inside.indexOf(',') + 1))
  if (name === 'Bool') return plain('boolean')
  if (/^U?Int\d+$/.test(name)) return plain('integer', integerOf)
  if (/^B?Float\d+$/.test(name)) return plain('number', (value) => (typeof value === 'number' ? value : null))
  if (/^Decimal\d*$/.test(name)) return plain('decimal', (value) => jsonDecimal(String(value)))
  if (name === 'String' || name === 'UUID' || /^IPv\d$/.test(name) || /^Enum\d+$/.test(name) || name === 'Nothing') return plain('text')
  if (name === 'FixedString') return plain('text', (value) => (typeof value === 'string' ? value.replace(/\0+$/, '') : value))
  if (name === 'Date' || name === 'Date32') return plain('date')
  if (name === 'DateTime' || name === 'DateTime64') return plain('timestamp', (value) => jsonTimestamp(String(value)))
  if (name === 'Time' || name === 'Time64') return plain('time', (value) => jsonTime(String(value)))
  if (name === 'Array') {
    const of = clickhouseType(inside)
    return plain('json', (value) => (Array.isArray(value) ? value.map(of.json) : value))
  }
  if (name === 'Object') return plain('json', (value) => (typeof value === 'string' ? jsonDocument(value) : value))
  if (/^(?:Map|Tuple|Nested|JSON|Variant|Dynamic|Point|Ring|LineString|MultiLineString|Polygon|MultiPolygon|Geometry|QBit)$/.test(name)) return plain('json')
  return plain('other')
}

/** 64 bits and more come as text. */
function integerOf(value: JsonValue): JsonValue {
  if (typeof value !== 'string') return value
  return value.length <= 15 ? Number(value) : jsonInteger(BigInt(value))
}

/** A value as the `param_…` of a query, whose form is that of a tab-separated field. */
export function parameterText(value: string | number | boolean | null): string {
  if (value === null) return '\\N'
  return String(value).replaceAll('\\', '\\\\').replaceAll('\t', '\\t').replaceAll('\n', '\\n').replaceAll('\r', '\\r').replaceAll('\0', '\\0')
}
