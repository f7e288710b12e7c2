import { expect, test } from 'vitest'
import { askedDatabase } from '#test/fixtures/asked-database.ts'

/** A shop that sells by the piece, keeps a stock, and gives vouchers of which some are used. The clock stands at 18 June 2025. */
const { analyse, expectAnswer } = askedDatabase('corner-shop', (database) => {
  database.exec(`CREATE TABLE customers (id INTEGER PRIMARY KEY, name TEXT, city TEXT, signup_date DATE);
    CREATE TABLE products (id INTEGER PRIMARY KEY, name TEXT, category TEXT, price REAL, stock INTEGER);
    CREATE TABLE invoices (id INTEGER PRIMARY KEY, customer_id INTEGER REFERENCES customers (id), issued_on DATE, paid_on DATE, status TEXT);
    CREATE TABLE invoice_lines (id INTEGER PRIMARY KEY, invoice_id INTEGER REFERENCES invoices (id), product_id INTEGER REFERENCES products (id), quantity INTEGER, unit_price REAL);
    CREATE TABLE vouchers (id INTEGER PRIMARY KEY, code TEXT, customer_id INTEGER REFERENCES customers (id), used_on DATE, amount REAL)`)
  const add = (table: string, ...row: (string | number | null)[]) =>
    database.prepare(`INSERT INTO ${table} VALUES (${row.map(() => '?').join(', ')})`).run(...row)
  for (let id = 1; id <= 14; id++)
    add('customers', id, `Guest ${String.fromCharCode(64 + id)}`, ['Rome', 'Oslo'][id % 2] ?? '', `2024-${String(1 + (id % 12)).padStart(2, '0')}-1${id % 10}`)
  for (const [index, name] of ['Cola', 'Soup', 'Tea', 'Bread', 'Juice', 'Pasta'].entries())
    add('products', index + 1, name, ['Drinks', 'Meals'][index % 2] ?? '', 2 + index, [0, 12, 3, 0, 40, 7][index] ?? 0)
  for (let id = 1; id <= 80; id++) {
    const day = `2025-0${1 + (id % 6)}-${10 + (id % 9)}`
    add('invoices', id, 1 + (id % 13), day, id % 4 === 0 ? null : day, id % 4 === 0 ? 'open' : 'paid')
    for (let line = 0; line < 1 + (id % 3); line++)
      add('invoice_lines', id * 4 + line, id, 1 + ((id + line) % 6), 1 + ((id * 3 + line) % 7), 2 + ((id + line) % 6))
  }
  for (let id = 1; id <= 30; id++) add('vouchers', id, `V${id}`, 1 + (id % 9), id % 3 === 0 ? null : `2025-03-${10 + (id % 15)}`, [500, 1000][id % 2] ?? 0)
})

const lines = 'invoice_lines JOIN invoices ON invoices.id = invoice_id JOIN customers ON customers.id = customer_id'

test.each([
  ['Number of vouchers used', 'SELECT COUNT(*) FROM vouchers WHERE used_on IS NOT NULL'],
  ['How many vouchers were not used?', 'SELECT COUNT(*) FROM vouchers WHERE used_on IS NULL'],
  ['What is our best month?', `SELECT strftime('%Y-%m', issued_on), SUM(quantity * unit_price) FROM ${lines} GROUP BY 1 ORDER BY 2 DESC LIMIT 1`],
  ['Average basket', `SELECT 1.0 * SUM(quantity * unit_price) / (SELECT COUNT(*) FROM invoices) FROM ${lines}`],
  ['Which customers have more than 150 in total?', `SELECT name FROM ${lines} GROUP BY name HAVING SUM(quantity * unit_price) > 150`],
  [
    'How much revenue did soup make?',
    `SELECT SUM(quantity * unit_price) FROM invoice_lines JOIN products ON products.id = product_id WHERE products.name = 'Soup'`,
  ],
  [
    'What did Guest B buy?',
    "SELECT name FROM products WHERE id IN (SELECT product_id FROM invoice_lines JOIN invoices ON invoices.id = invoice_id JOIN customers ON customers.id = customer_id WHERE customers.name = 'Guest B')",
  ],
  ['Which drinks are out of stock?', "SELECT name FROM products WHERE category = 'Drinks' AND stock = 0"],
  ['List all drinks', "SELECT name FROM products WHERE category = 'Drinks'"],
  ['Products running low on stock', 'SELECT name, stock FROM products ORDER BY stock LIMIT 10'],
])('%s', (question, gold) => expectAnswer(question, gold))

test('who pays the slowest is told by how long it takes, and not who pays the most', () => {
  const analysis = analyse('Which customer pays the slowest?')
  expect(analysis.kind === 'query' && JSON.stringify(analysis.query.measures)).toContain('"from":{"column":"issued_on"},"to":{"column":"paid_on"}')
})

test('the latest of several are several', () => {
  const analysis = analyse('Latest invoices')
  expect(analysis.kind === 'query' && analysis.query.limit).toBe(10)
})
