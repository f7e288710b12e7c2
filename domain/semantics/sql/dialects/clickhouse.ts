import { type DialectRules, standardRules } from './rules.ts'

const parts = {
  month_of_year: 'toMonth',
  quarter_of_year: 'toQuarter',
  day_of_month: 'toDayOfMonth',
  day_of_week: 'toDayOfWeek',
} as const
const patterns = { hour: '%Y-%m-%d %H:00', day: '%Y-%m-%d', month: '%Y-%m', year: '%Y' } as const
const later = { hour: 'addHours', day: 'addDays', month: 'addMonths', year: 'addYears' } as const

/** ClickHouse from 23.8. */
export const clickhouse: DialectRules = {
  ...standardRules,
  quoted: (name) => `"${name.replaceAll('\\', '\\\\').replaceAll('"', '\\"')}"`,
  text: (value) => `toString(${value})`,
  number: (value) => `toFloat64OrNull(toString(${value}))`,
  double: (value) => `toFloat64(${value})`,
  anyNumber: (value) => `toFloat64(${value})`,
  flag: (value) => `toInt64(${value})`,
  place: (text, of) => `position(${text}, ${of})`,
  last: (text, count) => `SUBSTR(${text}, -${count})`,
  floor: (value) => `floor(${value})`,
  // There is no ESCAPE: the backslash always escapes.
  like: (value, pattern) => `${value} ILIKE ${pattern}`,
  // Of no rows the plain ones give 0.
  aggregate: (name, value) => `${name.toLowerCase()}OrNull(${value})`,
  correlation: (left, right) => `ifNotFinite(corrStableOrNull(toFloat64(${left}), toFloat64(${right})), NULL)`,
  timestamp: (value) => `parseDateTime64BestEffort(${value}, 6)`,
  moment: (value, storage) => {
    if (storage === 'unix_seconds') return `fromUnixTimestamp64Milli(toInt64(${value} * 1000))`
    if (storage === 'unix_milliseconds') return `fromUnixTimestamp64Milli(toInt64(${value}))`
    if (storage === 'day_month_text') return `parseDateTime64BestEffortOrNull(replaceAll(replaceAll(trimBoth(${value}), '.', '/'), '-', '/'), 6)`
    if (storage === 'month_day_text') return `parseDateTimeBestEffortUSOrNull(replaceAll(replaceAll(trimBoth(${value}), '.', '/'), '-', '/'))`
    return storage === 'iso_text' ? `parseDateTime64BestEffortOrNull(${value}, 6)` : value
  },
  period: (moment, grain) => {
    if (grain === 'week') return `toString(toMonday(${moment}))`
    if (grain === 'quarter') return `concat(toString(toYear(${moment})), '-Q', toString(toQuarter(${moment})))`
    if (grain === 'hour_of_day') return `toHour(toDateTime(${moment}))`
    if (Object.hasOwn(patterns, grain)) return `formatDateTime(${moment}, '${patterns[grain as keyof typeof patterns]}')`
    return `${parts[grain as keyof typeof parts]}(${moment})`
  },
  later: (moment, count, unit) => `${later[unit]}(${moment}, ${count})`,
  secondsBetween: (from, to) => `dateDiff('second', ${from}, ${to})`,
  nextYear: (label) => `concat(toString(toInt32(substring(${label}, 1, 4)) + 1), substring(${label}, 5))`,
  setOperator: { union: 'UNION DISTINCT', intersect: 'INTERSECT DISTINCT', except: 'EXCEPT DISTINCT' },
  correlates: false,
  // A row without a partner has NULL on the other side, not 0 and ''.
  settings: ' SETTINGS join_use_nulls = 1',
}
