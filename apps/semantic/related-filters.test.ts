import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { sqliteFile } from '#connectors/sources/fixtures.ts'
import { type Account, type TestServer, testServer } from '#test/harness.ts'
import { extract, realSources, uploadOf } from '#test/ports.ts'

const script = `pragma foreign_keys = off; create table customers (id integer primary key, country text);
  insert into customers values (1, 'DE'), (2, 'FR'), (3, 'DE');
  create table orders (id integer primary key, customer_id integer references customers (id), payer_id integer references customers (id), amount integer);
  insert into orders values (1, 1, 1, 10), (2, 2, 2, 20), (3, 3, 1, 30), (4, null, 1, 40), (5, 9, 1, 50), (6, 1, 2, 60);
  create table lines (id integer primary key, order_id integer references orders (id), product_id integer references products (id), note text);
  insert into lines values (1, 1, 1, 'first'), (2, 2, 1, 'second'), (3, 3, 2, 'third'), (4, 6, 2, 'sixth');
  create table products (id integer primary key, name text);
  insert into products values (1, 'Pen'), (2, 'Ink');
  create view totals as select customer_id, sum(amount) as total from orders group by 1;`

let server: TestServer
let id = ''
let reader: Account

beforeAll(async () => {
  server = await testServer({ ports: realSources() })
  const file = await server.request('POST /semantic/files', { raw: uploadOf('shop.db', new Uint8Array(sqliteFile(script))) })
  id = (await server.request('POST /semantic/datasources', { body: { name: 'Shop', type: 'sqlite', connection: { file_id: file.body.id } } })).body.id
  await extract(server, id)
  reader = await server.account({ attributes: { country: 'DE' } })
  await server.request(`POST /semantic/datasources/${id}/share/user`, { body: { user_id: reader.id } })
}, 60_000)
afterAll(() => server.close())

const add = (more: object = {}) =>
  server.request('POST /semantic/filters', {
    body: {
      datasource_id: id,
      table_name: 'customers',
      condition: { member: 'country', operator: 'equals', values: ['{{user.attributes.country}}'] },
      ...more,
    },
  })
const rows = async (query: object, as: string = reader.key) => {
  const { body } = await server.request(`POST /semantic/datasources/${id}/query`, { as, body: query })
  return body.error?.code ?? body.rows
}
const idsOf = (table: string, as?: string) => rows({ sql: `select id from ${table} order by 1` }, as)
const clear = async () => {
  for (const { id: filter } of (await server.request('GET /semantic/filters')).body) await server.request(`DELETE /semantic/filters/${filter}`)
}

test('how many rows a filtered table has is told to nobody it binds', async () => {
  const counts = async (as?: string) =>
    Object.fromEntries((await server.request(`GET /semantic/datasources/${id}/tables`, as ? { as } : {})).body.map((t: any) => [t.name, t.row_estimate]))
  expect(await counts(reader.key)).toMatchObject({ customers: 3, orders: 6, lines: 4, products: 2 })
  await add({ reach: 'related' })
  expect(await counts(reader.key)).toMatchObject({ customers: null, orders: null, lines: null, products: 2 })
  expect(await counts()).toMatchObject({ customers: 3, orders: 6 })
  await clear()
})

test('a filter says which tables hold rows of the filtered ones, and by default leaves them open', async () => {
  const { status, body } = await add()
  expect([status, body.reach, body.related_tables.map(({ table_name, is_orphaned }: any) => [table_name, is_orphaned])]).toEqual([
    201,
    'table',
    [
      ['lines', false],
      ['orders', false],
    ],
  ])
  const before = await server.request(`GET /semantic/datasources/${id}/tables/customers/related`)
  expect([before.status, before.body]).toEqual([200, body.related_tables])
  const none = await server.request(`GET /semantic/datasources/${id}/tables/nothing/related`)
  const refused = await server.request(`GET /semantic/datasources/${id}/tables/customers/related`, { as: reader.key })
  expect([none.status, refused.status]).toEqual([404, 403])
  const join = (from: string) => ({ from_table: 'orders', from_columns: [from], to_table: 'customers', to_columns: ['id'] })
  const line = { from_table: 'lines', from_columns: ['order_id'], to_table: 'orders', to_columns: ['id'] }
  const pathsOf = (name: string) => body.related_tables.find((table: any) => table.table_name === name).paths
  expect(pathsOf('orders')).toEqual(expect.arrayContaining([[join('customer_id')], [join('payer_id')]]))
  expect(pathsOf('lines')).toEqual(
    expect.arrayContaining([
      [line, join('customer_id')],
      [line, join('payer_id')],
    ]),
  )
  const [listed] = (await server.request('GET /semantic/filters')).body
  expect([listed, (await server.request(`GET /semantic/filters/${body.id}`)).body]).toEqual([body, body])
  expect([await idsOf('customers'), (await idsOf('orders')).length]).toEqual([[[1], [3]], 6])
  await clear()
})

describe('a filter that reaches related tables', () => {
  beforeAll(async () => {
    expect((await add({ reach: 'related' })).body).toMatchObject({ reach: 'related' })
  })
  afterAll(clear)

  test('leaves rows of which every way leads to a row it leaves, over any number of tables; none without a key, or whose key leads nowhere', async () => {
    expect(await idsOf('orders')).toEqual([[1], [3]])
    expect(await idsOf('lines')).toEqual([[1], [3]])
    expect((await idsOf('products')).length).toBe(2)
  })

  test('holds whatever the statement calls its own tables', async () => {
    const own = "with customers as (select 2 as id, 'DE' as country union all select 1, 'DE' union all select null, 'DE')"
    expect(await rows({ sql: `${own} select id from orders order by 1` })).toEqual([[1], [3]])
    expect(await rows({ sql: `${own} select id from (select * from orders where customer_id in (select id from customers)) order by 1` })).toEqual([[1]])
    expect(await rows({ sql: 'select o.id from orders o natural join (select 2 as id) z' })).toEqual([])
    expect(await rows({ sql: 'select count(*) from main.orders' })).toBe('table_not_allowed')
  })

  test('holds in semantic queries, previews and what is told of columns', async () => {
    const total = { measures: [{ name: 'total', aggregate: 'sum', table: 'orders', column: 'amount' }] }
    expect(await rows({ semantic_query: total })).toEqual([[40]])
    const notes = { dimensions: [{ name: 'note', table: 'lines', column: 'note' }] }
    expect((await rows({ semantic_query: notes })).flat().sort()).toEqual(['first', 'third'])
    const joined = { dimensions: [{ name: 'name', table: 'products', column: 'name' }], measures: [{ name: 'n', aggregate: 'count', table: 'lines' }] }
    expect((await rows({ semantic_query: joined })).toSorted()).toEqual([
      ['Ink', 1],
      ['Pen', 1],
    ])
    const preview = await server.request(`GET /semantic/datasources/${id}/tables/lines/preview`, { as: reader.key })
    expect(preview.body).toMatchObject({
      rows: [
        [1, 1, 1, 'first'],
        [3, 3, 2, 'third'],
      ],
    })
    const told = await server.request(`GET /semantic/descriptions?datasource_id=${id}&table_name=lines`, { as: reader.key })
    expect(JSON.stringify(told.body)).not.toMatch(/second|sixth/)
  })

  test('says which tables it cut', async () => {
    const { body } = await server.request(`POST /semantic/datasources/${id}/query`, { as: reader.key, body: { sql: 'select 1 from orders' } })
    expect([body.row_filters_applied, body.filtered_tables]).toEqual([true, ['orders']])
  })

  test('refuses views over what it reaches', async () => {
    expect(await rows({ sql: 'select * from totals' })).toBe('table_not_allowed')
  })

  test('holds where the filtered table is hidden, which it does not open', async () => {
    const described = (await server.request(`GET /semantic/descriptions?datasource_id=${id}&table_name=customers`)).body
    const table = described.find((row: any) => row.object_type === 'table')
    await server.request(`PUT /semantic/descriptions/${table.id}`, { body: { is_hidden: true } })
    expect(await idsOf('orders')).toEqual([[1], [3]])
    for (const sql of [
      'select id from customers',
      'select 1 from orders natural join customers',
      'select id from orders join customers using (id)',
      'select 1 from main.customers',
    ])
      expect(await rows({ sql })).toBe('table_not_allowed')
    await server.request(`PUT /semantic/descriptions/${table.id}`, { body: { is_hidden: false } })
  })

  test('holds in what is lent, and for guests only what everyone or their token may see', async () => {
    const query = { sql: 'select count(*) as n from lines' }
    const chart = (await server.request('POST /analytics/charts', { as: reader.key, body: { title: 'Lines', datasource_id: id, query } })).body
    const other = await server.account({ attributes: { country: 'FR' } })
    await server.request(`POST /analytics/charts/${chart.id}/share/user`, { as: reader.key, body: { user_id: other.id } })
    expect((await server.request(`GET /analytics/charts/${chart.id}/data`, { as: reader.key })).body.rows).toEqual([[2]])
    expect((await server.request(`GET /analytics/charts/${chart.id}/data`, { as: other.key })).body.rows).toEqual([[0]])
    const mine = (await server.request('POST /analytics/charts', { body: { title: 'Lines', datasource_id: id, query } })).body
    const body = { title: 'Board', layout: [{ chart_id: mine.id, x: 0, y: 0, w: 1, h: 1 }], embedded: { enabled: true, allowed_domains: [] } }
    const dashboard = (await server.request('POST /analytics/dashboards', { body })).body.id
    const seen = async (filters: object[]) => {
      const token = (await server.request('POST /analytics/auth/guest-token', { body: { dashboard_id: dashboard, filters } })).body.token
      return (await server.request(`GET /analytics/dashboards/${dashboard}/data`, { as: token })).body.charts[0].data.rows[0][0]
    }
    expect(await seen([])).toBe(0)
    await clear()
    await add({ reach: 'related', applies_to: { users: [reader.id] } })
    expect([await seen([]), await seen([{ member: 'customers.country', operator: 'equals', values: ['DE'] }])]).toEqual([0, 2])
    expect(await seen([{ member: 'lines.note', operator: 'equals', values: ['second'] }])).toBe(1)
  })
})

test('a join that is gone opens nothing until the reach is stored again; one that comes is followed', async () => {
  await clear()
  const filter = (await add({ reach: 'related', applies_to: { users: [reader.id] } })).body
  const joins = (await server.request(`GET /semantic/relationships?datasource_id=${id}`)).body
  const joinOf = (column: string) => joins.find((join: any) => join.from_columns[0] === column)
  await server.request(`DELETE /semantic/relationships/${joinOf('payer_id').id}`)
  expect(await idsOf('orders')).toEqual([[1], [3], [6]])
  await server.request(`DELETE /semantic/relationships/${joinOf('order_id').id}`)
  expect(await idsOf('lines')).toEqual([])
  const { related_tables } = (await server.request(`GET /semantic/filters/${filter.id}`)).body
  expect(related_tables.find((table: any) => table.table_name === 'lines')).toEqual({ table_name: 'lines', paths: [], is_orphaned: true })
  await server.request(`PUT /semantic/filters/${filter.id}`, { body: { name: 'by country' } })
  expect(await idsOf('lines')).toEqual([])
  const stored = await server.request(`PUT /semantic/filters/${filter.id}`, { body: { reach: 'related' } })
  expect(stored.body.related_tables.map(({ table_name }: any) => table_name)).toEqual(['orders'])
  expect((await idsOf('lines')).length).toBe(4)
  const line = { from_table: 'lines', from_columns: ['order_id'], to_table: 'orders', to_columns: ['id'] }
  await server.request('POST /semantic/relationships', { body: { datasource_id: id, ...line } })
  expect(await idsOf('lines')).toEqual([[1], [3], [4]])
  await clear()
})

test('ways that are too many to ask for are refused when the filter is made, and leave no row when they come later', async () => {
  const names = Array.from({ length: 7 }, (_, index) => `t${index}`)
  const tables = names.map((name) => `create table ${name} (id integer primary key, ${names.map((other) => `${other}_ref integer`).join(', ')});`)
  const file = await server.request('POST /semantic/files', {
    raw: uploadOf('web.db', new Uint8Array(sqliteFile(`${tables.join(' ')} insert into t1 (id) values (1);`))),
  })
  const web = (await server.request('POST /semantic/datasources', { body: { name: 'Web', type: 'sqlite', connection: { file_id: file.body.id } } })).body.id
  await extract(server, web)
  const made = { datasource_id: web, table_name: 't0', condition: { member: 'id', operator: 'equals', values: [1] }, reach: 'related' }
  const early = await server.request('POST /semantic/filters', { body: made })
  for (const from_table of names)
    for (const to_table of names)
      if (from_table !== to_table)
        await server.request('POST /semantic/relationships', {
          body: { datasource_id: web, from_table, from_columns: [`${to_table}_ref`], to_table, to_columns: ['id'] },
        })
  const late = await server.request('POST /semantic/filters', { body: made })
  expect([early.status, late.status, late.body.error.param]).toEqual([201, 422, 'reach'])
  const { body } = await server.request(`POST /semantic/datasources/${web}/query`, { body: { sql: 'select count(*) from t1' } })
  expect(body.rows).toEqual([[0]])
  const { related_tables } = (await server.request(`GET /semantic/filters/${early.body.id}`)).body
  expect(related_tables.map(({ is_orphaned }: any) => is_orphaned)).toEqual([true, true, true, true, true, true])
})
