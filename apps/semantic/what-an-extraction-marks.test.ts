import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { charts } from '#db/schema/analytics.ts'
import { hierarchies, measures, rowFilters, verifiedQueries } from '#db/schema/semantics.ts'
import { fakeSources } from '#test/fakes/sources.ts'
import { testServer } from '#test/harness.ts'
import { chinook, connectFiles, extract, realSources, uploadOf } from '#test/ports.ts'

test('places that lie in one another are suggested as a path, which no question uses until a person takes it', async () => {
  const server = await testServer({ ports: realSources() })
  const file = (await server.request('POST /semantic/files', { raw: uploadOf('chinook.sqlite', chinook()) })).body
  const source = (await server.request('POST /semantic/datasources', { body: { name: 'Chinook', type: 'sqlite', connection: { file_id: file.id } } })).body
  await extract(server, source.id)
  const suggested = await server.db.select().from(hierarchies)
  expect(suggested.every((row) => row.is_suggested)).toBe(true)
  const customer = suggested.find((row) => row.levels[0]?.table_name === 'Customer')
  expect(customer?.levels.map(({ column_name: column }) => column)).toEqual(['Country', 'City', 'PostalCode'])
  await server.db
    .update(hierarchies)
    .set({ is_suggested: false })
    .where(eq(hierarchies.id, customer?.id ?? ''))
  await extract(server, source.id)
  const after = await server.db.select().from(hierarchies)
  expect(after.map(({ name }) => name).toSorted()).toEqual(suggested.map(({ name }) => name).toSorted())
  expect(after.find(({ id }) => id === customer?.id)?.is_suggested).toBe(false)
  await server.close()
})

test('what names a table or column that is gone is marked, kept, and unmarked when it is back', async () => {
  const orders = { name: 'orders', columns: { id: 'integer', amount: 'number', region: 'text' }, key: 'id' } as const
  const fake = fakeSources([orders])
  const server = await testServer({ ports: fake })
  const id = await connectFiles(server, { 'x.csv': 'a,b\n1,2\n' })
  await extract(server, id)
  const at = '2026-01-01T00:00:00.000Z'
  const common = { datasource_id: id, created_at: at, updated_at: at }
  const amount = { measures: [{ aggregate: 'sum', table: 'orders', column: 'amount' }] }
  // Proposals have these names.
  await server.db.delete(measures)
  await server.db.insert(measures).values([
    {
      ...common,
      id: 'msr_1',
      name: 'revenue',
      title: '',
      table_name: 'orders',
      aggregation: 'sum',
      expression_tree: { column: 'amount' },
      description: '',
      synonyms: [],
    },
    { ...common, id: 'msr_2', name: 'n', title: '', table_name: 'orders', aggregation: 'count', description: '', synonyms: [] },
  ])
  await server.db.insert(rowFilters).values({
    ...{ ...common, id: 'flt_1', name: 'f', table_name: 'orders', applies_to: { everyone: true }, is_enabled: true },
    condition: { member: 'orders.amount', operator: 'greater_than', values: [1] },
  })
  const verified = { ...common, question: 'q', verified_by: 'usr_1', verified_at: at }
  await server.db.insert(verifiedQueries).values([
    { ...verified, id: 'vq_1', query: amount },
    { ...verified, id: 'vq_2', query: { measures: [{ measure: 'revenue' }] } },
    { ...verified, id: 'vq_3', query: { measures: [{ measure: 'n' }], dimensions: [{ table: 'orders', column: 'region' }] } },
  ])
  const drawn = { created_at: at, updated_at: at, title: '', description: '', datasource_id: id, chart_type: 'table', tags: [], owner_id: 'usr_1' }
  const switches = { is_locked: false, is_hidden: false, is_enabled: true, cache_seconds: 0, spec: null }
  await server.db.insert(charts).values({ ...drawn, ...switches, id: 'cht_1', query: { semantic_query: amount } })
  const marked = async () => {
    const rows = await Promise.all([measures, rowFilters, verifiedQueries, charts].map((table) => server.db.select().from(table as typeof measures)))
    return rows
      .flat()
      .filter((row) => row.is_orphaned)
      .map((row) => row.id)
  }

  fake.tables = [{ ...orders, columns: { id: 'integer', region: 'text' } }]
  await extract(server, id)
  expect(await marked()).toEqual(['msr_1', 'flt_1', 'vq_1', 'vq_2', 'cht_1'])
  fake.tables = [orders]
  await extract(server, id)
  expect(await marked()).toEqual([])
  await server.close()
})

test('a join of a person whose column is gone shows that it is orphaned, until it is mended', async () => {
  const shop = { name: 'shops', columns: { id: 'integer', code: 'text', area: 'text' }, key: 'id' } as const
  const sale = { name: 'sales', columns: { id: 'integer', shop: 'text' }, key: 'id' } as const
  const fake = fakeSources([shop, sale])
  const server = await testServer({ ports: fake })
  const id = await connectFiles(server, { 'x.csv': 'a,b\n1,2\n' })
  await extract(server, id)
  const join = { datasource_id: id, from_table: 'sales', from_columns: ['shop'], to_table: 'shops', to_columns: ['code'] }
  const made = (await server.request('POST /semantic/relationships', { body: join })).body
  expect(made.is_orphaned).toBe(false)
  fake.tables = [{ ...shop, columns: { id: 'integer', area: 'text' } }, sale]
  await extract(server, id)
  expect((await server.request(`GET /semantic/relationships/${made.id}`)).body).toMatchObject({ is_orphaned: true, source: 'manual' })
  const mended = await server.request(`PUT /semantic/relationships/${made.id}`, { body: { to_columns: ['area'] } })
  expect(mended.body).toMatchObject({ is_orphaned: false, to_columns: ['area'] })
  await server.close()
})
