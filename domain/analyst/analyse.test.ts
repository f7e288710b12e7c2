import { DatabaseSync } from 'node:sqlite'
import { expect, test } from 'vitest'
import { analystCases } from '#domain/analyst/cases/analyse.cases.ts'
import type { LexiconCache } from '#domain/analyst/lexicon/lexicon.ts'
import { compileQuery } from '#domain/semantics/compile/compile.ts'
import { SemanticQuery } from '#domain/semantics/semantic-query.ts'
import { layerOfSqlite } from '#test/fixtures/sqlite-layer.ts'
import { analyseQuestion } from './analyse.ts'
import type { Analysis, PreviousTurn } from './analysis.ts'

const path = 'examples/chinook.sqlite'
const layer = layerOfSqlite(path)
const database = new DatabaseSync(path, { readOnly: true })
const clock = { now: new Date('2024-05-15T09:00:00Z'), timeZone: 'UTC' }
const cache: LexiconCache = new Map()

function analyse(question: string, previous: PreviousTurn | null = null): Analysis {
  return analyseQuestion({ question, layer, previous, clock, cache })
}

function queryOf(question: string, previous: PreviousTurn | null = null): SemanticQuery {
  const analysis = analyse(question, previous)
  if (analysis.kind !== 'query') throw new Error(`${question}: ${JSON.stringify(analysis)}`)
  return analysis.query
}

function rowsOf(query: SemanticQuery): string[][] {
  const { sql, params } = compileQuery(layer, query)
  return run(
    sql,
    params.map((value) => (typeof value === 'boolean' ? Number(value) : value)),
  )
}

function run(sql: string, params: (string | number | null)[] = []): string[][] {
  const statement = database.prepare(sql)
  statement.setReturnArrays(true)
  const rows = statement.all(...params) as unknown as unknown[][]
  return rows.map((row) => row.map((value) => (typeof value === 'number' ? value.toFixed(4) : String(value))))
}

/** Equal rows in any order of columns, and of rows unless `isOrdered`. */
function comparable(rows: string[][], isOrdered: boolean): string[] {
  const lines = rows.map((row) => [...row].sort().join(' | '))
  return isOrdered ? lines : lines.sort()
}

test.each(Object.entries(analystCases).flatMap(([kind, cases]) => cases.map(([question, sql]) => [kind, question, sql] as const)))(
  '%s: %s',
  (_, question, sql) => {
    const isOrdered = /order by/i.test(sql)
    expect(comparable(rowsOf(queryOf(question)), isOrdered)).toEqual(comparable(run(sql), isOrdered))
  },
)

test('every query it makes is one the wire accepts', () => {
  for (const [question] of Object.values(analystCases).flat()) {
    const query = queryOf(question)
    expect(SemanticQuery.parse(structuredClone(query))).toEqual(query)
  }
})

test.each([
  ['What is the weather in Paris today?', ['weather']],
  ['How many unicorns are there?', ['unicorns']],
  ['Tracks by composer sorted by number of remixes', ['remixes']],
  ['Which customers churned because of pricing?', ['churned', 'pricing']],
  ['What percentage of customers churned?', ['churned']],
  ['Which major customers live in Germany?', ['major']],
  ['How many customers are there near Paris?', ['near']],
  ['Why did sales fall in 2023?', ['why']],
])('%s is refused, naming the words', (question, words) => {
  const said = analyse(question)
  const analysis = said.kind === 'clarification' ? said.instead : said
  expect(analysis?.kind).toBe('refusal')
  if (analysis?.kind === 'refusal') {
    for (const word of words) expect(analysis.unknownWords.join(' ').toLowerCase()).toContain(word)
    expect(analysis.suggestions.length).toBeGreaterThan(0)
  }
})

test('conditions that exclude each other are told, not answered', () => {
  expect(analyse('List invoices with a total greater than 20 and a total less than 5')).toMatchObject({
    kind: 'refusal',
    message: 'I cannot tell what you mean: one total cannot meet both "20" and "5".',
  })
})

test('a negation it cannot place stops the answer', () => {
  expect(analyse('How many tracks are nowhere near not being rock songs?')).not.toMatchObject({ kind: 'query' })
  expect(analyse('What is the longest playlist?')).not.toMatchObject({ kind: 'query' })
  expect(analyse('List customers that did not buy twice')).toMatchObject({ kind: 'refusal', unknownWords: ['not'] })
})

test('near words are offered, and a misspelt table is read with a note', () => {
  const analysis = analyse('How many custmers are there?')
  expect(analysis).toMatchObject({ kind: 'query', readAs: ['read "custmers" as customer'] })
})

test.each([
  ['__proto__ constructor toString', 'refusal'],
  ['', 'refusal'],
  ['?', 'refusal'],
  ['"', 'refusal'],
  ['constructor of prototype by hasOwnProperty in 2012', 'refusal'],
])('%j is answered without a crash', (question, kind) => expect(analyse(question).kind).toBe(kind))

const first = 'How many customers are there in each country?'
test.each([
  ['and by city?', 'SELECT City, COUNT(*) FROM Customer GROUP BY 1'],
  ['only in Germany', "SELECT Country, COUNT(*) FROM Customer WHERE Country = 'Germany' GROUP BY 1"],
  ['what about Brazil and Canada?', "SELECT Country, COUNT(*) FROM Customer WHERE Country IN ('Brazil', 'Canada') GROUP BY 1"],
  ['top 3', 'SELECT Country, COUNT(*) FROM Customer GROUP BY 1 ORDER BY 2 DESC, 1 DESC LIMIT 3'],
])('follow-up: %s', (question, sql) => {
  const rows = rowsOf(queryOf(question, { question: first, query: queryOf(first) }))
  expect(comparable(rows, /order by/i.test(sql))).toEqual(comparable(run(sql), /order by/i.test(sql)))
})

test('a complete question forgets the turn before', () => {
  const query = queryOf('How many albums are there?', { question: first, query: queryOf(first) })
  expect(rowsOf(query)).toEqual(run('SELECT COUNT(*) FROM Album'))
})

test('a chart that is asked for by name comes along', () => {
  expect(analyse('Draw a pie chart of the number of customers by country')).toMatchObject({ kind: 'query', chart: 'pie' })
})

test.each([
  ['relationship between bytes and milliseconds', 'scatter', null],
  ['distribution of track milliseconds', 'histogram', null],
  ['Draw a histogram of track milliseconds with bins of 60000', 'histogram', 60_000],
  ['Show the trend of invoice total', 'line', null],
])('%s suggests how it is drawn', (question, chart, binWidth) => expect(analyse(question)).toMatchObject({ kind: 'query', chart, binWidth }))

test('the same question gives the same answer', () => {
  expect(analyse(first)).toEqual(analyseQuestion({ question: first, layer, previous: null, clock }))
})
