import type { ColumnType, JsonValue } from '#domain/semantics/sources/source.ts'
import { jsonBytes, jsonDecimal, jsonDocument, jsonInteger, jsonNumber, jsonTime, jsonTimestamp } from '../json-values.ts'

type Parse = (text: string) => JsonValue
type Known = { type: ColumnType; parse: Parse }

const plain: Parse = (text) => text
const decimal: Parse = (text) => (/^-?\d/.test(text) ? jsonDecimal(text) : null)
const hexBytes: Parse = (text) => jsonBytes(Buffer.from(text.slice(2), 'hex'))

const integer: Known = { type: 'integer', parse: (text) => jsonInteger(BigInt(text)) }
const small: Known = { type: 'integer', parse: Number }
const double: Known = { type: 'number', parse: (text) => jsonNumber(Number(text)) }
const words: Known = { type: 'text', parse: plain }
const timestamp: Known = { type: 'timestamp', parse: jsonTimestamp }
const time: Known = { type: 'time', parse: jsonTime }
const json: Known = { type: 'json', parse: jsonDocument }

/** Built-in types by their OIDs, which never change: pg_type.dat. */
const KNOWN: Record<number, Known> = {
  16: { type: 'boolean', parse: (text) => text === 't' },
  17: { type: 'binary', parse: hexBytes },
  18: words,
  19: words,
  20: integer,
  21: small,
  23: small,
  25: words,
  26: small,
  114: json,
  700: double,
  701: double,
  790: words,
  1042: words,
  1043: words,
  1082: { type: 'date', parse: plain },
  1083: time,
  1114: timestamp,
  1184: timestamp,
  1266: time,
  1700: { type: 'decimal', parse: decimal },
  2950: words,
  3802: json,
  650: words,
  829: words,
  869: words,
}

/** The OID of an array type and that of its elements. */
const ARRAYS: [number, number][] = [
  [199, 114],
  [1000, 16],
  [1001, 17],
  [1002, 18],
  [1003, 19],
  [1005, 21],
  [1007, 23],
  [1009, 25],
  [1014, 1042],
  [1015, 1043],
  [1016, 20],
  [1021, 700],
  [1022, 701],
  [1028, 26],
  [1041, 869],
  [1115, 1114],
  [1182, 1082],
  [1183, 1083],
  [1185, 1184],
  [1231, 1700],
  [1270, 1266],
  [2951, 2950],
  [3807, 3802],
]

/** The first OID of types that are not built in: enumerations, composites, those of extensions. */
const FIRST_OF_USERS = 16_384

for (const [array, element] of ARRAYS) {
  const { parse } = KNOWN[element] ?? words
  KNOWN[array] = { type: 'json', parse: (text) => arrayOf(text, parse) }
}

/** The type of a column by the OID of its type and, where that says nothing, by the category its catalogue gives it. */
export function columnTypeOf(oid: number, category = ''): ColumnType {
  const known = KNOWN[oid]
  if (known) return known.type
  if (category === 'A') return 'json'
  if (category === 'E' || category === 'S') return 'text'
  return oid >= FIRST_OF_USERS && category === '' ? 'text' : 'other'
}

/** How the driver reads and writes values: as JSON values on the way in, and parameters as the text they are given as. */
export const driverTypes = Object.fromEntries(
  Object.entries(KNOWN).map(([oid, { parse }]) => [`t${oid}`, { to: Number(oid), from: [Number(oid)], parse, serialize: String }]),
)

/** `{1,NULL,"a \"b\"",{2}}` as values; a text that is no array comes back as it is. */
export function arrayOf(text: string, parse: Parse): JsonValue {
  const start = text.indexOf('{')
  if (start < 0) return text
  let at = start
  const read = (): JsonValue[] => {
    const items: JsonValue[] = []
    at += 1
    while (at < text.length) {
      const mark = text[at]
      if (mark === '}') {
        at += 1
        break
      }
      if (mark === ',') at += 1
      else if (mark === '{') items.push(read())
      else if (mark === '"') items.push(parse(quoted()))
      else {
        const end = /[,}]/.exec(text.slice(at))
        const bare = text.slice(at, end ? at + end.index : undefined)
        at += Math.max(bare.length, 1)
        items.push(bare === 'NULL' ? null : parse(bare))
      }
    }
    return items
  }
  const quoted = (): string => {
    let value = ''
    for (at += 1; at < text.length && text[at] !== '"'; at += 1) {
      if (text[at] === '\\') at += 1
      value += text[at]
    }
    at += 1
    return value
  }
  return read()
}
