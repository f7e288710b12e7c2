import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { auditLogs } from '#db/schema/catalog.ts'
import { queryHash } from '#domain/query/query-hash.ts'
import { type AnsweringServer, answeringServer, CHINOOK_ID } from '#test/fixtures/answering-server.ts'
import { startOpenAiServer } from '#test/openai-server.ts'

let server: AnsweringServer
beforeAll(async () => {
  server = await answeringServer()
})
afterAll(() => server.close())

type Era = 'auto' | 'legacy'
const QUESTION = 'How many customers are there?'
const count = { measures: [{ name: 'customers', aggregate: 'count', table: 'Customer' }] }

/** The official client, with the capabilities of one that can ask its user when `choose` says how. */
async function connected(key: string, { era = 'auto' as Era, choose }: { era?: Era; choose?: (message: string, options: string[]) => string | null } = {}) {
  const through: typeof globalThis.fetch = (_, init) =>
    server.open(`${init?.method ?? 'GET'} /llm/mcp`, {
      as: key,
      headers: Object.fromEntries([...new Headers(init?.headers)].filter(([name]) => name !== 'authorization')),
      ...(init?.body ? { body: JSON.parse(String(init.body)) } : {}),
      ...(init?.signal ? { signal: init.signal } : {}),
    })
  const client = new Client({ name: 'test', version: '1' }, { versionNegotiation: { mode: era }, capabilities: choose ? { elicitation: { form: {} } } : {} })
  if (choose) {
    client.setRequestHandler('elicitation/create', async ({ params }: any) => {
      const answer = choose(params.message, params.requestedSchema.properties.answer.enum ?? [])
      return answer === null ? { action: 'decline' as const } : { action: 'accept' as const, content: { answer } }
    })
  }
  await client.connect(new StreamableHTTPClientTransport(new URL('http://querent.test/api/v1/llm/mcp'), { fetch: through }))
  return client
}

const textOf = ({ content }: any): string => content[0].text
const audit = async () =>
  (await server.db.select().from(auditLogs).where(eq(auditLogs.type, 'mcp.called'))).map(({ actor_id, outcome, details }) => ({ actor_id, outcome, details }))

test.each<Era>(['auto', 'legacy'])('every tool says what it answers, and answers that (%s)', async (era) => {
  const client = await connected(server.owner.key, { era })
  const { tools } = await client.listTools()
  expect(tools.filter(({ outputSchema }) => outputSchema?.type !== 'object')).toEqual([])
  // The client holds each result against the schema it was told.
  const described: any = await client.callTool({ name: 'describe_table', arguments: { datasource_id: CHINOOK_ID, table: 'Customer' } })
  expect(described.structuredContent.columns.length).toBeGreaterThan(5)
  await client.close()
})

test('rows are a compact table for whoever reads text alone', async () => {
  const client = await connected(server.owner.key)
  const dimensions = [{ table: 'Customer', column: 'Country' }]
  const query = { ...count, dimensions, order: [{ by: 'customers', direction: 'desc' }], limit: 3 }
  const told = await client.callTool({ name: 'run_semantic_query', arguments: { datasource_id: CHINOOK_ID, query, row_limit: 2 } })
  expect(textOf(told).split('\n').slice(0, 4)).toEqual(['country | customers', 'USA | 13', 'Canada | 8', '(there are more rows)'])
  expect(textOf(told)).toContain('SQL: SELECT')
  await client.close()
})

test('an answer carries its rows as text too, and its progress is told on the way', async () => {
  const client = await connected(server.owner.key)
  const steps: any[] = []
  const told: any = await client.callTool(
    { name: 'ask', arguments: { question: 'How many customers are there in each country?', model: server.model } },
    { onprogress: (step) => steps.push(step) },
  )
  expect(textOf(told)).toMatch(/\| USA \| +13 \|/)
  expect(steps.length).toBeGreaterThan(2)
  expect(steps.map(({ progress }) => progress)).toEqual(steps.map(({ progress }) => progress).toSorted((a, b) => a - b))
  expect(steps.every(({ total, message }) => total === 100 && message.length > 0)).toBe(true)
  await client.close()
})

test('a client that can ask its user does, and the choice is answered in the same session', async () => {
  const provider = await startOpenAiServer([{ file: 'ask-user.sse' }, { file: 'query-data.sse' }, { file: 'answer.sse' }])
  const model = await server.vendorModel(provider.baseUrl)
  const asked: unknown[] = []
  const client = await connected(server.owner.key, {
    choose: (message, options) => {
      asked.push([message, options])
      return 'billing country'
    },
  })
  const told: any = await client.callTool({ name: 'ask', arguments: { question: 'Which three countries have the most customers?', model } })
  expect(asked).toEqual([['Do you mean the billing country or the country of the customer?', ['billing country', 'country of the customer']]])
  expect(told.structuredContent.answer).toContain('The USA leads with 13 customers')
  const { messages } = provider.requests.at(-1)?.body ?? { messages: [] }
  expect(
    messages
      .filter(({ role }: any) => role === 'user')
      .map(({ content }: any) => JSON.stringify(content))
      .join(),
  ).toContain('billing country')
  await client.close()
  await provider.close()
})

test('a client that cannot is told the choices, and one whose user declines too', async () => {
  const provider = await startOpenAiServer([{ file: 'ask-user.sse' }, { file: 'ask-user.sse' }, { file: 'ask-user.sse' }])
  const model = await server.vendorModel(provider.baseUrl)
  const question = { name: 'ask', arguments: { question: 'Which three countries have the most customers?', model } }
  for (const client of [await connected(server.owner.key), await connected(server.owner.key, { choose: () => null })]) {
    const told: any = await client.callTool(question)
    expect(textOf(told)).toContain('- billing country\n- country of the customer')
    expect(told.structuredContent.attachments[0].type).toBe('clarification')
    await client.close()
  }
  await provider.close()
})

test('a session of somebody else is not gone on with by a state that names it', async () => {
  const client = await connected(server.owner.key)
  const mine: any = await client.callTool({ name: 'ask', arguments: { question: QUESTION, model: server.model } })
  const other = await server.account()
  const body = {
    jsonrpc: '2.0',
    id: 1,
    method: 'tools/call',
    params: {
      name: 'ask',
      arguments: { question: QUESTION, model: server.model },
      requestState: JSON.stringify({ session_id: mine.structuredContent.session_id }),
      inputResponses: { choice: { action: 'accept', content: { answer: QUESTION } } },
      _meta: {
        'io.modelcontextprotocol/protocolVersion': '2026-07-28',
        'io.modelcontextprotocol/clientInfo': { name: 'x', version: '1' },
        'io.modelcontextprotocol/clientCapabilities': { elicitation: {} },
      },
    },
  }
  const headers = { 'mcp-protocol-version': '2026-07-28', 'mcp-method': 'tools/call', 'mcp-name': 'ask' }
  const reply = await (await server.open('POST /llm/mcp', { as: other.key, body, headers })).text()
  expect(reply).toContain('not_found')
  await client.close()
})

test('data sources, tables and dashboards are resources of who may see them', async () => {
  const mine = await server.request('POST /analytics/dashboards', { as: server.owner.key, body: { title: 'Sales' } })
  const client = await connected(server.owner.key)
  const { resources } = await client.listResources()
  const dashboard = `querent://dashboards/${mine.body.id}`
  expect(resources.map(({ uri }) => uri)).toEqual(
    expect.arrayContaining([`querent://datasources/${CHINOOK_ID}`, `querent://datasources/${CHINOOK_ID}/tables/Customer`, dashboard]),
  )
  const { resourceTemplates } = await client.listResourceTemplates()
  expect(resourceTemplates.map(({ uriTemplate }) => uriTemplate).toSorted()).toEqual([
    'querent://dashboards/{dashboard_id}',
    'querent://datasources/{datasource_id}',
    'querent://datasources/{datasource_id}/tables/{table}',
  ])
  const read = async (uri: string): Promise<any> => (await client.readResource({ uri })).contents[0]
  expect(JSON.parse((await read(`querent://datasources/${CHINOOK_ID}/tables/Customer`)).text)).toMatchObject({ name: 'Customer' })
  expect((await read(dashboard)).text).toBe('# Sales')
  const completed = await client.complete({
    ref: { type: 'ref/resource', uri: 'querent://datasources/{datasource_id}/tables/{table}' },
    argument: { name: 'table', value: 'cust' },
    context: { arguments: { datasource_id: CHINOOK_ID } },
  })
  expect(completed.completion.values).toEqual(['Customer'])
  await client.close()

  const other = await server.account()
  const stranger = await connected(other.key)
  expect((await stranger.listResources()).resources.map(({ uri }) => uri)).toEqual(['ui://querent/chart'])
  await expect(stranger.readResource({ uri: `querent://datasources/${CHINOOK_ID}` })).rejects.toThrow('not_found')
  await expect(stranger.readResource({ uri: dashboard })).rejects.toThrow('not_found')
  await stranger.close()
  const { key } = await server.account({ scopes: ['core:read'] })
  const narrow = await connected(key)
  expect((await narrow.listResourceTemplates()).resourceTemplates).toEqual([])
  await narrow.close()
})

test('the caller’s prompts are prompts, with their variables as arguments', async () => {
  const empty = await connected((await server.account()).key)
  expect((await empty.listPrompts()).prompts).toEqual([])
  await empty.close()
  await server.request('POST /core/prompts', {
    as: server.owner.key,
    body: { command: '/weekly', title: 'The week', content: 'How was {{week}} in {{region}}?' },
  })
  await server.request('POST /core/prompts', { as: server.owner.key, body: { command: '/plain', title: 'Plain', content: 'How is it?' } })
  const client = await connected(server.owner.key)
  expect((await client.listPrompts()).prompts.map(({ name, arguments: given }) => [name, given?.map((one) => one.name) ?? []])).toEqual([
    ['plain', []],
    ['weekly', ['week', 'region']],
  ])
  const { messages } = await client.getPrompt({ name: 'weekly', arguments: { week: '47', region: 'EU' } })
  expect(messages).toEqual([{ role: 'user', content: { type: 'text', text: 'How was 47 in EU?' } }])
  await expect(client.getPrompt({ name: 'weekly', arguments: { week: '47' } })).rejects.toThrow('region')
  await client.close()
})

test('the audit trail tells who called what, over which data, by which query', async () => {
  const before = (await audit()).length
  const client = await connected(server.owner.key)
  const told: any = await client.callTool({ name: 'run_semantic_query', arguments: { datasource_id: CHINOOK_ID, query: count } })
  await client.callTool({ name: 'ask', arguments: { question: QUESTION, model: server.model } })
  await client.close()
  const other = await server.account()
  const stranger = await connected(other.key)
  await stranger.callTool({ name: 'run_semantic_query', arguments: { datasource_id: CHINOOK_ID, query: count } })
  await stranger.close()
  const [ran, asked, refused] = (await audit()).slice(before)
  const hash = await queryHash(told.structuredContent.sql)
  expect(ran).toEqual({
    actor_id: server.owner.id,
    outcome: 'success',
    details: { method: 'tools/call', name: 'run_semantic_query', datasource_id: CHINOOK_ID, query_hashes: [hash] },
  })
  expect(asked).toMatchObject({ details: { name: 'ask', session_id: expect.stringMatching(/^ses_/), query_hashes: [expect.stringMatching(/^[0-9a-f]{64}$/)] } })
  expect(refused).toMatchObject({ actor_id: other.id, outcome: 'denied', details: { code: 'not_found' } })
  expect(JSON.stringify(await audit())).not.toContain('SELECT')
})
