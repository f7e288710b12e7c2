import { expect, test } from 'vitest'
import { lineThings } from '#domain/analyst/lexicon/line-things.ts'
import { askedDatabase } from '#test/fixtures/asked-database.ts'

/** A sheet of a shop with a row for each line of an order. The clock stands at 18 June 2025. */
const { layer, expectAnswer } = askedDatabase('order-lines', (database) => {
  database.exec(
    `CREATE TABLE shop_export ("Order ID" TEXT, "Order Date" TEXT, "Ship Date" TEXT, "Customer Name" TEXT, "Segment" TEXT, "Category" TEXT, "Sales ($)" REAL, "Quantity" INTEGER, "Returned" TEXT)`,
  )
  const insert = database.prepare(`INSERT INTO shop_export VALUES (${Array(9).fill('?').join(', ')})`)
  for (let order = 1; order <= 60; order++) {
    const day = `2024-${String(1 + (order % 12)).padStart(2, '0')}-${String(1 + (order % 9)).padStart(2, '0')}`
    const shipped = order % 10 === 0 ? (order % 20 === 0 ? '' : null) : `${day.slice(0, 8)}${String(3 + (order % 9) + (order % 4)).padStart(2, '0')}`
    const customer = ['Ines Roth', 'Karl Sand', 'Mona Wirth', 'Omar Lund', 'Rita Falk'][order % 5] ?? ''
    const returned = order % 7 === 0 && customer !== 'Karl Sand' ? 'Yes' : 'No'
    for (let line = 0; line <= order % 3; line++) {
      const category = ['Lamps', 'Chairs', 'Desks'][(order + line * 2) % (customer === 'Omar Lund' ? 2 : 3)] ?? ''
      insert.run(
        `S-${1000 + order}`,
        day,
        shipped,
        customer,
        ['Home', 'Office'][order % 2] ?? '',
        category,
        40 + order * 3 + line * 17,
        1 + (line % 4),
        returned,
      )
    }
  }
})

test('what has several lines in a sheet is told by its number, and what lists itself is not', () => {
  expect(lineThings(layer).map(({ noun, column }) => [noun, column.name])).toEqual([['order', 'Order ID']])
})

test.each([
  ['How many orders did we get in 2024?', `SELECT COUNT(DISTINCT "Order ID") FROM shop_export WHERE "Order Date" LIKE '2024%'`],
  ['Number of orders by segment', 'SELECT Segment, COUNT(DISTINCT "Order ID") FROM shop_export GROUP BY 1'],
  ['Orders per month', `SELECT substr("Order Date", 1, 7), COUNT(DISTINCT "Order ID") FROM shop_export GROUP BY 1`],
  ['How many orders have not shipped yet?', 'SELECT COUNT(DISTINCT "Order ID") FROM shop_export WHERE COALESCE("Ship Date", \'\') = \'\''],
  ['Average order value', 'SELECT SUM("Sales ($)") / COUNT(DISTINCT "Order ID") FROM shop_export'],
  [
    'What share of orders were returned?',
    `SELECT 100.0 * COUNT(DISTINCT CASE WHEN Returned = 'Yes' THEN "Order ID" END) / COUNT(DISTINCT "Order ID") FROM shop_export`,
  ],
  ['Orders over $400', 'SELECT "Order ID" FROM shop_export GROUP BY 1 HAVING SUM("Sales ($)") > 400'],
  ['What was our biggest order?', 'SELECT "Order ID", SUM("Sales ($)") FROM shop_export GROUP BY 1 ORDER BY 2 DESC LIMIT 1'],
  ['Orders of Ines Roth', `SELECT DISTINCT "Order ID" FROM shop_export WHERE "Customer Name" = 'Ines Roth'`],
  [
    'Which customers have never returned anything?',
    `SELECT DISTINCT "Customer Name" FROM shop_export WHERE "Customer Name" NOT IN (SELECT "Customer Name" FROM shop_export WHERE Returned = 'Yes')`,
  ],
  [
    'Which customers never bought desks?',
    `SELECT DISTINCT "Customer Name" FROM shop_export WHERE "Customer Name" NOT IN (SELECT "Customer Name" FROM shop_export WHERE Category = 'Desks')`,
  ],
  ['How long does it take to ship on average?', `SELECT AVG(julianday("Ship Date") - julianday("Order Date")) FROM shop_export WHERE "Ship Date" <> ''`],
])('%s', (question, gold) => expectAnswer(question, gold))

test('the last orders are those of the latest dates, each once', () =>
  expectAnswer('Show me the last 5 orders', `SELECT DISTINCT "Order ID" FROM shop_export WHERE "Order Date" LIKE '2024-12%'`))
