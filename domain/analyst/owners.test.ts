import { expect, test } from 'vitest'
import { askedDatabase } from '#test/fixtures/asked-database.ts'

/** A ferry line as its owner keeps it: who travels, what was sold, and what became of it. The clock stands at 18 June 2025. */
const { analyse, expectAnswer } = askedDatabase('ferry', (database) => {
  database.exec(`
    CREATE TABLE routes (code TEXT PRIMARY KEY, title TEXT, kind TEXT, list_price REAL);
    CREATE TABLE clients (client_no INTEGER PRIMARY KEY, company TEXT, town TEXT, since DATE);
    CREATE TABLE sales (sale_no INTEGER PRIMARY KEY, code TEXT REFERENCES routes(code), client_no INTEGER REFERENCES clients(client_no), sold_on DATE,
      units INTEGER, unit_price REAL, shipped_on DATE, clerk TEXT, status TEXT, rated INTEGER, insured TEXT);
  `)
  const kinds = ['Day trip', 'Car deck', 'Night-liner']
  for (let id = 1; id <= 9; id++)
    database.prepare('INSERT INTO routes VALUES (?, ?, ?, ?)').run(`R${id}`, `Route ${'ABCDEFGHI'[id - 1]}`, kinds[id % 3] ?? '', 10 * id)
  for (let id = 1; id <= 24; id++)
    database
      .prepare('INSERT INTO clients VALUES (?, ?, ?, ?)')
      .run(id, `${'ABCDEFGHIJKLMNOPQRSTUVWX'[id - 1]}-Travel`, ['Kiel', 'Oslo', 'Gdansk'][id % 3] ?? '', `20${20 + (id % 5)}-03-0${1 + (id % 9)}`)
  for (let id = 1; id <= 240; id++)
    database
      .prepare('INSERT INTO sales VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)')
      .run(
        id,
        `R${1 + (id % 8)}`,
        1 + ((id * 7) % 22),
        `${2023 + (id % 3)}-0${1 + (id % 6)}-1${id % 10}`,
        1 + (id % 4),
        10 + (id % 9),
        id % 6 === 0 ? null : `${2023 + (id % 3)}-0${1 + (id % 6)}-2${id % 9}`,
        ['Berg', 'Dahl', 'Holm'][(id * id) % 3] ?? '',
        ['Completed', 'Completed', 'Cancelled', 'No-show'][id % 4] ?? '',
        1 + (id % 5),
        id % 5 === 0 ? 'N' : 'Y',
      )
})

const money = 'SUM(units * unit_price)'
/** What was cancelled was not sold. */
const kept = "status <> 'Cancelled'"

test.each([
  [
    'Which clients have not bought anything this year?',
    "SELECT company FROM clients WHERE client_no NOT IN (SELECT client_no FROM sales WHERE sold_on LIKE '2025%')",
  ],
  ['Which clients in Oslo have not bought anything?', "SELECT company FROM clients WHERE town = 'Oslo' AND client_no NOT IN (SELECT client_no FROM sales)"],
  ['Which sales have not been shipped yet?', 'SELECT sale_no FROM sales WHERE shipped_on IS NULL'],
  ['How much did clients spend in 2024?', `SELECT ${money} FROM sales WHERE sold_on LIKE '2024%' AND ${kept}`],
  ['What were our sales last month?', `SELECT ${money} FROM sales WHERE sold_on LIKE '2025-05%' AND ${kept}`],
  [
    'Which clerk sold the most day trips?',
    `SELECT clerk, SUM(units) FROM sales JOIN routes USING (code) WHERE kind = 'Day trip' AND ${kept} GROUP BY clerk ORDER BY 2 DESC LIMIT 1`,
  ],
  [
    'How many night-liners did we sell in 2024?',
    `SELECT SUM(units) FROM sales JOIN routes USING (code) WHERE kind = 'Night-liner' AND sold_on LIKE '2024%' AND ${kept}`,
  ],
  [
    'Do we earn more with day trips or with night-liners?',
    `SELECT kind, ${money} FROM sales JOIN routes USING (code) WHERE kind IN ('Day trip', 'Night-liner') AND ${kept} GROUP BY kind`,
  ],
  ['How many uninsured sales were there?', "SELECT COUNT(*) FROM sales WHERE insured = 'N'"],
  [
    'Which town brings us the most money?',
    `SELECT town, ${money} FROM sales JOIN clients USING (client_no) WHERE ${kept} GROUP BY town ORDER BY ${money} DESC LIMIT 1`,
  ],
  ['How many new clients did we win each year?', "SELECT strftime('%Y', since), COUNT(*) FROM clients GROUP BY 1"],
])('%s', (question, gold) => expectAnswer(question, gold))

test('a rate is believed over a column that only happens to be called alike', () => {
  expect(analyse('What is our cancellation rate?')).toMatchObject({
    kind: 'query',
    query: { measures: [{ ratio: { numerator: { aggregate: 'count' } }, percent: true }] },
  })
})

test('how often something was not done is not read past', () => {
  expect(analyse('Which clients did not buy twice?').kind).not.toBe('query')
})
