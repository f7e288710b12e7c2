import { expect, test } from 'vitest'
import { askedDatabase } from '#test/fixtures/asked-database.ts'

/** A boatyard that sells parts on orders with lines, is paid apart from them, and rents berths until they are given up. The clock stands at 18 June 2025. */
const { analyse, expectAnswer } = askedDatabase('boatyard', (database) => {
  database.exec(`
    CREATE TABLE clients (client_id INTEGER PRIMARY KEY, client_name TEXT, harbour TEXT, employees INTEGER);
    CREATE TABLE parts (part_id INTEGER PRIMARY KEY, part_name TEXT, kind TEXT, cost_price REAL, list_price REAL, quantity_on_hand INTEGER, reorder_point INTEGER, discontinued INTEGER);
    CREATE TABLE orders (order_id INTEGER PRIMARY KEY, client_id INTEGER REFERENCES clients (client_id), order_date DATE);
    CREATE TABLE order_lines (order_id INTEGER REFERENCES orders (order_id), part_id INTEGER REFERENCES parts (part_id), quantity INTEGER, unit_price REAL, discount REAL, PRIMARY KEY (order_id, part_id));
    CREATE TABLE payments (payment_id INTEGER PRIMARY KEY, client_id INTEGER REFERENCES clients (client_id), payment_date DATE, amount REAL);
    CREATE TABLE berths (berth_id INTEGER PRIMARY KEY, client_id INTEGER REFERENCES clients (client_id), pier TEXT, mrr REAL, start_date DATE, end_date DATE)`)
  const add = (table: string, ...row: (string | number | null)[]) =>
    database.prepare(`INSERT INTO ${table} VALUES (${row.map(() => '?').join(', ')})`).run(...row)
  for (let id = 1; id <= 12; id++) {
    add('clients', id, `${['Nauti', 'Salt', 'Tide', 'Keel'][id % 4]} ${['Marine', 'Yachts', 'Boats'][id % 3]}`, ['Kiel', 'Faro'][id % 2] ?? '', 200 - id * 7)
    add(
      'parts',
      id,
      ['Anchor', 'Bilge pump', 'Cleat', 'Deck light', 'Fender', 'Gaff'][id % 6] + (id > 6 ? ' XL' : ''),
      ['Hull', 'Deck'][id % 2] ?? '',
      4 + id,
      9 + id * 2,
      (id * 5) % 23,
      8,
      id % 5 === 0 ? 1 : 0,
    )
  }
  for (let id = 1; id <= 90; id++) {
    const client = 1 + ((id * id) % 11)
    add('orders', id, client, `202${4 + (id % 2)}-0${1 + (id % 6)}-1${id % 9}`)
    for (let line = 0; line <= id % 3; line++)
      add('order_lines', id, 1 + ((id + line * 5) % 12), 1 + (id % 7), 8 + ((id + line) % 12) * 2, line === 1 ? 0.25 : 0)
    if (id % 2 === 0) add('payments', id, client, `202${4 + (id % 2)}-0${1 + (id % 6)}-27`, 30 + id)
  }
  for (let id = 1; id <= 20; id++)
    add('berths', id, 1 + (id % 9), ['East', 'West'][id % 2] ?? '', 100 + id * 3, `2024-0${1 + (id % 8)}-01`, id % 3 === 0 ? '2025-02-28' : null)
})

const net = 'l.quantity * l.unit_price * (1 - l.discount)'
const lines = 'order_lines l JOIN orders o USING (order_id) JOIN clients c USING (client_id) JOIN parts p USING (part_id)'

test.each([
  ['Sales by harbour', `SELECT harbour, SUM(${net}) FROM ${lines} GROUP BY 1`],
  ["What's our average order value?", `SELECT SUM(${net}) / COUNT(DISTINCT l.order_id) FROM ${lines}`],
  ["What's our revenue?", `SELECT SUM(${net}) FROM ${lines}`],
  ['How much have we sold in total, after discounts?', `SELECT SUM(${net}) FROM ${lines}`],
  ['Total payments by client', 'SELECT client_name, SUM(amount) FROM payments JOIN clients USING (client_id) GROUP BY client_id'],
  ['How many orders were worth more than 100?', `SELECT COUNT(*) FROM (SELECT 1 FROM ${lines} GROUP BY order_id HAVING SUM(${net}) > 100)`],
  ['Who are our 3 biggest clients?', `SELECT client_name, SUM(${net}) FROM ${lines} GROUP BY client_id ORDER BY 2 DESC LIMIT 3`],
  ['How much money did we give away in discounts?', 'SELECT SUM(quantity * unit_price * discount) FROM order_lines'],
  ['What is our current stock worth?', 'SELECT SUM(quantity_on_hand * cost_price) FROM parts'],
  ['Stock value by kind', 'SELECT kind, SUM(quantity_on_hand * cost_price) FROM parts GROUP BY 1'],
  ['Which parts do we need to reorder?', 'SELECT part_name FROM parts WHERE quantity_on_hand <= reorder_point AND discontinued = 0'],
  ['Which parts are below their reorder point?', 'SELECT part_name FROM parts WHERE quantity_on_hand < reorder_point'],
  ['Margin by kind', `SELECT kind, 100.0 * SUM(${net} - l.quantity * p.cost_price) / SUM(${net}) FROM ${lines} GROUP BY 1`],
  ['How much profit did we make in 2025?', `SELECT SUM(${net} - l.quantity * p.cost_price) FROM ${lines} WHERE order_date LIKE '2025%'`],
  ['MRR by pier', 'SELECT pier, SUM(mrr) FROM berths WHERE end_date IS NULL GROUP BY 1'],
  ["What's our current MRR?", 'SELECT SUM(mrr) FROM berths WHERE end_date IS NULL'],
  ['How many paying clients do we have?', 'SELECT COUNT(DISTINCT client_id) FROM berths WHERE end_date IS NULL'],
  ['What do we charge for each part?', 'SELECT part_name, list_price FROM parts'],
])('%s', (question, gold) => expectAnswer(question, gold))

test('money that comes again is not told of a time by when it began', () => {
  expect(analyse('MRR by month').kind).not.toBe('query')
  expect(analyse('MRR in 2024').kind).not.toBe('query')
})

test('what came in is no answer to what was spent, where no costs are told', () => {
  expect(analyse('What did we spend in 2024?').kind).not.toBe('query')
})
