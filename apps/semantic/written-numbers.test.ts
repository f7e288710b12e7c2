import { expect, test } from 'vitest'
import { testServer } from '#test/harness.ts'
import { connectFiles, extract, realSources } from '#test/ports.ts'

const staff = 'id,team,salary,hired\n1,IT,"$45,000",3/25/2024\n2,IT,"$61,000",4/18/2024\n3,HR,"$52,000",2/28/2025\n4,HR,"$78,000",5/30/2025\n'

test('numbers written with signs and thousands are numbers for whom row filters cut, too', async () => {
  const server = await testServer({ ports: realSources() })
  try {
    const id = await connectFiles(server, { 'staff.csv': staff })
    await extract(server, id)
    const reader = await server.account({ attributes: { team: 'IT' } })
    await server.request(`POST /semantic/datasources/${id}/share/user`, { body: { user_id: reader.id } })
    const condition = { member: 'team', operator: 'equals', values: ['{{user.attributes.team}}'] }
    await server.request('POST /semantic/filters', { body: { datasource_id: id, table_name: 'staff', condition, applies_to: { everyone: true } } })
    const body = {
      semantic_query: {
        measures: [{ name: 'average', aggregate: 'avg', table: 'staff', column: 'salary' }],
        dimensions: [{ name: 'year', table: 'staff', column: 'hired', grain: 'year' }],
      },
    }
    const reply = await server.request(`POST /semantic/datasources/${id}/query`, { as: reader.key, body })
    expect(reply.body.rows).toEqual([['2024', 53_000]])
  } finally {
    await server.close()
  }
})
