import { expect, test } from 'vitest'
import { askedDatabase } from '#test/fixtures/asked-database.ts'

/** A workshop whose columns are called as people call them in other trades: dates that tell what happened, flags, and no sizes that are named. */
const { analyse, expectAnswer } = askedDatabase('workshop', (database) => {
  database.exec(`
    CREATE TABLE mechanics (id INTEGER PRIMARY KEY, full_name TEXT, gender TEXT, role TEXT, hired_on DATE, hourly_wage REAL, is_certified BOOLEAN, left_on DATE);
    CREATE TABLE manuals (id INTEGER PRIMARY KEY, title TEXT, page_count INTEGER, price REAL, written_by TEXT, billing TEXT);
    CREATE TABLE repairs (id INTEGER PRIMARY KEY, mechanic_id INTEGER REFERENCES mechanics(id), vehicle TEXT, opened_on DATE, closed_on DATE, total REAL, state TEXT);
    CREATE TABLE parts (id INTEGER PRIMARY KEY, repair_id INTEGER REFERENCES repairs(id), name TEXT, condition TEXT);
    INSERT INTO manuals VALUES
      (1, 'Brakes', 120, 20, 'expert', 'monthly'), (2, 'Engines', 640, 55, 'amateur', 'yearly'), (3, 'Paint', 80, 12, 'amateur', 'yearly');
  `)
  const [roles, states, conditions] = [
    ['welder', 'painter'],
    ['hired', 'open', 'billed'],
    ['new', 'worn', 'open'],
  ]
  for (let id = 1; id <= 12; id++)
    database
      .prepare('INSERT INTO mechanics VALUES (?, ?, ?, ?, ?, ?, ?, ?)')
      .run(
        id,
        `Person ${id}`,
        id % 3 === 0 ? 'F' : 'M',
        roles[id % 2] ?? '',
        `20${10 + id}-02-01`,
        20 + ((id * 7) % 13),
        id % 4 === 0 ? 1 : 0,
        id % 5 === 0 ? '2025-01-01' : null,
      )
  for (let id = 1; id <= 60; id++) {
    const closed = id % 4 === 0 ? null : `2025-0${1 + (id % 5)}-20`
    const row = [id, 1 + (id % 11), `Van ${id % 9}`, `2025-0${1 + (id % 5)}-03`, closed, 50 + id * 3]
    database.prepare('INSERT INTO repairs VALUES (?, ?, ?, ?, ?, ?, ?)').run(...row, states[id % 3] === 'hired' ? 'waiting' : 'billed')
    database.prepare('INSERT INTO parts VALUES (?, ?, ?, ?)').run(id, id, `Part ${id}`, conditions[id % 3] ?? '')
  }
})

const cases: [string, string][] = [
  ['How many repairs have not been closed?', 'SELECT COUNT(*) FROM repairs WHERE closed_on IS NULL'],
  ["How many repairs haven't been closed yet?", 'SELECT COUNT(*) FROM repairs WHERE closed_on IS NULL'],
  ['What percentage of repairs is still open?', 'SELECT 100.0 * SUM(closed_on IS NULL) / COUNT(*) FROM repairs'],
  ['How many unclosed repairs are there?', 'SELECT COUNT(*) FROM repairs WHERE closed_on IS NULL'],
  ['How many active mechanics do we have?', 'SELECT COUNT(*) FROM mechanics WHERE left_on IS NULL'],
  ['What percentage of mechanics is certified?', 'SELECT 100.0 * SUM(is_certified) / COUNT(*) FROM mechanics'],
  ['Which mechanics are not certified?', 'SELECT full_name FROM mechanics WHERE is_certified = 0'],
  ['Which mechanics were hired in 2015 or later?', "SELECT full_name FROM mechanics WHERE hired_on >= '2015-01-01'"],
  ['Which mechanic was hired first?', 'SELECT full_name FROM mechanics ORDER BY hired_on LIMIT 1'],
  ['Who was hired last?', 'SELECT full_name FROM mechanics ORDER BY hired_on DESC LIMIT 1'],
  ['Which mechanic earns the most money?', 'SELECT full_name FROM mechanics ORDER BY hourly_wage DESC LIMIT 1'],
  ['Who earns the most?', 'SELECT full_name FROM mechanics ORDER BY hourly_wage DESC LIMIT 1'],
  ['Who is the highest paid mechanic?', 'SELECT full_name FROM mechanics ORDER BY hourly_wage DESC LIMIT 1'],
  ['How many people were hired in 2015?', "SELECT COUNT(*) FROM mechanics WHERE hired_on LIKE '2015%'"],
  ['How many women work here?', "SELECT COUNT(*) FROM mechanics WHERE gender = 'F'"],
  ['List all welders', "SELECT full_name FROM mechanics WHERE role = 'welder'"],
  ['Which manual costs the most?', 'SELECT title FROM manuals ORDER BY price DESC LIMIT 1'],
  ['manuals written by an amateur', "SELECT title FROM manuals WHERE written_by = 'amateur'"],
  ['What is the longest manual?', 'SELECT title FROM manuals ORDER BY page_count DESC LIMIT 1'],
  ['Which manuals have more pages than average?', 'SELECT title FROM manuals WHERE page_count > (SELECT AVG(page_count) FROM manuals)'],
  ['manuals more expensive than average', 'SELECT title FROM manuals WHERE price > (SELECT AVG(price) FROM manuals)'],
  ['manuals with more pages than 100', 'SELECT title FROM manuals WHERE page_count > 100'],
  ['How many repairs were above average?', 'SELECT COUNT(*) FROM repairs WHERE total > (SELECT AVG(total) FROM repairs)'],
  ['Which genders have at least 3 welders?', "SELECT gender FROM mechanics WHERE role = 'welder' GROUP BY gender HAVING COUNT(*) >= 3"],
  ['Which role has the fewest members?', 'SELECT role FROM mechanics GROUP BY role ORDER BY COUNT(*), role LIMIT 1'],
  ['Which gender occurs the least?', 'SELECT gender FROM mechanics GROUP BY gender ORDER BY COUNT(*) LIMIT 1'],
  ['Show the roles and the number of male and female mechanics for each role', 'SELECT role, gender, COUNT(*) FROM mechanics GROUP BY role, gender'],
  ['How many parts are in either "new" condition or "worn" condition?', "SELECT COUNT(*) FROM parts WHERE condition IN ('new', 'worn')"],
  ["Sort the mechanic names in descending order of the mechanic's wage", 'SELECT full_name FROM mechanics ORDER BY hourly_wage DESC'],
  ['How many mechanics are there whose role is not equal to welder?', "SELECT COUNT(*) FROM mechanics WHERE role <> 'welder'"],
  ['Which parts have a condition equal to worn?', "SELECT name FROM parts WHERE condition = 'worn'"],
  ['Sort the manual titles by price', 'SELECT title FROM manuals ORDER BY price'],
  ['mechanics without repairs over 220', 'SELECT full_name FROM mechanics WHERE id NOT IN (SELECT mechanic_id FROM repairs WHERE total > 220)'],
]

test.each(cases)('%s', expectAnswer)

test('a question for people is not answered by things', () => {
  const analysis = analyse('Who has a manual?')
  expect(analysis.kind).not.toBe('query')
})

test('one figure is not compared with that of several people added up', () => {
  const analysis = analyse('Which mechanics have a higher hourly wage than the welders?')
  expect(JSON.stringify(analysis)).not.toContain('"aggregate":"sum"')
})

test('a word that says more than was read is told to be left out', () => {
  const analysis = analyse('Which mechanics still have a repair out?', { leastCertainty: 0.01 })
  expect(analysis.kind === 'query' ? analysis.readAs : [analysis.kind]).toContainEqual(expect.stringContaining('still'))
})

test('what a list starts with is how it is sorted', () => {
  const analysis = analyse('List all manual titles starting with the most expensive')
  expect(analysis).toMatchObject({ kind: 'query', query: { dimensions: [{ column: 'title' }, { column: 'price' }], order: [{ direction: 'desc' }] } })
})
