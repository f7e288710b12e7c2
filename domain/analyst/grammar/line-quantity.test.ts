import { test } from 'vitest'
import { askedDatabase } from '#test/fixtures/asked-database.ts'

/** A box office: how many of what was sold has the name of the trade, and no word for pieces. */
const { expectAnswer } = askedDatabase('box-office', (database) => {
  database.exec(`
    CREATE TABLE shows (show_id INTEGER PRIMARY KEY, title TEXT, genre TEXT);
    CREATE TABLE bookings (booking_no INTEGER PRIMARY KEY, booked_on DATE, city TEXT);
    CREATE TABLE booking_lines (booking_no INTEGER REFERENCES bookings(booking_no), show_id INTEGER REFERENCES shows(show_id), seats INTEGER, unit_price REAL, PRIMARY KEY (booking_no, show_id));
  `)
  const genres = ['opera', 'ballet', 'drama']
  for (let id = 1; id <= 9; id++) database.prepare('INSERT INTO shows VALUES (?, ?, ?)').run(id, `Show Nr${id}`, genres[id % 3] ?? '')
  for (let id = 1; id <= 60; id++) {
    database.prepare('INSERT INTO bookings VALUES (?, ?, ?)').run(id, `2024-0${1 + (id % 9)}-1${id % 9}`, ['Bern', 'Graz', 'Lyon'][id % 3] ?? '')
    for (const show of [1 + (id % 9), 1 + ((id + 4) % 9)])
      database.prepare('INSERT INTO booking_lines VALUES (?, ?, ?, ?)').run(id, show, 1 + (id % 5), 12.5 + show)
  }
})

test('the only whole number beside a unit price is how many were sold', () => {
  expectAnswer('revenue by genre', 'SELECT genre, SUM(seats * unit_price) FROM booking_lines JOIN shows USING (show_id) GROUP BY 1')
  expectAnswer('turnover per city in 2024', 'SELECT city, SUM(seats * unit_price) FROM booking_lines JOIN bookings USING (booking_no) GROUP BY 1')
})
