import type { LanguageModelV4, LanguageModelV4StreamPart } from '@ai-sdk/provider'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type TestServer, testServer } from '#test/harness.ts'
import { connectFiles, extract, realSources } from '#test/ports.ts'

let server: TestServer
let as = ''
let dashboard = ''
const source = { own: '', other: '' }

const none = { noCache: undefined, cacheRead: undefined, cacheWrite: undefined, text: undefined, reasoning: undefined }
const usage = { inputTokens: { ...none, total: 100 }, outputTokens: { ...none, total: 10 } }

/** A model on the guest's side: it calls the tool that the question names, and repeats word for word what it is told. */
const obedient = (provider: string, modelId: string): LanguageModelV4 => ({
  specificationVersion: 'v4',
  provider,
  modelId,
  supportedUrls: {},
  doGenerate: () => Promise.reject(new Error('only streamed')),
  async doStream({ prompt }) {
    const told = prompt.some(({ role }) => role === 'tool') ? undefined : prompt.at(-1)
    const asked = told?.role === 'user' ? told.content.map((part) => (part.type === 'text' ? part.text : '')).join('') : null
    const text = (delta: string): LanguageModelV4StreamPart[] => [
      { type: 'text-start', id: 't' },
      { type: 'text-delta', id: 't', delta },
      { type: 'text-end', id: 't' },
    ]
    const call = asked === null ? null : (JSON.parse(asked) as { tool: string; input: unknown })
    const said: LanguageModelV4StreamPart[] = call
      ? [{ type: 'tool-call', toolCallId: 'c1', toolName: call.tool, input: JSON.stringify(call.input) }]
      : text(JSON.stringify(prompt))
    const finish: LanguageModelV4StreamPart = {
      type: 'finish',
      finishReason: call ? { unified: 'tool-calls', raw: 'tool_calls' } : { unified: 'stop', raw: 'stop' },
      usage,
    }
    return { stream: ReadableStream.from([{ type: 'stream-start', warnings: [] }, ...said, finish]) as ReadableStream<LanguageModelV4StreamPart> }
  },
})

beforeAll(async () => {
  server = await testServer({
    ports: { ...realSources(), models: { open: (connection: { name: string }, upstream: string) => obedient(connection.name, upstream) } as never },
  })
  source.own = await connectFiles(server, { 'orders.csv': 'id,region,amount\n1,EU,10\n2,US,777\n', 'salaries.csv': 'id,salary\n1,98765\n' })
  source.other = await connectFiles(server, { 'secrets.csv': 'id,word\n1,xyzzy\n' })
  await extract(server, source.own)
  await extract(server, source.other)
  const post = async (line: string, body: unknown) => {
    const reply = await server.request(`POST ${line}`, { body })
    if (reply.status >= 300) throw new Error(reply.text)
    return reply.body
  }
  const provider = await post('/core/providers', { name: 'stranger', kind: 'openai-compatible', base_url: 'http://127.0.0.1:9/v1', api_key: 'x' })
  const model = await post('/core/models', { name: 'stranger-1', provider_id: provider.id, upstream: 'm' })
  const query = { sql: 'select region, sum(amount) as total from orders group by region' }
  const chart = await post('/analytics/charts', { title: 'Sales', datasource_id: source.own, query })
  const layout = [{ id: 'a', chart_id: chart.id, x: 0, y: 0, w: 6, h: 4 }]
  dashboard = (await post('/analytics/dashboards', { title: 'Sales', layout })).id
  const filters = [{ member: 'orders.region', operator: 'equals', values: ['EU'] }]
  as = (await post('/analytics/auth/guest-token', { dashboard_id: dashboard, filters, chat_model: model.id, permissions: { can_chat: true } })).token
}, 60_000)
afterAll(() => server.close())

const make = async (tool: string, input: unknown) => {
  const body = { question: JSON.stringify({ tool, input }) }
  const reply = await server.request(`POST /analytics/dashboards/${dashboard}/chat`, { as, body })
  server.clock.now = new Date(server.clock.now.getTime() + 10_000)
  return reply
}
const sql = (text: string, datasource_id = source.own) => make('run_sql', { datasource_id, sql: text })

test('a model that does what a guest says is told the rows of the token alone', async () => {
  const { status, text } = await sql('select id, region, amount from orders')
  expect([status, text.includes('EU'), /777|US/.test(text)]).toEqual([200, true, false])
})

test.each([
  ['another table of the source', () => sql('select * from salaries')],
  [
    'another table by a semantic query',
    () => make('query_data', { datasource_id: source.own, query: { dimensions: [{ table: 'salaries', column: 'salary' }] } }),
  ],
  ['another table by a look at the schema', () => make('describe_table', { datasource_id: source.own, table: 'salaries' })],
  ['another data source', () => sql('select word from secrets', source.other)],
  ['a join that hides a table', () => sql('select s.salary from orders o, (select * from salaries) s')],
  ['the catalog', () => sql("select * from information_schema.tables where table_name = 'salaries'")],
])('%s stays closed', async (_, attempt) => {
  const { text } = await attempt()
  expect(text).not.toMatch(/98765|xyzzy|777/)
  expect(text).toMatch(/no such|not_found|unknown|not|may/i)
})
