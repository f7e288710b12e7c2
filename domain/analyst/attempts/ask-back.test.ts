import { expect, test } from 'vitest'
import { analyseQuestion } from '#domain/analyst/analyse.ts'
import type { Analysis } from '#domain/analyst/analysis.ts'
import type { LexiconCache } from '#domain/analyst/lexicon/lexicon.ts'
import { layerOfSqlite } from '#test/fixtures/sqlite-layer.ts'

const layer = layerOfSqlite('examples/chinook.sqlite')
const cache: LexiconCache = new Map()
const clock = { now: new Date('2024-05-15T09:00:00Z'), timeZone: 'UTC' }

/** Asked of an analyst that only answers what it is very sure of. */
function analyse(question: string, unanswered: string | null = null): Analysis {
  return analyseQuestion({ question, layer, previous: null, unanswered, clock, cache, leastCertainty: 0.97 })
}

const asked = 'What is the average price of Rock?'

test('where two readings are near each other it asks which is meant, in plain words', () => {
  const analysis = analyse(asked)
  if (analysis.kind !== 'clarification') throw new Error(analysis.kind)
  expect(analysis.question).toBe('What do you mean by "price": unit price of invoice line or unit price of track?')
  expect(analysis.options.length).toBeLessThanOrEqual(4)
})

test.each([
  ['unit price of track', 'Track'],
  ['unit price of invoice line', 'InvoiceLine'],
])('an option is answered when it is picked, whole or by its words: %s', (label, table) => {
  const analysis = analyse(asked)
  const option = analysis.kind === 'clarification' ? analysis.options.find((text) => text.endsWith(label)) : undefined
  for (const answer of [analyse(option ?? ''), analyse(label, asked)])
    expect(answer).toMatchObject({ kind: 'query', query: { measures: [{ aggregate: 'avg', table, column: 'UnitPrice' }] } })
})

test('what was picked is not read into a word that cannot mean it', () => {
  expect(analyse('What is the average price of Rock, reading "price" as name of artist')).not.toMatchObject({ kind: 'query' })
})
