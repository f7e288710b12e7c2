import { expect, test } from 'vitest'
import { randomOf } from '#connectors/sources/guard/corpus/good.ts'
import { analyseQuestion } from '#domain/analyst/analyse.ts'
import { mentionsIn } from '#domain/analyst/grammar/mentions/mentions.ts'
import { tokenize } from '#domain/analyst/language/tokens.ts'
import { type LexiconCache, lexiconOf } from '#domain/analyst/lexicon/lexicon.ts'
import { deskLayer } from '#test/fixtures/desk-layer.ts'
import { coversOf, rules, withRules } from './parse.ts'
import { readingsOf } from './read.ts'

const layer = deskLayer()
const clock = { now: new Date('2026-11-22T09:00:00Z'), timeZone: 'UTC' }
const best = (question: string) => readingsOf(question, layer, clock)[0]

const questions = [
  'How many tickets were there each month?',
  'Which agent has the most tickets?',
  'Top 3 agents by number of tickets',
  'Busiest day of the week',
  'What percent of tickets are urgent?',
  'Compare the number of tickets in 2025 with 2026',
  'Number of urgent tickets per channel',
]

test.each(questions)('"%s" is read whole, and to a query that compiles', (question) => {
  expect(best(question)?.passed.map(({ text }) => text)).toEqual([])
})

test('a layer that is read anew gives the same reading from a kept lexicon', () => {
  const cache: LexiconCache = new Map()
  for (const question of questions) {
    const [first] = readingsOf(question, layer, clock, cache)
    const [again] = readingsOf(question, structuredClone(layer), clock, cache)
    expect(again?.query, question).toEqual(first?.query)
    expect(again?.weight, question).toBe(first?.weight)
  }
})

test('the order of rules means nothing', () => {
  const random = randomOf(7)
  for (const question of questions) {
    const tokens = tokenize(question)
    const mentions = mentionsIn(tokens, lexiconOf(layer), clock)
    const weightOf = (all: typeof rules) => coversOf(withRules(mentions, tokens.length, { layer }, all), tokens)[0]?.weight.toFixed(6)
    const shuffled = [...rules].sort(() => random() - 0.5)
    expect(weightOf(shuffled), question).toBe(weightOf(rules))
  }
})

test('names of rules are told apart, and each gives an example of what it reads', () => {
  expect(new Set(rules.map(({ name }) => name)).size).toBe(rules.length)
  for (const { name, examples } of rules) expect(examples.length, name).toBeGreaterThan(0)
})

test('a word that turns the meaning round is never passed over', () => {
  for (const reading of readingsOf('How many tickets are not urgent?', layer, clock))
    expect(reading.passed.map(({ lower }) => lower).includes('not') ? reading.weight : 0).toBeLessThan(0.5)
})

test('what is not understood well enough is asked back with readings in words, and the chosen one is answered', () => {
  const asked = { layer, previous: null, clock }
  const analysis = analyseQuestion({ ...asked, question: 'Compare the gizmo number of tickets in 2025 with 2026' })
  expect(analysis).toMatchObject({ kind: 'clarification', instead: { kind: 'refusal' } })
  if (analysis.kind !== 'clarification') return
  expect(new Set(analysis.options).size).toBe(analysis.options.length)
  for (const option of analysis.options) {
    const chosen = analyseQuestion({ ...asked, question: option })
    expect(chosen, option).toMatchObject({ kind: 'query', confidence: 1 })
  }
})

test('a reading that leaves no word out and is certain is the answer', () => {
  expect(analyseQuestion({ layer, previous: null, clock, question: 'Did we get more tickets in 2026 than in 2025?' })).toMatchObject({
    kind: 'query',
    query: { dimensions: [{ grain: 'year' }], filters: { values: ['2025', '2026'] } },
  })
})

test.each([
  [
    'How long does a ticket take on average?',
    { measures: [{ aggregate: 'avg', expression: { duration: { from: { column: 'opened_at' }, to: { column: 'closed_at' } } } }] },
  ],
  ['What percent of tickets are urgent?', { measures: [{ percent: true, ratio: { numerator: { filters: { values: ['urgent'] } } } }] }],
  ['Share of tickets that are urgent by channel', { measures: [{ percent: true }], dimensions: [{ column: 'channel' }] }],
  [
    'How many tickets did Ana Reis have per channel?',
    { measures: [{ aggregate: 'count' }], dimensions: [{ column: 'channel' }], filters: { values: ['Ana Reis'] } },
  ],
  ['When is our refund highest?', { measures: [{ column: 'refund' }], order: [{ direction: 'desc' }], limit: 1 }],
  ['The 2 biggest channels', { dimensions: [{ column: 'channel' }], limit: 2 }],
])('"%s" means what an owner means by it', (question, query) => {
  const reading = best(question)
  expect(reading?.passed.map(({ text }) => text)).toEqual([])
  expect(reading?.query).toMatchObject(query)
})
