import { expect, test } from 'vitest'
import { askedDatabase } from '#test/fixtures/asked-database.ts'

/** One sheet of crossings: weather as lists, a mark on those that were cancelled, countries by their codes. */
const { analyse, expectAnswer } = askedDatabase('ferries', (database) => {
  database.exec(`CREATE TABLE crossings (crossing_no TEXT, route TEXT, boat TEXT, departed_on DATE, day INTEGER, conditions TEXT, cancelled TEXT, incident TEXT,
    passengers INTEGER, country TEXT)`)
  const row = database.prepare('INSERT INTO crossings VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)')
  const weather = ['Fog', 'Wind', 'Fog/Wind', 'Rain/Wind', 'Rain', 'Fog/Rain', null, null, 'Ice', 'Ice/Wind']
  for (let id = 1; id <= 730; id++) {
    const date = new Date(Date.UTC(2023, 0, id)).toISOString().slice(0, 10)
    row.run(
      `FX-${1000 + id}`,
      ['Oban', 'Largs', 'Ardrossan'][id % 3] ?? '',
      ['Alba', 'Bute', 'Clyde', 'Dunara'][((id * id) % 7) % 4] ?? '',
      date,
      Number(date.slice(8)),
      weather[(id * 7) % 10] ?? null,
      id % 23 === 0 ? 'Y' : null,
      id % 41 === 0 ? 'Minor Injury' : id % 153 === 0 ? 'Serious Injury' : id % 37 === 0 ? 'Engine Failure' : null,
      50 + ((id * 13) % 200),
      ['DE', 'FR', 'US', 'GB'][id % 4] ?? '',
    )
  }
})

const of = (such: string) => `SELECT COUNT(*) FROM crossings WHERE ${such}`

test.each([
  ['How many crossings were cancelled in 2024?', of("cancelled = 'Y' AND departed_on LIKE '2024%'")],
  ['How many crossings were not cancelled?', of('cancelled IS NULL')],
  ['How many cancellations in 2023?', of("cancelled = 'Y' AND departed_on LIKE '2023%'")],
  ['Cancellations per route', "SELECT route, COUNT(*) FROM crossings WHERE cancelled = 'Y' GROUP BY 1"],
  ['Which boat had the most cancellations?', "SELECT boat, COUNT(*) FROM crossings WHERE cancelled = 'Y' GROUP BY 1 ORDER BY 2 DESC LIMIT 1"],
  ['How many were cancelled?', of("cancelled = 'Y'")],
  ['How many foggy days did we have in 2024?', of("conditions LIKE '%Fog%' AND departed_on LIKE '2024%'")],
  ['How many days with fog and wind?', of("conditions LIKE '%Fog%' AND conditions LIKE '%Wind%'")],
  ['How many days with only fog?', of("conditions = 'Fog'")],
  ['When did we last have ice?', "SELECT MAX(departed_on) FROM crossings WHERE conditions LIKE '%Ice%'"],
  ['Which boats had more than 50 days with rain?', "SELECT boat FROM crossings WHERE conditions LIKE '%Rain%' GROUP BY 1 HAVING COUNT(*) > 50"],
  [
    'Which boats had no serious injury in 2024?',
    `SELECT DISTINCT boat FROM crossings
     WHERE boat NOT IN (SELECT boat FROM crossings WHERE incident = 'Serious Injury' AND departed_on LIKE '2024%')`,
  ],
  ['How many injuries were there per year?', "SELECT substr(departed_on, 1, 4), COUNT(*) FROM crossings WHERE incident LIKE '%Injury' GROUP BY 1"],
  ['Injuries by boat', "SELECT boat, COUNT(*) FROM crossings WHERE incident LIKE '%Injury' GROUP BY 1"],
  ['How many German crossings were there?', of("country = 'DE'")],
  ['Crossings in Germany by boat', "SELECT boat, COUNT(*) FROM crossings WHERE country = 'DE' GROUP BY 1"],
  ['Passengers of American crossings', "SELECT passengers FROM crossings WHERE country = 'US'"],
  ['Which boat was crossing FX-1022?', "SELECT boat FROM crossings WHERE crossing_no = 'FX-1022'"],
  ['On how many days did nothing get cancelled?', of('cancelled IS NULL')],
])('%s', (question, gold) => expectAnswer(question, gold))

test('a mark is neither counted by its values nor listed', () => {
  for (const question of ['cancelled per route', 'How many cancelled?'])
    expect(JSON.stringify(analyse(question)), question).not.toMatch(/"count_distinct"[^}]*"cancelled"/)
})
