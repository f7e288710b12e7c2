import { expect, test } from 'vitest'
import { type TestServer, testServer } from '#test/harness.ts'
import { connectFiles, extract, realSources } from '#test/ports.ts'

const customers = 'id,region,phone\n1,EU,555-1\n2,US,555-2\n'

async function query(server: TestServer, id: string, sql: string) {
  const { body } = await server.request(`POST /semantic/datasources/${id}/query`, { body: { sql } })
  return body.error?.code ?? body.rows
}

test('a hidden column cannot be read by SQL, whatever it is written as, and a filter on it still holds', async () => {
  const server = await testServer({ ports: realSources() })
  const id = await connectFiles(server, { 'customers.csv': customers })
  await extract(server, id)
  const columns = (await server.request(`GET /semantic/descriptions?datasource_id=${id}&table_name=customers`)).body
  const phone = columns.find((row: { column_name: string }) => row.column_name === 'phone')
  expect(await query(server, id, 'select phone from customers order by 1')).toEqual([['555-1'], ['555-2']])
  await server.request(`PUT /semantic/descriptions/${phone.id}`, { body: { is_hidden: true } })
  for (const sql of ['select phone from customers', 'select id from customers where phone is not null', 'select c.phone from main.customers c'])
    expect(['query_invalid', 'table_not_allowed']).toContain(await query(server, id, sql))
  expect(await query(server, id, 'select * from customers order by id')).toEqual([
    [1, 'EU'],
    [2, 'US'],
  ])
  expect(await query(server, id, 'select user')).toBe('function_not_allowed')
  await server.request('POST /semantic/filters', {
    body: { datasource_id: id, table_name: 'customers', condition: { member: 'phone', operator: 'equals', values: ['555-2'] } },
  })
  expect(await query(server, id, 'select * from customers')).toEqual([[2, 'US']])
  await server.close()
}, 60_000)

test('what an extraction found new or gone names hidden columns too, so it is told to editors alone', async () => {
  const server = await testServer({ ports: realSources() })
  const id = await connectFiles(server, { 'customers.csv': customers })
  const { id: extraction } = await extract(server, id)
  const [viewer, editor] = [await server.account(), await server.account()]
  for (const [{ id: user_id }, level] of [[viewer, 'view'] as const, [editor, 'edit'] as const])
    await server.request(`POST /semantic/datasources/${id}/share/user`, { body: { user_id, level } })
  const diffs = async (as: string) => {
    const one = `GET /semantic/semanticextractions/${extraction}`
    const [list, read] = [await server.request(`GET /semantic/semanticextractions?datasource_id=${id}`, { as }), await server.request(one, { as })]
    const events = await (await server.open(`${one}/events`, { as })).text()
    return [list.body[0].diff, read.body.diff, events.includes('customers')]
  }
  expect(await diffs(viewer.key)).toEqual([null, null, false])
  const found = { added: ['customers'], removed: [], changed: [] }
  expect(await diffs(editor.key)).toEqual([found, found, true])
  await server.close()
}, 60_000)
