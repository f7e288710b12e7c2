import { correlationOfMeans, type DialectRules, standardRules } from './rules.ts'

const parts = { month_of_year: 'month', quarter_of_year: 'quarter', day_of_month: 'day', day_of_week: 'isodow', hour_of_day: 'hour' } as const

export const duckdb: DialectRules = {
  ...standardRules,
  text: (value) => `CAST(${value} AS VARCHAR)`,
  number: (value) => `TRY_CAST(${value} AS DOUBLE)`,
  double: (value) => `CAST(${value} AS DOUBLE)`,
  flag: (value) => `CAST(${value} AS INTEGER)`,
  like: (value, pattern) => `${value} ILIKE ${pattern} ESCAPE '\\'`,
  // Of a column that does not vary it is NaN or an error by version.
  correlation: (left, right) => correlationOfMeans(left, right, duckdb.double),
  timestamp: (value) => `CAST(${value} AS TIMESTAMP)`,
  moment: (value, storage) => {
    if (storage === 'unix_seconds') return `epoch_ms(CAST(${value} * 1000 AS BIGINT))`
    if (storage === 'unix_milliseconds') return `epoch_ms(CAST(${value} AS BIGINT))`
    if (storage === 'day_month_text' || storage === 'month_day_text') {
      const day = storage === 'month_day_text' ? '%m/%d/%Y' : '%d/%m/%Y'
      return `TRY_STRPTIME(REPLACE(REPLACE(TRIM(${value}), '.', '/'), '-', '/'), ['${day} %H:%M:%S', '${day} %H:%M', '${day}'])`
    }
    return storage === 'iso_text' ? `TRY_CAST(${value} AS TIMESTAMP)` : value
  },
  period: (moment, grain) => {
    switch (grain) {
      case 'hour':
        return `strftime(${moment}, '%Y-%m-%d %H:00')`
      case 'day':
        return `strftime(${moment}, '%Y-%m-%d')`
      case 'week':
        return `strftime(date_trunc('week', ${moment}), '%Y-%m-%d')`
      case 'month':
        return `strftime(${moment}, '%Y-%m')`
      case 'quarter':
        return `strftime(${moment}, '%Y') || '-Q' || quarter(${moment})`
      case 'year':
        return `strftime(${moment}, '%Y')`
      default:
        return `${parts[grain]}(${moment})`
    }
  },
  later: (moment, count, unit) => `${moment} + INTERVAL ${count} ${unit}`,
  secondsBetween: (from, to) => `date_diff('second', CAST(${from} AS TIMESTAMP), CAST(${to} AS TIMESTAMP))`,
  nextYear: (label) => `(CAST(SUBSTR(${label}, 1, 4) AS INTEGER) + 1) || SUBSTR(${label}, 5)`,
}
