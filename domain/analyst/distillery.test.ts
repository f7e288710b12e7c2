import { expect, test } from 'vitest'
import { askedDatabase } from '#test/fixtures/asked-database.ts'

/** A distillery that guests visit and order from, whose spirits have amounts of their own that tell nothing of what was sold. */
const { analyse, expectAnswer } = askedDatabase('distillery', (database) => {
  database.exec(`CREATE TABLE guests (guest_id INTEGER PRIMARY KEY, full_name TEXT, zip_code TEXT, is_member TEXT);
    CREATE TABLE staff (staff_id INTEGER PRIMARY KEY, first_name TEXT, last_name TEXT);
    CREATE TABLE visits (visit_id INTEGER PRIMARY KEY, guest_id INTEGER REFERENCES guests (guest_id), staff_id INTEGER REFERENCES staff (staff_id), visit_date DATE);
    CREATE TABLE spirits (spirit_id INTEGER PRIMARY KEY, spirit_name TEXT, family TEXT, label_colours_qty INTEGER);
    CREATE TABLE orders (order_id INTEGER PRIMARY KEY, guest_id INTEGER REFERENCES guests (guest_id), order_date DATE);
    CREATE TABLE order_items (order_id INTEGER REFERENCES orders (order_id), item_no INTEGER, spirit_id INTEGER REFERENCES spirits (spirit_id), price REAL, postage_value REAL,
      PRIMARY KEY (order_id, item_no));
    CREATE TABLE reviews (review_id INTEGER PRIMARY KEY, order_id INTEGER REFERENCES orders (order_id), score INTEGER);
    CREATE TABLE invoices (invoice_id INTEGER PRIMARY KEY, visit_id INTEGER REFERENCES visits (visit_id), guest_id INTEGER REFERENCES guests (guest_id), invoice_date DATE, due_date DATE,
      amount_due REAL, amount_paid REAL, status TEXT);
    CREATE TABLE cellars (cellar_id INTEGER PRIMARY KEY, cellar_name TEXT);
    CREATE TABLE spirit_bottles (spirit_id INTEGER REFERENCES spirits (spirit_id), cellar_id INTEGER REFERENCES cellars (cellar_id), no_of_bottles INTEGER, PRIMARY KEY (spirit_id, cellar_id))`)
  const add = (table: string, ...row: (string | number | null)[]) =>
    database.prepare(`INSERT INTO ${table} VALUES (${row.map(() => '?').join(', ')})`).run(...row)
  for (let id = 1; id <= 40; id++) add('guests', id, `Guest Nr${id}`, `${9000 + id}`, ['True', 'False'][id % 2] ?? '')
  for (let id = 1; id <= 3; id++) add('staff', id, ['Ada', 'Bo', 'Cy'][id - 1] ?? '', ['Reed', 'Hart', 'Wood'][id - 1] ?? '')
  for (let id = 1; id <= 12; id++) add('spirits', id, `Spirit Nr${id}`, ['gin', 'rum', 'rye'][id % 3] ?? '', 1 + ((id * 5) % 7))
  for (let id = 1; id <= 160; id++) {
    const day = `2025-0${1 + (id % 5)}-${10 + ((id * id) % 13)}`
    add('visits', id, 1 + ((id * id) % 23), 1 + (id % 3), day)
    add('orders', id, 1 + ((id * 3) % 37), `2025-0${1 + ((id * 7) % 6)}-${10 + (id % 17)}`)
    for (let line = 1; line <= 1 + (id % 3); line++)
      add('order_items', id, line, 1 + ((id * line * line + line) % 11), 10 + ((id * id + line) % 41), 3.5 + (id % 3))
    if (id % 2 === 0) add('reviews', id, id, 1 + ((id * id) % 5))
    if (id % 3 === 0) {
      const due = 30 + (id % 50)
      add(
        'invoices',
        id,
        id,
        1 + ((id * id) % 23),
        day,
        `2025-0${2 + (id % 5)}-28`,
        due,
        id % 2 === 0 ? due : 5,
        ['paid', 'open', 'paid', 'void'][id % 4] ?? '',
      )
    }
  }
  for (let id = 1; id <= 2; id++) add('cellars', id, ['Old vault', 'Barn'][id - 1] ?? '')
  for (let id = 1; id <= 12; id++) for (const cellar of [1, 2]) add('spirit_bottles', id, cellar, (id * 7 + cellar) % 40)
})

const sold = 'order_items JOIN spirits USING (spirit_id)'

test.each([
  ['Which 2 families sell best?', `SELECT family, SUM(price) FROM ${sold} GROUP BY 1 ORDER BY 2 DESC LIMIT 2`],
  ['best selling family', `SELECT family, COUNT(*) FROM ${sold} GROUP BY 1 ORDER BY 2 DESC LIMIT 1`],
  ['top families', `SELECT family, SUM(price) FROM ${sold} GROUP BY 1 ORDER BY 2 DESC LIMIT 1`],
  ['average order value', 'SELECT SUM(price) / (SELECT COUNT(*) FROM orders) FROM order_items'],
  ['How many orders were over 60?', 'SELECT COUNT(*) FROM (SELECT order_id FROM order_items GROUP BY 1 HAVING SUM(price) > 60)'],
  ['How many bottles of Spirit Nr3 do we have?', 'SELECT SUM(no_of_bottles) FROM spirit_bottles WHERE spirit_id = 3'],
  ['What did we invoice in March?', `SELECT SUM(amount_due) FROM invoices WHERE status <> 'void' AND invoice_date LIKE '2025-03%'`],
  ['How much is still owed?', `SELECT SUM(amount_due - amount_paid) FROM invoices WHERE status = 'open'`],
  [
    'worst rated family',
    `SELECT family, AVG(score) FROM (SELECT DISTINCT review_id, score, family FROM reviews JOIN order_items USING (order_id) JOIN spirits USING (spirit_id)) GROUP BY 1 ORDER BY 2 LIMIT 1`,
  ],
  [
    'the five guests who come in most',
    'SELECT full_name, COUNT(*) FROM visits JOIN guests USING (guest_id) GROUP BY guest_id ORDER BY 2 DESC, full_name LIMIT 5',
  ],
  ['How many people came more than 6 times?', 'SELECT COUNT(*) FROM (SELECT guest_id FROM visits GROUP BY 1 HAVING COUNT(*) > 6)'],
  ['What is our quietest month?', `SELECT strftime('%Y-%m', visit_date) FROM visits GROUP BY 1 ORDER BY COUNT(*), 1 LIMIT 1`],
])('%s', (question, gold) => expectAnswer(question, gold))

test('customers are the guests, and no answer whether somebody is a member', () => {
  const analysis = analyse("who's our biggest customer")
  expect(JSON.stringify(analysis.kind === 'query' ? analysis.query.dimensions : analysis)).not.toContain('is_member')
})
