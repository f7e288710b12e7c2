import type { ColumnType, JsonValue } from '#domain/semantics/sources/source.ts'

/** An integer as JSON: a number while a double holds it exactly, else its digits as text. */
export function jsonInteger(value: bigint): number | string {
  return value >= BigInt(Number.MIN_SAFE_INTEGER) && value <= BigInt(Number.MAX_SAFE_INTEGER) ? Number(value) : value.toString()
}

/** A decimal as JSON: a number up to 15 significant digits (which a double gives back unchanged), else text. */
export function jsonDecimal(text: string): number | string {
  if (text.length <= 15) return Number(text)
  const digits = (text.includes('.') ? text.replace(/0+$/, '') : text).replace(/^-?[0.]*/, '').replace('.', '')
  return digits.length <= 15 ? Number(text) : text
}

/** A double as JSON, which knows neither NaN nor infinity. */
export function jsonNumber(value: number): number | null {
  return Number.isFinite(value) ? value : null
}

/** Stored JSON text as a value, unless parsing would round one of its numbers. */
export function jsonDocument(text: string): JsonValue {
  if (/\d[\d.]{15,}/.test(text)) return text
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}

/** Bytes as base64. */
export function jsonBytes(bytes: Uint8Array): string {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('base64')
}

/** Most moments, of which nothing has to be taken apart. */
const SECONDS = /^\d{4}-\d\d-\d\d[ T]\d\d:\d\d:\d\d$/

/** `2024-05-06 07:08:09.120000+00` as `2024-05-06T07:08:09.120Z`: `T` between, a fraction of 3, 6 or 9 digits or none, `Z` only when the value has a zone. */
export function jsonTimestamp(text: string): string {
  if (SECONDS.test(text)) return `${text.slice(0, 10)}T${text.slice(11)}`
  const match = /^(-?\d{4,}-\d{2}-\d{2})[ T](\d{2}:\d{2}(?::\d{2})?)(?:\.(\d+))?(Z|[+-]\d{2}(?::?\d{2})?)?$/.exec(text)
  if (!match) return text
  const [, date, time = '', fraction = '', zone = ''] = match
  return `${date}T${time.length === 5 ? `${time}:00` : time}${jsonFraction(fraction)}${/^[+-]00(:?00)?$/.test(zone) ? 'Z' : zone}`
}

/** `07:08:09.120000` as `07:08:09.120`. */
export function jsonTime(text: string): string {
  return text.replace(/\.(\d+)/, (_, fraction: string) => jsonFraction(fraction))
}

function jsonFraction(digits: string): string {
  const kept = digits.replace(/0+$/, '')
  return kept === '' ? '' : `.${kept.padEnd(Math.ceil(kept.length / 3) * 3, '0')}`
}

const SHAPES: [ColumnType, RegExp][] = [
  ['date', /^\d{4}-(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])$/],
  ['timestamp', /^\d{4}-(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])([ T]([01]\d|2[0-3]):[0-5]\d(:[0-5]\d(\.\d{1,9})?)?(Z|[+-]\d{2}(:?\d{2})?)?)?$/],
  ['time', /^([01]\d|2[0-3]):[0-5]\d:[0-5]\d(\.\d{1,9})?$/],
]

/** The temporal type of texts of which more than 95 % have its ISO 8601 shape; null when they have none. */
export function temporalType(texts: string[]): ColumnType | null {
  if (texts.length === 0) return null
  return SHAPES.find(([, shape]) => texts.filter((text) => shape.test(text)).length > texts.length * 0.95)?.[0] ?? null
}

/** About how many bytes a value takes on the wire; keeps a result within its byte limit. */
export function jsonSize(value: JsonValue): number {
  if (typeof value === 'string') return value.length + 3
  if (value === null || typeof value !== 'object') return 8
  return Array.isArray(value)
    ? value.reduce<number>((sum, item) => sum + jsonSize(item), 2)
    : Object.entries(value).reduce((sum, [key, item]) => sum + key.length + 4 + jsonSize(item), 2)
}
