import { expect, test } from 'vitest'
import { askedDatabase } from '#test/fixtures/asked-database.ts'

/** A sheet of stays in guesthouses: places of the calendar as numbers, how many of something each has, yes and no, and a total that counts. */
const { expectAnswer, analyse } = askedDatabase('guesthouses', (database) => {
  database.exec(`
    CREATE TABLE stays (house TEXT, cancelled INTEGER, arrival_month INTEGER, arrival_day_of_month INTEGER, arrival_week_number INTEGER, pets INTEGER, total_of_extra_wishes INTEGER,
      week_nights INTEGER, is_returning_guest INTEGER, country TEXT, booked_on DATE)`)
  const insert = database.prepare(`INSERT INTO stays VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`)
  for (let id = 0; id < 700; id++)
    insert.run(
      ['Seaview', 'Hillside', 'Seaview'][id % 3] ?? '',
      id % 4 === 0 ? 1 : 0,
      1 + (id % 12),
      1 + (id % 28),
      1 + (id % 52),
      [0, 0, 1, 0, 2][id % 5] ?? 0,
      [0, 1, 0, 3, 0, 2][id % 6] ?? 0,
      1 + (id % 5),
      id % 20 === 0 ? 1 : 0,
      ['PRT', 'DEU', 'PRT', 'FRA'][id % 4] ?? '',
      new Date(Date.UTC(2023, 0, 1 + id)).toISOString().slice(0, 10),
    )
})

test.each([
  ['Stays per month in 2024', "SELECT substr(booked_on, 1, 7), COUNT(*) FROM stays WHERE booked_on LIKE '2024%' GROUP BY 1"],
  ['Which country do most of our guests come from?', 'SELECT country FROM stays GROUP BY 1 ORDER BY COUNT(*) DESC LIMIT 1'],
  ['How many stays had pets?', 'SELECT COUNT(*) FROM stays WHERE pets > 0'],
  ['How many stays without pets?', 'SELECT COUNT(*) FROM stays WHERE pets = 0'],
  ['What share of stays come with no extra wishes?', 'SELECT AVG(total_of_extra_wishes = 0) * 100 FROM stays'],
  ['What share of stays are from returning guests?', 'SELECT AVG(is_returning_guest) * 100 FROM stays'],
])('answers %s', expectAnswer)

test.each(['Revenue by month in 2024', 'Which house makes the most money?'])('does not take a yes or no, or a count, for what is asked for: %s', (question) =>
  expect(analyse(question).kind).not.toBe('query'),
)
