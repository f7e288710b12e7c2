import { expect, test } from 'vitest'
import { askedDatabase } from '#test/fixtures/asked-database.ts'

/** A web host: contracts that begin and run out, bills that are paid in part, cases with the time they took. The clock stands at 18 June 2025. */
const { analyse, expectAnswer } = askedDatabase('web-hosting', (database) => {
  database.exec(`CREATE TABLE customers (customer_id TEXT PRIMARY KEY, company TEXT, sector TEXT, created_on DATE, left_flag TEXT);
    CREATE TABLE contracts (contract_id TEXT PRIMARY KEY, customer_id TEXT REFERENCES customers (customer_id), begin_date DATE, end_date DATE, upgrade_flag TEXT);
    CREATE TABLE bills (bill_id TEXT PRIMARY KEY, customer_id TEXT REFERENCES customers (customer_id), bill_date DATE, amount_due REAL, amount_paid REAL, state TEXT);
    CREATE TABLE cases (case_id TEXT PRIMARY KEY, customer_id TEXT REFERENCES customers (customer_id), submitted_at DATE, closed_at DATE, hours_to_resolution REAL, first_reply_minutes INTEGER, severity TEXT, escalated TEXT)`)
  const add = (table: string, ...row: (string | number | null)[]) =>
    database.prepare(`INSERT INTO ${table} VALUES (${row.map(() => '?').join(', ')})`).run(...row)
  const day = (of: number) => new Date(Date.UTC(2023, 6, 1 + of)).toISOString().slice(0, 10)
  for (let id = 1; id <= 40; id++)
    add('customers', `C${100 + id}`, `Firm ${id} Ltd`, ['Retail', 'Health', 'Media'][id % 3] ?? '', day(id * 11), id % (3 + (id % 3)) === 0 ? 'True' : 'False')
  for (let id = 1; id <= 120; id++)
    add(
      'contracts',
      `K${id}`,
      `C${101 + ((id * 7) % 40)}`,
      day((id * 19) % 700),
      id % 3 === 0 ? null : day(((id * 19) % 700) + 365),
      id % 4 === 0 ? 'True' : 'False',
    )
  for (let id = 1; id <= 200; id++) {
    const [due, state] = [20 + ((id * 37) % 200), ['paid', 'paid', 'open', 'paid', 'void'][id % 5] ?? '']
    add('bills', `B${id}`, `C${101 + ((id * 3) % 40)}`, day((id * 7) % 710), due, state === 'paid' ? due : state === 'open' ? (id % 2) * 10 : 0, state)
  }
  for (let id = 1; id <= 180; id++)
    add(
      'cases',
      `T${id}`,
      `C${101 + ((id * id) % 36)}`,
      day((id * 5) % 700),
      day(((id * 5) % 700) + (id % 6)),
      3 + ((id * 13) % 90),
      5 + ((id * 7) % 120),
      ['low', 'high', 'critical'][id % 3] ?? '',
      id % 4 === 1 ? 'True' : 'False',
    )
})

const cases = 'cases JOIN customers USING (customer_id)'

test.each([
  ['How fast do we answer critical cases on average?', "SELECT AVG(first_reply_minutes) FROM cases WHERE severity = 'critical'"],
  ['How long does it take to resolve a case?', 'SELECT AVG(hours_to_resolution) FROM cases'],
  ['Which sector waits longest for a first reply?', `SELECT sector, AVG(first_reply_minutes) FROM ${cases} GROUP BY 1 ORDER BY 2 DESC LIMIT 1`],
  ['How many customers upgraded in 2024?', "SELECT COUNT(DISTINCT customer_id) FROM contracts WHERE upgrade_flag = 'True' AND begin_date LIKE '2024%'"],
  ['How many contracts run out in August?', "SELECT COUNT(*) FROM contracts WHERE end_date LIKE '2025-08%'"],
  ['How much do customers still owe us?', "SELECT SUM(amount_due - amount_paid) FROM bills WHERE state = 'open'"],
  ['Customers who never submitted a case', 'SELECT company FROM customers WHERE customer_id NOT IN (SELECT customer_id FROM cases)'],
  ['Which customers opened more than 8 cases?', `SELECT company FROM ${cases} GROUP BY customer_id HAVING COUNT(*) > 8`],
  ['Customers in which sector leave the least?', "SELECT sector, 100.0 * SUM(left_flag = 'True') / COUNT(*) FROM customers GROUP BY 1 ORDER BY 2 LIMIT 1"],
])('%s', (question, gold) => expectAnswer(question, gold))

test('who is slowest is none of the rows, where the data does not know who is meant', () => {
  expect(analyse('Which department is slowest at resolving?').kind).not.toBe('query')
})
