import { expect, test } from 'vitest'
import { sqliteFile } from '#connectors/sources/fixtures.ts'
import { testServer } from '#test/harness.ts'
import { extract, realSources, uploadOf } from '#test/ports.ts'

const script = `create table customers (id integer primary key, region text); insert into customers values (1, 'EU'), (2, 'US');
  create table places (id integer primary key); insert into places values (1);
  create view everyone as select * from customers; create view regions as select distinct region from everyone; create view sites as select * from places;`

test('a view over a filtered table is refused, directly or through others, until it has a filter of its own', async () => {
  const server = await testServer({ ports: realSources() })
  const file = await server.request('POST /semantic/files', { raw: uploadOf('shop.db', new Uint8Array(sqliteFile(script))) })
  const made = await server.request('POST /semantic/datasources', { body: { name: 'Shop', type: 'sqlite', connection: { file_id: file.body.id } } })
  const id = made.body.id
  await extract(server, id)
  const query = async (body: unknown) => {
    const reply = await server.request(`POST /semantic/datasources/${id}/query`, { body })
    return reply.body.error?.code ?? reply.body.rows
  }
  const filter = async (table: string) =>
    server.request('POST /semantic/filters', {
      body: { datasource_id: id, table_name: table, condition: { member: 'region', operator: 'equals', values: ['EU'] } },
    })
  const listed = { dimensions: [{ name: 'region', table: 'regions', column: 'region' }] }
  expect(await query({ sql: 'select region from regions order by 1' })).toEqual([['EU'], ['US']])
  await filter('customers')
  for (const sql of ['select region from regions', 'select region from everyone', 'select 1 from everyone natural join (select 2 as id) z'])
    expect(await query({ sql })).toBe('table_not_allowed')
  expect([[], 'query_invalid']).toContainEqual(await query({ semantic_query: listed }))
  expect(await query({ sql: 'select count(*) from sites' })).toEqual([[1]])
  await filter('everyone')
  expect(await query({ sql: 'select region from customers' })).toEqual([['EU']])
  await server.close()
}, 60_000)
