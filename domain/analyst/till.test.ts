import { test } from 'vitest'
import { askedDatabase } from '#test/fixtures/asked-database.ts'

/** A till of drinks sold by the piece, beside invoices that are paid or not. The clock stands at 18 June 2025. */
const { expectAnswer } = askedDatabase('till', (database) => {
  database.exec(`CREATE TABLE customers (id INTEGER PRIMARY KEY, name TEXT, city TEXT);
    CREATE TABLE drinks (id INTEGER PRIMARY KEY, name TEXT, kind TEXT, price REAL);
    CREATE TABLE sales (id INTEGER PRIMARY KEY, customer_id INTEGER REFERENCES customers (id), sold_at TIMESTAMP);
    CREATE TABLE sale_items (id INTEGER PRIMARY KEY, sale_id INTEGER REFERENCES sales (id), drink_id INTEGER REFERENCES drinks (id), quantity INTEGER, unit_price REAL);
    CREATE TABLE invoices (id INTEGER PRIMARY KEY, customer_id INTEGER REFERENCES customers (id), issued_on DATE, paid_on DATE, amount REAL)`)
  const add = (table: string, ...row: (string | number | null)[]) =>
    database.prepare(`INSERT INTO ${table} VALUES (${row.map(() => '?').join(', ')})`).run(...row)
  for (const [index, name] of ['Ada Wood', 'Bo Reed', 'Cem Hart'].entries()) add('customers', index + 1, name, ['Rome', 'Paris'][index % 2] ?? '')
  for (const [index, name] of ['Cola', 'Stout', 'Mate', 'Lager'].entries()) add('drinks', index + 1, name, ['soft', 'beer'][index % 2] ?? '', 2 + index)
  for (let id = 1; id <= 60; id++) {
    add('sales', id, 1 + (id % 3), `2025-0${1 + (id % 6)}-1${id % 9} 1${id % 8}:00:00`)
    for (let line = 0; line < 1 + (id % 2); line++) add('sale_items', id * 2 + line, id, 1 + ((id + line) % 4), 1 + (id % 5), 2 + ((id + line) % 4))
    if (id % 2 === 0) add('invoices', id / 2, 1 + (id % 3), `2025-0${1 + (id % 5)}-03`, id % 4 === 0 ? `2025-0${1 + (id % 5)}-20` : null, 10.5 * id)
  }
})

const lines = 'sale_items JOIN drinks ON drinks.id = drink_id'

test.each([
  ['Revenue by kind', `SELECT kind, SUM(quantity * unit_price) FROM ${lines} GROUP BY 1`],
  ['Which kind brings in the most money?', `SELECT kind, SUM(quantity * unit_price) FROM ${lines} GROUP BY 1 ORDER BY 2 DESC LIMIT 1`],
  ['Revenue by customer', 'SELECT name, SUM(amount) FROM invoices JOIN customers ON customers.id = customer_id GROUP BY 1'],
  ['Total unpaid amount', 'SELECT SUM(amount) FROM invoices WHERE paid_on IS NULL'],
  ['Unpaid amount by customer', 'SELECT name, SUM(amount) FROM invoices JOIN customers ON customers.id = customer_id WHERE paid_on IS NULL GROUP BY 1'],
])('%s', (question, gold) => expectAnswer(question, gold))
