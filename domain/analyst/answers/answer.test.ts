import { DatabaseSync } from 'node:sqlite'
import { expect, test } from 'vitest'
import { analyseQuestion } from '#domain/analyst/analyse.ts'
import { compileQuery } from '#domain/semantics/compile/compile.ts'
import type { JsonValue, QueryResult } from '#domain/semantics/sources/source.ts'
import { layerOfSqlite } from '#test/fixtures/sqlite-layer.ts'
import { writeAnswer } from './answer.ts'

const path = 'examples/chinook.sqlite'
const layer = layerOfSqlite(path)
const database = new DatabaseSync(path, { readOnly: true })
const clock = { now: new Date('2024-05-15T09:00:00Z'), timeZone: 'UTC' }

function answer(question: string, part: Partial<QueryResult> = {}): { text: string; suggestions: string[] } {
  const analysis = analyseQuestion({ question, layer, previous: null, clock })
  if (analysis.kind !== 'query') throw new Error(`${question} was not answered`)
  const compiled = compileQuery(layer, analysis.query)
  const statement = database.prepare(compiled.sql)
  statement.setReturnArrays(true)
  const rows = statement.all(...compiled.params.map((value) => (typeof value === 'boolean' ? Number(value) : value))) as unknown as JsonValue[][]
  const result = { columns: compiled.columns.map(({ name, type }) => ({ name, type })), rows, truncated: false, durationMs: 1, ...part }
  return writeAnswer({ question, layer, query: analysis.query, compiled, result, clock })
}

test.each([
  ['How many tracks are there?', 'There are 3,503 tracks.'],
  ['How many customers live in Canada?', 'There are 8 customers where customer country is "Canada".'],
  ['What is the average invoice total?', 'The average total of invoices is 5.65.'],
  ['What is the average duration of Rock tracks?', 'The average milliseconds of tracks where genre name is "Rock" is 283,910.04 ms.'],
  ['What is the longest track?', 'The track name is Occupation / Precipice.'],
  ['Which artist has the most albums?', 'The artist name with the highest number of albums is Iron Maiden.'],
  ['Which genre has the longest average track length?', 'The genre name with the highest average milliseconds of tracks is Sci Fi & Fantasy.'],
  [
    'What percentage of tracks is longer than 300000 milliseconds by genre?',
    'Share of tracks by genre: TV Shows is highest with 100%, followed by Science Fiction (100%) and Sci Fi & Fantasy (100%). The lowest of 25 is 0%, which 3 share.',
  ],
  [
    'number of invoices per weekday',
    'Number of invoices by day of week: Monday is highest with 60, followed by Tuesday (59) and Thursday (59). The lowest of 7 is 58, which 2 share. Together 412.',
  ],
  [
    'running total of revenue by year',
    'Total revenue by year went from 449.46 in 2021 to 450.58 in 2025; the highest is 481.45 in 2022 and the lowest 449.46 in 2021. Together 2,328.6. Added up it comes to 2,328.6 in 2025.',
  ],
  [
    'growth of revenue by year',
    'Total revenue by year went from 449.46 in 2021 to 450.58 in 2025; the highest is 481.45 in 2022 and the lowest 449.46 in 2021. Together 2,328.6. The change to 2025 is -5.64%.',
  ],
  ['artists with more than 10 albums', 'There are 3 artists with number of albums more than 10: Deep Purple, Iron Maiden and Led Zeppelin.'],
  ['What share of invoices was billed to Canada?', 'The share of invoices where invoice billing country is "Canada" is 13.59%.'],
  ['List the names of artists starting with "Zeca"', 'The artist name is Zeca Pagodinho.'],
  [
    'List the emails of customers in Germany',
    'There are 4 customers where customer country is "Germany": leonekohler@surfeu.de, hannah.schneider@yahoo.de, fzimmermann@yahoo.de and nschroder@surfeu.de.',
  ],
  ['Which customers live in Berlin?', 'There are 2 customers where customer city is "Berlin": Hannah Schneider and Niklas Schröder.'],
  [
    'top 3 artists by number of albums',
    'Number of albums by artist: Iron Maiden is highest with 21, followed by Led Zeppelin (14) and Deep Purple (11). Together 46.',
  ],
  [
    'top 5 artists by number of albums',
    'Number of albums by artist: Iron Maiden is highest with 21, followed by Led Zeppelin (14), Deep Purple (11), U2 (10) and Metallica (10). Together 66.',
  ],
  ['How many invoices were there in March 2024?', 'There are 7 invoices where invoice date is in March 2024.'],
  ['Which employees were hired in 2010?', 'Nothing was found: there is no row where employee hire date is in 2010.'],
  [
    'How many customers are there in each country?',
    'Number of customers by country: USA is highest with 13, followed by Canada (8) and France (5). The lowest of 24 is 1, which 15 share. Together 59.',
  ],
  [
    'total sales by quarter since 2025',
    'Total sales by quarter where invoice date is from 2025 on went from 102.96 in Q1 2025 to 125.86 in Q4 2025; the highest is 125.86 in Q4 2025 and the lowest 102.96 in Q1 2025. Together 450.58.',
  ],
  [
    'When was the last invoice of each customer in Germany?',
    'Latest invoice date by customer where customer country is "Germany": Fynn Zimmermann (2025-06-03), Hannah Schneider (2024-11-14), Leonie Köhler (2024-07-13) and Niklas Schröder (2024-06-30).',
  ],
  ['What is the latest invoice date?', 'The latest invoice date of invoices is 2025-12-22.'],
  [
    'What is the latest invoice date by billing country?',
    'Latest invoice date by billing country: the latest of 24 is India (2025-12-22), the earliest Australia (2024-08-31).',
  ],
])('%s', (question, text) => expect(answer(question).text).toBe(text))

test('a cut result says so and gives no sum over it', () => {
  const { text } = answer('How many customers are there in each country?', { truncated: true })
  expect(text).toContain('Only the first 24 rows are shown.')
  expect(text).not.toContain('Together')
})

test('a cut list does not pass its length off as how many there are', () => {
  const { text } = answer('List the names of all artists', { truncated: true })
  expect(text).toMatch(/^There are more than 275 artists: .* and others\. Only the first 275 rows are shown\.$/)
})

test.each(['How many customers are there in each country?', 'What is the average invoice total?', 'List the names of all playlists.'])(
  '%s: what is suggested can be answered',
  (question) => {
    const { suggestions } = answer(question)
    expect(suggestions.length).toBeGreaterThanOrEqual(2)
    expect(suggestions.length).toBeLessThanOrEqual(3)
    for (const suggestion of suggestions) expect(analyseQuestion({ question: suggestion, layer, previous: null, clock }).kind).toBe('query')
  },
)
