import { expect, test } from 'vitest'
import { askedDatabase } from '#test/fixtures/asked-database.ts'

/** Boats for charter: enquiries come to bookings, or do not, and some bookings are refunded. */
const { expectAnswer, analyse } = askedDatabase('charter', (database) => {
  database.exec(`
    CREATE TABLE skippers (skipper_id INTEGER PRIMARY KEY, name TEXT, code TEXT, dob DATE);
    CREATE TABLE enquiries (enquiry_id INTEGER PRIMARY KEY, asked_on DATE, source TEXT, rate_form TEXT);
    CREATE TABLE bookings (booking_id INTEGER PRIMARY KEY, booked_on DATE, enquiry_id INTEGER REFERENCES enquiries(enquiry_id), skipper_id INTEGER REFERENCES skippers(skipper_id), tips REAL);
    CREATE TABLE booking_refunds (refund_id INTEGER PRIMARY KEY, refunded_on DATE, booking_id INTEGER REFERENCES bookings(booking_id));
    CREATE TABLE cabins (cabin_id INTEGER PRIMARY KEY, booking_id INTEGER REFERENCES bookings(booking_id), deck TEXT, quantity INTEGER, price_eur REAL);`)
  const day = (at: number) => new Date(Date.UTC(2024, 0, 1 + at)).toISOString().slice(0, 10)
  for (let id = 0; id < 9; id++)
    database
      .prepare('INSERT INTO skippers VALUES (?, ?, ?, ?)')
      .run(id + 1, `Skipper ${'ABCDEFGHI'[id]}`, ['BUT', 'AND', 'FOR', 'HAM', 'VES', 'LOC', 'RIC', 'KVY', 'SAI'][id] ?? '', `19${60 + id * 4}-05-0${id + 1}`)
  for (let id = 0; id < 300; id++)
    database
      .prepare('INSERT INTO enquiries VALUES (?, ?, ?, ?)')
      .run(id + 1, day(id * 2), ['fair', 'web', 'friend'][(id * 5 + Math.floor(id / 7)) % 3] ?? '', ['percent', 'flat'][id % 2] ?? '')
  for (let id = 0; id < 110; id++) {
    const enquiry = id < 60 ? id * 3 + 1 : id * 2 + 80
    database
      .prepare('INSERT INTO bookings VALUES (?, ?, ?, ?, ?)')
      .run(id + 1, day(enquiry * 2 + 3 + (id % 5)), enquiry, ((id * id) % 8) + 1, id % 8 === 0 || (id * id) % 8 === 4 ? 0 : 20 + id)
    database.prepare('INSERT INTO cabins VALUES (?, ?, ?, ?, ?)').run(id * 2 + 1, id + 1, ['upper', 'lower'][id % 2] ?? '', 1 + (id % 3), 80)
    database.prepare('INSERT INTO cabins VALUES (?, ?, ?, ?, ?)').run(id * 2 + 2, id + 1, 'lower', 1, 60)
    if (id % 6 === 2) database.prepare('INSERT INTO booking_refunds VALUES (?, ?, ?)').run(id + 1, day(enquiry * 2 + 20 + (id % 9)), id + 1)
  }
})

const came = 'EXISTS (SELECT 1 FROM bookings b WHERE b.enquiry_id = e.enquiry_id)'
test.each([
  ['What is our conversion rate?', `SELECT 100.0 * AVG(${came}) FROM enquiries e`],
  ['Which source converts best?', `SELECT source, 100.0 * AVG(${came}) FROM enquiries e GROUP BY 1 ORDER BY 2 DESC LIMIT 1`],
  [
    'Refund rate by skipper',
    'SELECT s.name, 100.0 * AVG(EXISTS (SELECT 1 FROM booking_refunds r WHERE r.booking_id = b.booking_id)) FROM bookings b JOIN skippers s USING (skipper_id) GROUP BY s.skipper_id',
  ],
  ['How many refunds were there in 2025?', "SELECT COUNT(*) FROM booking_refunds WHERE refunded_on LIKE '2025%'"],
  ['How many bookings did each source bring in?', 'SELECT source, COUNT(*) FROM bookings JOIN enquiries USING (enquiry_id) GROUP BY 1'],
  [
    'How many days after the enquiry does a booking come in on average?',
    'SELECT AVG(julianday(booked_on) - julianday(asked_on)) FROM bookings JOIN enquiries USING (enquiry_id)',
  ],
  ['Which deck sells the most units?', 'SELECT deck FROM cabins GROUP BY 1 ORDER BY SUM(quantity) DESC LIMIT 1'],
  [
    'Which 2 sources bring in the most revenue?',
    'SELECT source, SUM(quantity * price_eur) FROM cabins JOIN bookings USING (booking_id) JOIN enquiries USING (enquiry_id) GROUP BY 1 ORDER BY 2 DESC LIMIT 2',
  ],
  [
    'Which skippers never got any tips?',
    'SELECT name FROM skippers s WHERE NOT EXISTS (SELECT 1 FROM bookings b WHERE b.skipper_id = s.skipper_id AND tips > 0)',
  ],
  [
    'By how many percent did the number of bookings grow from 2024 to 2025?',
    "SELECT 100.0 * (SUM(booked_on LIKE '2025%') - SUM(booked_on LIKE '2024%')) / SUM(booked_on LIKE '2024%') FROM bookings",
  ],
])('answers %s', expectAnswer)

test('small words are no codes, and births date no bookings', () => {
  const analysis = JSON.stringify(analyse('How many bookings did the skippers have in 2024, but not refunds?'))
  expect(analysis).not.toContain('BUT')
  expect(analysis).not.toContain('dob')
})
