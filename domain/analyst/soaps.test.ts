import { expect, test } from 'vitest'
import { askedDatabase } from '#test/fixtures/asked-database.ts'

/** A shop for soap: products and orders with yes and no, campaigns of several kinds, and customers of whom some left. */
const { layer, expectAnswer } = askedDatabase('soaps', (database) => {
  database.exec(`
    CREATE TABLE products (product_id INTEGER PRIMARY KEY, product_name TEXT, category TEXT, discontinued INTEGER, is_vegan INTEGER, is_organic INTEGER);
    CREATE TABLE customers (customer_id TEXT PRIMARY KEY, company TEXT, customer_status TEXT, signup_date DATE, monthly_fee REAL, plan TEXT);
    CREATE TABLE orders (order_id INTEGER PRIMARY KEY, buyer TEXT, order_date DATE, product_id INTEGER REFERENCES products (product_id), returned TEXT,
      campaign TEXT, gift_wrapped INTEGER, payment_type TEXT, extras TEXT)`)
  const add = (table: string, ...row: (string | number | null)[]) =>
    database.prepare(`INSERT INTO ${table} VALUES (${row.map(() => '?').join(', ')})`).run(...row)
  for (let id = 1; id <= 40; id++)
    add(
      'products',
      id,
      `Item ${String.fromCharCode(65 + (id % 26))}${id}`,
      ['Soap', 'Candle'][id % 2] ?? '',
      id % 8 === 0 ? 1 : 0,
      id % 2,
      id % 3 === 0 ? 1 : 0,
    )
  for (let id = 1; id <= 200; id++)
    add(
      'customers',
      `C-${2000 + id}-${'ABCD'[id % 4]}X`,
      `Firm ${id}`,
      ['Churned', 'Stayed', 'Joined', 'Stayed'][id % 4] ?? '',
      `20${19 + (id % 6)}-0${1 + (id % 9)}-11`,
      20 + (id % 50),
      ['Basic', 'Pro'][(id % 3) % 2] ?? '',
    )
  for (let id = 1; id <= 500; id++)
    add(
      'orders',
      id,
      ['Ada', 'Ben', 'Cleo', 'Dora', 'Emil', 'Fay'][(id * id + (id % 5)) % 6] ?? '',
      new Date(Date.UTC(2024, 0, id)).toISOString().slice(0, 10),
      1 + ((id * 7) % 40),
      id % 80 === 3 ? 'Yes' : 'No',
      ['Summer Sale 2024', 'Summer Sale 2025', 'Spring Launch', 'Black Friday 2024', 'Black Friday VIP', 'Newsletter'][id % 6] ?? '',
      id % 5 === 0 ? 1 : 0,
      ['Card (online)', 'Card (store)', 'Cash', 'Invoice'][id % 4] ?? '',
      ['Ribbon', 'Ribbon, Sample', 'Sample', 'Sample, Letter', 'Ribbon, Letter, Sample'][id % 5] ?? '',
    )
})

test.each([
  ['How many products have we discontinued?', 'SELECT COUNT(*) FROM products WHERE discontinued = 1'],
  ['How many were returned?', "SELECT COUNT(*) FROM orders WHERE returned = 'Yes'"],
  ['Returns per campaign', "SELECT campaign, COUNT(*) FROM orders WHERE returned = 'Yes' GROUP BY 1"],
  ['Which products were never returned?', "SELECT product_name FROM products WHERE product_id NOT IN (SELECT product_id FROM orders WHERE returned = 'Yes')"],
  ['How many vegan and organic products do we have?', 'SELECT COUNT(*) FROM products WHERE is_vegan = 1 AND is_organic = 1'],
  ['Black Friday orders by month', "SELECT substr(order_date, 1, 7), COUNT(*) FROM orders WHERE campaign LIKE 'Black Friday%' GROUP BY 1"],
  ['How many orders came from the summer sale?', "SELECT COUNT(*) FROM orders WHERE campaign LIKE 'Summer Sale%'"],
  ['How many orders were paid by card?', "SELECT COUNT(*) FROM orders WHERE payment_type LIKE 'Card%'"],
  ['How many orders with a ribbon?', "SELECT COUNT(*) FROM orders WHERE extras LIKE '%Ribbon%'"],
  ['How many customers left per plan?', "SELECT plan, COUNT(*) FROM customers WHERE customer_status = 'Churned' GROUP BY 1"],
  ['How many customers do we still have?', "SELECT COUNT(*) FROM customers WHERE customer_status <> 'Churned'"],
  [
    'Do customers who left pay more than those who stayed?',
    "SELECT customer_status, AVG(monthly_fee) FROM customers WHERE customer_status <> 'Joined' GROUP BY 1",
  ],
  ['Which plan type is customer C-2010-CX on?', "SELECT plan FROM customers WHERE customer_id = 'C-2010-CX'"],
])('%s', (question, gold) => expectAnswer(question, gold))

test('which customers never sent anything back is told by all that they bought', () => {
  expect(layer.tables).toHaveLength(3)
  expectAnswer(
    'Which buyers had no returns in 2024?',
    "SELECT DISTINCT buyer FROM orders WHERE buyer NOT IN (SELECT buyer FROM orders WHERE returned = 'Yes' AND order_date LIKE '2024%')",
  )
})
