import { expect, test } from 'vitest'
import { askedDatabase } from '#test/fixtures/asked-database.ts'

/** An airfield: flights whose numbers come again, pilots some of whom left, and orders of fuel that are kept under the name of a form. */
const { expectAnswer, analyse } = askedDatabase('airfield', (database) => {
  database.exec(`
    CREATE TABLE flights (carrier TEXT, flight_number INTEGER, flown_on DATE, zone INTEGER, is_cancelled INTEGER);
    CREATE TABLE pilots (pilot_id INTEGER PRIMARY KEY, full_name TEXT, ended DATE);
    CREATE TABLE vendors (vendor_id INTEGER PRIMARY KEY, vendor_name TEXT, region TEXT);
    CREATE TABLE fuel_order_header (fuel_order_id INTEGER PRIMARY KEY, vendor_id INTEGER REFERENCES vendors, order_date DATE, receipt_number TEXT)`)
  const day = (of: number) => new Date(Date.UTC(2024, 0, 1 + of)).toISOString().slice(0, 10)
  const add = (table: string, ...row: (string | number | null)[]) =>
    database.prepare(`INSERT INTO ${table} VALUES (${row.map(() => '?').join(', ')})`).run(...row)
  for (let id = 0; id < 400; id++)
    add('flights', ['Aero', 'Blue', 'Cirrus'][((id * 7) % 5) % 3] ?? '', 100 + ((id * 11) % 60), day(id), 10 + ((id * id) % 23), id % 13 ? 0 : 1)
  for (let id = 1; id <= 20; id++) add('pilots', id, `Pilot ${id}`, id % 6 ? null : day(id * 9))
  for (let id = 1; id <= 6; id++) add('vendors', id, `Vendor ${id}`, ['Coast', 'Inland'][id % 2] ?? '')
  for (let id = 1; id <= 90; id++) add('fuel_order_header', id, 1 + ((id * 5) % 6), day(Math.floor(id * 1.5)), id % 3 ? null : `R${id}`)
})

test.each([
  ['Number of flights per carrier', 'SELECT carrier, COUNT(*) FROM flights GROUP BY 1'],
  ['How many flights did we have in March 2024?', "SELECT COUNT(*) FROM flights WHERE flown_on LIKE '2024-03%'"],
  ['Orders per month', "SELECT strftime('%Y-%m', order_date), COUNT(*) FROM fuel_order_header GROUP BY 1"],
])('answers %s', expectAnswer)

test('a number of a flight is never added up, and a zone above 15 is none of more than 15 flights', () => {
  const text = (question: string) => JSON.stringify(analyse(question))
  expect(text('total flight number by carrier')).not.toContain('"aggregate":"sum"')
  expect(text('Which zones have more than 15 flights?')).not.toContain('"column":"zone","operator":"greater_than"')
})

test('a split or a state that no figure shows is asked back about', () => {
  const isWhole = (question: string) => {
    const analysis = analyse(question)
    return analysis.kind === 'query' && analysis.query.dimensions.length === 0 && !analysis.query.filters
  }
  expect(isWhole('how many pilots have left us')).toBe(false)
  expect(isWhole('cancellation rate for each kind of plane')).toBe(false)
})
