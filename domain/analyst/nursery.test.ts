import { expect, test } from 'vitest'
import { askedDatabase } from '#test/fixtures/asked-database.ts'

/** The till sheet of a plant nursery: branches and articles by number and by name, what was sold at which hour. The clock stands at 18 June 2025. */
const { analyse, expectAnswer } = askedDatabase('nursery', (database) => {
  database.exec(`CREATE TABLE receipts (receipt_id INTEGER PRIMARY KEY, sold_on DATE, sold_at TIME, quantity INTEGER, branch_id INTEGER, branch_town TEXT, article_no INTEGER,
    article_family TEXT, article_name TEXT, unit_price REAL)`)
  const insert = database.prepare('INSERT INTO receipts VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)')
  const towns = ['Norwick', 'Elmsford', 'Tarley', 'Upham']
  const articles = ['Rose', 'Fern', 'Birch', 'Tulip', 'Maple', 'Moss', 'Yew', 'Lily', 'Sage', 'Mint', 'Ivy', 'Oak']
  for (let id = 1; id <= 480; id++) {
    const [branch, article] = [(id * 7) % 4, (id * id + (id % 5)) % 12]
    insert.run(
      id,
      new Date(Date.UTC(2025, 0, 1 + (id % 160))).toISOString().slice(0, 10),
      `${String(7 + (id % 12)).padStart(2, '0')}:${String(id % 60).padStart(2, '0')}:00`,
      1 + (id % 7),
      31 + branch,
      towns[branch] ?? '',
      500 + article,
      ['Flowers', 'Shrubs', 'Trees'][article % 3] ?? '',
      articles[article] ?? '',
      2 + article * 1.5,
    )
  }
})

/** What came on which day, and not at which hour. */
const askedDays = askedDatabase('deliveries', (database) => {
  database.exec('CREATE TABLE deliveries (delivery_id INTEGER PRIMARY KEY, came_on DATE, crates INTEGER)')
  for (let id = 1; id <= 40; id++) database.prepare('INSERT INTO deliveries VALUES (?, ?, ?)').run(id, `2025-0${1 + (id % 5)}-1${id % 10}`, id)
})

const money = 'SUM(quantity * unit_price)'

test.each([
  ['Which branch brings in the most money?', `SELECT branch_town, ${money} FROM receipts GROUP BY 1 ORDER BY 2 DESC LIMIT 1`],
  ['Average daily takings per branch', `SELECT branch_town, ${money} / COUNT(DISTINCT sold_on) FROM receipts GROUP BY 1`],
  ['What are our 3 best sellers?', 'SELECT article_name, SUM(quantity) FROM receipts GROUP BY 1 ORDER BY 2 DESC LIMIT 3'],
  ['Which 2 branches bring in the least?', `SELECT branch_town, ${money} FROM receipts GROUP BY 1 ORDER BY 2 LIMIT 2`],
  ['How many receipts did we ring up before 9 in the morning?', "SELECT COUNT(*) FROM receipts WHERE sold_at < '09:00:00'"],
  ['How many receipts did we process after 5 in the afternoon?', "SELECT COUNT(*) FROM receipts WHERE sold_at >= '17:00:00'"],
  [
    'What share of Norwick takings falls before 11 am?',
    `SELECT 100.0 * SUM(CASE WHEN sold_at < '11:00:00' THEN quantity * unit_price END) / ${money} FROM receipts WHERE branch_town = 'Norwick'`,
  ],
  ['How are our takings divided between the four branches?', `SELECT branch_town, ${money} FROM receipts GROUP BY 1`],
  [
    'What did Tarley sell in March, by family?',
    `SELECT article_family, ${money} FROM receipts WHERE branch_town = 'Tarley' AND sold_on LIKE '2025-03%' GROUP BY 1`,
  ],
  [
    'Do we take more per day on weekdays or on weekends?',
    `SELECT (SELECT ${money} * 1.0 / COUNT(DISTINCT sold_on) FROM receipts WHERE strftime('%w', sold_on) NOT IN ('0', '6')),
      (SELECT ${money} * 1.0 / COUNT(DISTINCT sold_on) FROM receipts WHERE strftime('%w', sold_on) IN ('0', '6'))`,
  ],
  ['Takings per branch id', `SELECT branch_id, ${money} FROM receipts GROUP BY 1`],
])('answers %s', expectAnswer)

test('a number that is no hour is no time of day', () => expect(JSON.stringify(analyse('How many receipts before 9?'))).not.toContain('hour_of_day'))

test('a day has no hours where no column tells them', () => {
  const { analyse: ask } = askedDays
  expect(JSON.stringify(ask('How many deliveries came before 9 am?'))).not.toContain('hour_of_day')
})
