import { expect, test } from 'vitest'
import { askedDatabase } from '#test/fixtures/asked-database.ts'

const rows = (count: number): number[] => Array.from({ length: count }, (_, id) => id)
const day = (id: number): string => new Date(Date.UTC(2024, 0, 1 + id)).toISOString().slice(0, 10)

/** A ferry line: vessels and crew, crossings with their passengers, repairs with what they cost, and tips. */
const { expectAnswer, analyse } = askedDatabase('boat-line', (database) => {
  database.exec(`
    CREATE TABLE vessels (vessel_id INTEGER PRIMARY KEY, vessel_no TEXT, pier TEXT, seats INTEGER, odometer_km INTEGER, bought_on DATE);
    CREATE TABLE crew (crew_id INTEGER PRIMARY KEY, full_name TEXT, role TEXT, permit_expiry DATE, hire_date DATE);
    CREATE TABLE crossings (crossing_id INTEGER PRIMARY KEY, vessel_id INTEGER REFERENCES vessels(vessel_id), crew_id INTEGER REFERENCES crew(crew_id),
      departed_on DATE, distance_km REAL, booker_name TEXT, passengers INTEGER, channel TEXT, delayed TEXT);
    CREATE TABLE repairs (repair_id INTEGER PRIMARY KEY, vessel_id INTEGER REFERENCES vessels(vessel_id), repaired_on DATE, repair_type TEXT, cost REAL);
    CREATE TABLE tips (tip_id INTEGER PRIMARY KEY, crossing_id INTEGER REFERENCES crossings(crossing_id), amount REAL);`)
  const insert = (table: string, values: (string | number)[]) =>
    database.prepare(`INSERT INTO ${table} VALUES (${values.map(() => '?').join(', ')})`).run(...values)
  for (const id of rows(12))
    insert('vessels', [id, `V${id + 10}`, ['North', 'South', 'East'][id % 3] ?? '', 20 + 10 * (id % 5), 90000 - 1000 * id, '2019-04-01'])
  for (const id of rows(9))
    insert('crew', [
      id,
      `Kim ${'ABCDEFGHI'[id]}`,
      ['Deckhand', 'Head Steward', 'Steward'][id % 3] ?? '',
      `2025-${String(1 + id).padStart(2, '0')}-10`,
      '2020-05-01',
    ])
  for (const id of rows(400))
    insert('crossings', [
      id,
      (id * id) % 12,
      (id * 7) % 9,
      day(id + 150),
      10 + (id % 9),
      `B${id % 40}`,
      1 + (id % 6),
      ['web', 'kiosk'][id % 2] ?? '',
      id % (id % 2 ? 5 : 3) === 0 ? 'Y' : 'N',
    ])
  for (const id of rows(90)) insert('repairs', [id, (id * id + 1) % 12, day(id * 5), ['Engine', 'Hull', 'Radio'][id % 3] ?? '', 100 + id])
  for (const id of rows(200)) insert('tips', [id, id * 2, (id % 7) * 0.5])
})

const byPassengers = "SELECT SUM(passengers) FROM crossings WHERE departed_on LIKE '2025-05%'"

test.each([
  ['Which vessels can carry 50 people or more?', 'SELECT vessel_no FROM vessels WHERE seats >= 50'],
  ['Whose permit runs out in August 2025?', "SELECT full_name FROM crew WHERE permit_expiry LIKE '2025-08%'"],
  ['What have repairs cost us so far?', 'SELECT SUM(cost) FROM repairs'],
  ['How many passengers did we have in May 2025?', byPassengers],
  [
    'Which vessel covered the most kilometres?',
    'SELECT vessel_no, SUM(distance_km) FROM crossings JOIN vessels USING (vessel_id) GROUP BY 1 ORDER BY 2 DESC LIMIT 1',
  ],
  [
    'Which steward made the most tips?',
    `SELECT full_name, SUM(amount) FROM tips JOIN crossings USING (crossing_id) JOIN crew USING (crew_id) WHERE role LIKE '%Steward%' GROUP BY 1 ORDER BY 2 DESC
      LIMIT 1`,
  ],
  ['What share of our web crossings was delayed?', "SELECT AVG(delayed = 'Y') * 100 FROM crossings WHERE channel = 'web'"],
  ['Share of the repair bill that went on engines', "SELECT SUM(CASE WHEN repair_type = 'Engine' THEN cost END) * 100.0 / SUM(cost) FROM repairs"],
  [
    'Which boats have been in for hull more than 3 times?',
    "SELECT vessel_no FROM repairs JOIN vessels USING (vessel_id) WHERE repair_type = 'Hull' GROUP BY 1 HAVING COUNT(*) > 3",
  ],
  ['Our repair bill by month in 2025', "SELECT substr(repaired_on, 1, 7), SUM(cost) FROM repairs WHERE repaired_on LIKE '2025%' GROUP BY 1"],
])('answers %s', expectAnswer)

test('counts passengers by the column that tells them, and not the names of those who booked', () =>
  expect(JSON.stringify(analyse('How many passengers did we have in May 2025?'))).not.toContain('booker_name'))
