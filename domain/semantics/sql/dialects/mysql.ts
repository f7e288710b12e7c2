import { correlationOfMeans, type DialectRules, standardRules } from './rules.ts'

const patterns = { hour: '%Y-%m-%d %H:00', day: '%Y-%m-%d', month: '%Y-%m', year: '%Y' } as const
const parts = { month_of_year: 'MONTH', quarter_of_year: 'QUARTER', day_of_month: 'DAYOFMONTH', hour_of_day: 'HOUR' } as const

/** MySQL from 8.0.31, MariaDB from 10.5. Texts are equal as their columns' collation says, which usually ignores case. */
export const mysql: DialectRules = {
  ...standardRules,
  quoted: (name) => `\`${name.replaceAll('`', '``')}\``,
  sortsNullsLast: false,
  text: (value) => `CAST(${value} AS CHAR)`,
  number: (value) => `CASE WHEN ${value} REGEXP '^ *[-+]?([0-9]+[.]?[0-9]*|[.][0-9]+)([eE][-+]?[0-9]+)? *$' THEN CAST(${value} AS DOUBLE) END`,
  double: (value) => `CAST(${value} AS DOUBLE)`,
  joined: (...parts) => `CONCAT(${parts.join(', ')})`,
  // A backslash in a literal means another thing under NO_BACKSLASH_ESCAPES.
  likeEscape: '!',
  like: (value, pattern) => `LOWER(${value}) LIKE LOWER(${pattern}) ESCAPE '!'`,
  // AVG of whole numbers keeps four digits.
  aggregate: (name, value) => (name === 'AVG' ? `AVG(CAST(${value} AS DOUBLE))` : `${name}(${value})`),
  correlation: (left, right) => correlationOfMeans(left, right, mysql.double),
  timestamp: (value) => `CAST(${value} AS DATETIME(6))`,
  moment: (value, storage) => {
    if (storage === 'unix_seconds') return `DATE_ADD(CAST('1970-01-01' AS DATETIME(3)), INTERVAL ${value} SECOND)`
    if (storage === 'unix_milliseconds') return `DATE_ADD(CAST('1970-01-01' AS DATETIME(3)), INTERVAL ${value} / 1000 SECOND)`
    if (storage === 'day_month_text' || storage === 'month_day_text') {
      const day = storage === 'month_day_text' ? '%c/%e/%Y' : '%e/%c/%Y'
      const text = `REPLACE(REPLACE(TRIM(${value}), '.', '/'), '-', '/')`
      return `STR_TO_DATE(${text}, CASE WHEN ${text} LIKE '%:%:%' THEN '${day} %H:%i:%s' WHEN ${text} LIKE '%:%' THEN '${day} %H:%i' ELSE '${day}' END)`
    }
    return storage === 'iso_text' ? `CAST(${value} AS DATETIME(6))` : value
  },
  period: (moment, grain) => {
    if (grain === 'week') return `DATE_FORMAT(DATE_SUB(${moment}, INTERVAL WEEKDAY(${moment}) DAY), '%Y-%m-%d')`
    if (grain === 'quarter') return `CONCAT(DATE_FORMAT(${moment}, '%Y'), '-Q', QUARTER(${moment}))`
    if (grain === 'day_of_week') return `WEEKDAY(${moment}) + 1`
    if (Object.hasOwn(patterns, grain)) return `DATE_FORMAT(${moment}, '${patterns[grain as keyof typeof patterns]}')`
    return `${parts[grain as keyof typeof parts]}(${moment})`
  },
  later: (moment, count, unit) => `DATE_ADD(${moment}, INTERVAL ${count} ${unit.toUpperCase()})`,
  secondsBetween: (from, to) => `TIMESTAMPDIFF(SECOND, ${from}, ${to})`,
  nextYear: (label) => `CONCAT(CAST(SUBSTR(${label}, 1, 4) AS SIGNED) + 1, SUBSTR(${label}, 5))`,
  parameter: (value) => (typeof value === 'boolean' ? Number(value) : value),
}

export const mariadb: DialectRules = mysql
