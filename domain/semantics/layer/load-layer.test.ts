import { expect, test } from 'vitest'
import { fakeSources } from '#test/fakes/sources.ts'
import { testServer } from '#test/harness.ts'
import { connectFiles, extract } from '#test/ports.ts'
import { findDatasource } from '../sources/datasources.ts'
import { loadLayer } from './load-layer.ts'

test('a layer is read once per version, and without what the source does not serve', async () => {
  const fake = fakeSources([
    { name: 'countries', columns: { id: 'integer', name: 'text' }, key: 'id' },
    { name: 'cities', columns: { id: 'integer', country_id: 'integer' }, key: 'id', refers: { country_id: 'countries' } },
  ])
  const server = await testServer({ ports: fake })
  const id = await connectFiles(server, { 'x.csv': 'a,b\n1,2\n' })
  const ctx = server.querent.systemContext('semantic')
  const load = async () => {
    const source = await findDatasource(ctx, id)
    if (!source) throw new Error('gone')
    return loadLayer(ctx, source)
  }
  expect((await load()).tables).toEqual([])
  await extract(server, id)
  const first = await load()
  expect(first.tables.map((table) => [table.name, table.rows, table.primaryKey, table.columns.map((column) => column.name)])).toEqual([
    ['countries', 3, ['id'], ['id', 'name']],
    ['cities', 3, ['id'], ['id', 'country_id']],
  ])
  expect(first.relationships).toEqual([
    { fromTable: 'cities', fromColumns: ['country_id'], toTable: 'countries', toColumns: ['id'], cardinality: 'many_to_one', source: 'declared' },
  ])
  expect(await load()).toBe(first)
  const levels = [{ table_name: 'countries', column_name: 'name' }]
  await server.request('POST /semantic/hierarchies', { body: { datasource_id: id, name: 'place', levels } })
  const second = await load()
  expect([second === first, second.version === first.version, second.hierarchies.length]).toEqual([false, false, 1])
  await server.request(`PUT /semantic/datasources/${id}`, { body: { tables: { exclude: ['countries'] } } })
  expect(await load()).toMatchObject({ tables: [{ name: 'cities' }], relationships: [], hierarchies: [] })
  await server.close()
})
