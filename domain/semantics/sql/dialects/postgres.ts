import type { ColumnType } from '../../sources/source.ts'
import { type DialectRules, standardRules } from './rules.ts'

const patterns = { hour: 'YYYY-MM-DD HH24":00"', day: 'YYYY-MM-DD', month: 'YYYY-MM', quarter: 'YYYY-"Q"Q', year: 'YYYY' } as const
const parts = { month_of_year: 'MONTH', quarter_of_year: 'QUARTER', day_of_month: 'DAY', day_of_week: 'ISODOW', hour_of_day: 'HOUR' } as const
const missing: Partial<Record<ColumnType, string>> = {
  boolean: 'boolean',
  integer: 'numeric',
  number: 'numeric',
  decimal: 'numeric',
  text: 'text',
  date: 'date',
  time: 'time',
  timestamp: 'date',
}

export const postgres: DialectRules = {
  ...standardRules,
  text: (value) => `CAST(${value} AS text)`,
  number: (value) => `CASE WHEN ${value}::text ~ '^\\s*[-+]?(\\d+\\.?\\d*|\\.\\d+)([eE][-+]?\\d+)?\\s*$' THEN CAST(${value}::text AS double precision) END`,
  place: (text, of) => `STRPOS(${text}, ${of})`,
  double: (value) => `CAST(${value} AS double precision)`,
  flag: (value) => `CAST(${value} AS integer)`,
  // Each part of a union needs its type said; the widest of a kind of numbers and of moments is taken from the parts that have values.
  missing: (type) => (missing[type] === undefined ? 'NULL' : `CAST(NULL AS ${missing[type]})`),
  like: (value, pattern) => `CAST(${value} AS text) ILIKE ${pattern} ESCAPE '\\'`,
  aggregate: (name, value) => (name === 'AVG' ? `AVG(CAST(${value} AS double precision))` : `${name}(${value})`),
  correlation: (left, right) => `CORR(CAST(${left} AS double precision), CAST(${right} AS double precision))`,
  timestamp: (value) => `CAST(${value} AS timestamp)`,
  moment: (value, storage) => {
    if (storage === 'unix_seconds') return `(to_timestamp(${value}) AT TIME ZONE 'UTC')`
    if (storage === 'unix_milliseconds') return `(to_timestamp(${value} / 1000.0) AT TIME ZONE 'UTC')`
    if (storage === 'day_month_text' || storage === 'month_day_text') {
      const day = storage === 'month_day_text' ? 'MM/DD/YYYY' : 'DD/MM/YYYY'
      const text = `TRANSLATE(TRIM(${value}::text), '.-', '//')`
      return `CASE WHEN ${text} ~ '^\\d{1,2}/\\d{1,2}/\\d{4}' THEN CAST(TO_TIMESTAMP(${text}, '${day} HH24:MI:SS') AS timestamp) END`
    }
    if (storage !== 'iso_text') return value
    return `CASE WHEN ${value}::text ~ '^\\d{4}-(0[1-9]|1[0-2])-(0[1-9]|[12]\\d|3[01])([T ]\\d{2}:\\d{2}.*)?$' THEN CAST(${value} AS timestamp) END`
  },
  period: (moment, grain) => {
    if (grain === 'week') return `to_char(date_trunc('week', ${moment}), 'YYYY-MM-DD')`
    if (Object.hasOwn(patterns, grain)) return `to_char(${moment}, '${patterns[grain as keyof typeof patterns]}')`
    return `CAST(EXTRACT(${parts[grain as keyof typeof parts]} FROM ${moment}) AS integer)`
  },
  later: (moment, count, unit) => `${moment} + INTERVAL '${count} ${unit}'`,
  secondsBetween: (from, to) =>
    `CAST(EXTRACT(EPOCH FROM date_trunc('second', CAST(${to} AS timestamp)) - date_trunc('second', CAST(${from} AS timestamp))) AS bigint)`,
  nextYear: (label) => `(CAST(SUBSTR(${label}, 1, 4) AS integer) + 1) || SUBSTR(${label}, 5)`,
  // A bare placeholder takes the type of what it meets, and a whole-number column then refuses 1.5.
  bound: (placeholder, value) => {
    if (typeof value !== 'number') return placeholder
    return `CAST(${placeholder} AS ${Number.isSafeInteger(value) ? 'bigint' : 'double precision'})`
  },
}
