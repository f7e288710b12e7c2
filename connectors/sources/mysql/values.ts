import type { FieldPacket } from 'mysql2'
import type { ColumnType, JsonValue } from '#domain/semantics/sources/source.ts'
import { jsonBytes, jsonDecimal, jsonDocument, jsonInteger, jsonNumber, jsonTime, jsonTimestamp } from '../json-values.ts'

/** A column of a result as the protocol describes it. */
export type ResultField = Pick<FieldPacket, 'name'> & {
  columnType?: number | undefined
  columnLength?: number | undefined
  characterSet?: number | undefined
  flags?: number | string[] | undefined
  extendedFormat?: string | undefined
  extendedTypeName?: string | undefined
}
/** `json` is given no null. */
export type ResultColumn = { name: string; type: ColumnType; json: (value: unknown) => JsonValue }

const BINARY = 63
const UNSIGNED = 32

/** Codes of the protocol: dev.mysql.com/doc/dev/mysql-server/latest/field__types_8h.html */
const T = { decimal: 0, tiny: 1, short: 2, long: 3, float: 4, double: 5, null: 6, timestamp: 7, longlong: 8, int24: 9, date: 10, time: 11, datetime: 12 }
const U = { year: 13, newdate: 14, bit: 16, vector: 242, json: 245, newdecimal: 246, enum: 247, set: 248, geometry: 255 }

/** What a result's column holds, and how each of its values becomes JSON without losing digits: a TIMESTAMP ends in `Z`, for sessions run in UTC. */
export function resultColumn(field: ResultField): ResultColumn {
  const { columnType: code = -1, columnLength = 0, characterSet } = field
  const as = (type: ColumnType, json: (value: never) => JsonValue): ResultColumn => ({ name: field.name, type, json: json as (value: unknown) => JsonValue })
  if (field.extendedFormat === 'json' || code === U.json) return as('json', jsonDocument)
  switch (code) {
    case T.tiny:
      if (columnLength === 1 && (Number(field.flags ?? 0) & UNSIGNED) === 0) return as('boolean', booleanOf)
      return as('integer', integerOf)
    case T.short:
    case T.long:
    case T.int24:
    case U.year:
      return as('integer', integerOf)
    case T.longlong:
      return as('integer', integerOf)
    case U.bit:
      return columnLength === 1 ? as('boolean', (bytes: Uint8Array) => bitsOf(bytes) === 1n) : as('integer', (bytes: Uint8Array) => jsonInteger(bitsOf(bytes)))
    case T.decimal:
    case U.newdecimal:
      return as('decimal', jsonDecimal)
    case T.float:
      return as('number', (value: number) => jsonNumber(singlePrecision(value)))
    case T.double:
      return as('number', jsonNumber)
    case T.date:
    case U.newdate:
      return as('date', (text: string) => (text.startsWith('0000-00-00') ? null : text))
    case T.datetime:
      return as('timestamp', (text: string) => momentOf(text, ''))
    case T.timestamp:
      return as('timestamp', (text: string) => momentOf(text, 'Z'))
    case T.time:
      return as('time', jsonTime)
    case T.null:
    case U.enum:
    case U.set:
      return as('text', textOf)
    case U.geometry:
    case U.vector:
      return as('other', otherOf)
    default:
      return characterSet === BINARY && field.extendedTypeName === undefined ? as('binary', jsonBytes) : as('text', textOf)
  }
}

const booleanOf = (value: number | string): JsonValue => (Number(value) === 1 ? true : Number(value) === 0 ? false : Number(value))

function integerOf(value: number | string): number | string {
  if (typeof value === 'number') return value
  return value.length <= 15 ? Number(value) : jsonInteger(BigInt(value))
}

/** The shortest decimal that is this single-precision number: the binary protocol widens 0.1 to 0.10000000149011612. */
function singlePrecision(value: number): number {
  for (let digits = 6; digits < 9; digits++) {
    const short = Number(value.toPrecision(digits))
    if (Math.fround(short) === Math.fround(value)) return short
  }
  return value
}

/** The zero date stands for none. */
const momentOf = (text: string, zone: string): JsonValue => (text.startsWith('0000-00-00') ? null : jsonTimestamp(text) + zone)

function bitsOf(bytes: Uint8Array): bigint {
  return bytes.reduce((sum, byte) => (sum << 8n) | BigInt(byte), 0n)
}

const textOf = (value: unknown): JsonValue => (value instanceof Uint8Array ? jsonBytes(value) : String(value))

function otherOf(value: unknown): JsonValue {
  if (value instanceof Uint8Array) return jsonBytes(value)
  return typeof value === 'object' ? (JSON.parse(JSON.stringify(value)) as JsonValue) : String(value)
}
