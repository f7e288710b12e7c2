import { expect, test } from 'vitest'
import { askedDatabase } from '#test/fixtures/asked-database.ts'

/** Lettings, whose states, kinds and titles are words that questions use for other things as well. */
const { analyse, expectAnswer } = askedDatabase('lettings', (database) => {
  database.exec(`
    CREATE TABLE tenants (tenant_id INTEGER PRIMARY KEY, full_name TEXT, country TEXT, occupation TEXT);
    CREATE TABLE flats (flat_id INTEGER PRIMARY KEY, address TEXT, kind TEXT, rent REAL);
    CREATE TABLE leases (
      lease_id INTEGER PRIMARY KEY, tenant_id INTEGER REFERENCES tenants(tenant_id), flat_id INTEGER REFERENCES flats(flat_id), status TEXT, payment_method TEXT
    );
    CREATE TABLE bills (bill_id INTEGER PRIMARY KEY, lease_id INTEGER REFERENCES leases(lease_id), amount REAL, status TEXT);
    CREATE TABLE repair_requests (
      request_id INTEGER PRIMARY KEY, lease_id INTEGER REFERENCES leases(lease_id), caretaker_id INTEGER REFERENCES caretakers(caretaker_id), reported_on DATE,
      urgency TEXT, category TEXT, note TEXT, state TEXT, met_deadline TEXT, rating TEXT
    );
    CREATE TABLE shipments (shipment_id INTEGER PRIMARY KEY, flat_id INTEGER REFERENCES flats(flat_id), status TEXT, on_time INTEGER);
    CREATE TABLE caretakers (caretaker_id INTEGER PRIMARY KEY, name TEXT, position TEXT);
  `)
  const pick = <Item>(items: Item[], at: number): Item => items[at % items.length] as Item
  const add = (table: string, ...row: (string | number)[]) => database.prepare(`INSERT INTO ${table} VALUES (${row.map(() => '?').join(', ')})`).run(...row)
  for (let id = 1; id <= 40; id++) {
    add(
      'tenants',
      id,
      `Tenant ${id}`,
      pick(['United Kingdom', 'Germany', 'France', 'Spain'], id),
      pick(['Nurse', 'Teacher', 'Customer Service', 'Tenant Support Agent'], id * 3),
    )
    add('flats', id, `${id} Main Street`, pick(['Loft', 'Studio', 'House'], id), 500 + ((id * 37) % 900))
    add('shipments', id, id, pick(['in transit', 'delivered', 'returned'], id * 5), id % 4 === 0 ? 0 : 1)
  }
  for (let id = 1; id <= 6; id++) add('caretakers', id, `Keeper ${id}`, pick(['Plumber', 'Foreman', 'Clerk'], id))
  for (let id = 1; id <= 80; id++)
    add('leases', id, 1 + (id % 30), 1 + (id % 40), pick(['active', 'ended', 'open'], id), pick(['card', 'cash', 'check', 'eWallet'], id * 7))
  for (let id = 1; id <= 150; id++) {
    add('bills', id, 1 + ((id * 3) % 80), 20 + id, pick(['open', 'paid', 'void'], id + (id % 2)))
    const [urgency, category] = [pick(['1 - Emergency', '2 - High', '3 - Normal'], id), pick(['Plumbing', 'Heating', 'Electrical'], id * 2)]
    const kept = [id % 3 === 0 ? 'false' : 'true', pick(['A', 'B', 'C', 'F'], id)]
    const note = pick(['Check boiler after leak', 'Look at window', 'Report mould'], id)
    add('repair_requests', id, 1 + ((id * 7) % 60), 1 + (id % 6), `2025-0${1 + (id % 9)}-11`, urgency, category, note, pick(['open', 'closed'], id), ...kept)
  }
})

const ofLeases = 'FROM tenants WHERE tenant_id IN (SELECT tenant_id FROM leases JOIN'
const cases: [string, string][] = [
  // What somebody did to something is no state of other rows.
  [
    'tenants who never opened a repair request',
    'SELECT full_name FROM tenants WHERE tenant_id NOT IN (SELECT tenant_id FROM leases JOIN repair_requests USING (lease_id))',
  ],
  ['How many repair requests were opened in May?', "SELECT COUNT(*) FROM repair_requests WHERE reported_on LIKE '2025-05%'"],
  ['how many tenants paid a bill', `SELECT COUNT(*) ${ofLeases} bills USING (lease_id) WHERE bills.status = 'paid')`],
  ['which leases have open bills', "SELECT lease_id FROM leases WHERE lease_id IN (SELECT lease_id FROM bills WHERE status = 'open')"],
  ['How many repair requests are open?', "SELECT COUNT(*) FROM repair_requests WHERE state = 'open'"],
  ['How many tenants live in Germany?', "SELECT COUNT(*) FROM tenants WHERE country = 'Germany'"],
  ['how many leases, except those paid by card', "SELECT COUNT(*) FROM leases WHERE payment_method <> 'card'"],
  // What rows are called is no state of some of them.
  ['How many shipments were late?', 'SELECT COUNT(*) FROM shipments WHERE on_time = 0'],
  ['how many shipments were on time', 'SELECT COUNT(*) FROM shipments WHERE on_time = 1'],
  // Values said otherwise.
  ['How many emergency requests are there?', "SELECT COUNT(*) FROM repair_requests WHERE urgency LIKE '1%'"],
  ['urgency 1 requests per month', "SELECT substr(reported_on, 1, 7), COUNT(*) FROM repair_requests WHERE urgency LIKE '1%' GROUP BY 1"],
  ['how many leases are paid with an e-wallet', "SELECT COUNT(*) FROM leases WHERE payment_method = 'eWallet'"],
  ['How many repair requests missed the deadline?', "SELECT COUNT(*) FROM repair_requests WHERE met_deadline = 'false'"],
  ['What share of repair requests met the deadline?', "SELECT 100.0 * SUM(met_deadline = 'true') / COUNT(*) FROM repair_requests"],
  ['What percentage of repair requests got an F?', "SELECT 100.0 * SUM(rating = 'F') / COUNT(*) FROM repair_requests"],
  // What is left out.
  ['average rent apart from houses', "SELECT AVG(rent) FROM flats WHERE kind <> 'House'"],
  ['tenants from countries other than Germany and France', "SELECT full_name FROM tenants WHERE country NOT IN ('Germany', 'France')"],
  ['number of repair requests besides plumbing and heating', "SELECT COUNT(*) FROM repair_requests WHERE category = 'Electrical'"],
  ['tenants outside the UK', "SELECT full_name FROM tenants WHERE country <> 'United Kingdom'"],
  // Lists.
  ['Leases paid by card, cash, check?', "SELECT payment_method, COUNT(*) FROM leases WHERE payment_method <> 'eWallet' GROUP BY 1"],
  ['How many leases are paid by card, cash or check?', "SELECT COUNT(*) FROM leases WHERE payment_method <> 'eWallet'"],
  ['lofts and studios: average rent of each', "SELECT kind, AVG(rent) FROM flats WHERE kind <> 'House' GROUP BY 1"],
  // People by what they do.
  ['repair requests by plumber', "SELECT name, COUNT(*) FROM repair_requests JOIN caretakers USING (caretaker_id) WHERE position = 'Plumber' GROUP BY 1"],
]

test.each(cases)('%s', (question, sql) => expectAnswer(question, sql))

test.each([
  // Verbs, nouns for whom a business has to do with, and kinds that are asked for are no parts of longer values.
  'How many tenants do we look after?',
  'How many tenants support us?',
  'Who are our best customers?',
])('no value is made up: %s', (question) => {
  const analysis = analyse(question)
  if (analysis.kind === 'query') expect(JSON.stringify(analysis.query)).not.toMatch(/Customer Service|Support Agent|after leak/)
})
