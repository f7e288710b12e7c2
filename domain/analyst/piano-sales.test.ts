import { expect, test } from 'vitest'
import { askedDatabase } from '#test/fixtures/asked-database.ts'

/** A sheet of pianos that were sold, one in each row: what came in is their price, and not what the buyers earn. */
const { expectAnswer, analyse } = askedDatabase('piano-sales', (database) => {
  database.exec(
    'CREATE TABLE pianos_sold (sale_id INTEGER PRIMARY KEY, sold_on DATE, showroom_name TEXT, showroom_no TEXT, builder TEXT, household_income INTEGER, "price (€)" INTEGER)',
  )
  const insert = database.prepare('INSERT INTO pianos_sold VALUES (?, ?, ?, ?, ?, ?, ?)')
  for (let id = 0; id < 360; id++) {
    const room = (id * 7) % 5 === 0 ? 0 : id % 3
    insert.run(
      id + 1,
      new Date(Date.UTC(2024, 0, 1 + id * 2)).toISOString().slice(0, 10),
      ['Keys & Co', 'Grand Hall', 'Old Mill'][room] ?? '',
      ['10-1', '10-2', '10-3'][room] ?? '',
      ['Bösen', 'Yama', 'Stein', 'Petro'][(id + Math.floor(id / 5)) % 4] ?? '',
      30_000 + ((id * 911) % 90_000),
      4000 + ((id * 37) % 9000),
    )
  }
})

test.each([
  ['What was our turnover in 2024?', `SELECT SUM("price (€)") FROM pianos_sold WHERE sold_on LIKE '2024%'`],
  ['Top 2 showrooms by revenue', 'SELECT showroom_name, SUM("price (€)") FROM pianos_sold GROUP BY 1 ORDER BY 2 DESC LIMIT 2'],
  ['Which showrooms did we sell more than 100 of?', 'SELECT showroom_name FROM pianos_sold GROUP BY 1 HAVING COUNT(*) > 100'],
  [
    'How is our revenue split over the builders, in percent?',
    'SELECT builder, SUM("price (€)"), 100.0 * SUM("price (€)") / (SELECT SUM("price (€)") FROM pianos_sold) FROM pianos_sold GROUP BY 1',
  ],
  ['How many different builders do we stock?', 'SELECT COUNT(DISTINCT builder) FROM pianos_sold'],
  ['What does a buyer pay for a Yama on average?', `SELECT AVG("price (€)") FROM pianos_sold WHERE builder = 'Yama'`],
  ['What did each builder go for on average?', 'SELECT builder, AVG("price (€)") FROM pianos_sold GROUP BY 1'],
  ['How much money came in from Stein at Grand Hall?', `SELECT SUM("price (€)") FROM pianos_sold WHERE builder = 'Stein' AND showroom_name = 'Grand Hall'`],
  [
    'How much did our turnover grow from 2024 to 2025?',
    `SELECT 100.0 * SUM(CASE WHEN sold_on LIKE '2025%' THEN "price (€)" ELSE -"price (€)" END) / SUM(CASE WHEN sold_on LIKE '2024%' THEN "price (€)" END) FROM pianos_sold`,
  ],
  ['What did we turn over in 2025?', `SELECT SUM("price (€)") FROM pianos_sold WHERE sold_on LIKE '2025%'`],
])('answers %s', expectAnswer)

test('what buyers earn is no money of the shop', () => {
  const analysis = analyse('What was our average takings per month?')
  expect(JSON.stringify(analysis)).not.toContain('household_income')
})
