import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { elicitations } from '#db/schema/elicitations.ts'
import { type AnsweringServer, answeringServer } from '#test/fixtures/answering-server.ts'
import { type OpenAiServer, startOpenAiServer } from '#test/openai-server.ts'

let server: AnsweringServer
let provider: OpenAiServer
let model: string

beforeAll(async () => {
  server = await answeringServer()
})
beforeEach(async () => {
  provider = await startOpenAiServer([{ file: 'ask-user.sse' }, { file: 'query-data.sse' }, { file: 'answer.sse' }])
  model = await server.vendorModel(provider.baseUrl)
  return () => provider.close()
})
afterAll(() => server.close())

type Reply = { action: 'accept'; content: Record<string, string | number> } | { action: 'decline' | 'cancel' }
type Choose = (params: any) => Promise<Reply>
const HEADERS = { 'mcp-protocol-version': '2025-06-18', 'mcp-session-id': 'elicits.test' }
const question = () => ({ name: 'ask', arguments: { question: 'Which three countries have the most customers?', model } })
const pending = () => server.db.select().from(elicitations)

/** The official client, as those of 2025 speak. */
async function connected(choose: Choose) {
  const through: typeof globalThis.fetch = (_, init) =>
    server.open(`${init?.method ?? 'GET'} /llm/mcp`, {
      as: server.owner.key,
      headers: Object.fromEntries([...new Headers(init?.headers)].filter(([name]) => name !== 'authorization')),
      ...(init?.body ? { body: JSON.parse(String(init.body)) } : {}),
      ...(init?.signal ? { signal: init.signal } : {}),
    })
  const client = new Client({ name: 'test', version: '1' }, { versionNegotiation: { mode: 'legacy' }, capabilities: { elicitation: {} } })
  client.setRequestHandler('elicitation/create', ({ params }: any) => choose(params))
  await client.connect(new StreamableHTTPClientTransport(new URL('http://querent.test/api/v1/llm/mcp'), { fetch: through }))
  return client
}

async function asked(): Promise<string> {
  for (;;) {
    const [row] = await pending()
    if (row) return row.id
    await new Promise((resolve) => setTimeout(resolve, 10))
  }
}

async function call(choose: Choose, onprogress?: (step: { progress: number }) => void): Promise<any> {
  const client = await connected(choose)
  const told = await client.callTool(question(), onprogress ? { onprogress } : {})
  await client.close()
  expect(await pending()).toEqual([])
  return told
}

test('the user is asked within the call, and the choice is answered in the same session', async () => {
  const forms: any[] = []
  const steps: number[] = []
  const choose: Choose = async (params) => {
    forms.push(params)
    return { action: 'accept', content: { answer: 'billing country' } }
  }
  const told = await call(choose, ({ progress }) => steps.push(progress))
  expect(steps).toEqual([...new Set(steps)].toSorted((a, b) => a - b))
  expect(forms).toEqual([
    {
      message: 'Do you mean the billing country or the country of the customer?',
      requestedSchema: {
        type: 'object',
        properties: { answer: { type: 'string', title: 'Meaning', enum: ['billing country', 'country of the customer'] } },
        required: ['answer'],
      },
    },
  ])
  expect(told.structuredContent.answer).toContain('The USA leads with 13 customers')
  const messages = (await server.request(`GET /llm/sessions/${told.structuredContent.session_id}/messages`, { as: server.owner.key })).body
  expect(messages.filter(({ role }: any) => role === 'user').map(({ content }: any) => content)).toEqual([question().arguments.question, 'billing country'])
})

test.each<[string, Choose]>([
  ['declines', async () => ({ action: 'decline' })],
  ['cancels', async () => ({ action: 'cancel' })],
  ['answers something else', async () => ({ action: 'accept', content: { answer: 7 } })],
  ['cannot be asked after all', async () => Promise.reject(new Error('no window'))],
  [
    'says nothing in time',
    async () => {
      server.clock.now = new Date(server.clock.now.getTime() + 301_000)
      return new Promise(() => {})
    },
  ],
])('one who %s is told the choices', async (_, choose) => {
  const told = await call(choose)
  expect(told.content[0].text).toContain('- billing country\n- country of the customer')
  expect(told.structuredContent.attachments[0].type).toBe('clarification')
  expect(provider.requests).toHaveLength(1)
})

test('a client that leaves is waited for no longer', async () => {
  const gone = new AbortController()
  const body = { jsonrpc: '2.0', id: 1, method: 'tools/call', params: question() }
  const reply = server.open('POST /llm/mcp', { as: server.owner.key, body, headers: HEADERS, signal: gone.signal })
  await asked()
  const stream = (await reply).body
  gone.abort()
  await stream?.cancel().catch(() => {})
  while ((await pending()).length > 0) await new Promise((resolve) => setTimeout(resolve, 20))
  expect(provider.requests).toHaveLength(1)
})

test('nobody replies for somebody else, and a reply counts once', async () => {
  const other = await server.account()
  const body = { jsonrpc: '2.0', id: 1, method: 'tools/call', params: question() }
  const reply = server.open('POST /llm/mcp', { as: server.owner.key, body, headers: HEADERS })
  const id = await asked()
  const choose = async (as: string, answer: string) =>
    (await server.open('POST /llm/mcp', { as, body: { jsonrpc: '2.0', id, result: { action: 'accept', content: { answer } } }, headers: HEADERS })).status
  expect(await choose(other.key, 'what is secret')).toBe(202)
  expect((await pending()).map((row) => row.reply)).toEqual([null])
  expect([await choose(server.owner.key, 'billing country'), await choose(server.owner.key, 'another')]).toEqual([202, 202])
  expect(await (await reply).text()).toContain('The USA leads with 13 customers')
  expect(JSON.stringify(provider.requests.at(-1)?.body)).not.toContain('what is secret')
})

test('only a client that says it can ask is given a session id', async () => {
  const begin = async (protocolVersion: string, capabilities: object) => {
    const body = { jsonrpc: '2.0', id: 1, method: 'initialize', params: { protocolVersion, capabilities, clientInfo: { name: 'x', version: '1' } } }
    const reply = await server.open('POST /llm/mcp', { as: server.owner.key, body })
    await reply.text()
    return reply.headers.get('mcp-session-id')
  }
  expect(await begin('2025-11-25', { elicitation: { form: {}, url: {} } })).toMatch(/^elicits\./)
  expect(await begin('2025-06-18', { elicitation: {} })).toMatch(/^elicits\./)
  expect(await Promise.all([begin('2025-11-25', {}), begin('2025-11-25', { elicitation: { url: {} } }), begin('2025-03-26', { elicitation: {} })])).toEqual([
    null,
    null,
    null,
  ])
})
