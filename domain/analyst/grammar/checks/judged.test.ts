import { expect, test } from 'vitest'
import { askedDatabase } from '#test/fixtures/asked-database.ts'

/** A hair salon: stylists cut, clients pay, and what the stylists get is nowhere told. */
const { analyse } = askedDatabase('salon', (database) => {
  database.exec(`
    CREATE TABLE stylists (stylist_id INTEGER PRIMARY KEY, full_name TEXT, branch TEXT);
    CREATE TABLE clients (client_id INTEGER PRIMARY KEY, full_name TEXT, town TEXT);
    CREATE TABLE visits (visit_id INTEGER PRIMARY KEY, stylist_id INTEGER REFERENCES stylists(stylist_id), client_id INTEGER REFERENCES clients(client_id), visited_on DATE, amount REAL);
  `)
  for (let id = 1; id <= 8; id++) database.prepare('INSERT INTO stylists VALUES (?, ?, ?)').run(id, `Stylist Nr${id}`, id % 2 ? 'North' : 'South')
  for (let id = 1; id <= 40; id++) database.prepare('INSERT INTO clients VALUES (?, ?, ?)').run(id, `Client Nr${id}`, id % 3 ? 'Ashby' : 'Melton')
  for (let id = 1; id <= 200; id++)
    database.prepare('INSERT INTO visits VALUES (?, ?, ?, ?, ?)').run(id, 1 + (id % 8), 1 + (id % 40), `2025-0${1 + (id % 6)}-1${id % 9}`, 20 + (id % 7))
})

test.each([
  'How are the clients doing?',
  'How good are our stylists?',
  'how well do the clients behave',
  'Are the clients happy?',
  'are the stylists ok',
  'What do the clients think of us?',
  'What do we pay our stylists?',
  'What do we owe our stylists?',
  'Which of our stylists is the best?',
  'Who is our best stylist?',
])('"%s" is not answered by names or by money that nobody spoke of', (question) => {
  expect(analyse(question)).not.toMatchObject({ kind: 'query' })
})

test.each([
  ['Who are our best clients?', /^Total amount of visits, for each full name/],
  ['Which stylist made the most money?', /total amount of visits, highest first/],
  ['Which stylist has the most visits?', /stylist.*number of visits, highest first/],
])('"%s" is', (question, wanted) => {
  const analysis = analyse(question)
  expect(analysis.kind === 'query' ? analysis.explanation : analysis).toMatch(wanted)
})

test('names that are asked for are listed', () => {
  for (const question of ['Which stylists work in the North branch?', 'list the clients from Ashby']) expect(analyse(question).kind, question).toBe('query')
})
