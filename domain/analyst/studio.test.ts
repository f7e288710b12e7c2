import { expect, test } from 'vitest'
import { askedDatabase } from '#test/fixtures/asked-database.ts'

/** A dance studio with memberships that end, courses that are booked, and bills that are not always paid. The clock stands at 18 June 2025. */
const { analyse, expectAnswer } = askedDatabase('studio', (database) => {
  database.exec(`
    CREATE TABLE members (member_id INTEGER PRIMARY KEY, full_name TEXT, country TEXT, plan TEXT, monthly_fee REAL, status TEXT, joined_on DATE, left_on DATE);
    CREATE TABLE courses (course_id INTEGER PRIMARY KEY, title TEXT, coach TEXT, price REAL);
    CREATE TABLE bookings (booking_id INTEGER PRIMARY KEY, member_id INTEGER REFERENCES members (member_id), course_id INTEGER REFERENCES courses (course_id), booked_on DATE, attended INTEGER, minutes INTEGER);
    CREATE TABLE bills (bill_id INTEGER PRIMARY KEY, member_id INTEGER REFERENCES members (member_id), issued_on DATE, due_on DATE, paid_on DATE, amount REAL, status TEXT);
    CREATE TABLE repairs (repair_id INTEGER PRIMARY KEY, issue TEXT, reported_on DATE, fixed_on DATE, cost REAL)`)
  const add = (table: string, ...row: (string | number | null)[]) =>
    database.prepare(`INSERT INTO ${table} VALUES (${row.map(() => '?').join(', ')})`).run(...row)
  const two = (number: number) => String(number).padStart(2, '0')
  for (let id = 1; id <= 40; id++) {
    const isGone = id % 4 === 0
    const name = `${['Ada', 'Ben', 'Cleo', 'Dora'][id % 4]} ${['Ash', 'Birch', 'Cedar', 'Dill', 'Elm'][id % 5]}${id}`
    add(
      'members',
      id,
      name,
      ['Malta', 'Spain'][id % 2] ?? '',
      ['Solo', 'Duo'][id % 3 === 0 ? 0 : 1] ?? '',
      20 + (id % 3) * 10,
      isGone ? 'cancelled' : 'active',
      `2023-${two(1 + (id % 12))}-05`,
      isGone ? `2025-0${1 + (id % 5)}-20` : null,
    )
  }
  for (let id = 1; id <= 6; id++)
    add('courses', id, ['Tango', 'Salsa', 'Swing', 'Waltz', 'Rumba', 'Polka'][id - 1] ?? '', ['Ines', 'Jonas'][id % 2] ?? '', 10 + id)
  for (let id = 1; id <= 400; id++)
    add(
      'bookings',
      id,
      1 + (id % 37),
      1 + ((id * id) % 5),
      `202${3 + (id % 3)}-${two(1 + (id % 6))}-${two(1 + (id % 27))}`,
      id % 5 === 0 ? 0 : 1,
      30 + ((id * 7) % 90),
    )
  for (let id = 1; id <= 120; id++) {
    const day = `202${4 + (id % 2)}-0${1 + (id % 6)}-${two(1 + (id % 20))}`
    const state = ['paid', 'Paid', 'open', 'void'][id % 4] ?? ''
    add('bills', id, 1 + (id % 30), day, `${day.slice(0, 8)}28`, state.toLowerCase() === 'paid' ? `${day.slice(0, 8)}25` : null, 40 + (id % 9) * 5, state)
  }
  for (let id = 1; id <= 20; id++)
    add('repairs', id, ['floor', 'light'][id % 2] ?? '', `2025-0${1 + (id % 5)}-02`, id % 6 === 0 ? null : `2025-0${1 + (id % 5)}-1${id % 10}`, 15 * id)
})

const paid = "LOWER(status) IN ('paid', 'open')"
const here = 'left_on IS NULL'

test.each([
  ['How many members do we have?', `SELECT COUNT(*) FROM members WHERE ${here}`],
  ['Members by plan', `SELECT plan, COUNT(*) FROM members WHERE ${here} GROUP BY 1`],
  ['How many members joined in May 2023?', "SELECT COUNT(*) FROM members WHERE joined_on LIKE '2023-05%'"],
  ['How many members quit this year?', "SELECT COUNT(*) FROM members WHERE left_on LIKE '2025%'"],
  ['How long do members stay with us before they leave?', 'SELECT AVG(julianday(left_on) - julianday(joined_on)) FROM members'],
  ['MRR by plan', "SELECT plan, SUM(monthly_fee) FROM members WHERE status = 'active' GROUP BY 1"],
  ['Sign-ups per month in 2023', "SELECT substr(joined_on, 1, 7), COUNT(*) FROM members WHERE joined_on LIKE '2023%' GROUP BY 1"],
  ['Where do our members come from?', `SELECT country, COUNT(*) FROM members WHERE ${here} GROUP BY 1`],
  ['How much did we make last month?', `SELECT SUM(amount) FROM bills WHERE issued_on LIKE '2025-05%' AND ${paid}`],
  ['Revenue this year vs last year', `SELECT substr(issued_on, 1, 4), SUM(amount) FROM bills WHERE ${paid} GROUP BY 1`],
  ['Who owes us money?', "SELECT full_name, SUM(amount) FROM bills JOIN members USING (member_id) WHERE bills.status = 'open' GROUP BY member_id"],
  ['How much is outstanding?', "SELECT SUM(amount) FROM bills WHERE status = 'open'"],
  ['How much is overdue?', "SELECT SUM(amount) FROM bills WHERE status = 'open' AND due_on < '2025-06-18'"],
  ['How long do members take to pay us?', 'SELECT AVG(julianday(paid_on) - julianday(issued_on)) FROM bills'],
  ['What is our no-show rate?', 'SELECT 100.0 * SUM(attended = 0) / COUNT(*) FROM bookings'],
  ['How many no-shows in May 2025?', "SELECT COUNT(*) FROM bookings WHERE attended = 0 AND booked_on LIKE '2025-05%'"],
  ['Bookings longer than 1 hour', 'SELECT booking_id FROM bookings WHERE minutes > 60'],
  ['Average booking length', 'SELECT AVG(minutes) FROM bookings'],
  ['Which members have never booked?', 'SELECT full_name FROM members WHERE member_id NOT IN (SELECT member_id FROM bookings)'],
  ['How much did we spend on repairs?', 'SELECT SUM(cost) FROM repairs'],
  ['How many repairs have not been fixed yet?', 'SELECT COUNT(*) FROM repairs WHERE fixed_on IS NULL'],
  ['Bookings month by month in 2024', "SELECT substr(booked_on, 1, 7), COUNT(*) FROM bookings WHERE booked_on LIKE '2024%' GROUP BY 1"],
  [
    'Bookings this spring vs last spring',
    "SELECT SUM(booked_on BETWEEN '2024-03-01' AND '2024-05-31'), SUM(booked_on BETWEEN '2025-03-01' AND '2025-05-31') FROM bookings",
  ],
])('%s', (question, gold) => expectAnswer(question, gold))

test('what is taken for granted is told, and is left out where the question speaks of all', () => {
  const asked = (question: string) => analyse(question)
  expect(asked('How many members do we have?')).toMatchObject({ kind: 'query', explanation: 'Number of members, where member left on is empty.' })
  for (const question of ['How many members have we ever had?', 'How many members were there in total?', 'Total amount of void bills'])
    expect(JSON.stringify(asked(question)), question).not.toMatch(/"is_empty"|"values":\["paid"/)
})
