import { expect, test } from 'vitest'
import { sqliteFile } from '#connectors/sources/fixtures.ts'
import { type Account, testServer } from '#test/harness.ts'
import { extract, realSources, uploadOf } from '#test/ports.ts'

const script = `create table customers (id integer primary key, tax_no text unique, region text);
  insert into customers values (1, 'T1', 'EU'), (2, 'T2', 'US');
  create table orders (id integer primary key, customer_id integer references customers (id), tax_no text references customers (tax_no));
  insert into orders values (1, 1, 'T1'), (2, 2, 'T2');
  create table agents (id integer primary key, order_id integer references orders (id));
  insert into agents values (1, 1), (2, 2);`

test('a join, a drill-down path or a key by a hidden column is named to nobody who may not edit the data source', { timeout: 60_000 }, async () => {
  const server = await testServer({ ports: realSources() })
  const file = await server.request('POST /semantic/files', { raw: uploadOf('shop.db', new Uint8Array(sqliteFile(script))) })
  const source = await server.request('POST /semantic/datasources', { body: { name: 'Shop', type: 'sqlite', connection: { file_id: file.body.id } } })
  const id = source.body.id
  await extract(server, id)
  const [viewer, editor] = [await server.account(), await server.account()]
  await server.request(`POST /semantic/datasources/${id}/share/user`, { body: { user_id: viewer.id } })
  await server.request(`POST /semantic/datasources/${id}/share/user`, { body: { user_id: editor.id, level: 'edit' } })
  for (const column_name of ['region', 'tax_no']) {
    const levels = [{ table_name: 'customers', column_name }]
    expect((await server.request('POST /semantic/hierarchies', { body: { datasource_id: id, name: `by_${column_name}`, levels } })).status).toBe(201)
  }
  const descriptions = (await server.request(`GET /semantic/descriptions?datasource_id=${id}&page_size=100`)).body
  const hide = (table: string, column: string | null) => {
    const found = descriptions.find((row: any) => row.table_name === table && row.column_name === column)
    return server.request(`PUT /semantic/descriptions/${found.id}`, { body: { is_hidden: true } })
  }
  const joins = async ({ key: as }: Account) => (await server.request(`GET /semantic/relationships?datasource_id=${id}&page_size=100`, { as })).body
  const told = async ({ key: as }: Account) => ({
    joins: (await joins({ key: as } as Account)).map((join: any) => `${join.from_table}.${join.from_columns} ${join.to_table}.${join.to_columns}`).sort(),
    paths: (await server.request(`GET /semantic/hierarchies?datasource_id=${id}&is_suggested=false`, { as })).body.map(({ name }: any) => name).sort(),
    keys: (await server.request(`GET /semantic/datasources/${id}/tables`, { as })).body.flatMap((table: any) =>
      table.foreign_keys.map((key: any) => `${table.name}.${key.columns}`),
    ),
  })
  const everything = {
    joins: ['agents.order_id orders.id', 'orders.customer_id customers.id', 'orders.tax_no customers.tax_no'],
    paths: ['by_region', 'by_tax_no'],
    keys: ['agents.order_id', 'orders.tax_no', 'orders.customer_id'],
  }
  expect(await told(viewer)).toEqual(everything)
  const [byTax] = (await joins(viewer)).filter((join: any) => join.from_columns[0] === 'tax_no')

  await hide('customers', 'tax_no')
  await hide('agents', null)
  expect(await told(viewer)).toEqual({ joins: ['orders.customer_id customers.id'], paths: ['by_region'], keys: ['orders.customer_id'] })
  const one = await server.request(`GET /semantic/relationships/${byTax.id}`, { as: viewer.key })
  const none = await server.request('GET /semantic/relationships/rel_0198f7a2b3c47d5e8f90a1b2c3d4e5f6', { as: viewer.key })
  expect([one.status, one.body.error.message]).toEqual([404, none.body.error.message])
  expect(await told(editor)).toEqual(everything)
  expect((await server.request(`GET /semantic/relationships/${byTax.id}`, { as: editor.key })).status).toBe(200)
  await server.close()
})
