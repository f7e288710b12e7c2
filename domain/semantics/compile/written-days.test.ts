import { afterAll, expect, test } from 'vitest'
import { duckdbMarket, mysqlMarket, postgresMarket, sqliteMarket } from '#test/fixtures/market-engines.ts'
import { duckdb } from '../sql/dialects/duckdb.ts'
import { mariadb } from '../sql/dialects/mysql.ts'
import { postgres } from '../sql/dialects/postgres.ts'
import type { DialectRules } from '../sql/dialects/rules.ts'
import { sqlite } from '../sql/dialects/sqlite.ts'
import { isoOfParts, isoOfText } from '../sql/dialects/written-iso.ts'
import { namedDayOf } from './written-days.ts'
import { dayFormOf } from './written-values.ts'

const forms: [values: string[], form: string, day: string][] = [
  [['Dec-2018', 'Jan-2019'], 'name_year_text', '2018-12-01'],
  [['March 2019', 'June 2020'], 'name_year_text', '2019-03-01'],
  [['Jun-15', 'Sep-98'], 'name_short_year_text', '2015-06-01'],
  [['Sep-98', 'Jun-15'], 'name_short_year_text', '1998-09-01'],
  [['5 Jan 2019', '15 February 2019'], 'day_name_text', '2019-01-05'],
  [['15-Oct-2019', '05-Jan-2020'], 'day_name_text', '2019-10-15'],
  [['5-Jan-19', '15-Feb-20'], 'day_name_short_year_text', '2019-01-05'],
  [['Jan 5, 2019', 'October 15, 2019'], 'name_day_text', '2019-01-05'],
  [['October 15, 2019', 'Jan 5, 2019'], 'name_day_text', '2019-10-15'],
  [['Q3 2018', 'Q4 2018'], 'quarter_year_text', '2018-07-01'],
  [['2018-Q2', '2019-Q1'], 'year_quarter_text', '2018-04-01'],
  [['2019-03', '2019-12'], 'year_month_text', '2019-03-01'],
  [['2019/03/09', '2019/12/31'], 'year_first_text', '2019-03-09'],
]

test.each(forms)('%j are days written as %s', (values, form) => {
  expect(namedDayOf(values)).toBe(form)
})

test.each([[['Dec-2018', 'N/A']], [['Mark 2019', 'Jan 2019']], [['May', 'June']], [['2019-03-09', '2019-03-10']], [['Version 2', 'Jan 2019']]])(
  '%j have no such form',
  (values) => {
    expect(dayFormOf(values)).toBeNull()
  },
)

const [files, sheets, postgresServer, mariadbServer] = await Promise.all([sqliteMarket(), duckdbMarket(), postgresMarket(), mysqlMarket()])
afterAll(async () => {
  await Promise.all([files, sheets, postgresServer, mariadbServer].map((engine) => engine?.close()))
})

for (const [name, engine, rules] of [
  ['SQLite', files, sqlite],
  ['DuckDB', sheets, duckdb],
  ['PostgreSQL', postgresServer, postgres],
  ['MariaDB', mariadbServer, mariadb],
] as const) {
  test.skipIf(!engine)(`${name} reads days with names of months, and dates in parts`, async () => {
    if (!engine) return
    const dayOf = async (iso: string, source: string): Promise<unknown> => {
      const sql = `SELECT ${(rules as DialectRules).period(rules.moment(iso, 'iso_text'), 'day')} FROM (${source}) AS s`
      const shown = { name: 'day', label: 'Day', role: 'dimension', type: 'text', unit: null, grain: null, aggregate: null, table: 's', column: null } as const
      const [[day] = []] = await engine.run({ sql, params: [], dialect: engine.dialect, tables: [], columns: [shown] })
      return day
    }
    for (const [values, , day] of forms) {
      const form = namedDayOf(values)
      if (form === null) throw new Error(`no form of ${values.join()}`)
      expect([values[0], await dayOf(isoOfText('s.w', form, rules), `SELECT '${values[0]}' AS w`)]).toEqual([values[0], day])
    }
    const parts = "SELECT '2016' AS y, 'July' AS m, '7' AS n, 'Q3' AS q, '4' AS d"
    expect(await dayOf(isoOfParts({ year: 's.y', month: 's.m', isNamed: true, day: 's.d' }, rules), parts)).toBe('2016-07-04')
    expect(await dayOf(isoOfParts({ year: 's.y', month: 's.n' }, rules), parts)).toBe('2016-07-01')
    expect(await dayOf(isoOfParts({ year: 's.y', quarter: 's.q' }, rules), parts)).toBe('2016-07-01')
  })
}
