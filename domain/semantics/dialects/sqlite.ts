import { type DialectRules, standardRules } from './rules.ts'

const parts = { month_of_year: '%m', day_of_month: '%d', hour_of_day: '%H' } as const

export const sqlite: DialectRules = {
  ...standardRules,
  text: (value) => `CAST(${value} AS TEXT)`,
  number: (value) =>
    `CASE WHEN ${value} GLOB '*[0-9]*' AND ${value} NOT GLOB '*[0-9.][-+]*' AND TRIM(${value}, ' +-.eE0123456789') = '' THEN CAST(${value} AS REAL) END`,
  double: (value) => `CAST(${value} AS REAL)`,
  // FLOOR is not in every build.
  floor: (value) => `(CAST(${value} AS INTEGER) - (${value} < CAST(${value} AS INTEGER)))`,
  like: (value, pattern) => `${value} LIKE ${pattern} ESCAPE '\\'`,
  timestamp: (value) => value,
  moment: (value, storage) => {
    if (storage === 'unix_seconds') return `datetime(${value}, 'unixepoch')`
    if (storage === 'unix_milliseconds') return `datetime(${value} / 1000, 'unixepoch')`
    return value
  },
  period: (moment, grain) => {
    switch (grain) {
      case 'hour':
        return `strftime('%Y-%m-%d %H:00', ${moment})`
      case 'day':
        return `date(${moment})`
      case 'week':
        return `date(${moment}, 'weekday 0', '-6 days')`
      case 'month':
        return `strftime('%Y-%m', ${moment})`
      case 'quarter':
        return `strftime('%Y', ${moment}) || '-Q' || ${quarterOf(moment)}`
      case 'year':
        return `strftime('%Y', ${moment})`
      case 'quarter_of_year':
        return quarterOf(moment)
      case 'day_of_week':
        return `(CAST(strftime('%w', ${moment}) AS INTEGER) + 6) % 7 + 1`
      default:
        return `CAST(strftime('${parts[grain]}', ${moment}) AS INTEGER)`
    }
  },
  // The 31st a month later is the 3rd of the month after that one, so months are counted from their first day.
  later: (moment, count, unit) => (unit === 'month' ? `date(${moment}, 'start of month', '+${count} months')` : `datetime(${moment}, '+${count} ${unit}s')`),
  secondsBetween: (from, to) => `(CAST(strftime('%s', ${to}) AS INTEGER) - CAST(strftime('%s', ${from}) AS INTEGER))`,
  nextYear: (label) => `(CAST(SUBSTR(${label}, 1, 4) AS INTEGER) + 1) || SUBSTR(${label}, 5)`,
  parameter: (value) => (typeof value === 'boolean' ? Number(value) : value),
}

function quarterOf(moment: string): string {
  return `((CAST(strftime('%m', ${moment}) AS INTEGER) + 2) / 3)`
}
