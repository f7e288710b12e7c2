import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Account, type TestServer, testServer } from '#test/harness.ts'
import { connectFiles, extract, realSources } from '#test/ports.ts'

const customers = 'id,country,city\n1,France,Paris\n2,France,Lyon\n3,Chile,Lima\n4,Chile,Arica\n'
const orders = 'id,customer_id,amount,day\n1,1,10,2026-11-20\n2,1,20,2026-10-02\n3,2,30,2026-11-01\n4,3,40,2025-01-04\n5,4,50,2026-11-21\n'

let server: TestServer
let source = ''
let charts: Record<string, string> = {}
let viewer: Account

beforeAll(async () => {
  server = await testServer({ ports: realSources() })
  source = await connectFiles(server, { 'orders.csv': orders, 'customers.csv': customers, 'stock.csv': 'item,pieces\na,1\nb,2\n' })
  await extract(server, source)
  const relationship = { datasource_id: source, from_table: 'orders', from_columns: ['customer_id'], to_table: 'customers', to_columns: ['id'] }
  await server.request('POST /semantic/relationships', { body: { ...relationship, cardinality: 'many_to_one' } })
  const levels = [
    { table_name: 'customers', column_name: 'country' },
    { table_name: 'customers', column_name: 'city' },
  ]
  const hierarchy = await server.request('POST /semantic/hierarchies', { body: { datasource_id: source, name: 'place', title: 'Place', levels } })
  if (hierarchy.status !== 201) throw new Error(hierarchy.text)
  const total = { aggregate: 'sum', table: 'orders', column: 'amount', name: 'total' }
  const queries = {
    total: { semantic_query: { measures: [total] } },
    byCountry: { semantic_query: { measures: [total], dimensions: [{ table: 'customers', column: 'country', name: 'country' }], order: [{ by: 'country' }] } },
    byMonth: {
      semantic_query: { measures: [total], dimensions: [{ table: 'orders', column: 'day', grain: 'month', name: 'month' }], order: [{ by: 'month' }] },
    },
    stock: { semantic_query: { measures: [{ aggregate: 'count', table: 'stock', name: 'n' }] } },
    named: { sql: 'select country, count(*) as n from customers group by country order by country' },
    unnamed: { sql: 'select count(*) as n from orders' },
    outer: { sql: 'select sum(amount) as s from orders o left join customers c on c.id = o.customer_id where c.country is null or true' },
  }
  const made = Object.entries(queries).map(async ([name, query]) => {
    const reply = await server.request('POST /analytics/charts', { body: { title: name, datasource_id: source, query } })
    if (reply.status !== 201) throw new Error(reply.text)
    return [name, reply.body.id as string] as const
  })
  charts = Object.fromEntries(await Promise.all(made))
  viewer = await server.account()
}, 60_000)
afterAll(() => server.close())

const country = { id: 'country', member: 'customers.country', label: 'Country' }
async function dashboard(names: string[], filters: unknown[] = [country]): Promise<string> {
  const layout = names.map((name, index) => ({ id: name, chart_id: charts[name], x: 0, y: index, w: 12, h: 1 }))
  const reply = await server.request('POST /analytics/dashboards', { body: { title: 'x', layout, filters } })
  if (reply.status !== 201) throw new Error(reply.text)
  return reply.body.id
}
const numbers = (rows: unknown[][]) => rows.map((row) => row.map((cell) => (typeof cell === 'string' && /^[\d.]+$/.test(cell) ? Number(cell) : cell)))
async function seen(id: string, filters: unknown = [], { as, drill = [] }: { as?: string; drill?: unknown } = {}) {
  const query = `filters=${encodeURIComponent(JSON.stringify(filters))}&drill=${encodeURIComponent(JSON.stringify(drill))}`
  const reply = await server.request(`GET /analytics/dashboards/${id}/data?${query}`, as ? { as } : {})
  if (reply.status !== 200) return [reply.status, reply.body.error.code, reply.body.error.param]
  return reply.body.charts.map(({ data, error }: any) => (data ? numbers(data.rows) : error.code))
}

test('a filter reaches charts through joins, SQL where it names the column, and shows no figures where it cannot', async () => {
  const id = await dashboard(['total', 'byCountry', 'named', 'unnamed', 'outer', 'stock'])
  expect(await seen(id)).toEqual([
    [[150]],
    [
      ['Chile', 90],
      ['France', 60],
    ],
    [
      ['Chile', 2],
      ['France', 2],
    ],
    [[5]],
    [[150]],
    [[2]],
  ])
  const chosen = [{ filter: 'country', values: ['France'] }]
  expect(await seen(id, chosen)).toEqual([[[60]], [['France', 60]], [['France', 2]], 'filter_not_applied', 'filter_not_applied', 'filter_not_applied'])
  const reply = await server.request(`GET /analytics/dashboards/${id}/data?filters=${encodeURIComponent(JSON.stringify(chosen))}`)
  expect(reply.body.charts.map(({ filters }: any) => filters[0].reason)).toEqual([
    null,
    null,
    null,
    'its SQL does not read "customers"',
    'its SQL keeps rows without a match by an outer join',
    expect.stringContaining('no relationship connects'),
  ])
  expect(await seen(id, [{ filter: 'country', values: [] }])).toMatchObject([[[150]], {}, {}, [[5]], {}, [[2]]])
})

test('filters have values of their own, a scope, and may be required', async () => {
  const own = { ...country, values: ['Chile'], scope: { except: ['stock'] } }
  expect(await seen(await dashboard(['total', 'stock'], [own]))).toEqual([[[90]], [[2]]])
  const asked = await dashboard(['total', 'stock'], [{ ...country, required: true, scope: { tiles: ['total'] } }])
  expect(await seen(asked)).toEqual(['filter_required', [[2]]])
  expect(await seen(asked, [{ filter: 'country', values: ['Chile'] }])).toEqual([[[90]], [[2]]])
})

test.each([
  ['last 30 days', 90],
  ['previous month', 20],
  ['this year', 110],
  ['2025', 40],
  ['yesterday', 10],
])('a date of %s', async (value, total) => {
  const id = await dashboard(['total'], [{ id: 'when', type: 'date', member: 'orders.day', values: [value] }])
  expect(await seen(id)).toEqual([[[total]]])
})

test('ranges and texts compare as their types do', async () => {
  const range = await dashboard(['total'], [{ id: 'f', type: 'range', member: 'orders.amount' }])
  expect(await seen(range, [{ filter: 'f', values: [20, 40] }])).toEqual([[[90]]])
  expect(await seen(range, [{ filter: 'f', operator: 'greater_or_equal', values: [40] }])).toEqual([[[90]]])
  expect(await seen(range, [{ filter: 'f', operator: 'contains', values: [4] }])).toEqual([422, 'invalid', 'filters.0.operator'])
  const text = await dashboard(['byCountry'], [{ id: 'f', type: 'text', member: 'customers.city', values: ['i'] }])
  expect(await seen(text)).toEqual([
    [
      ['Chile', 90],
      ['France', 30],
    ],
  ])
})

test('a clicked mark filters the other tiles, and a drilled tile shows the next level of its hierarchy', async () => {
  const id = await dashboard(['total', 'byCountry', 'byMonth'])
  const mark = { tile: 'byCountry', column: 'country', values: ['France'] }
  expect(await seen(id, [mark])).toEqual([
    [[60]],
    [
      ['Chile', 90],
      ['France', 60],
    ],
    [
      ['2026-10', 20],
      ['2026-11', 40],
    ],
  ])
  expect(await seen(id, [{ tile: 'byMonth', column: 'month', values: ['2026-11'] }])).toMatchObject([
    [[90]],
    [
      ['Chile', 50],
      ['France', 40],
    ],
    {},
  ])
  expect(await seen(id, [{ tile: 'byMonth', column: 'total', values: [1] }])).toEqual([422, 'invalid', 'filters'])
  const drill = [{ tile: 'byCountry', column: 'country', level: 1 }]
  expect(await seen(id, [], { drill })).toMatchObject([
    {},
    [
      ['Arica', 50],
      ['Lima', 40],
      ['Lyon', 30],
      ['Paris', 30],
    ],
    {},
  ])
  expect(await seen(id, [{ ...mark, level: 0 }], { drill })).toMatchObject([
    [[60]],
    [
      ['Lyon', 30],
      ['Paris', 30],
    ],
    {},
  ])
  const reply = await server.request(`GET /analytics/dashboards/${id}/data?drill=${encodeURIComponent(JSON.stringify(drill))}`)
  expect(reply.body.charts[1].drill).toEqual([{ column: 'country', title: 'Place', levels: ['country', 'city'], at: 1 }])
  expect(await seen(id, [], { drill: [{ ...drill[0], level: 2 }] })).toMatchObject([{}, 'invalid', {}])
})

test('a map that is drilled from countries to cities goes on as bars, and is a map again on the way back', async () => {
  const total = { aggregate: 'sum', table: 'orders', column: 'amount', name: 'total' }
  const semantic_query = { measures: [total], dimensions: [{ table: 'customers', column: 'country', name: 'country' }] }
  const body = { title: 'map', datasource_id: source, chart_type: 'choropleth', query: { semantic_query } }
  const { body: made } = await server.request('POST /analytics/charts', { body })
  expect([made.chart_type, made.suggested_types]).toEqual(['choropleth', expect.arrayContaining(['choropleth', 'bar'])])
  const layout = [{ id: 'map', chart_id: made.id, x: 0, y: 0, w: 6, h: 5 }]
  const { body: board } = await server.request('POST /analytics/dashboards', { body: { title: 'x', layout } })
  const shown = async (level: number) => {
    const drill = encodeURIComponent(JSON.stringify([{ tile: 'map', column: 'country', level }]))
    const [tile] = (await server.request(`GET /analytics/dashboards/${board.id}/data?pictures=light&drill=${drill}`)).body.charts
    return [tile.chart_type, tile.error, /<title>France: 60<\/title>/.test(tile.picture), /Arica/.test(tile.picture)]
  }
  expect([await shown(0), await shown(1)]).toEqual([
    ['choropleth', null, true, false],
    ['bar', null, false, true],
  ])
  const cities = { ...semantic_query, dimensions: [{ table: 'customers', column: 'city', name: 'country' }] }
  const refused = await server.request('POST /analytics/charts', { body: { ...body, query: { semantic_query: cities } } })
  expect([refused.status, refused.body.error.message]).toEqual([422, expect.stringContaining('is a country or a state')])
})

test('the rows behind a mark are those it counts', async () => {
  const id = await dashboard(['byCountry', 'named'])
  const filters = encodeURIComponent(JSON.stringify([{ tile: 'byCountry', column: 'country', values: ['France'] }]))
  const reply = await server.request(`GET /analytics/dashboards/${id}/tiles/byCountry/rows?filters=${filters}&limit=2`)
  expect(reply.body).toMatchObject({ table: 'orders', row_count: 2, truncated: true })
  expect(reply.body.columns.map(({ name }: any) => name)).toEqual(['id', 'customer_id', 'amount', 'day'])
  const written = await server.request(`GET /analytics/dashboards/${id}/tiles/named/rows`)
  expect([written.body.table, written.body.row_count]).toEqual(['customers', 4])
})

test('values are offered as the filters they depend on leave them', async () => {
  const id = await dashboard(
    ['total'],
    [country, { id: 'city', member: 'customers.city', depends_on: ['country'] }, { id: 'n', type: 'range', member: 'orders.amount' }],
  )
  const offered = async (filter: string, query = '') => (await server.request(`GET /analytics/dashboards/${id}/filters/${filter}/values?${query}`)).body
  expect(await offered('country')).toEqual({ filter: 'country', values: ['Chile', 'France'], truncated: false })
  expect(await offered('1', 'q=i')).toMatchObject({ filter: 'city', values: ['Arica', 'Lima', 'Paris'] })
  expect(await offered('city', `filters=${encodeURIComponent('[{"filter":"country","values":["France"]}]')}`)).toMatchObject({ values: ['Lyon', 'Paris'] })
  expect(await offered('city', 'limit=1')).toMatchObject({ values: ['Arica'], truncated: true })
  expect(numbers([(await offered('n')).values])).toEqual([[10, 50]])
  expect((await offered('none')).error.code).toBe('not_found')
})

describe('who looks through a share', () => {
  test('chooses among filters and marks, not among columns of a data source he cannot see', async () => {
    const id = await dashboard(['total', 'byCountry'])
    await server.request(`POST /analytics/dashboards/${id}/share/user`, { body: { user_id: viewer.id } })
    const as = viewer.key
    expect(await seen(id, [{ filter: 'country', values: ['Chile'] }], { as })).toMatchObject([[[90]], {}])
    expect(await seen(id, [{ tile: 'byCountry', column: 'country', values: ['Chile'] }], { as })).toMatchObject([[[90]], {}])
    expect(await seen(id, [{ member: 'customers.city', values: ['Lima'] }], { as })).toEqual([403, 'forbidden', 'filters'])
    expect(await seen(id, [{ member: 'customers.city', values: ['Lima'] }])).toMatchObject([[[40]], {}])
    expect((await server.request(`GET /analytics/dashboards/${id}/tiles/byCountry/rows`, { as })).status).toBe(403)
    expect((await server.request(`GET /analytics/dashboards/${id}/filters/country/values`, { as })).body.values).toEqual(['Chile', 'France'])
  })
})

test('tiles come as lines and as events, each when it is ready', async () => {
  const id = await dashboard(['total', 'byCountry'])
  const headers = (accept: string) => ({ headers: { accept } })
  const lines = (await (await server.open(`GET /analytics/dashboards/${id}/data`, headers('application/x-ndjson'))).text()).trim().split('\n')
  expect(lines.map((line) => JSON.parse(line).tile).toSorted()).toEqual(['byCountry', 'total'])
  const events = await (await server.open(`GET /analytics/dashboards/${id}/data`, headers('text/event-stream'))).text()
  expect([...events.matchAll(/^event: (\w+)$/gm)].map(([, name]) => name)).toEqual(['tile', 'tile', 'done'])
})

test.each([
  [[{ member: 'customers.none' }], 'filters.0.member'],
  [[{ member: 'country' }], 'filters.0.member'],
  [[{ member: 'customers.country', type: 'date' }], 'filters.0.type'],
  [[{ member: 'customers.country', type: 'list', operator: 'contains' }], 'filters.0.operator'],
  [[{ member: 'orders.amount', type: 'range', values: ['many', 'more'] }], 'filters.0.values'],
  [[{ member: 'customers.city', depends_on: ['x'] }], 'filters.0.depends_on'],
  [
    [
      { id: 'a', member: 'customers.city', depends_on: ['b'] },
      { id: 'b', member: 'customers.country', depends_on: ['a'] },
    ],
    'filters.0.depends_on',
  ],
  [[{ member: 'customers.city', scope: { tiles: ['x'] } }], 'filters.0.scope'],
  [[{ member: 'customers.city', datasource_id: 'ds_x' }], 'filters.0.datasource_id'],
])('%j is no filter', async (filters, param) => {
  const layout = [{ id: 'total', chart_id: charts.total, x: 0, y: 0, w: 6, h: 4 }]
  const reply = await server.request('POST /analytics/dashboards', { body: { title: 'x', layout, filters } })
  expect([reply.status, reply.body.error?.param]).toEqual([422, param])
})
