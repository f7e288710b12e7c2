import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Account, type TestServer, testServer } from '#test/harness.ts'
import { connectFiles, extract, realSources } from '#test/ports.ts'

const customers = 'id,country\n1,France\n2,Chile\n'
const orders = 'id,customer_id,amount,day\n1,1,10,2026-11-20\n2,1,20,2026-10-02\n3,2,40,2025-01-04\n'

let server: TestServer
let source = ''
const charts: Record<string, string> = {}

beforeAll(async () => {
  server = await testServer({ ports: realSources() })
  source = await connectFiles(server, { 'orders.csv': orders, 'customers.csv': customers })
  await extract(server, source)
  const relationship = { datasource_id: source, from_table: 'orders', from_columns: ['customer_id'], to_table: 'customers', to_columns: ['id'] }
  await server.request('POST /semantic/relationships', { body: { ...relationship, cardinality: 'many_to_one' } })
  const total = { aggregate: 'sum', table: 'orders', column: 'amount', name: 'total' }
  const byCountry = { measures: [total], dimensions: [{ table: 'customers', column: 'country', name: 'country' }], order: [{ by: 'country' }] }
  await chart('byCountry', { semantic_query: byCountry })
  await chart('kept', { semantic_query: byCountry }, { cache_seconds: 600 })
  await chart('written', { sql: 'select country, count(*) as n from customers group by country order by country' })
}, 60_000)
afterAll(() => server.close())

async function chart(name: string, query: unknown, facts: Record<string, unknown> = {}): Promise<void> {
  const reply = await server.request('POST /analytics/charts', { body: { title: name, datasource_id: source, query, ...facts } })
  if (reply.status !== 201) throw new Error(reply.text)
  charts[name] = reply.body.id
}
const parameter = (filters: unknown): string => `filters=${encodeURIComponent(JSON.stringify(filters))}`
async function rows(name: string, filters: unknown, as?: string): Promise<unknown> {
  const reply = await server.request(`GET /analytics/charts/${charts[name]}/data?${parameter(filters)}`, as ? { as } : {})
  return reply.status === 200 ? reply.body.rows.map((row: unknown[]) => row.map(String)) : [reply.status, reply.body.error.code, reply.body.error.param]
}

const france = [{ column: 'country', values: ['France'] }]
const member = [{ member: 'customers.country', values: ['Chile'] }]

test('the rows of a chart are cut by a column it shows, or by a member of its data source', async () => {
  expect(await rows('byCountry', france)).toEqual([['France', '30']])
  expect(await rows('byCountry', member)).toEqual([['Chile', '40']])
  expect(await rows('byCountry', [{ member: 'orders.day', operator: 'between', values: ['last 30 days'] }])).toEqual([['France', '10']])
  expect(await rows('byCountry', [...member, ...france])).toEqual([])
  expect(await rows('written', member)).toEqual([['Chile', '1']])
})

test('what does not reach the chart, or does not fit, is refused and never shown unfiltered', async () => {
  expect(await rows('written', [{ member: 'orders.amount', values: [10] }])).toEqual([422, 'invalid', 'filters'])
  expect(await rows('byCountry', [{ column: 'total', values: [1] }])).toEqual([422, 'invalid', 'filters'])
  expect(await rows('byCountry', [{ member: 'customers.none', values: [1] }])).toEqual([422, 'invalid', 'filters'])
  expect(await rows('byCountry', [{ filter: 'x', values: [1] }])).toEqual([422, 'invalid', expect.stringMatching(/^filters\.0/)])
  expect((await server.request(`GET /analytics/charts/${charts.byCountry}/data?filters=no`)).body.error.message).toBe('filters is not JSON')
})

test('pictures and files show the same rows', async () => {
  const line = `GET /analytics/charts/${charts.byCountry}`
  const all = await server.request(`${line}/render`)
  const cut = await server.request(`${line}/render?${parameter(france)}`)
  expect(cut.headers.get('etag')).not.toBe(all.headers.get('etag'))
  expect([all.text.includes('Chile'), cut.text.includes('Chile'), cut.text.includes('France')]).toEqual([true, false, true])
  const file = await server.open(`${line}/export?format=csv&${parameter(member)}`)
  expect((await file.text()).split('\r\n').slice(1)).toEqual([expect.stringMatching(/^Chile,40/), ''])
  const lines = await server.open(`${line}/data?format=ndjson&${parameter(france)}`)
  expect(JSON.parse(await lines.text()).country).toBe('France')
})

test('who only borrows a chart asks its own question; a guest chooses among what it shows', async () => {
  const viewer: Account = await server.account()
  await server.request(`POST /analytics/charts/${charts.byCountry}/share/user`, { body: { user_id: viewer.id } })
  expect(await rows('byCountry', [], viewer.key)).toHaveLength(2)
  expect(await rows('byCountry', france, viewer.key)).toEqual([403, 'forbidden', 'filters'])
  expect(await rows('byCountry', member, viewer.key)).toEqual([403, 'forbidden', 'filters'])
  const layout = [{ chart_id: charts.byCountry, x: 0, y: 0, w: 6, h: 4 }]
  const dashboard = (await server.request('POST /analytics/dashboards', { body: { title: 'x', layout } })).body.id
  const filters = [{ member: 'customers.country', operator: 'equals', values: ['Chile'] }]
  const { token } = (await server.request('POST /analytics/auth/guest-token', { body: { dashboard_id: dashboard, filters } })).body
  expect(await rows('byCountry', [], token)).toEqual([['Chile', '40']])
  expect(await rows('byCountry', france, token)).toEqual([])
  expect(await rows('byCountry', member, token)).toEqual([403, 'forbidden', 'filters'])
})

test('rows that are kept are read anew for who asks for later ones', async () => {
  const read = async (asOf?: string) => {
    const reply = await server.request(`GET /analytics/charts/${charts.kept}/data${asOf === undefined ? '' : `?as_of=${encodeURIComponent(asOf)}`}`)
    return reply.status === 200 ? reply.body.as_of : reply.body.error.param
  }
  const first = await read()
  expect(first).toBe('2026-11-21T09:30:00.000Z')
  server.clock.now = new Date('2026-11-21T09:32:00.000Z')
  expect(await read()).toBe(first)
  expect(await read('2026-11-21')).toBe(first)
  expect(await read('2026-11-21T10:30:00+01:00')).toBe(first)
  expect(await read('2026-11-21T09:31:00Z')).toBe('2026-11-21T09:32:00.000Z')
  server.clock.now = new Date('2026-11-21T09:33:00.000Z')
  expect(await read()).toBe('2026-11-21T09:32:00.000Z')
  expect(await read('2030-01-01')).toBe('2026-11-21T09:33:00.000Z')
  expect(await read('yesterday')).toBe('as_of')
})
