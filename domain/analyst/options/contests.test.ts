import { expect, test } from 'vitest'
import { askedDatabase } from '#test/fixtures/asked-database.ts'

/** A chess league of clubs, each match with a host and a guest side and what both scored. */
const { analyse, isAnsweredBy, layer } = askedDatabase('chess-league', (database) => {
  database.exec(
    `CREATE TABLE meetings (meeting_no INTEGER PRIMARY KEY, played_on DATE, host_club TEXT, guest_club TEXT, host_points INTEGER, guest_points INTEGER, cup TEXT)`,
  )
  const clubs = ['Rook', 'Bishop', 'Knight', 'Pawn']
  for (let id = 1; id <= 60; id++)
    database
      .prepare('INSERT INTO meetings VALUES (?, ?, ?, ?, ?, ?, ?)')
      .run(
        id,
        `202${3 + (id % 2)}-0${1 + (id % 6)}-1${id % 9}`,
        clubs[id % 4] ?? '',
        clubs[(id + 1 + (id % 3)) % 4] ?? '',
        id % 5,
        (id * 7) % 6,
        ['Spring', 'Autumn'][id % 2] ?? '',
      )
  for (let id = 61; id <= 66; id++) database.prepare('INSERT INTO meetings VALUES (?, ?, ?, ?, ?, ?, ?)').run(id, '2024-05-02', 'Rook', 'Pawn', 0, 5, 'Spring')
})

const optionsOf = (question: string): string[] => {
  const analysis = analyse(question)
  return analysis.kind === 'clarification' ? analysis.options : []
}

test.each([
  [
    'How many meetings did Rook win?',
    "SELECT COUNT(*) FROM meetings WHERE (host_club = 'Rook' AND host_points > guest_points) OR (guest_club = 'Rook' AND guest_points > host_points)",
  ],
  [
    'How many meetings did Rook lose in 2024?',
    "SELECT COUNT(*) FROM meetings WHERE ((host_club = 'Rook' AND host_points < guest_points) OR (guest_club = 'Rook' AND guest_points < host_points)) AND played_on >= '2024-01-01' AND played_on < '2025-01-01'",
  ],
  ['How many meetings ended in a draw?', 'SELECT COUNT(*) FROM meetings WHERE host_points = guest_points'],
  ['What share of meetings does the host club win?', 'SELECT 100.0 * SUM(host_points > guest_points) / COUNT(*) FROM meetings'],
  [
    'Which host club lost the most meetings?',
    'SELECT host_club, COUNT(*) FROM meetings WHERE host_points < guest_points GROUP BY host_club ORDER BY COUNT(*) DESC LIMIT 1',
  ],
  [
    'When did Pawn last lose?',
    "SELECT MAX(played_on) FROM meetings WHERE (host_club = 'Pawn' AND host_points < guest_points) OR (guest_club = 'Pawn' AND guest_points < host_points)",
  ],
  [
    'How often did Knight beat Pawn?',
    "SELECT COUNT(*) FROM meetings WHERE (host_club = 'Knight' AND guest_club = 'Pawn' AND host_points > guest_points) OR (guest_club = 'Knight' AND host_club = 'Pawn' AND guest_points > host_points)",
  ],
])('"%s" is offered as it is meant', (question, gold) => {
  const chosen = optionsOf(question)
  expect(chosen.length).toBeGreaterThan(0)
  expect(
    chosen.some((option) => isAnsweredBy(option, gold)),
    chosen.join('\n'),
  ).toBe(true)
})

test('who won by most is told by both sides and what they scored', () => {
  const [first] = optionsOf('What was the biggest win?')
  const answer = first === undefined ? null : analyse(first)
  expect(answer?.kind === 'query' && answer.query).toMatchObject({ limit: 1, order: [{ by: 'margin', direction: 'desc' }] })
})

test('a table without sides is not spoken of as if it had any', () => {
  const flat = { ...layer, tables: layer.tables.map((table) => ({ ...table, columns: table.columns.filter(({ name }) => !name.startsWith('guest')) })) }
  const analysis = analyse('How many meetings did Rook win?', { layer: flat })
  expect(JSON.stringify(analysis)).not.toContain('guest')
})
