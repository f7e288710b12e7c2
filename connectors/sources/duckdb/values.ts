import {
  DuckDBArrayType,
  DuckDBArrayValue,
  DuckDBBlobValue,
  DuckDBDecimalValue,
  DuckDBListType,
  DuckDBListValue,
  DuckDBMapType,
  DuckDBMapValue,
  DuckDBStructType,
  DuckDBStructValue,
  DuckDBTimestampTZValue,
  type DuckDBType,
  DuckDBTypeId,
  DuckDBUnionType,
  DuckDBUnionValue,
  type DuckDBValue,
} from '@duckdb/node-api'
import type { ColumnType, JsonValue } from '#domain/semantics/sources/source.ts'
import { jsonBytes, jsonDecimal, jsonDocument, jsonInteger, jsonNumber, jsonTime, jsonTimestamp } from '../json-values.ts'

const T = DuckDBTypeId
const TYPES = new Map<DuckDBTypeId, ColumnType>([
  [T.BOOLEAN, 'boolean'],
  ...[T.TINYINT, T.SMALLINT, T.INTEGER, T.BIGINT, T.UTINYINT, T.USMALLINT, T.UINTEGER, T.UBIGINT, T.HUGEINT, T.UHUGEINT, T.BIGNUM].map(
    (id) => [id, 'integer'] as const,
  ),
  [T.FLOAT, 'number'],
  [T.DOUBLE, 'number'],
  [T.DECIMAL, 'decimal'],
  [T.DATE, 'date'],
  ...[T.TIME, T.TIME_TZ, T.TIME_NS].map((id) => [id, 'time'] as const),
  ...[T.TIMESTAMP, T.TIMESTAMP_S, T.TIMESTAMP_MS, T.TIMESTAMP_NS, T.TIMESTAMP_TZ].map((id) => [id, 'timestamp'] as const),
  [T.VARCHAR, 'text'],
  [T.ENUM, 'text'],
  [T.UUID, 'text'],
  [T.BLOB, 'binary'],
  ...[T.LIST, T.STRUCT, T.MAP, T.ARRAY, T.UNION, T.VARIANT].map((id) => [id, 'json'] as const),
])

export function columnTypeOf(type: DuckDBType): ColumnType {
  return type.alias === 'JSON' ? 'json' : (TYPES.get(type.typeId) ?? 'other')
}

/** A DuckDB value as JSON without losing digits: dates `2024-05-06`, timestamps `2024-05-06T07:08:09[.sss]` (`Z` when they have a zone), bytes base64, intervals and bits as text. */
export function jsonFromDuckdb(value: DuckDBValue, type: DuckDBType): JsonValue {
  if (value === null) return null
  if (typeof value === 'boolean') return value
  if (typeof value === 'bigint') return jsonInteger(value)
  if (typeof value === 'number') return jsonNumber(value)
  if (typeof value === 'string') return type.alias === 'JSON' ? jsonDocument(value) : value
  if (value instanceof DuckDBDecimalValue) return jsonDecimal(value.toString())
  if (value instanceof DuckDBBlobValue) return jsonBytes(value.bytes)
  if (value instanceof DuckDBTimestampTZValue) return jsonTimestamp(value.toString())
  if (TYPES.get(type.typeId) === 'timestamp') return jsonTimestamp(value.toString())
  if (TYPES.get(type.typeId) === 'time') return jsonTime(value.toString())
  return jsonFromNested(value, type)
}

function jsonFromNested(value: Exclude<DuckDBValue, null>, type: DuckDBType): JsonValue {
  if ((value instanceof DuckDBListValue && type instanceof DuckDBListType) || (value instanceof DuckDBArrayValue && type instanceof DuckDBArrayType)) {
    return value.items.map((item) => jsonFromDuckdb(item, type.valueType))
  }
  if (value instanceof DuckDBStructValue && type instanceof DuckDBStructType) {
    return Object.fromEntries(type.entryNames.map((name, index) => [name, jsonFromDuckdb(value.entries[name] ?? null, type.entryTypes[index] ?? type)]))
  }
  if (value instanceof DuckDBMapValue && type instanceof DuckDBMapType) {
    return value.entries.map((entry) => ({ key: jsonFromDuckdb(entry.key, type.keyType), value: jsonFromDuckdb(entry.value, type.valueType) }))
  }
  if (value instanceof DuckDBUnionValue && type instanceof DuckDBUnionType) {
    return jsonFromDuckdb(value.value, type.memberTypeForTag(value.tag))
  }
  return value.toString()
}
