import { expect, test } from 'vitest'
import { askedDatabase } from '#test/fixtures/asked-database.ts'

/** Pilots of a flying club, of whom some quit, the planes they book, and what bookings are charged. */
const { expectAnswer, analyse } = askedDatabase('flying-club', (database) => {
  database.exec(`
    CREATE TABLE pilots (pilot_id INTEGER PRIMARY KEY, pilot_name TEXT, gender TEXT, airfield TEXT, grade TEXT, monthly_pay INTEGER, years_as_captain INTEGER, quit TEXT, insured TEXT);
    CREATE TABLE planes (plane_id INTEGER PRIMARY KEY, plane_name TEXT, status TEXT, joined_on DATE);
    CREATE TABLE bookings (booking_id INTEGER PRIMARY KEY, pilot_id INTEGER REFERENCES pilots, plane_id INTEGER REFERENCES planes, booked_for DATE, no_show TEXT);
    CREATE TABLE charges (charge_id INTEGER PRIMARY KEY, booking_id INTEGER REFERENCES bookings, amount REAL)`)
  const pick = <Item>(items: Item[], id: number): Item => items[id % items.length] as Item
  for (let id = 1; id <= 120; id++)
    database
      .prepare('INSERT INTO pilots VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)')
      .run(
        id,
        `Pilot ${id}`,
        pick(['Female', 'Male', 'Male'], id),
        pick(['Northfield', 'Eastmoor', 'Southdown'], id),
        pick(['Captain', 'Cadet', 'Instructor', 'Cadet'], id),
        2000 + (id % 4) * 300 + (id % 7),
        id % 9,
        id % 3 === 0 ? pick(['Yes', 'No'], id / 3) : pick(['No', 'No', 'No', 'No', 'Yes', 'No', 'No', 'No'], id),
        pick(['Yes', 'No', 'Yes', 'No', 'No'], id),
      )
  for (let id = 1; id <= 12; id++)
    database
      .prepare('INSERT INTO planes VALUES (?, ?, ?, ?)')
      .run(id, `Kite ${id}`, pick(['available', 'grounded', 'available'], id), `20${10 + ((id * 5) % 13)}-04-0${1 + (id % 9)}`)
  for (let id = 1; id <= 400; id++)
    database
      .prepare('INSERT INTO bookings VALUES (?, ?, ?, ?, ?)')
      .run(
        id,
        1 + (id % 97),
        1 + (id % 10),
        new Date(Date.UTC(2024, 0, id)).toISOString().slice(0, 10),
        pick(['No', 'No', 'Yes', 'No', 'No', 'No', 'Yes', 'No', 'No'], id),
      )
  for (let id = 1; id <= 330; id++) database.prepare('INSERT INTO charges VALUES (?, ?, ?)').run(id, id, 40 + (id % 23))
})

test.each([
  ['Of the people who quit, what share was insured?', "SELECT AVG(insured = 'Yes') * 100 FROM pilots WHERE quit = 'Yes'"],
  ['Of the people who quit, how many were insured?', "SELECT COUNT(*) FROM pilots WHERE quit = 'Yes' AND insured = 'Yes'"],
  ['At which airfields did more than a fifth of the people quit?', "SELECT airfield FROM pilots GROUP BY 1 HAVING AVG(quit = 'Yes') > 0.2"],
  ['At which airfields did more than 20 percent of pilots quit?', "SELECT airfield FROM pilots GROUP BY 1 HAVING AVG(quit = 'Yes') > 0.2"],
  ['Our two best paid grades', 'SELECT grade, AVG(monthly_pay) FROM pilots GROUP BY 1 ORDER BY 2 DESC LIMIT 2'],
  ['What percentage of our captains are women?', "SELECT AVG(gender = 'Female') * 100 FROM pilots WHERE grade = 'Captain'"],
  ['Turnover by airfield, in percent', "SELECT airfield, AVG(quit = 'Yes') * 100 FROM pilots GROUP BY 1"],
  ['Quit rate with and without insurance', "SELECT insured, AVG(quit = 'Yes') * 100 FROM pilots GROUP BY 1"],
  ['What does the monthly pay of our cadets add up to?', "SELECT SUM(monthly_pay) FROM pilots WHERE grade = 'Cadet'"],
  ['Which planes has nobody booked yet?', 'SELECT plane_name FROM planes WHERE plane_id NOT IN (SELECT plane_id FROM bookings)'],
  ['How many planes has no one booked?', 'SELECT COUNT(*) FROM planes WHERE plane_id NOT IN (SELECT plane_id FROM bookings)'],
  ['How many bookings did we forget to charge?', 'SELECT COUNT(*) FROM bookings WHERE booking_id NOT IN (SELECT booking_id FROM charges)'],
  ['Which plane has been grounded the longest?', "SELECT plane_name FROM planes WHERE status = 'grounded' ORDER BY joined_on LIMIT 1"],
  ['How many bookings were missed in 2024?', "SELECT COUNT(*) FROM bookings WHERE no_show = 'Yes' AND booked_for LIKE '2024%'"],
  ["How many bookings didn't turn up?", "SELECT COUNT(*) FROM bookings WHERE no_show = 'Yes'"],
  ['Which airfield has the worst attrition?', "SELECT airfield, AVG(quit = 'Yes') * 100 FROM pilots GROUP BY 1 ORDER BY 2 DESC LIMIT 1"],
])('answers %s', expectAnswer)

test('does not add up years of service for people', () => {
  const analysis = analyse('How many captains do we have?')
  expect(JSON.stringify(analysis)).not.toContain('"aggregate":"sum"')
})
