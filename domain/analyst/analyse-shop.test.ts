import { expect, test } from 'vitest'
import type { LexiconCache } from '#domain/analyst/lexicon/lexicon.ts'
import { withOtherReference } from '#domain/analyst/queries/other-reference.ts'
import { compileQuery } from '#domain/semantics/compile/compile.ts'
import { shopLayer } from '#test/fixtures/shop.ts'
import { analyseQuestion } from './analyse.ts'

const layer = shopLayer('duckdb')
const clock = { now: new Date('2024-05-15T09:00:00Z'), timeZone: 'UTC' }
const analyse = (question: string, cache?: LexiconCache) => analyseQuestion({ question, layer, previous: null, clock, ...(cache ? { cache } : {}) })

test('a measure its owner named wins over what its words say', () => {
  expect(analyse('revenue by status')).toMatchObject({
    kind: 'query',
    query: { measures: [{ measure: 'revenue' }], dimensions: [{ table: 'orders', column: 'status' }] },
  })
  expect(analyse('total sales per month')).toMatchObject({
    kind: 'query',
    query: { measures: [{ measure: 'revenue' }], dimensions: [{ column: 'ordered_at', grain: 'month' }] },
  })
})

test('two ways to join are asked about, and each option can be answered', () => {
  const analysis = analyse('How many flights are there by city?')
  expect(analysis).toMatchObject({ kind: 'clarification', question: 'Which one do you mean: origin or destination?' })
  if (analysis.kind !== 'clarification') return
  expect(analysis.options).toHaveLength(2)
  for (const option of analysis.options) expect(analyse(option)).toMatchObject({ kind: 'query' })
})

test('a word of the question settles which way to join', () => {
  const analysis = analyse('How many flights are there by destination city?')
  expect(analysis).toMatchObject({ kind: 'query', query: { joins: [{ from_table: 'flights', from_column: 'destination', to_table: 'airports' }] } })
})

test('hidden tables are neither read nor named', () => {
  const analysis = analyse('How many secrets are there?')
  expect(analysis.kind).toBe('refusal')
  if (analysis.kind === 'refusal') expect([...analysis.nearest, ...analysis.suggestions].join(' ')).not.toContain('secret')
})

test('a lexicon is built once for each version of a layer', () => {
  const cache: LexiconCache = new Map()
  analyse('How many orders are there?', cache)
  const [lexicon] = cache.values()
  analyse('How many products are there?', cache)
  expect([...cache.values()]).toEqual([lexicon])
  expect(cache.size).toBe(1)
})

test('what it makes compiles in the dialect of the layer', () => {
  const analysis = analyse('total sales per month in 2023')
  if (analysis.kind !== 'query') throw new Error('refused')
  expect(compileQuery(layer, analysis.query).sql).toContain('strftime("orders"."ordered_at", \'%Y-%m\')')
})

test('of a pair of references to one table, the one that is not fixed leads to what is asked about', () => {
  const query = { measures: [], dimensions: [{ table: 'airports', column: 'city', name: 'city' }], having: [], order: [], distinct: false, joins: [] }
  const filters = { table: 'flights', column: 'origin', operator: 'equals' as const, values: ['VIE'] }
  expect(withOtherReference(layer, { ...query, filters }).joins).toEqual([{ from_table: 'flights', from_column: 'destination', to_table: 'airports' }])
  expect(withOtherReference(layer, query).joins).toEqual([])
})

test('the last of them was when its date is highest', () => {
  const measures = (question: string) => {
    const analysis = analyse(question)
    return analysis.kind === 'query' ? analysis.query.measures : analysis.kind
  }
  expect(measures('When was the last order placed?')).toMatchObject([{ aggregate: 'max', table: 'orders', column: 'ordered_at' }])
  expect(measures('When was the first order?')).toMatchObject([{ aggregate: 'min', table: 'orders', column: 'ordered_at' }])
})
