import { test } from 'vitest'
import { askedDatabase } from '#test/fixtures/asked-database.ts'

/** Caretakers of a site: requests are reported, acknowledged, fixed and closed, in time or not. The clock stands at 18 June 2025. */
const { expectAnswer } = askedDatabase('caretakers', (database) => {
  database.exec(`CREATE TABLE crews (crew_id INTEGER PRIMARY KEY, crew_name TEXT);
    CREATE TABLE staff (staff_no INTEGER PRIMARY KEY, name TEXT, crew_id INTEGER REFERENCES crews (crew_id), start_date DATE);
    CREATE TABLE requests (request_no INTEGER PRIMARY KEY, building TEXT, crew_id INTEGER REFERENCES crews (crew_id), urgency TEXT, reported_at TIMESTAMP, acknowledged_at TIMESTAMP, fixed_at TIMESTAMP, closed_at TIMESTAMP, within_target TEXT, state TEXT)`)
  const add = (table: string, ...row: (string | number | null)[]) =>
    database.prepare(`INSERT INTO ${table} VALUES (${row.map(() => '?').join(', ')})`).run(...row)
  const at = (hours: number) => new Date(Date.UTC(2024, 9, 1) + hours * 3_600_000).toISOString().slice(0, 16).replace('T', ' ')
  for (const [index, name] of ['Red crew', 'Blue crew', 'Gold crew'].entries()) add('crews', index + 1, name)
  for (const [index, name] of ['Ada Boyd', 'Bo Reed', 'Cy Lane', 'Dee Marsh', 'Eve Hill'].entries())
    add('staff', index + 1, name, 1 + (index % 3), `20${11 + ((index * 7) % 10)}-03-0${index + 1}`)
  for (let id = 1; id <= 240; id++) {
    const [crew, from] = [1 + ((id * 7) % 3), id * 25]
    const fixed = from + 2 + ((id * 11) % 30) * crew
    const state = ['Closed', 'Closed', 'Closed', 'Fixed', 'On Hold', 'New', 'In Progress'][id % 7] ?? ''
    const isOver = state === 'Closed' || state === 'Fixed'
    const building = ['Main Hall', 'Annex', 'Depot', 'Boathouse'][id % 4] ?? ''
    add(
      'requests',
      id,
      building,
      crew,
      id % 4 === 3 ? '3 - Routine' : (['1 - Emergency', '2 - Soon', '3 - Routine'][id % 3] ?? ''),
      at(from),
      at(from + 1 + (id % 3)),
      isOver ? at(fixed) : null,
      state === 'Closed' ? at(fixed + 30 + (id % 20)) : null,
      (id * crew) % 4 === 1 ? 'N' : 'Y',
      state,
    )
  }
})

const took = (column: string) => `AVG((unixepoch(${column}) - unixepoch(reported_at)) / 86400.0)`
const byCrew = 'requests JOIN crews USING (crew_id)'

test.each([
  ['How long does it take us to fix a request on average?', `SELECT ${took('fixed_at')} FROM requests`],
  ['How long does it take to close a request?', `SELECT ${took('closed_at')} FROM requests`],
  ['Which crew is slowest at fixing?', `SELECT crew_name, ${took('fixed_at')} FROM ${byCrew} GROUP BY 1 ORDER BY 2 DESC LIMIT 1`],
  ['Who is the fastest crew to fix things?', `SELECT crew_name, ${took('fixed_at')} FROM ${byCrew} GROUP BY 1 ORDER BY 2 LIMIT 1`],
  ['How many requests were fixed in March?', "SELECT COUNT(*) FROM requests WHERE fixed_at LIKE '2025-03%'"],
  ['How many requests are still open?', "SELECT COUNT(*) FROM requests WHERE state NOT IN ('Closed', 'Fixed')"],
  ['How many are on hold?', "SELECT COUNT(*) FROM requests WHERE state = 'On Hold'"],
  ['What percentage of requests met the target?', "SELECT 100.0 * SUM(within_target = 'Y') / COUNT(*) FROM requests"],
  ['How many requests missed the target?', "SELECT COUNT(*) FROM requests WHERE within_target = 'N'"],
  ['Missed targets by crew', `SELECT crew_name, COUNT(*) FROM ${byCrew} WHERE within_target = 'N' GROUP BY 1`],
  ['Target misses by crew', `SELECT crew_name, COUNT(*) FROM ${byCrew} WHERE within_target = 'N' GROUP BY 1`],
  [
    'Are there buildings that never had an emergency?',
    "SELECT DISTINCT building FROM requests WHERE building NOT IN (SELECT building FROM requests WHERE urgency = '1 - Emergency')",
  ],
  ['Who has been here longest?', 'SELECT name FROM staff ORDER BY start_date LIMIT 1'],
])('%s', (question, gold) => expectAnswer(question, gold))
