import { afterAll, beforeAll, expect, test } from 'vitest'
import { readEvents } from '#test/event-stream.ts'
import { type AnsweringServer, answeringServer, CHINOOK_ID } from '#test/fixtures/answering-server.ts'

let server: AnsweringServer
beforeAll(async () => {
  server = await answeringServer()
})
afterAll(() => server.close())

/** Calls one tool and answers its result, or what the protocol itself refused. */
async function call(name: string, given: object): Promise<any> {
  const body = { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name, arguments: given } }
  const reply = await server.open('POST /llm/mcp', { as: server.owner.key, body })
  for await (const data of readEvents(reply)) {
    const { result, error } = JSON.parse(data)
    return result ?? error
  }
}
const told = (result: any): string => result.content?.[0].text ?? result.message

test('an argument that a tool does not know is a fault, not something else', async () => {
  const misspelt = await call('describe_table', { datasource_id: CHINOOK_ID, tabel: 'Customer' })
  expect([misspelt.structuredContent, told(misspelt)]).toEqual([undefined, expect.stringContaining('tabel')])
  expect(told(await call('list_models', { name: 'x' }))).toContain('name')
})

test('a fault inside a query is told with its place', async () => {
  const query = { measures: [{ aggregate: 'mode', table: 'Customer' }] }
  expect(told(await call('run_semantic_query', { datasource_id: CHINOOK_ID, query }))).toContain('query.measures.0.aggregate')
})

test('a table is found whatever its case', async () => {
  const { structuredContent } = await call('describe_table', { datasource_id: CHINOOK_ID, table: 'customer' })
  expect([structuredContent.name, structuredContent.joins.length]).toEqual(['Customer', 2])
})

test('rows behind a row filter are told as such', async () => {
  const query = { measures: [{ aggregate: 'count', table: 'Customer' }] }
  const { structuredContent } = await call('run_semantic_query', { datasource_id: CHINOOK_ID, query })
  expect(structuredContent).toMatchObject({ rows: [[59]], row_filters_applied: false })
})

test('over a budget a client is told when to try again', async () => {
  const limit = { principal_type: 'user', principal_id: server.owner.id, requests_per_minute: 0 }
  const { body } = await server.request('POST /core/budgets', { body: limit })
  const refused = await call('ask', { question: 'How many customers are there?', model: server.model })
  expect([refused.isError, told(refused)]).toEqual([true, expect.stringMatching(/^rate_limited: .*try again in \d+ seconds/)])
  await server.request(`DELETE /core/budgets/${body.id}`)
})
