import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Account, type TestServer, testServer } from '#test/harness.ts'
import { connectFiles, extract, realSources } from '#test/ports.ts'

const orders = 'id,region,customer\n1,EU,ada\n2,EU,bob\n3,US,carol\n4,US,dan\n'
const count = {
  semantic_query: { measures: [{ aggregate: 'count', table: 'orders', name: 'n' }], dimensions: [{ table: 'orders', column: 'region', name: 'region' }] },
}
const rowsOf = { sql: 'select id, region, customer from orders order by id' }

let server: TestServer
let source = ''
let chart = ''
/** Has the chart at `view` and nothing of its data source. */
let borrower: Account

const request = (line: string, as: Account | string | undefined, body?: unknown) =>
  server.request(line, { ...(as === undefined ? {} : { as: typeof as === 'string' ? as : as.key }), ...(body === undefined ? {} : { body }) })
const made = async (line: string, as: Account | undefined, body: unknown): Promise<string> => {
  const reply = await request(line, as, body)
  if (reply.status >= 300) throw new Error(reply.text)
  return reply.body.id
}
const share = (path: string, to: Account, level = 'view') => request(`POST /${path}/share/user`, undefined, { user_id: to.id, level })
const chartBy = (as: Account | undefined, query: unknown = rowsOf) => made('POST /analytics/charts', as, { title: 'Orders', datasource_id: source, query })
const boardBy = (as: Account | undefined, charts: string[], filters: unknown[] = []) =>
  made('POST /analytics/dashboards', as, { title: 'Board', layout: charts.map((chart_id, y) => ({ id: `tile_${y}`, chart_id, x: 0, y, w: 6, h: 1 })), filters })
const tilesOf = async (board: string, as: Account | string | undefined, query = ''): Promise<unknown[]> =>
  (await request(`GET /analytics/dashboards/${board}/data${query}`, as)).body.charts.map(
    ({ data, error }: any) => data?.rows.map(([first]: unknown[]) => first) ?? error.code,
  )
const customer = { id: 'who', member: 'orders.customer' }

beforeAll(async () => {
  server = await testServer({ ports: realSources() })
  source = await connectFiles(server, { 'orders.csv': orders, 'stock.csv': 'item,pieces\na,1\nb,2\n' })
  await extract(server, source)
  chart = await chartBy(undefined, count)
  borrower = await server.account()
  await share(`analytics/charts/${chart}`, borrower)
}, 60_000)
afterAll(() => server.close())

test('nobody defines a filter over a data source he may not query', async () => {
  const layout = [{ id: 'tile_0', chart_id: chart, x: 0, y: 0, w: 6, h: 1 }]
  expect((await request('POST /analytics/dashboards', borrower, { title: 'x', layout, filters: [customer] })).status).toBe(422)
  const board = await boardBy(undefined, [chart])
  await share(`analytics/dashboards/${board}`, borrower, 'edit')
  expect((await request(`PUT /analytics/dashboards/${board}`, borrower, { filters: [customer] })).status).toBe(422)
})

test('a filter on the dashboard of somebody else takes the right to publish what it asks: it would open a table to those who look on', async () => {
  const board = await boardBy(undefined, [chart], [customer])
  const editor = await server.account()
  await share(`semantic/datasources/${source}`, editor)
  await share(`analytics/dashboards/${board}`, editor, 'edit')
  await share(`analytics/dashboards/${board}`, borrower)
  const change = (filters: unknown[]) => request(`PUT /analytics/dashboards/${board}`, editor, { filters })
  const stock = { id: 'item', member: 'stock.item' }
  const refused = await change([customer, stock])
  expect([refused.status, refused.body.error.param]).toEqual([403, 'filters.1.member'])
  expect((await request(`GET /analytics/dashboards/${board}/filters/item/values`, borrower)).status).toBe(404)
  // What stands there he may name and arrange anew, and take away.
  expect([(await change([{ ...customer, label: 'Customer' }])).status, (await change([])).status]).toEqual([200, 200])
  await share(`semantic/datasources/${source}`, editor, 'edit')
  expect((await change([stock])).status).toBe(403)
  await share(`analytics/charts/${chart}`, editor, 'edit')
  expect((await change([stock])).status).toBe(200)
})

test('a lent chart answers its own question on a copy of a dashboard: no values, no conditions, no levels', async () => {
  const levels = ['region', 'customer'].map((column_name) => ({ table_name: 'orders', column_name }))
  await request('POST /semantic/hierarchies', undefined, { datasource_id: source, name: 'who', title: 'Who', levels })
  const board = await boardBy(undefined, [chart], [customer])
  await share(`analytics/dashboards/${board}`, borrower)
  const chosen = `?filters=${encodeURIComponent(JSON.stringify([{ filter: 'who', operator: 'equals', values: ['ada'] }]))}`
  const drilled = `?drill=${encodeURIComponent(JSON.stringify([{ tile: 'tile_0', column: 'region', level: 1 }]))}`
  const values = async (id: string) => (await request(`GET /analytics/dashboards/${id}/filters/who/values`, borrower)).body
  // The administrator publishes it with its filter: that is what he shows.
  expect([(await values(board)).values, await tilesOf(board, borrower, chosen), (await tilesOf(board, borrower, drilled))[0]]).toEqual([
    ['ada', 'bob', 'carol', 'dan'],
    [['EU']],
    ['ada', 'bob', 'carol', 'dan'],
  ])
  const copy = await made(`POST /analytics/dashboards/${board}/clone`, borrower, {})
  expect((await values(copy)).error.code).toBe('invalid')
  expect([await tilesOf(copy, borrower), await tilesOf(copy, borrower, chosen), await tilesOf(copy, borrower, drilled)]).toEqual([
    [['EU', 'US']],
    ['filter_not_applied'],
    ['forbidden'],
  ])
})

test('who changes the question of a chart lends it too: no more is shown than he sees, for as long as he sees it', async () => {
  const [editor, last] = [await server.account(), await server.account()]
  const group = await made('POST /core/groups', undefined, { name: 'Europe' })
  await request('POST /core/usergroups', undefined, { user_id: editor.id, group_id: group })
  const condition = { member: 'region', operator: 'equals', values: ['EU'] }
  const filter = await made('POST /semantic/filters', undefined, { datasource_id: source, table_name: 'orders', condition, applies_to: { groups: [group] } })
  await share(`semantic/datasources/${source}`, editor)
  const edited = await chartBy(undefined, { sql: 'select id, region, customer from orders where id < 2' })
  const board = await boardBy(undefined, [edited])
  await share(`analytics/charts/${edited}`, editor, 'edit')
  await share(`analytics/charts/${edited}`, last)
  expect((await request(`PUT /analytics/charts/${edited}`, editor, { query: rowsOf })).status).toBe(200)
  const { token } = (
    await request('POST /analytics/auth/guest-token', undefined, {
      dashboard_id: board,
      filters: [{ member: 'orders.id', operator: 'greater_than', values: [0] }],
    })
  ).body
  const ids = async (as: Account | string) => {
    const { body } = await request(`GET /analytics/charts/${edited}/data`, as)
    return body.rows?.map(([id]: unknown[]) => id) ?? body.error.code
  }
  expect([await ids(last), await ids(token), await tilesOf(board, token)]).toEqual([[1, 2], [1, 2], [[1, 2]]])
  await request(`DELETE /semantic/datasources/${source}/share/user?user_id=${editor.id}`, undefined)
  expect([await ids(last), await ids(token)]).toEqual(['forbidden', 'forbidden'])
  await request(`PUT /analytics/charts/${edited}`, undefined, { query: rowsOf })
  expect(await ids(last)).toEqual([1, 2, 3, 4])
  await request(`DELETE /semantic/filters/${filter}`, undefined)
})

test("a chart that one may only look at is not put on somebody else's dashboard, where it would be shown by his right", async () => {
  const board = await boardBy(undefined, [])
  await share(`analytics/dashboards/${board}`, borrower, 'edit')
  const layout = [{ chart_id: chart, x: 0, y: 0, w: 6, h: 1 }]
  const { status, body } = await request(`PUT /analytics/dashboards/${board}`, borrower, { layout })
  expect([status, body.error.code, body.error.param]).toEqual([403, 'forbidden', 'layout.0.chart_id'])
  expect((await request(`PUT /analytics/dashboards/${board}`, undefined, { layout })).status).toBe(200)
  expect((await request(`PUT /analytics/dashboards/${board}`, borrower, { layout: [{ ...layout[0], w: 12 }] })).status).toBe(200)
})

test('what is kept for a while is not answered to a token whose filters leave no row', async () => {
  const query = { semantic_query: { dimensions: [{ table: 'stock', column: 'item', name: 'item' }] } }
  const stock = await made('POST /analytics/charts', undefined, { title: 'Stock', datasource_id: source, query, cache_seconds: 600 })
  const board = await boardBy(undefined, [stock])
  const token = async (member: string) =>
    (await request('POST /analytics/auth/guest-token', undefined, { dashboard_id: board, filters: [{ member, operator: 'equals', values: ['EU'] }] })).body
      .token
  expect(await tilesOf(board, await token('orders.region'))).toEqual([['a', 'b']])
  // A column of which the query reads no table: no row meets it.
  expect(await tilesOf(board, await token('*.region'))).toEqual([[]])
})

test('the statement of a lent chart, which holds the filters of its lenders, is not told', async () => {
  const { body } = await request(`GET /analytics/charts/${chart}/data`, borrower)
  expect([body.rows.length, body.sql]).toEqual([2, null])
})

test('what a dashboard asks beyond a shared chart is cut by the filters of its owner too', async () => {
  const [publisher, viewer] = [await server.account(), await server.account()]
  const condition = { member: 'region', operator: 'equals', values: ['EU'] }
  const applies_to = { users: [publisher.id] }
  const filter = await made('POST /semantic/filters', undefined, { datasource_id: source, table_name: 'orders', condition, applies_to })
  await share(`semantic/datasources/${source}`, publisher, 'edit')
  await share(`analytics/charts/${chart}`, publisher, 'edit')
  await share(`analytics/charts/${chart}`, viewer)
  const board = await boardBy(publisher, [chart], [customer])
  await request(`POST /analytics/dashboards/${board}/share/user`, publisher, { user_id: viewer.id })
  // The chart is lent by its owner, the values of the filter by whoever made the dashboard.
  expect(await tilesOf(board, viewer)).toEqual([['EU', 'US']])
  expect((await request(`GET /analytics/dashboards/${board}/filters/who/values`, viewer)).body.values).toEqual(['ada', 'bob'])
  await request(`DELETE /semantic/filters/${filter}`, undefined)
})
