import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Account, type TestServer, testServer } from '#test/harness.ts'
import { connectFiles, extract, realSources } from '#test/ports.ts'

const countries = ['France', 'Chile', 'Japan']
const lines = Array.from(
  { length: 30 },
  (_, at) => `${at + 1},${countries[at % 3]},${10 + (at % 7)}.5,${1 + (at % 4)},${at % 5 === 0 ? 0.1 : 0},2024-0${1 + (at % 9)}-05`,
)
const sheet = ['line_id,country,unit_price,quantity,discount,sold_on', ...lines].join('\n')
const revenueOf = (country: string): number =>
  lines
    .map((line) => line.split(','))
    .filter((cells) => cells[1] === country)
    .reduce((sum, [, , price, quantity, discount]) => sum + Number(price) * Number(quantity) * (1 - Number(discount)), 0)

let server: TestServer
let source = ''
let viewer: Account

beforeAll(async () => {
  server = await testServer({ ports: realSources() })
  source = await connectFiles(server, { 'sale_lines.csv': sheet })
  await extract(server, source)
  await server.request('POST /core/models', { body: { name: 'seller', base_model_id: 'builtin', datasource_ids: [source] } })
  viewer = await server.account()
  await server.request(`POST /semantic/datasources/${source}/share/user`, { body: { user_id: viewer.id } })
}, 90_000)
afterAll(() => server.close())

const measures = async (query = '', as?: Account) =>
  (await server.request(`GET /semantic/measures?datasource_id=${source}${query}`, as ? { as: as.key } : {})).body
const ask = async (content: string) => {
  const reply = await server.request('POST /llm/session/completions', { body: { model: 'seller', messages: [{ role: 'user', content }] } })
  return reply.body.choices[0].message
}

test('an extraction proposes revenue with its formula to editors, and no question uses it before it is accepted', async () => {
  const [proposed] = await measures('&is_suggested=true')
  expect(proposed).toMatchObject({ name: 'revenue', title: 'Revenue', is_suggested: true, expression: 'unit_price * quantity * (1 - discount)' })
  expect(await measures('', viewer)).toEqual([])
  expect((await server.request(`GET /semantic/measures/${proposed.id}`, { as: viewer.key })).status).toBe(404)
  const query = { measures: [{ measure: 'revenue' }] }
  const reply = await server.request(`POST /semantic/datasources/${source}/query`, { body: { semantic_query: query } })
  expect(reply.body.error?.code).toBe('query_invalid')
})

test('accepted by one click it answers questions, again and again, and stays', async () => {
  const [{ id }] = await measures('&is_suggested=true')
  const accept = (as?: Account) => server.request(`POST /semantic/measures/${id}/accept`, as ? { as: as.key } : {})
  expect((await accept(viewer)).status).toBe(404)
  const [once, twice] = [await accept(), await accept()]
  expect([once.body.is_suggested, twice.body.revision]).toEqual([false, once.body.revision])
  const { attachments, content } = await ask('What is the revenue by country?')
  const rows = new Map<string, unknown>(attachments.find(({ type }: { type: string }) => type === 'query').rows)
  for (const country of countries) expect(Number(rows.get(country)), content).toBeCloseTo(revenueOf(country), 6)
  await extract(server, source)
  expect(await measures()).toMatchObject([{ id, name: 'revenue', is_suggested: false }])
  expect(await measures('', viewer)).toHaveLength(1)
})

test('a proposal stands in nobody’s way: who defines a measure of its name gets it, a second one not', async () => {
  for (const { id } of await measures()) await server.request(`DELETE /semantic/measures/${id}`)
  await extract(server, source)
  expect(await measures('&is_suggested=true')).toHaveLength(1)
  const body = { datasource_id: source, name: 'revenue', table_name: 'sale_lines', aggregation: 'sum', expression: 'unit_price' }
  const [made, again] = [await server.request('POST /semantic/measures', { body }), await server.request('POST /semantic/measures', { body })]
  expect([made.status, again.status, again.body.error?.code]).toEqual([201, 409, 'already_exists'])
  expect(await measures()).toMatchObject([{ id: made.body.id, expression: 'unit_price', is_suggested: false }])
})
