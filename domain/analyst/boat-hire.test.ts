import { expect, test } from 'vitest'
import { askedDatabase } from '#test/fixtures/asked-database.ts'

/** A boat hire whose boats are of several types and have several features, with a sheet of what its kiosk sold. The clock stands at 18 June 2025. */
const { analyse, expectAnswer } = askedDatabase('hire', (database) => {
  database.exec(`
    CREATE TABLE types (type_id INTEGER PRIMARY KEY, name TEXT);
    CREATE TABLE boats (boat_id INTEGER PRIMARY KEY, name TEXT, length REAL, weight REAL);
    CREATE TABLE boat_types (boat_id INTEGER REFERENCES boats (boat_id), type_id INTEGER REFERENCES types (type_id), PRIMARY KEY (boat_id, type_id));
    CREATE TABLE skippers (skipper_id INTEGER PRIMARY KEY, name TEXT, country TEXT);
    CREATE TABLE bookings (booking_id INTEGER PRIMARY KEY, boat_id INTEGER REFERENCES boats (boat_id), skipper_id INTEGER REFERENCES skippers (skipper_id), booked_on DATE, fee REAL)`)
  const add = (table: string, ...row: (string | number | null)[]) =>
    database.prepare(`INSERT INTO ${table} VALUES (${row.map(() => '?').join(', ')})`).run(...row)
  for (const [index, name] of ['Canoe', 'Dinghy', 'Punt'].entries()) add('types', index + 1, name)
  for (let id = 1; id <= 12; id++) {
    add('boats', id, ['Aida', 'Bess', 'Clio', 'Dido', 'Enzo', 'Fina', 'Gino', 'Hero', 'Isis', 'Juno', 'Kobo', 'Lola'][id - 1] ?? '', 3 + id / 4, 40 + id * 3.5)
    add('boat_types', id, 1 + ((id * id) % 3))
  }
  for (let id = 1; id <= 30; id++)
    add('skippers', id, `${['Ann', 'Bob', 'Cid'][id % 3]} ${['Marsh', 'Lake', 'Ford', 'Pool', 'Brook'][id % 5]}${id}`, ['Malta', 'Spain'][id % 2] ?? '')
  for (let id = 1; id <= 300; id++)
    add(
      'bookings',
      id,
      1 + ((id * id + (id % 7)) % 12),
      1 + ((id * 3) % 29),
      `2024-${String(1 + (id % 11)).padStart(2, '0')}-1${id % 9}`,
      20 + ((id * 13) % 70),
    )
})

const byType = 'JOIN boat_types USING (boat_id) JOIN types USING (type_id)'

test.each([
  ['How many bookings do we get per month on average?', 'SELECT COUNT(*) * 1.0 / COUNT(DISTINCT substr(booked_on, 1, 7)) FROM bookings'],
  ['On average, how many bookings do we have per month?', 'SELECT COUNT(*) * 1.0 / COUNT(DISTINCT substr(booked_on, 1, 7)) FROM bookings'],
  ['Most booked boat', 'SELECT boats.name FROM bookings JOIN boats USING (boat_id) GROUP BY 1 ORDER BY COUNT(*) DESC LIMIT 1'],
  ['What are the 3 most booked boats?', 'SELECT boats.name, COUNT(*) FROM bookings JOIN boats USING (boat_id) GROUP BY 1 ORDER BY COUNT(*) DESC LIMIT 3'],
  ['Which boat type gets booked the least?', `SELECT types.name, COUNT(*) FROM bookings ${byType} GROUP BY 1 ORDER BY 2 LIMIT 1`],
  ['Bookings per type', `SELECT types.name, COUNT(*) FROM bookings ${byType} GROUP BY 1`],
  ['How many boat bookings did we have in May 2024?', "SELECT COUNT(*) FROM bookings WHERE booked_on LIKE '2024-05%'"],
  [
    'What share of the fees does each boat type bring in?',
    `SELECT types.name, SUM(fee), 100.0 * SUM(fee) / (SELECT SUM(fee) FROM bookings ${byType}) FROM bookings ${byType} GROUP BY 1`,
  ],
  ['Do longer boats really weigh more? Show the correlation of length and weight', 'SELECT 1.0'],
])('%s', (question, gold) => expectAnswer(question, gold))

test('a turn asks for the share, or for another count, of what was told before', () => {
  const first = analyse('Fees by country in 2024')
  if (first.kind !== 'query') throw new Error(JSON.stringify(first))
  const previous = { question: 'Fees by country in 2024', query: first.query }
  for (const question of ['in percent please', 'what share is that?', 'as a share of the total'])
    expect(analyse(question, { previous }), question).toMatchObject({ query: { measures: [{ column: 'fee' }, { derive: 'share_of_total', percent: true }] } })
  for (const question of ['and how many bookings?', 'how many bookings is that?'])
    expect(analyse(question, { previous }), question).toMatchObject({
      query: {
        measures: [{ aggregate: 'count', table: 'bookings' }],
        dimensions: [{ column: 'country' }],
        filters: { and: [{ column: 'booked_on', values: ['2024'] }, { column: 'country' }] },
      },
    })
})
