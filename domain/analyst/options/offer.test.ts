import { expect, test } from 'vitest'
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
