import { expect, test } from 'vitest'
import { alternativesOf, analyseQuestion } from '#domain/analyst/analyse.ts'
import { askedDatabase } from '#test/fixtures/asked-database.ts'

/** A handball league: two columns hold teams, and the winner of a draw is told by a table of its own. */
const { analyse } = askedDatabase('league', (database) => {
  database.exec(`
    CREATE TABLE games (game_no INTEGER PRIMARY KEY, played_on DATE, home_club TEXT, away_club TEXT, spectators INTEGER);
    CREATE TABLE playoffs (playoff_no INTEGER PRIMARY KEY, game_no INTEGER REFERENCES games(game_no), winner TEXT);
  `)
  const clubs = ['Kiel', 'Lemgo', 'Flensburg', 'Melsungen']
  for (let id = 1; id <= 60; id++) {
    const [home, away] = [clubs[id % 4] ?? '', clubs[(id + 1 + (id % 3)) % 4] ?? '']
    database.prepare('INSERT INTO games VALUES (?, ?, ?, ?, ?)').run(id, `202${3 + (id % 2)}-0${1 + (id % 6)}-1${id % 9}`, home, away, 100 * id)
    if (id % 5 === 0) database.prepare('INSERT INTO playoffs VALUES (?, ?, ?)').run(id, id, id % 2 ? home : away)
  }
})

const optionsOf = (question: string): string[] => {
  const analysis = analyse(question)
  return analysis.kind === 'clarification' ? analysis.options : []
}

test('a value that two columns hold alike is offered as either of them', () => {
  const options = optionsOf('How many games did Kiel contest in 2024?')
  expect(options.some((option) => /home club is "Kiel" or .*away club is "Kiel"/.test(option))).toBe(true)
})

test('who did what a word left out says is offered by the column called so', () => {
  expect(optionsOf('Which club won the most playoffs?').some((option) => option.includes('for each winner'))).toBe(true)
})

test('at most three are offered, each is answered when it is chosen, and no two are one', () => {
  for (const question of ['How many games did Kiel contest in 2024?', 'Which club won the most playoffs?']) {
    const options = optionsOf(question)
    expect(options.length, question).toBeGreaterThan(0)
    expect(options.length, question).toBeLessThan(4)
    const queries = options.map((option) => {
      const analysis = analyse(option)
      expect(analysis, option).toMatchObject({ kind: 'query', confidence: 1 })
      return JSON.stringify(analysis.kind === 'query' ? analysis.query : null)
    })
    expect(new Set(queries).size).toBe(queries.length)
  }
})

test.each(['Why did spectators drop in May?', 'Which clubs quarrelled?', 'How much did we pay for Kiel?'])('"%s" has no reading worth offering', (question) => {
  expect(optionsOf(question)).toEqual([])
})

/** A repair shop: what it does stands in one table, and two dates and three figures of it may be meant. */
const shop = askedDatabase('repair-shop', (database) => {
  database.exec(`
    CREATE TABLE mechanics (mechanic_id INTEGER PRIMARY KEY, full_name TEXT, branch TEXT);
    CREATE TABLE jobs (job_no INTEGER PRIMARY KEY, mechanic_id INTEGER REFERENCES mechanics(mechanic_id), taken_on DATE, handed_over_on DATE, device TEXT, labour_minutes INTEGER, rating INTEGER, invoice_total REAL);
  `)
  for (let id = 1; id <= 8; id++) database.prepare('INSERT INTO mechanics VALUES (?, ?, ?)').run(id, `Mechanic Nr${id}`, id % 2 ? 'North' : 'South')
  for (let id = 1; id <= 90; id++)
    database
      .prepare('INSERT INTO jobs VALUES (?, ?, ?, ?, ?, ?, ?, ?)')
      .run(
        id,
        1 + (id % 8),
        `2024-0${1 + (id % 6)}-1${id % 9}`,
        `2024-0${2 + (id % 6)}-0${1 + (id % 8)}`,
        ['laptop', 'phone', 'camera'][id % 3] ?? '',
        7 * id,
        1 + (id % 5),
        20 * id,
      )
})

const shopOptions = (question: string): string[] => {
  const analysis = shop.analyse(question)
  return analysis.kind === 'clarification' ? analysis.options : []
}

test.each([
  ['grumbles per month in 2024', /number of jobs, for each taken on by month, where .*in 2024.*\(without "grumbles"\)/],
  ['average bother per job by device', /average labour minutes of jobs, for each device \(without "bother"\)/],
])('of "%s" the figure that no word names is offered', (question, wanted) => {
  expect(shopOptions(question).some((option) => wanted.test(option))).toBe(true)
})

test.each([
  'How many jobs were contested?',
  'Which mechanics quit?',
  'what is the weather tomorrow?',
  'zorps per wug',
  'who won the election?',
  'jobs that were not contested',
])('of "%s" nothing is kept that could be offered', (question) => {
  expect(shop.analyse(question).kind).toBe('refusal')
})

/** The answer to the first question, as what a turn goes on from. */
function turnAfter(question: string) {
  const answer = shop.analyse(question)
  if (answer.kind !== 'query') throw new Error(`"${question}" is not answered`)
  return { question, query: answer.query }
}

test('a turn that was not read is offered as the query before it with what it names put in', () => {
  const previous = turnAfter('Total invoice total per device')
  const turn = 'and how much labour bother was that?'
  const analysis = shop.analyse(turn, { previous })
  const options = analysis.kind === 'clarification' ? analysis.options : []
  const [wanted] = options.filter((option) => /total labour minutes of jobs, for each device/.test(option))
  expect(wanted).toBeDefined()
  expect(shop.analyse(wanted ?? '', { previous, unanswered: turn })).toMatchObject({ kind: 'query', confidence: 1 })
})

test('a turn after a question that was asked back goes on from its options, and each stands by itself', () => {
  const asked = 'How many games did Kiel contest in 2024?'
  expect(analyse(asked).kind).toBe('clarification')
  const analysis = analyse('and in 2023?', { unanswered: asked })
  const options = analysis.kind === 'clarification' ? analysis.options : []
  expect(options.length).toBeGreaterThan(0)
  for (const option of options) {
    expect(option).toMatch(/^and in 2023 \(after: How many games did Kiel contest in 2024, meaning: .+\), meaning: .+ in 2023/)
    expect(analyse(option, { unanswered: 'and in 2023?' }), option).toMatchObject({ kind: 'query', confidence: 1 })
  }
})

test('beside a doubtful answer other readings are offered that tell something else', () => {
  const asked = { question: 'Who has the top jobs?', layer: shop.layer, previous: null, clock: { now: new Date('2025-06-18T12:00:00Z'), timeZone: 'UTC' } }
  const answer = analyseQuestion(asked)
  if (answer.kind !== 'query') throw new Error('not answered')
  expect(alternativesOf(asked, { ...answer, confidence: 0.99 })).toEqual([])
  const others = alternativesOf(asked, { ...answer, confidence: 0.6 })
  for (const other of others) expect(shop.analyse(other)).not.toMatchObject({ query: answer.query })
})

test('rows counted for each of themselves are no answer', () => {
  expect(shop.analyse('who is the tallest mechanic?')).not.toMatchObject({ kind: 'query' })
})
