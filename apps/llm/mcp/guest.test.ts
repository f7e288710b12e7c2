import { afterAll, beforeAll, expect, test } from 'vitest'
import { readEvents } from '#test/event-stream.ts'
import { type AskedDashboard, askedDashboard, europe } from '#test/fixtures/asked-dashboard.ts'

let place: AskedDashboard
beforeAll(async () => {
  place = await askedDashboard()
}, 60_000)
afterAll(() => place.server.close())

const LOOKING = ['get_dashboard', 'list_filter_values', 'read_tile']
const ASKING = ['ask', 'describe_table', 'list_datasources', 'run_semantic_query']

async function send(as: string, method: string, params: object): Promise<any> {
  const reply = await place.server.open('POST /llm/mcp', { as, body: { jsonrpc: '2.0', id: 1, method, params } })
  if (reply.status !== 200) return { status: reply.status }
  for await (const data of readEvents(reply)) {
    const { result, error } = JSON.parse(data)
    return result ?? error
  }
}
const call = (as: string, name: string, given: object = {}) => send(as, 'tools/call', { name, arguments: given })
const toolsOf = async (as: string): Promise<string[]> => (await send(as, 'tools/list', {})).tools.map(({ name }: any) => name).toSorted()
const told = (result: any): string => result.content?.[0].text ?? result.message

const total = { aggregate: 'sum', table: 'orders', column: 'amount', name: 'total' }
const byCountry = { measures: [total], dimensions: [{ table: 'customers', column: 'country', name: 'country' }] }

test('a guest looks at his dashboard, and asks about it where his token allows questions', async () => {
  const [looking, asking] = [await place.token({ permissions: {} }), await place.token()]
  expect([await toolsOf(looking), await toolsOf(asking)]).toEqual([LOOKING, [...LOOKING, ...ASKING].toSorted()])
  const { structuredContent: dashboard } = await call(looking, 'get_dashboard')
  expect(dashboard).toMatchObject({ title: 'Sales', tiles: [{ tile: 'sales', title: 'Sales' }], filters: [{ filter: 'country', type: 'list' }] })
  expect((await call(looking, 'list_filter_values', { filter: 'country' })).structuredContent.values).toEqual(['Chile', 'France'])
  expect((await call(looking, 'ask', { question: 'What is the total amount?' })).structuredContent).toBeUndefined()
})

test('rows, answers and queries stand under the filters of the token and under what is chosen, without a statement', async () => {
  const filters = [{ filter: 'country', values: ['Chile'] }]
  const asked = { datasource_id: place.source, query: byCountry }
  const [all, cut] = [await place.token(), await place.token({ filters: europe })]
  expect((await call(all, 'read_tile', { tile: 'sales', filters })).structuredContent.data.rows).toEqual([['Chile', 900]])
  expect((await call(all, 'run_semantic_query', { ...asked, filters })).structuredContent.rows).toEqual([['Chile', 900]])
  const replies = [
    await call(cut, 'read_tile', { tile: 'sales' }),
    await call(cut, 'run_semantic_query', asked),
    await call(cut, 'ask', { question: 'What is the total amount per region?' }),
    await call(cut, 'describe_table', { datasource_id: place.source, table: 'orders' }),
  ]
  expect(replies[0].structuredContent.data.rows).toEqual([['France', 30]])
  expect(replies[1].structuredContent.rows).toEqual([['France', 30]])
  expect(JSON.stringify(replies)).toContain('30')
  // An id may have any digits.
  expect(JSON.stringify(replies).replace(/\b[a-z]{3}_[0-9a-z]+/g, '')).not.toMatch(/900|930|"US"|Chile|select /i)
})

test('a thread begun over MCP goes on in the page', async () => {
  const as = await place.token({ user: { id: 'ada' } })
  const { thread_id } = (await call(as, 'ask', { question: 'What is the total amount per region?' })).structuredContent
  const next = await call(as, 'ask', { question: 'and per country?', thread_id })
  expect(next.structuredContent.parts[0].rows).toHaveLength(2)
  expect((await place.server.request(`GET /analytics/dashboards/${place.dashboard}/chat?thread=${thread_id}`, { as })).body).toHaveLength(2)
})

test('what is not on the dashboard is not there', async () => {
  const as = await place.token()
  const { structuredContent } = await call(as, 'list_datasources')
  expect(structuredContent.datasources).toMatchObject([{ datasource_id: place.source, tables: ['customers', 'orders'] }])
  const salaries = { aggregate: 'max', table: 'salaries', column: 'salary' }
  for (const [name, given] of [
    ['describe_table', { datasource_id: place.source, table: 'salaries' }],
    ['run_semantic_query', { datasource_id: place.source, query: { measures: [salaries] } }],
    ['run_semantic_query', { datasource_id: 'ds_other', query: byCountry }],
    ['read_tile', { tile: 'other' }],
    ['read_tile', { tile: 'sales', filters: [{ filter: 'none', values: [] }] }],
    ['list_filter_values', { filter: 'none' }],
    ['list_models', {}],
    ['list_charts', {}],
  ] as const) {
    const refused = await call(as, name, given)
    expect([name, refused.structuredContent, /98765/.test(told(refused))]).toEqual([name, undefined, false])
  }
})

test('a chosen filter that cannot reach a query refuses it', async () => {
  const { token, made, source, server } = place
  const query = { semantic_query: { measures: [{ aggregate: 'count', table: 'salaries', name: 'n' }] } }
  const chart = await made('POST /analytics/charts', { title: 'People', datasource_id: source, query })
  const board = await made('POST /analytics/dashboards', {
    title: 'Both',
    layout: [{ id: 'people', chart_id: chart, x: 0, y: 0, w: 6, h: 4 }],
    filters: [{ id: 'country', member: 'customers.country', label: 'Country' }],
  })
  const as = await token({ dashboard_id: board })
  const asked = { datasource_id: source, query: query.semantic_query }
  expect((await call(as, 'run_semantic_query', asked)).structuredContent.rows).toEqual([[2]])
  const filters = [{ filter: 'country', values: ['France'] }]
  expect(told(await call(as, 'run_semantic_query', { ...asked, filters }))).toMatch(/"country" does not reach/)
  await server.request(`PUT /analytics/dashboards/${board}`, { as: place.maker.key, body: { embedded: { enabled: false, allowed_domains: [] } } })
  expect(await send(as, 'tools/list', {})).toEqual({ status: 401 })
})
