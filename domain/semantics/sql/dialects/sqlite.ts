import type { DayOrder } from '../../compile/written-days.ts'
import { correlationOfMeans, type DialectRules, standardRules } from './rules.ts'

const parts = { month_of_year: '%m', day_of_month: '%d', hour_of_day: '%H' } as const

export const sqlite: DialectRules = {
  ...standardRules,
  text: (value) => `CAST(${value} AS TEXT)`,
  number: (value) =>
    `CASE WHEN ${value} GLOB '*[0-9]*' AND ${value} NOT GLOB '*[0-9.][-+]*' AND TRIM(${value}, ' +-.eE0123456789') = '' THEN CAST(${value} AS REAL) END`,
  double: (value) => `CAST(${value} AS REAL)`,
  correlation: (left, right) => correlationOfMeans(left, right, sqlite.double),
  last: (text, count) => `SUBSTR(${text}, -${count})`,
  // FLOOR is not in every build.
  floor: (value) => `(CAST(${value} AS INTEGER) - (${value} < CAST(${value} AS INTEGER)))`,
  like: (value, pattern) => `${value} LIKE ${pattern} ESCAPE '\\'`,
  timestamp: (value) => value,
  moment: (value, storage) => {
    if (storage === 'unix_seconds') return `datetime(${value}, 'unixepoch')`
    if (storage === 'unix_milliseconds') return `datetime(${value} / 1000, 'unixepoch')`
    return storage === 'day_month_text' || storage === 'month_day_text' ? writtenMoment(value, storage) : value
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

/** `3/9/2024 7:05` as `2024-03-09 07:05`: SQLite reads no other form than ISO's. */
function writtenMoment(value: string, order: DayOrder): string {
  const text = `REPLACE(REPLACE(TRIM(${value}), '.', '/'), '-', '/')`
  const after = (rest: string) => `SUBSTR(${rest}, INSTR(${rest}, '/') + 1)`
  const until = (rest: string) => `CAST(SUBSTR(${rest}, 1, INSTR(${rest}, '/') - 1) AS INTEGER)`
  const [first, second] = [until(text), until(after(text))]
  const [month, day] = order === 'month_day_text' ? [first, second] : [second, first]
  const last = after(after(text))
  const time = `TRIM(SUBSTR(${last}, 5), ' ,T')`
  const clock = `CASE WHEN ${time} = '' THEN '' WHEN LENGTH(${time}) IN (4, 7) THEN ' 0' || ${time} ELSE ' ' || ${time} END`
  return `CASE WHEN ${text} LIKE '%/%/____%' THEN PRINTF('%s-%02d-%02d', SUBSTR(${last}, 1, 4), ${month}, ${day}) || ${clock} END`
}
