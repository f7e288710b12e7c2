import { expect, test } from 'vitest'
import { askedDatabase } from '#test/fixtures/asked-database.ts'

/** A gallery with memberships that begin with a trial, and frames it buys from vendors. The clock stands at 18 June 2025. */
const { analyse, expectAnswer } = askedDatabase('gallery', (database) => {
  database.exec(`CREATE TABLE patrons (patron_id INTEGER PRIMARY KEY, patron_name TEXT, town TEXT);
    CREATE TABLE memberships (membership_id INTEGER PRIMARY KEY, patron_id INTEGER REFERENCES patrons (patron_id), status TEXT, billing_cycle TEXT, mrr REAL, started_on DATE,
      trial_end DATE, cancelled_on DATE, cancel_reason TEXT);
    CREATE TABLE charges (charge_id INTEGER PRIMARY KEY, membership_id INTEGER REFERENCES memberships (membership_id), charged_on DATE, amount REAL, channel TEXT, status TEXT);
    CREATE TABLE vendors (vendor_id INTEGER PRIMARY KEY, vendor_name TEXT);
    CREATE TABLE mouldings (moulding_id INTEGER PRIMARY KEY, moulding_name TEXT, unit_cost REAL, list_price REAL, vendor_id INTEGER REFERENCES vendors (vendor_id));
    CREATE TABLE purchases (purchase_id INTEGER PRIMARY KEY, vendor_id INTEGER REFERENCES vendors (vendor_id), ordered_on DATE);
    CREATE TABLE purchase_lines (purchase_id INTEGER REFERENCES purchases (purchase_id), line INTEGER, moulding_id INTEGER REFERENCES mouldings (moulding_id), qty INTEGER,
      unit_price REAL, PRIMARY KEY (purchase_id, line))`)
  const add = (table: string, ...row: (string | number | null)[]) =>
    database.prepare(`INSERT INTO ${table} VALUES (${row.map(() => '?').join(', ')})`).run(...row)
  const day = (from: number) => new Date(Date.UTC(2024, 6, 1 + from)).toISOString().slice(0, 10)
  for (let id = 1; id <= 90; id++) {
    const isGone = id % 4 === 0
    add('patrons', id, `Patron ${id}`, ['Norwick', 'Tarley', 'Upham'][id % 3] ?? '')
    add(
      'memberships',
      id,
      id,
      isGone ? 'cancelled' : 'active',
      ['month', 'year', 'month'][id % 3] ?? '',
      9 + (id % 5),
      day(id),
      id % 2 ? day(id + 14) : null,
      isGone ? day(id + 90) : null,
      isGone ? (['moved away', 'too dear', 'moved away'][id % 3] ?? '') : null,
    )
    for (let month = 0; month < 3; month++)
      add(
        'charges',
        id * 3 + month,
        id,
        day(id * 3 + month * 30),
        9 + (id % 5),
        ['card', 'transfer'][id % 2] ?? '',
        (id + month) % 7 === 0 ? 'failed' : 'succeeded',
      )
  }
  for (let id = 1; id <= 4; id++) add('vendors', id, ['Arbor', 'Beam', 'Cedar', 'Dowel'][id - 1] ?? '')
  for (let id = 1; id <= 12; id++) add('mouldings', id, `Moulding ${String.fromCharCode(64 + id)}`, 3 + id, 6 + 2 * id, 1 + (id % 4))
  for (let id = 1; id <= 60; id++) {
    add('purchases', id, 1 + ((id * id) % 4), day(id * 5))
    for (let line = 1; line <= 2; line++) add('purchase_lines', id, line, 1 + ((id + line) % 12), 4 + (id % 9) * line, 3.5 + ((id + line) % 12))
  }
})

test.each([
  ["What's our MRR right now?", "SELECT SUM(mrr) FROM memberships WHERE status = 'active'"],
  ['How many paying patrons do we have?', "SELECT COUNT(DISTINCT patron_id) FROM memberships WHERE status = 'active'"],
  ["What's the failure rate of charges for each channel?", "SELECT channel, AVG(status = 'failed') * 100 FROM charges GROUP BY 1"],
  ['What share of patrons pays yearly?', "SELECT AVG(billing_cycle = 'year') * 100 FROM memberships"],
  ['Why do patrons cancel?', 'SELECT cancel_reason, COUNT(*) FROM memberships WHERE cancel_reason IS NOT NULL GROUP BY 1'],
  ['Sign-ups per month in 2024', "SELECT substr(started_on, 1, 7), COUNT(*) FROM memberships WHERE started_on LIKE '2024%' GROUP BY 1"],
  [
    'How much have we spent on purchases this year?',
    "SELECT SUM(qty * unit_price) FROM purchase_lines JOIN purchases USING (purchase_id) WHERE ordered_on >= '2025-01-01'",
  ],
  [
    'Our purchasing spend by month in 2025',
    "SELECT substr(ordered_on, 1, 7), SUM(qty * unit_price) FROM purchase_lines JOIN purchases USING (purchase_id) WHERE ordered_on >= '2025-01-01' GROUP BY 1",
  ],
])('answers %s', expectAnswer)

test('what was bought is no revenue', () => expect(JSON.stringify(analyse('What was our revenue in 2024?'))).not.toContain('unit_price'))
test('one price is not multiplied by another', () => expect(JSON.stringify(analyse('Which vendor is the best?'))).not.toContain('list_price'))
