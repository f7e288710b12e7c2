import { expect, test } from 'vitest'
import { askedDatabase } from '#test/fixtures/asked-database.ts'

/** A print shop: jobs that were promised for a day, tools that are lent for some days, staff, and visits to the counter. The clock stands at 18 June 2025. */
const { analyse, expectAnswer } = askedDatabase('print-shop', (database) => {
  database.exec(`
    CREATE TABLE clients (client_id INTEGER PRIMARY KEY, company TEXT, country TEXT);
    CREATE TABLE presses (press_id INTEGER PRIMARY KEY, press_name TEXT);
    CREATE TABLE jobs (job_id INTEGER PRIMARY KEY, client_id INTEGER REFERENCES clients (client_id), press_id INTEGER REFERENCES presses (press_id), ordered_on DATE, promised_on DATE, finished_on DATE, state TEXT, weight_kg REAL);
    CREATE TABLE tools (tool_id INTEGER PRIMARY KEY, tool TEXT, loan_period INTEGER);
    CREATE TABLE tool_loans (loan_id INTEGER PRIMARY KEY, tool_id INTEGER REFERENCES tools (tool_id), borrower TEXT, lent_on DATE, returned_on DATE);
    CREATE TABLE staff (staff_id INTEGER PRIMARY KEY, full_name TEXT, birth_date DATE, hired_on DATE, badge_number INTEGER);
    CREATE TABLE visits (visit_id INTEGER PRIMARY KEY, client_id INTEGER REFERENCES clients (client_id), arrived_at TIMESTAMP, left_at TIMESTAMP)`)
  const add = (table: string, ...row: (string | number | null)[]) =>
    database.prepare(`INSERT INTO ${table} VALUES (${row.map(() => '?').join(', ')})`).run(...row)
  const two = (number: number) => String(number).padStart(2, '0')
  for (let id = 1; id <= 12; id++) add('clients', id, `${['Alder', 'Birch', 'Cedar', 'Dogwood'][id % 4]} ${two(id)}`, ['Malta', 'Spain'][id % 2] ?? '')
  for (let id = 1; id <= 3; id++) add('presses', id, ['Heidel', 'Roland', 'Komori'][id - 1] ?? '')
  for (let id = 1; id <= 240; id++) {
    const month = `202${4 + (id % 2)}-${two(1 + ((id * 5) % 6))}`
    const state = id % 40 === 0 ? 'cancelled' : id % 13 === 0 ? 'in progress' : 'finished'
    const day = 10 + ((id * 7) % 5) + (id % 3)
    add(
      'jobs',
      id,
      1 + (id % 11),
      1 + (id % 3),
      `${month}-02`,
      `${month}-12`,
      state === 'finished' ? `${month}-${two(day)}` : null,
      state,
      ((id * 37) % 240) + 0.5,
    )
  }
  for (let id = 1; id <= 6; id++) add('tools', id, ['Cutter', 'Folder', 'Stapler', 'Drill', 'Press', 'Plane'][id - 1] ?? '', 3 + (id % 4))
  for (let id = 1; id <= 80; id++) {
    const month = `2025-0${1 + (id % 5)}`
    add('tool_loans', id, 1 + (id % 6), ['Ann', 'Bo', 'Cy'][id % 3] ?? '', `${month}-03`, id % 9 === 0 ? null : `${month}-${two(4 + ((id * 5) % 8))}`)
  }
  for (let id = 1; id <= 20; id++)
    add('staff', id, `${['Ines', 'Jonas'][id % 2]} Berg${id}`, `${1955 + id * 2}-0${1 + (id % 9)}-11`, `${2005 + (id % 18)}-03-0${1 + (id % 9)}`, 61 + id)
  for (let id = 1; id <= 300; id++) {
    const hour = id % 3 === 0 ? 11 : 8 + (id % 9)
    const day = `2024-${two(1 + (id % 12))}-${two(1 + ((id * 3) % 28))}`
    add('visits', id, 1 + ((id * id) % 12), `${day} ${two(hour)}:10:00`, `${day} ${two(hour)}:${two(15 + (id % 40))}:00`)
  }
})

const late = 'finished_on > promised_on'
const isLate = 'julianday(returned_on) - julianday(lent_on) > loan_period'

test.each([
  ['How many jobs were finished late?', `SELECT COUNT(*) FROM jobs WHERE ${late}`],
  ['How many jobs went out late in 2025?', `SELECT COUNT(*) FROM jobs WHERE ${late} AND ordered_on LIKE '2025%'`],
  ['What share of our jobs is late?', `SELECT 100.0 * SUM(${late}) / COUNT(finished_on) FROM jobs`],
  ['Percentage of late jobs per press', `SELECT press_name, 100.0 * SUM(${late}) / COUNT(finished_on) FROM jobs JOIN presses USING (press_id) GROUP BY 1`],
  [
    'Which press is late most often?',
    `SELECT press_name, 100.0 * SUM(${late}) / COUNT(finished_on) FROM jobs JOIN presses USING (press_id) GROUP BY 1 ORDER BY 2 DESC LIMIT 1`,
  ],
  [
    'on-time rate per press, worst first',
    'SELECT press_name, 100.0 * SUM(finished_on <= promised_on) / COUNT(finished_on) FROM jobs JOIN presses USING (press_id) GROUP BY 1',
  ],
  ['When jobs are late, by how many days on average?', `SELECT AVG(julianday(finished_on) - julianday(promised_on)) FROM jobs WHERE ${late}`],
  ['How many jobs are late right now?', "SELECT COUNT(*) FROM jobs WHERE finished_on IS NULL AND state <> 'cancelled' AND promised_on < '2025-06-18'"],
  ['How many jobs are overdue at the moment?', "SELECT COUNT(*) FROM jobs WHERE finished_on IS NULL AND state <> 'cancelled' AND promised_on < '2025-06-18'"],
  ['How many tool loans came back late?', `SELECT COUNT(*) FROM tool_loans JOIN tools USING (tool_id) WHERE ${isLate}`],
  ['What percent of tool loans were returned on time?', `SELECT 100.0 * SUM(NOT ${isLate}) / COUNT(returned_on) FROM tool_loans JOIN tools USING (tool_id)`],
  ['How many days does it take us to finish a job on average?', 'SELECT AVG(julianday(finished_on) - julianday(ordered_on)) FROM jobs'],
  [
    'How many weeks does it take on average to finish a job, for each press?',
    'SELECT press_name, AVG(julianday(finished_on) - julianday(ordered_on)) / 7 FROM jobs JOIN presses USING (press_id) GROUP BY 1',
  ],
  ['How long does a visit last on average?', "SELECT AVG(strftime('%s', left_at) - strftime('%s', arrived_at)) / 60 FROM visits"],
  ['How long do borrowers keep a tool on average?', 'SELECT AVG(julianday(returned_on) - julianday(lent_on)) FROM tool_loans'],
  ['How long has each staff member been with us?', "SELECT full_name, julianday('2025-06-18') - julianday(hired_on) FROM staff"],
  ['How many staff are over 60?', "SELECT COUNT(*) FROM staff WHERE birth_date < '1965-06-18'"],
  ['Staff younger than 40', "SELECT full_name FROM staff WHERE birth_date > '1985-06-18'"],
  ['How many clients visited more than 30 times?', 'SELECT COUNT(*) FROM (SELECT client_id FROM visits GROUP BY 1 HAVING COUNT(*) > 30)'],
  [
    'Which clients came more than 30 times in 2024?',
    "SELECT company FROM visits JOIN clients USING (client_id) WHERE arrived_at LIKE '2024%' GROUP BY client_id HAVING COUNT(*) > 30",
  ],
  ['When are we busiest during the day?', "SELECT CAST(strftime('%H', arrived_at) AS INTEGER), COUNT(*) FROM visits GROUP BY 1 ORDER BY 2 DESC LIMIT 1"],
  ['How are jobs spread over weight, in steps of 50 kg?', 'SELECT CAST(weight_kg / 50 AS INTEGER) * 50.0, COUNT(*) FROM jobs GROUP BY 1'],
  ['How many visits do we have on an average day?', 'SELECT 1.0 * COUNT(*) / COUNT(DISTINCT date(arrived_at)) FROM visits'],
  ['How many jobs were ordered since the start of 2025?', "SELECT COUNT(*) FROM jobs WHERE ordered_on >= '2025-01-01'"],
  [
    'By how much percent did the number of jobs change from February to April 2025?',
    "SELECT 100.0 * (SUM(ordered_on LIKE '2025-04%') - SUM(ordered_on LIKE '2025-02%')) / SUM(ordered_on LIKE '2025-02%') FROM jobs",
  ],
  [
    'By how much percent did total weight change from the first half of 2024 to the first half of 2025?',
    "SELECT 100.0 * (SUM(CASE WHEN ordered_on LIKE '2025%' THEN weight_kg END) - SUM(CASE WHEN ordered_on LIKE '2024%' THEN weight_kg END)) / SUM(CASE WHEN ordered_on LIKE '2024%' THEN weight_kg END) FROM jobs",
  ],
])('%s', (question, gold) => expectAnswer(question, gold))

test('the worst share of late rows is the largest, and that of rows on time the smallest', () => {
  const directionOf = (question: string) => {
    const analysis = analyse(question)
    return analysis.kind === 'query' ? analysis.query.order[0]?.direction : analysis
  }
  expect(directionOf('late rate per press, worst first')).toBe('desc')
  expect(directionOf('on-time rate per press, worst first')).toBe('asc')
  expect(directionOf('Which press has the worst on-time rate?')).toBe('asc')
})

test('what is late is not guessed of rows that have no date on which they were due', () => {
  for (const question of ['How many visits were late?', 'Which visits were late?']) expect(analyse(question), question).not.toMatchObject({ kind: 'query' })
})
