import { expect, test } from 'vitest'
import { askedDatabase } from '#test/fixtures/asked-database.ts'

/** A campsite that keeps its bookings in one sheet. The clock stands at 18 June 2025. */
const { expectAnswer, isAnsweredBy } = askedDatabase('campsite', (database) => {
  database.exec(
    'CREATE TABLE bookings (id INTEGER PRIMARY KEY, pitch TEXT, nationality TEXT, arrival_day DATE, midweek_nights INTEGER, weekend_nights INTEGER, is_cancelled INTEGER, price_per_night REAL)',
  )
  const insert = database.prepare('INSERT INTO bookings VALUES (?, ?, ?, ?, ?, ?, ?, ?)')
  for (let id = 1; id <= 300; id++) {
    const nationality = ['DEU', 'NLD', 'FRA', 'CHE', 'DEU', 'NLD', 'DEU'][id % 7] ?? ''
    const day = new Date(Date.UTC(2024, 0, 1 + ((id * 17) % 530))).toISOString().slice(0, 10)
    const isCancelled = nationality !== 'CHE' && (id * 11) % (id % 3 === 1 ? 4 : 7) === 2 ? 1 : 0
    insert.run(id, ['Tent', 'Caravan', 'Cabin'][id % 3] ?? '', nationality, day, (id * 5) % 6, (id * 2 + (id % 3)) % 3, isCancelled, 12 + ((id * 13) % 50))
  }
})

const nights = 'midweek_nights + weekend_nights'

test.each([
  ['How long do our guests stay on average?', `SELECT AVG(${nights}) FROM bookings`],
  ['Average stay by pitch', `SELECT pitch, AVG(${nights}) FROM bookings GROUP BY 1`],
  ['Which nationality stays the longest?', `SELECT nationality, AVG(${nights}) FROM bookings GROUP BY 1 ORDER BY 2 DESC LIMIT 1`],
  ['Nights per month this year', `SELECT strftime('%Y-%m', arrival_day), SUM(${nights}) FROM bookings WHERE arrival_day LIKE '2025%' GROUP BY 1`],
  ['From which nationalities has nobody ever cancelled?', 'SELECT nationality FROM bookings GROUP BY 1 HAVING MAX(is_cancelled) = 0'],
  ['What % of bookings gets cancelled?', 'SELECT 100.0 * SUM(is_cancelled) / COUNT(*) FROM bookings'],
])('%s', (question, gold) => expectAnswer(question, gold))

test('of two kinds of rows the part that is so is told of each', () => {
  const rate = (pitch: string) => `(SELECT 100.0 * SUM(is_cancelled) / COUNT(*) FROM bookings WHERE pitch = '${pitch}')`
  const asked = 'Do people cancel more with a tent or with a cabin?'
  const byPitch = "SELECT pitch, 100.0 * SUM(is_cancelled) / COUNT(*) FROM bookings WHERE pitch IN ('Tent', 'Cabin') GROUP BY 1"
  expect(isAnsweredBy(asked, byPitch) || isAnsweredBy(asked, `SELECT ${rate('Tent')}, ${rate('Cabin')}`)).toBe(true)
})
