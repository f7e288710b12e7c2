import { afterAll, beforeAll, expect, test } from 'vitest'
import { type TestServer, testServer } from '#test/harness.ts'
import { connectFiles, extract, realSources } from '#test/ports.ts'

const customers = 'id,country\n1,France\n2,France\n3,Chile\n'
const orders = 'id,customer_id,amount\n1,1,10\n2,2,20\n3,3,40\n4,,80\n'

let server: TestServer
let dashboard = ''
let source = ''

beforeAll(async () => {
  server = await testServer({ ports: realSources() })
  source = await connectFiles(server, { 'orders.csv': orders, 'customers.csv': customers, 'stock.csv': 'item,pieces\na,1\nb,2\n' })
  await extract(server, source)
  const relationship = { datasource_id: source, from_table: 'orders', from_columns: ['customer_id'], to_table: 'customers', to_columns: ['id'] }
  await server.request('POST /semantic/relationships', { body: { ...relationship, cardinality: 'many_to_one' } })
  const total = { aggregate: 'sum', table: 'orders', column: 'amount', name: 'total' }
  const queries: Record<string, unknown> = {
    total: { semantic_query: { measures: [total] } },
    places: { semantic_query: { measures: [total], dimensions: [{ table: 'customers', column: 'country' }], order: [{ by: 'country' }] } },
    people: { sql: 'select count(*) as n from customers' },
    joined: { sql: 'select sum(amount) as s from orders o join customers c on c.id = o.customer_id' },
    outer: { sql: 'select count(*) as n from orders o left join customers c on c.id = o.customer_id' },
    stock: { sql: 'select count(*) as n from stock' },
  }
  const layout = await Promise.all(
    Object.entries(queries).map(async ([id, query], y) => {
      const reply = await server.request('POST /analytics/charts', { body: { title: id, datasource_id: source, query } })
      if (reply.status !== 201) throw new Error(reply.text)
      return { id, chart_id: reply.body.id, x: 0, y, w: 12, h: 1 }
    }),
  )
  dashboard = (await server.request('POST /analytics/dashboards', { body: { title: 'Shop', layout } })).body.id
}, 60_000)
afterAll(() => server.close())

const mint = (more: object) => server.request('POST /analytics/auth/guest-token', { body: { dashboard_id: dashboard, ...more } })
async function seen(more: object, query = '') {
  const { body } = await mint(more)
  const { charts } = (await server.request(`GET /analytics/dashboards/${dashboard}/data${query}`, { as: body.token })).body
  return charts.map(({ data, error }: any) =>
    data ? data.rows.map((row: unknown[]) => row.map((cell) => (/^\d+$/.test(String(cell)) ? Number(cell) : cell))) : error.code,
  )
}

test('a bare column is that of every table that has it, and a tile that reads none has no rows', async () => {
  const rls = [{ clause: "country = 'France'" }]
  const { body } = await mint({ rls })
  expect(body.reach).toEqual([
    { rule: 'rls.0.clause', members: ['*.country'], tiles: ['places', 'people', 'joined'], empty: ['total', 'outer', 'stock'], untouched: [] },
  ])
  expect(await seen({ rls })).toEqual([[[null]], [['France', 30]], [[2]], [[30]], [[0]], [[0]]])
})

test('a column of a table cuts what reads that table, and joins do not bring the others back', async () => {
  const rls = [{ clause: "customers.Country IN ('France') AND customers.id < 2" }]
  expect((await mint({ rls })).body.reach).toMatchObject([{ tiles: ['places', 'people', 'joined', 'outer'], untouched: ['total', 'stock'] }])
  expect(await seen({ rls })).toMatchObject([{}, [['France', 10]], [[1]], [[10]], {}, [[2]]])
})

test("Superset's whole body is taken, and names who it is for", async () => {
  const user = { id: 77, username: 'jane', first_name: 'Jane', last_name: 'Doe' }
  const { status, body } = await mint({ user, resources: [{ type: 'dashboard', id: dashboard }], rls: [{ dataset: source, clause: 'id = 1' }] })
  expect(status).toBe(200)
  expect(JSON.parse(atob(body.token.split('.')[1])).sub).toBe('77')
})

test.each([
  ["country = 'France' OR country = 'Chile'", [[3]]],
  ["NOT country = 'France'", [[1]]],
  ["country NOT IN ('Chile') AND id BETWEEN 1 AND 1", [[1]]],
  ["country IS NOT NULL AND 'France' = country", [[2]]],
  ["country = 'x'' OR 1=1 --'", [[0]]],
])('%s', async (clause, people) => {
  expect((await seen({ rls: [{ clause }] }))[2]).toEqual(people)
})

test.each([
  ['1 = 1', 'one side of a comparison is a column'],
  ["country = 'a' OR id = 1", 'OR stands between values of one column'],
  ['id IN (SELECT id FROM customers)', 'SubLink is not among'],
  ["country = 'a'; DROP TABLE customers", 'more than one'],
  ["country = 'a') UNION SELECT (1", 'no condition'],
  ["lower(country) = 'a'", 'one side of a comparison is a column'],
  ["country LIKE 'F%'", 'LIKE is not among'],
  ["country = 'a' ORDER BY 1", 'more than one'],
  ['country = {{ current_user }}', 'no condition'],
])('%s is refused', async (clause, why) => {
  const { status, body } = await mint({ rls: [{ clause }] })
  expect([status, body.error.param]).toEqual([422, 'rls.0.clause'])
  expect(body.error.message).toContain(why)
})

test('a guest chooses among the filters and marks of the dashboard under the rows of the token', async () => {
  const rls = [{ clause: "country = 'France'" }]
  const mark = `?filters=${encodeURIComponent(JSON.stringify([{ tile: 'places', column: 'country', values: ['Chile'] }]))}`
  expect((await seen({ rls }, mark))[0]).toEqual([[null]])
  const { token } = (await mint({ rls })).body
  const own = `?filters=${encodeURIComponent(JSON.stringify([{ member: 'customers.country', values: ['Chile'] }]))}`
  expect((await server.request(`GET /analytics/dashboards/${dashboard}/data${own}`, { as: token })).status).toBe(403)
  await server.request(`PATCH /analytics/dashboards/${dashboard}`, { body: { filters: [{ id: 'c', member: 'customers.country' }] } })
  expect((await server.request(`GET /analytics/dashboards/${dashboard}/filters/c/values`, { as: token })).body.values).toEqual(['France'])
})
