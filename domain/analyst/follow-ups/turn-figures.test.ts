import { expect, test } from 'vitest'
import type { PreviousTurn } from '#domain/analyst/analysis.ts'
import { type Unanswered, unansweredIn, unansweredWith } from '#domain/analyst/follow-ups/unanswered.ts'
import { askedDatabase } from '#test/fixtures/asked-database.ts'

/** A riding school: courses are held in sessions by some of the staff, and booked by riders. */
const { analyse } = askedDatabase('riding-school', (database) => {
  database.exec(`
    CREATE TABLE staff (staff_id INTEGER PRIMARY KEY, first_name TEXT, last_name TEXT, job TEXT);
    CREATE TABLE riders (rider_id INTEGER PRIMARY KEY, first_name TEXT, last_name TEXT, town TEXT);
    CREATE TABLE courses (course_id INTEGER PRIMARY KEY, name TEXT, level TEXT);
    CREATE TABLE sessions (session_id INTEGER PRIMARY KEY, course_id INTEGER REFERENCES courses(course_id), staff_id INTEGER REFERENCES staff(staff_id), held_at TIMESTAMP);
    CREATE TABLE bookings (booking_id INTEGER PRIMARY KEY, session_id INTEGER REFERENCES sessions(session_id), rider_id INTEGER REFERENCES riders(rider_id), booked_on DATE, paid_by TEXT, amount REAL, status TEXT);
  `)
  const add = (table: string, rows: (string | number)[][]) => {
    for (const row of rows) database.prepare(`INSERT INTO ${table} VALUES (${row.map(() => '?').join(', ')})`).run(...row)
  }
  const count = <Row>(of: number, row: (id: number) => Row) => Array.from({ length: of }, (_, at) => row(at + 1))
  add(
    'staff',
    count(6, (id) => [id, `Given${id}`, `Family${id}`, ['Coach', 'Coach', 'Groom'][id % 3] ?? '']),
  )
  add(
    'riders',
    count(30, (id) => [id, `First${id}`, `Last${id}`, ['Ashby', 'Corsham', 'Melton'][id % 3] ?? '']),
  )
  add('courses', [
    [1, 'Dressage', 'Beginner'],
    [2, 'Jumping', 'Advanced'],
    [3, 'Vaulting', 'Beginner'],
  ])
  add(
    'sessions',
    count(60, (id) => [id, 1 + (id % 3), 1 + (id % 6), `2025-0${1 + (id % 6)}-1${id % 9} 10:00:00`]),
  )
  add(
    'bookings',
    count(200, (id) => [
      id,
      1 + (id % 60),
      1 + (id % 30),
      `2025-0${1 + (id % 6)}-1${id % 9}`,
      ['Card', 'Cash', 'Ewallet'][id % 3] ?? '',
      20 + (id % 4),
      id % 5 ? 'paid' : 'open',
    ]),
  )
})

/** What is told of the last of some questions, each asked after the one before. */
function told(...questions: string[]): string {
  let previous: PreviousTurn | null = null
  let open: Unanswered = unansweredIn([])
  let last = ''
  for (const question of questions) {
    const analysis = analyse(question, { previous, ...open })
    last =
      analysis.kind === 'query' ? analysis.explanation : analysis.kind === 'clarification' ? `? ${analysis.options.join(' | ')}` : `refused: ${analysis.reason}`
    if (analysis.kind === 'query') previous = { question, query: analysis.query }
    open = analysis.kind === 'query' ? unansweredIn([]) : unansweredWith(open, question)
  }
  return last
}

const inMay = 'where booking booked on is in May 2025'

test.each([
  [['How many bookings did we get in May?', 'and how much money was that?'], `Total amount of bookings, ${inMay}.`],
  [['How many bookings did we get in May?', 'only Ashby', 'what did those pay on average'], `Average amount of bookings, ${inMay} and rider town is "Ashby".`],
  [['How many bookings did we get in May?', 'what do they pay per booking on average?'], `Average amount of bookings, ${inMay}.`],
  [
    ['how many riders are from Ashby?', 'what do they pay per rider on average?'],
    'Total amount of bookings divided by number of riders, where rider town is "Ashby".',
  ],
])('%j tells another figure of the same rows', (questions, wanted) => {
  expect(told(...questions)).toBe(wanted)
})

test.each([
  [
    ['how much money is still open?', 'and how much of it is from before this month?'],
    /^Total amount of bookings, where booking status is "open" and booking booked on is before June 2025/,
  ],
  [['Average amount by town', 'and how many of those are open?'], /^Number of bookings, for each town, where booking status is "open"/],
  [
    ['Average amount by town', 'only in April to May', 'and how many of them were paid in cash?'],
    /^Number of bookings, for each town, where booking booked on is from April 2025 to May 2025 and booking paid by is "Cash"/,
  ],
])('%j keeps the groups and what is measured', (questions, wanted) => {
  expect(told(...questions)).toMatch(wanted)
})

test('a period that is named alone is of what was ranked, and takes the place of the one before', () => {
  expect(told('Which rider booked most?', 'and in May?')).toMatch(/where booking booked on is in May 2025/)
  expect(told('How many courses did we run in June?', 'and in May?')).toBe('Number of courses, where session held at is in May 2025.')
})

test.each([
  [['How many sessions were there in March?', 'by coach'], /^Number of sessions, for each staff, where session held at is in March 2025/],
  [['How many sessions were there in March?', 'per coach please'], /^Number of sessions, for each staff, where/],
  [
    ['How many courses did we run in June?', 'split that by coach'],
    /^Number of courses, for each staff, where session held at is in June 2025 and staff job is "Coach"/,
  ],
  [['How many bookings did we get in May?', 'only by cash', 'and by e-wallet?'], /^Number of bookings, where .* and booking paid by is "Ewallet"/],
])('%j splits by those who are called so, and narrows by a value of the rows themselves', (questions, wanted) => {
  expect(told(...questions)).toMatch(wanted)
})

test('turns go on from what was offered, however many turns ago', () => {
  const asked = ['average grumble amount by town', 'only in May', 'and how many bookings is that?']
  expect(told(...asked.slice(0, 1))).toMatch(/^\? /)
  expect(told(...asked)).toMatch(/after: only in May \(after: average grumble amount by town, .*meaning: number of bookings/)
})

/** A parcel service, all on one sheet. */
const parcels = askedDatabase('parcel-service', (database) => {
  database.exec(
    'CREATE TABLE parcels (parcel_no INTEGER PRIMARY KEY, sent_on DATE, arrived_on DATE, promised_on DATE, depot TEXT, driver TEXT, fee REAL, service TEXT, insured TEXT)',
  )
  for (let id = 1; id <= 120; id++) {
    const month = `2025-0${1 + (id % 6)}`
    const row = [
      id,
      `${month}-0${1 + (id % 8)}`,
      `${month}-1${id % 9}`,
      `${month}-14`,
      ['Harbour', 'Airport'][id % 2] ?? '',
      ['Ina', 'Udo', 'Mia'][id % 3] ?? '',
    ]
    database.prepare('INSERT INTO parcels VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)').run(...row, 5 + (id % 7), id % 4 ? 'Express' : 'Standard', id % 5 ? 'no' : 'yes')
  }
})

function toldOfParcels(...questions: string[]): string {
  let previous: PreviousTurn | null = null
  let last = ''
  for (const question of questions) {
    const analysis = parcels.analyse(question, { previous })
    if (analysis.kind !== 'query') return `${question}: ${JSON.stringify(analysis)}`
    previous = { question, query: analysis.query }
    last = analysis.explanation
  }
  return last
}

test.each([
  [
    ['How many parcels did we send this year?', 'by depot please', 'only express', 'and how many of those were late?'],
    /^Number of parcels, for each depot, where parcel sent on is in 2025 and parcel service is "Express" and parcel arrived on is after the parcel promised on/,
  ],
  [
    ['Fees by month in 2025', 'just the insured ones'],
    /^Total fee of parcels, for each sent on by month, where parcel sent on is in 2025 and parcel insured is "yes"/,
  ],
  [['How many parcels per depot?', 'and what are their average fees?'], /^Average fee of parcels, for each depot/],
  [['Average fee per depot', 'only in March', 'what about April?'], /^Average fee of parcels, for each depot, where parcel sent on is in April 2025/],
  [['How many parcels did we send in 2025?', 'only before March'], /where parcel sent on is in 2025 and parcel sent on is before March 2025/],
])('%j changes what it names and nothing else', (questions, wanted) => {
  expect(toldOfParcels(...questions)).toMatch(wanted)
})
