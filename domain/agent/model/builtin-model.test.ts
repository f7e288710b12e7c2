import type { LanguageModelV4Prompt } from '@ai-sdk/provider'
import { expect, test } from 'vitest'
import { shopLayer } from '#test/fixtures/shop.ts'
import type { Layer } from '../../semantics/layer.ts'
import { createBuiltinModel } from './builtin-model.ts'

const user = (text: string): LanguageModelV4Prompt => [{ role: 'user', content: [{ type: 'text', text }] }]

function builtin(layers: Layer[], earlier: string[] = []) {
  return createBuiltinModel({ layers, now: new Date('2026-11-21T09:30:00Z'), timeZone: 'UTC', previous: null, unanswered: null, earlier, lexicons: new Map() })
}

const answered = (question: string, output: object): LanguageModelV4Prompt => [
  ...user(question),
  { role: 'tool', content: [{ type: 'tool-result', toolCallId: 'call_query_data', toolName: 'query_data', output: output as never }] },
]

test('a question becomes one call for a semantic query', async () => {
  const { content, finishReason, usage } = await builtin([shopLayer('sqlite')]).doGenerate({ prompt: user('How many customers are there?') })
  expect(content).toMatchObject([{ type: 'tool-call', toolName: 'query_data' }])
  const [call] = content
  expect(call?.type === 'tool-call' && JSON.parse(call.input)).toMatchObject({
    datasource_id: 'ds_shop',
    query: { measures: [{ aggregate: 'count', table: 'customers' }] },
  })
  expect([finishReason.unified, usage.inputTokens.total, usage.outputTokens.total]).toEqual(['tool-calls', 0, 0])
})

const perCountry = 'How many customers are there by country?'
test.each([
  [[perCountry, 'thanks!'], 'Which one has the most?', 'tool-call'],
  [[perCountry, 'What is the churn of customers?'], 'Which one has the most?', 'text'],
  [[], 'Ok, great', 'text'],
])('after %j, "%s" becomes a %s', async (earlier, question, type) => {
  const { content } = await builtin([shopLayer('sqlite')], earlier).doGenerate({ prompt: user(question) })
  expect(content[0]?.type).toBe(type)
  const query = content[0]?.type === 'tool-call' && JSON.parse(content[0].input).query
  if (query) expect(query).toMatchObject({ measures: [{ aggregate: 'count' }], dimensions: [{ column: 'country' }], limit: 1 })
})

test('what is said instead of an answer is in the language of who asks', async () => {
  const say = async (question: string, layers = [shopLayer('sqlite')]) => {
    const facts = { now: new Date('2026-11-21T09:30:00Z'), timeZone: 'UTC', previous: null, unanswered: null, earlier: [], lexicons: new Map() }
    const { content } = await createBuiltinModel({ layers, ...facts, language: 'de' }).doGenerate({ prompt: user(question), toolChoice: { type: 'none' } })
    return content[0]?.type === 'text' ? content[0].text : ''
  }
  expect(await say('hello')).toMatch(/^Guten Tag\. .+ hat .+ und .+\.$/)
  expect(await say('How many customers are there?', [])).toMatch(/^Ich beantworte Fragen aus Daten/)
  expect(await say(`How many customers ${'and '.repeat(600)}?`)).toMatch(/^Diese Frage ist zu lang/)
  expect(await say('What is the frobnication of the wibble?')).toMatch(/„\w+“/)
  expect(await say('And which of those?')).toMatch(/^Davor wurde nichts gefragt/)
})

test('the source that explains the question best is asked', async () => {
  const shop = shopLayer('sqlite')
  const other: Layer = {
    ...shop,
    datasourceId: 'ds_zoo',
    tables: shop.tables.slice(0, 1).map((table) => ({ ...table, name: 'animals', label: 'Animals' })),
    relationships: [],
  }
  const { content } = await builtin([shop, other]).doGenerate({ prompt: user('How many animals are there?') })
  expect(content[0]?.type === 'tool-call' && JSON.parse(content[0].input).datasource_id).toBe('ds_zoo')
})

test('the answer is worded from the rows, in pieces', async () => {
  const question = 'How many customers are there?'
  const { stream } = await builtin([shopLayer('sqlite')]).doStream({ prompt: answered(question, { type: 'json', value: { rows: [[4]], truncated: false } }) })
  const parts = await Array.fromAsync(stream)
  const deltas = parts.flatMap((part) => (part.type === 'text-delta' ? [part.delta] : []))
  expect(deltas.join('')).toBe('There are 4 customers.')
  expect(deltas.length).toBeGreaterThan(1)
  expect(parts.at(-1)?.type).toBe('finish')
})

test('a query that failed is told in words', async () => {
  const prompt = answered('How many customers are there?', {
    type: 'error-json',
    value: { error: { code: 'query_timeout', message: 'the query took too long' } },
  })
  const { content, finishReason } = await builtin([shopLayer('sqlite')]).doGenerate({ prompt })
  expect(content).toMatchObject([{ type: 'text', text: expect.stringContaining('the query took too long') }])
  expect(finishReason.unified).toBe('stop')
})

test('a question of thousands of characters is not read', async () => {
  const { content } = await builtin([shopLayer('sqlite')]).doGenerate({ prompt: user('How many customers are there? '.repeat(200)) })
  expect(content).toMatchObject([{ type: 'text', text: expect.stringContaining('at most 2,000 characters') }])
})

test.each([
  ['Hello', /^Hello\. Shop has/],
  ['Delete all customers', /^I only read data/],
  ['Wie viele Kunden gibt es?', /in English only/],
])('"%s" is answered in words that fit', async (message, words) => {
  const { content } = await builtin([shopLayer('sqlite')]).doGenerate({ prompt: user(message) })
  expect(content[0]).toMatchObject({ type: 'text', text: expect.stringMatching(words) })
})

test('without data it says how to get some', async () => {
  const { content } = await builtin([]).doGenerate({ prompt: user('How many customers are there?') })
  expect(content).toMatchObject([{ type: 'text', text: expect.stringContaining('datasourcemodels') }])
})

test('a question that a person verified a query for is answered by that query', async () => {
  const shop = shopLayer('sqlite')
  const layer: Layer = { ...shop, verifiedQueries: [{ id: 'vq_1', question: 'What is our churn per month?', query: null, sql: 'select 1' }] }
  const question = 'show me our churn per months'
  const [call] = (await builtin([layer]).doGenerate({ prompt: user(question) })).content
  expect(call).toMatchObject({ type: 'tool-call', toolName: 'use_verified_query' })
  const columns = [{ name: 'churn', label: 'Churn', role: 'measure', type: 'number', unit: '%', grain: null, aggregate: null, table: '', column: null }]
  const part = { type: 'tool-result' as const, toolCallId: 'c', toolName: 'use_verified_query' }
  const reply: LanguageModelV4Prompt = [
    ...user(question),
    { role: 'tool', content: [{ ...part, output: { type: 'json', value: { columns, rows: [[4.5]], truncated: false } as never } }] },
  ]
  const { content } = await builtin([layer]).doGenerate({ prompt: reply })
  expect(content).toMatchObject([{ type: 'text', text: 'Churn 4.5%. The query behind it was verified by a person.' }])
})
