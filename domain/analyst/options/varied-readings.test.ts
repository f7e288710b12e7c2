import { expect, test } from 'vitest'
import { alternativesOf, analyseQuestion } from '#domain/analyst/analyse.ts'
import { askedDatabase } from '#test/fixtures/asked-database.ts'

/** A laundry: a sheet with a line for each garment of an order, what machines are there, and when each was used and mended. */
const { analyse, isAnsweredBy, layer } = askedDatabase('laundry', (database) => {
  database.exec(`
    CREATE TABLE garments (line_no INTEGER PRIMARY KEY, ticket_id TEXT, guest TEXT, brought_on DATE, returned_on DATE, fabric TEXT, amount REAL, wash_minutes INTEGER, status TEXT);
    CREATE TABLE machines (machine_id INTEGER PRIMARY KEY, model TEXT, serial TEXT);
    CREATE TABLE cycles (cycle_id INTEGER PRIMARY KEY, machine_id INTEGER REFERENCES machines (machine_id), run_on DATE);
    CREATE TABLE staff (staff_id INTEGER PRIMARY KEY, full_name TEXT, salary REAL, bonus_percent INTEGER);
  `)
  const add = (table: string, ...row: (string | number | null)[]) =>
    database.prepare(`INSERT INTO ${table} VALUES (${row.map(() => '?').join(', ')})`).run(...row)
  for (let id = 1; id <= 90; id++) {
    const day = String(10 + (id % 9))
    const back = id % 7 === 0 ? null : `2025-03-${String(20 + (id % 8))}`
    add(
      'garments',
      id,
      `T${Math.ceil(id / 3)}`,
      `Guest ${id % 11}`,
      `2025-03-${day}`,
      back,
      ['Silk', 'silk', 'Wool'][id % 3] ?? '',
      4 + (id % 13),
      20 + (id % 40),
      ['paid', 'open'][Number(id % 4 === 0)] ?? '',
    )
  }
  for (let id = 1; id <= 9; id++) add('machines', id, `Model ${id}`, id % 3 === 0 ? null : `S${id}`)
  for (let id = 1; id <= 50; id++) add('cycles', id, 1 + (id % 7), `2025-04-${String(10 + (id % 19))}`)
  for (let id = 1; id <= 12; id++) add('staff', id, `Person ${id}`, 20_000 + 1_000 * id, id % 5)
})

const clock = { now: new Date('2025-06-18T12:00:00Z'), timeZone: 'UTC' }

/** What is offered to a question: instead of an answer, or beside it. */
function offered(question: string): string[] {
  const analysis = analyse(question)
  if (analysis.kind === 'query') return alternativesOf({ question, layer, previous: null, clock }, analysis)
  return analysis.kind === 'clarification' ? analysis.options : []
}

test.each([
  ['what a sheet has several lines of', 'How many tickets did we have?', 'SELECT COUNT(DISTINCT ticket_id) FROM garments'],
  ['only what is paid', 'How much money did we take in March?', "SELECT SUM(amount) FROM garments WHERE status = 'paid'"],
  ['what is still to be paid', 'What is the total amount outstanding?', "SELECT SUM(amount) FROM garments WHERE status = 'open'"],
  ['each way a value is written', 'Total amount of silk', "SELECT SUM(amount) FROM garments WHERE fabric IN ('Silk', 'silk')"],
  ['what never happened to', 'Which machines were never overworked?', 'SELECT model FROM machines WHERE machine_id NOT IN (SELECT machine_id FROM cycles)'],
  ['the time up to a date', 'How long does it take us to return things?', 'SELECT AVG(julianday(returned_on) - julianday(brought_on)) FROM garments'],
  ['amounts of percentages', 'Total bonus percent of staff', 'SELECT SUM(salary * bonus_percent / 100.0) FROM staff'],
])('%s is offered: %s', (_, question, gold) => {
  const options = offered(question)
  const answer = analyseQuestion({ question, layer, previous: null, clock })
  const isAnswered = answer.kind === 'query' && isAnsweredBy(question, gold)
  expect(isAnswered || options.some((option) => isAnsweredBy(option, gold)), options.join('\n')).toBe(true)
})

test('whether two figures go together is offered as their correlation', () => {
  const options = offered('Is there a link between amount and wash minutes?')
  expect(options.some((option) => option.includes('correlation of'))).toBe(true)
})

test('what is owed is not told of all that there is', () => {
  expect(offered('What is the total amount outstanding?').some((option) => option.includes('without "outstanding"'))).toBe(false)
})
