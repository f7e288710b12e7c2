import { expect, test } from 'vitest'
import { askedDatabase } from '#test/fixtures/asked-database.ts'

/** A bakery with two shops whose sales have a time of day, some of them by card. The clock stands at 18 June 2025. */
const { analyse, expectAnswer } = askedDatabase('bakery', (database) => {
  database.exec(`CREATE TABLE shops (id INTEGER PRIMARY KEY, name TEXT, city TEXT);
    CREATE TABLE sales (id INTEGER PRIMARY KEY, shop_id INTEGER REFERENCES shops (id), sold_at DATETIME, payment TEXT, amount REAL)`)
  const add = (table: string, ...row: (string | number)[]) => database.prepare(`INSERT INTO ${table} VALUES (${row.map(() => '?').join(', ')})`).run(...row)
  add('shops', 1, 'Old Mill', 'Bern')
  add('shops', 2, 'Station', 'Thun')
  for (let id = 1; id <= 120; id++) {
    const [month, day, hour] = [1 + (id % 5), 1 + ((id * 7) % 28), 7 + (id % 11)].map((part) => String(part).padStart(2, '0'))
    const payment = id % 5 === 2 ? 'Cash' : (['Card', 'Cash', 'Invoice'][id % 3] ?? '')
    add('sales', id, 1 + (id % 2), `2025-${month}-${day} ${hour}:30:00`, payment, 4 + ((id * 13) % 40))
  }
})

const days = (having: string) => `SELECT COUNT(*) FROM (SELECT date(sold_at) FROM sales GROUP BY 1 HAVING ${having})`

test.each([
  ['On how many days did we sell more than 60?', days('SUM(amount) > 60')],
  ['On how many days did we sell for more than 60 francs?', days('SUM(amount) > 60')],
  ['How many days had more than 1 sale?', days('COUNT(*) > 1')],
  ['How many months had revenue over 500?', "SELECT COUNT(*) FROM (SELECT strftime('%Y-%m', sold_at) FROM sales GROUP BY 1 HAVING SUM(amount) > 500)"],
  [
    'Which months had no card sales?',
    "SELECT DISTINCT strftime('%Y-%m', sold_at) FROM sales WHERE strftime('%Y-%m', sold_at) NOT IN (SELECT strftime('%Y-%m', sold_at) FROM sales WHERE payment = 'Card')",
  ],
  [
    'How many months had no sales by card?',
    "SELECT COUNT(DISTINCT strftime('%Y-%m', sold_at)) FROM sales WHERE strftime('%Y-%m', sold_at) NOT IN (SELECT strftime('%Y-%m', sold_at) FROM sales WHERE payment = 'Card')",
  ],
  ['Sales over 30 francs in Bern', "SELECT sales.id FROM sales JOIN shops ON shops.id = shop_id WHERE amount > 30 AND city = 'Bern'"],
  ['How many sales over €30?', 'SELECT COUNT(*) FROM sales WHERE amount > 30'],
  ['Sales by weekday', "SELECT (strftime('%w', sold_at) + 6) % 7 + 1, SUM(amount) FROM sales GROUP BY 1"],
])('%s', (question, gold) => expectAnswer(question, gold))

test('a day on which nothing at all was sold is in no row', () => {
  expect(analyse('How many days had no sales?').kind).not.toBe('query')
})
