import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { datasources, rowFilters } from '#db/schema/semantics.ts'
import type { Actor } from '#domain/access/actor.ts'
import { loadLayer } from '#domain/semantics/layer/load-layer.ts'
import { restrictLayer } from '#domain/semantics/row-filters/restrict-layer.ts'
import type { DatasourceRow } from '#domain/semantics/sources/datasource.ts'
import { findDatasource } from '#domain/semantics/sources/datasources.ts'
import { type Account, type TestServer, testServer } from '#test/harness.ts'
import { connectFiles, extract, realSources } from '#test/ports.ts'

let server: TestServer
let id = ''
let european: Account
let nameless: Account
let chief: Account
let group = ''

const orders = 'id,region,amount,day\n1,EU,10,2024-01-01\n2,US,20,2024-01-02\n3,EU,30,2025-01-03\n4,,40,2025-01-04\n'
const customers = 'id,region\n1,EU\n2,US\n3,EU\n'

beforeAll(async () => {
  server = await testServer({ ports: realSources() })
  id = await connectFiles(server, { 'orders.csv': orders, 'customers.csv': customers })
  await extract(server, id)
  european = await server.account({ attributes: { region: 'EU' } })
  nameless = await server.account()
  chief = await server.account()
  group = (await server.request('POST /core/groups', { body: { name: 'chiefs' } })).body.id
  await server.request('POST /core/usergroups', { body: { user_id: chief.id, group_id: group } })
  for (const user of [european, nameless, chief]) await server.request(`POST /semantic/datasources/${id}/share/user`, { body: { user_id: user.id } })
}, 60_000)
afterAll(() => server.close())

const add = async (condition: unknown, applies: unknown = { everyone: true }, table = 'orders') =>
  (await server.request('POST /semantic/filters', { body: { datasource_id: id, table_name: table, condition, applies_to: applies } })).body
const ask = async (as: Account, body: unknown) => (await server.request(`POST /semantic/datasources/${id}/query`, { as: as.key, body })).body
const rows = async (as: Account, sql: string) => {
  const reply = await ask(as, { sql })
  return reply.error?.code ?? reply.rows
}
const clear = async () => {
  for (const { id: filter } of (await server.request('GET /semantic/filters')).body) await server.request(`DELETE /semantic/filters/${filter}`)
}
const own = { member: 'region', operator: 'equals', values: ['{{user.attributes.region}}'] }
const total = { measures: [{ name: 'total', aggregate: 'sum', table: 'orders', column: 'amount' }] }

describe('a filter by an attribute', () => {
  beforeAll(async () => {
    await add(own, { everyone: true, except: { groups: [group] } })
  })
  afterAll(clear)

  test('leaves whoever has the attribute his rows, whoever lacks it none, and the excepted all', async () => {
    expect(await rows(european, 'select count(*) from orders')).toEqual([[2]])
    expect(await rows(nameless, 'select count(*) from orders')).toEqual([[0]])
    expect(await rows(chief, 'select count(*) from orders')).toEqual([[4]])
    expect((await server.request(`POST /semantic/datasources/${id}/query`, { body: { sql: 'select count(*) from orders' } })).body.rows).toEqual([[0]])
  })

  test.each([
    ['select count(*) from customers c join orders o using (id)', [[2]]],
    ['with x as (select * from orders) select count(*) from x', [[2]]],
    ['select id from orders union select id from orders order by 1', [[1], [3]]],
    ['select (select sum(amount) from orders)', [['40']]],
    ['select count(*) from customers', [[3]]],
    ['select * from main.orders', 'table_not_allowed'],
  ])('%s', async (sql, expected) => {
    const found = await rows(european, sql)
    expect(JSON.parse(JSON.stringify(found).replaceAll(/"(\d+)"/g, '$1'))).toEqual(JSON.parse(JSON.stringify(expected).replaceAll(/"(\d+)"/g, '$1')))
  })

  test('holds in semantic queries, sub-queries of filters and previews, and says so', async () => {
    const reply = await ask(european, { semantic_query: total })
    expect([reply.rows.map(([sum]: [unknown]) => Number(sum)), reply.row_filters_applied]).toEqual([[40], true])
    expect(reply.sql).toContain('EU')
    expect(Number((await ask(chief, { semantic_query: total })).rows[0][0])).toBe(100)
    expect((await ask(chief, { semantic_query: total })).row_filters_applied).toBe(false)
    const unfiltered = await ask(european, { sql: 'select 1 from customers' })
    expect([unfiltered.rows.length, unfiltered.tables, unfiltered.row_filters_applied]).toEqual([3, ['customers'], false])
    expect(await ask(european, { sql: 'select 1 from Orders' })).toMatchObject({ tables: ['orders'], row_filters_applied: true })
    const preview = await server.request(`GET /semantic/datasources/${id}/tables/orders/preview`, { as: european.key })
    expect(preview.body.rows.map(([order]: [number]) => order)).toEqual([1, 3])
    expect((await server.request(`GET /semantic/datasources/${id}/tables/orders/preview`, { as: nameless.key })).body.rows).toEqual([])
  })

  test('is seen through the eyes of others by who owns the source, and by nobody else', async () => {
    const path = `GET /semantic/datasources/${id}/tables/orders/preview`
    const seen = async (query: string) => (await server.request(`${path}?${query}`)).body.rows.map(([order]: [number]) => order)
    expect([await seen(`user_id=${european.id}`), await seen(`user_id=${nameless.id}`), await seen(`user_id=${chief.id}`)]).toEqual([[1, 3], [], [1, 2, 3, 4]])
    const unshared = await server.request(`${path}?group_id=${group}`)
    expect([unshared.status, unshared.body.error.param]).toEqual([404, 'group_id'])
    await server.request(`POST /semantic/datasources/${id}/share/group`, { body: { group_id: group } })
    expect(await seen(`group_id=${group}`)).toEqual([1, 2, 3, 4])
    await server.request(`DELETE /semantic/datasources/${id}/share/group?group_id=${group}`)
    expect((await server.request(`${path}?user_id=usr_nobody`)).body.error).toMatchObject({ code: 'not_found', param: 'user_id' })
    expect((await server.request(`${path}?user_id=${chief.id}`, { as: european.key })).status).toBe(403)
  })

  test('keeps what was counted over all rows from whom it leaves some', async () => {
    const region = async (as: string) =>
      (await server.request(`GET /semantic/descriptions?datasource_id=${id}&table_name=orders`, { as })).body.find((row: any) => row.column_name === 'region')
    expect(await region(european.key)).toMatchObject({ sample_values: [], statistics: { distinct: null, min: null, max: null, rows: null } })
    expect((await region(chief.key)).sample_values).toContain('US')
    expect((await region(chief.key)).description).toContain('US')
    expect(JSON.stringify((await server.request(`GET /semantic/descriptions?datasource_id=${id}&table_name=orders`, { as: european.key })).body)).not.toMatch(
      /US\b|4 rows|2025/,
    )
    expect(await region(european.key)).toMatchObject({ description: 'Region.', generated_description: 'Region.' })
    const one = await region(european.key)
    expect((await server.request(`GET /semantic/descriptions/${one.id}`, { as: european.key })).body.sample_values).toEqual([])
    await server.request(`PUT /semantic/descriptions/${one.id}`, { body: { description: 'Where it was sold' } })
    expect((await region(european.key)).description).toBe('Where it was sold')
  })

  test('gives models no words that tell of other rows', async () => {
    const ctx = server.querent.systemContext('semantic')
    const source = await findDatasource(ctx, id)
    const words = async (account: Account) => {
      const actor = { type: 'user', userId: account.id, role: 'user', groupIds: account === chief ? [group] : [], attributes: {} } as unknown as Actor
      const layer = restrictLayer(actor, await loadLayer(ctx, source as DatasourceRow))
      return JSON.stringify(layer.tables.find(({ name }) => name === 'orders'))
    }
    expect(await words(chief)).toMatch(/from 2024-01-01 to 2025/)
    expect(await words(european)).not.toMatch(/2025|4 rows|from 10 to 40/)
  })

  test('holds in a chart someone else made and shared', async () => {
    const chart = await server.request('POST /analytics/charts', {
      as: chief.key,
      body: { title: 'Orders', datasource_id: id, query: { sql: 'select count(*) as n from orders' } },
    })
    await server.request(`POST /analytics/charts/${chart.body.id}/share/user`, { as: chief.key, body: { user_id: european.id } })
    const data = async (as: Account) => (await server.request(`GET /analytics/charts/${chart.body.id}/data`, { as: as.key })).body.rows
    expect([await data(chief), await data(european)]).toEqual([[[4]], [[2]]])
  })

  test('is seen and changed only by who may edit the data source', async () => {
    const [filter] = (await server.request('GET /semantic/filters')).body
    expect((await server.request('GET /semantic/filters', { as: european.key })).body).toEqual([])
    expect((await server.request(`GET /semantic/filters/${filter.id}`, { as: european.key })).status).toBe(403)
    const { related_tables: _, ...stored } = filter
    const told = async (as?: string) => (await server.request(`GET /semantic/datasources/${id}`, { as })).body.filters
    expect([await told(), await told(european.key)]).toEqual([[stored], []])
    expect((await server.request('GET /semantic/datasources')).body[0].filters).toEqual([stored])
    expect((await server.request(`DELETE /semantic/filters/${filter.id}`, { as: european.key })).status).toBe(403)
    expect((await server.request(`PUT /semantic/filters/${filter.id}`, { body: { name: 'by region' } })).body).toMatchObject({ name: 'by region', revision: 2 })
  })
})

test('several filters of a table all hold; one of another table or person is not theirs', async () => {
  await add({ member: 'orders.amount', operator: 'greater_than', values: [10] })
  await add({ member: 'day', operator: 'between', values: ['2025-01-01', '2025-12-31'] }, { users: [european.id] })
  expect(await rows(european, 'select id from orders order by id')).toEqual([[3], [4]])
  expect(await rows(nameless, 'select id from orders order by id')).toEqual([[2], [3], [4]])
  await clear()
  expect(await rows(european, 'select count(*) from orders')).toEqual([[4]])
})

test('a filter that is off cuts nothing; one whose column is gone leaves no row', async () => {
  const filter = await add({ member: 'region', operator: 'equals', values: ['EU'] })
  await server.request(`PATCH /semantic/filters/${filter.id}`, { body: { is_enabled: false } })
  expect(await rows(nameless, 'select count(*) from orders')).toEqual([[4]])
  await server.request(`PATCH /semantic/filters/${filter.id}`, { body: { is_enabled: true } })
  await server.db.update(rowFilters).set({ condition: { member: 'gone', operator: 'equals', values: ['EU'] }, is_orphaned: true })
  await server.db.update(datasources).set({ layer_version: 999 }).where(eq(datasources.id, id))
  expect(await rows(nameless, 'select count(*) from orders')).toEqual([[0]])
  await clear()
})

test.each([
  ['table_name', { table_name: 'nothing' }],
  ['condition.member', { condition: { member: 'nothing', operator: 'equals', values: [1] } }],
  ['condition.values.0', { condition: { member: 'region', operator: 'equals', values: ['x{{user.attributes.region}}'] } }],
  ['condition', { condition: { member: 'amount', operator: 'equals', values: ['many'] } }],
  ['condition', { condition: { member: 'region', operator: 'equals', values: [] } }],
  ['applies_to', { applies_to: {} }],
  ['applies_to.groups.0', { applies_to: { groups: ['grp_nobody'] } }],
  ['applies_to.users.0', { applies_to: { users: ['usr_nobody'] } }],
  ['applies_to.except.users.0', { applies_to: { everyone: true, except: { users: ['usr_nobody'] } } }],
])('a filter that could never be decided is refused for its %s', async (param, change) => {
  const body = { datasource_id: id, table_name: 'orders', condition: own, applies_to: { everyone: true }, ...change }
  const reply = await server.request('POST /semantic/filters', { body })
  expect([reply.status, reply.body.error.param]).toEqual([422, param])
})

describe('guests', () => {
  let dashboard = ''
  const mint = (more: object) => server.request('POST /analytics/auth/guest-token', { body: { dashboard_id: dashboard, ...more } })
  const seen = async (more: object) => {
    const token = (await mint(more)).body.token as string
    const { charts } = (await server.request(`GET /analytics/dashboards/${dashboard}/data`, { as: token })).body
    return charts.map((chart: any) => Number(chart.data.rows[0][0]))
  }

  beforeAll(async () => {
    const queries = [{ sql: 'select count(*) as n from orders' }, { semantic_query: total }]
    const charts = await Promise.all(
      queries.map(async (query) => (await server.request('POST /analytics/charts', { body: { title: 'x', datasource_id: id, query } })).body.id as string),
    )
    const layout = charts.map((chart_id, index) => ({ chart_id, x: 0, y: index, w: 1, h: 1 }))
    const body = { title: 'Sales', layout, embedded: { enabled: true, allowed_domains: [] } }
    dashboard = (await server.request('POST /analytics/dashboards', { body })).body.id
  })
  afterAll(clear)

  test("see the rows of their token's filters, in charts of either kind", async () => {
    expect(await seen({})).toEqual([4, 100])
    expect(await seen({ filters: [{ member: 'orders.region', operator: 'equals', values: ['EU'] }] })).toEqual([2, 40])
    expect(await seen({ filters: [{ datasource_id: id, member: 'orders.amount', operator: 'less_than', values: [30] }] })).toEqual([2, 30])
    expect(await seen({ rls: [{ clause: "orders.region = 'EU' AND orders.id IN (1, 2)" }] })).toEqual([1, 10])
    expect(await seen({ filters: [{ member: 'orders.region', operator: 'equals', values: ["EU' or 1=1 --"] }] })).toEqual([0, 0])
  })

  test('see a filtered table only through a filter for everyone or one of their token', async () => {
    await add(own, { users: [european.id] })
    expect(await seen({})).toEqual([0, 0])
    expect(await seen({ filters: [{ member: 'orders.id', operator: 'equals', values: [2] }] })).toEqual([1, 20])
    await clear()
    await add({ member: 'region', operator: 'is_not_empty', values: [] })
    expect(await seen({})).toEqual([3, 60])
    expect(await seen({ filters: [{ member: 'orders.amount', operator: 'greater_than', values: [10] }] })).toEqual([2, 50])
    await add(own)
    expect(await seen({})).toEqual([0, 0])
    await clear()
  })

  test.each([
    [{ filters: [{ member: 'order.region', operator: 'equals', values: ['EU'] }] }, 'filters.0.member'],
    [{ filters: [{ member: 'region', operator: 'equals', values: ['EU'] }] }, 'filters.0.member'],
    [{ filters: [{ datasource_id: 'ds_other', member: 'orders.region', operator: 'equals', values: ['EU'] }] }, 'filters.0.datasource_id'],
    [{ filters: [{ member: 'orders.region', operator: 'equals', values: [] }] }, 'filters.0.values'],
    [{ rls: [{ clause: "continent = 'EU'" }] }, 'rls.0.clause'],
    [{ rls: [{ clause: "region = 'EU'", dataset: 7 }] }, 'rls.0.dataset'],
    [{ rls: [{ clause: "orders.region = 'EU' or 1=1" }] }, 'rls.0.clause'],
    [{ rls: [{ clause: 'orders.id in (select id from customers)' }] }, 'rls.0.clause'],
  ])('%j makes no token', async (more, param) => {
    const reply = await mint(more)
    expect([reply.status, reply.body.error.param]).toEqual([422, param])
  })
})

describe('what a failure tells', () => {
  beforeAll(async () => {
    await add(own)
  })
  afterAll(clear)

  test('to whom a filter hides rows, failures of data are all alike; others are told the kind, and none is a fault of the server', async () => {
    const failing = (as: { key?: string }) =>
      Promise.all(
        ["select cast(region as integer) from orders where region = 'EU'", 'select 9223372036854775807 + amount from orders'].map(async (sql) => {
          const { status, body } = await server.request(`POST /semantic/datasources/${id}/query`, { ...(as.key ? { as: as.key } : {}), body: { sql } })
          return `${status} ${body.error?.code} ${body.error?.message}`
        }),
      )
    expect(new Set(await failing({ key: european.key }))).toEqual(new Set(['422 query_failed the query failed while it ran']))
    await clear()
    expect(new Set(await failing({})).size).toBe(2)
  })
})

describe('what an editor hides', () => {
  test('is told to those who edit the source and to nobody else', async () => {
    const listed = async (as?: string) =>
      (await server.request(`GET /semantic/descriptions?datasource_id=${id}&page_size=100`, as ? { as } : {})).body as {
        id: string
        table_name: string
        column_name: string | null
      }[]
    const [table, column] = [
      (await listed()).find((row) => row.table_name === 'customers' && row.column_name === null),
      (await listed()).find((row) => row.table_name === 'orders' && row.column_name === 'day'),
    ]
    for (const row of [table, column]) await server.request(`PUT /semantic/descriptions/${row?.id}`, { body: { is_hidden: true } })
    const seen = await listed(european.key)
    expect(seen.filter((row) => row.table_name === 'customers' || row.column_name === 'day')).toEqual([])
    expect(seen.length).toBeGreaterThan(2)
    expect((await listed()).filter((row) => row.table_name === 'customers').length).toBeGreaterThan(2)
    expect((await server.request(`GET /semantic/descriptions/${column?.id}`, { as: european.key })).status).toBe(404)
    const tables = (await server.request(`GET /semantic/datasources/${id}/tables`, { as: european.key })).body as {
      name: string
      columns: { name: string }[]
    }[]
    expect(tables.map(({ name, columns }) => [name, columns.map((one) => one.name)])).toEqual([['orders', ['id', 'region', 'amount']]])
    for (const row of [table, column]) await server.request(`PUT /semantic/descriptions/${row?.id}`, { body: { is_hidden: false } })
  })
})
