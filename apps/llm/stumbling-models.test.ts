import { afterAll, beforeAll, expect, test } from 'vitest'
import { completions } from '#db/schema/sessions.ts'
import { readCompletion } from '#test/event-stream.ts'
import { type AnsweringServer, answeringServer, CHINOOK_ID } from '#test/fixtures/answering-server.ts'
import { type ModelServer, startModelServer } from '#test/hostile/model-server.ts'
import type { Turn } from '#test/hostile/script.ts'

let server: AnsweringServer
let provider: ModelServer
let model: string

beforeAll(async () => {
  server = await answeringServer()
  provider = await startModelServer()
  model = await server.vendorModel(provider.baseUrl)
})
afterAll(async () => {
  await server.close()
  await provider.close()
})

const COUNT = 'select count(*) as n from Customer'
const say = (text: string): Turn => ({ text })
const call = (name: string, input: object): Turn => ({ tools: [{ name, input: JSON.stringify(input) }] })
const body = { messages: [{ role: 'user', content: 'How many customers are there?' }] }

async function ask(...turns: Turn[]) {
  provider.play(turns)
  return readCompletion(await server.open('POST /llm/session/completions', { as: server.owner.key, body: { model, ...body, stream: true } }))
}
const told = (): string[] =>
  provider
    .heard()
    .split('\n')
    .map((request) => JSON.parse(request).messages.at(-1).content)

test.each([
  ['in tags', `<tool_call>\n{"name": "run_sql", "arguments": {"sql": "${COUNT}"}}\n</tool_call>`],
  ['in a fence', `I will count them.\n\`\`\`json\n{"name": "run_sql", "arguments": {"sql": "${COUNT}"}}\n\`\`\``],
  ['as a lone statement', `\`\`\`sql\n${COUNT};\n\`\`\``],
  ['as a query', '{"name": "query_data", "arguments": {"measures": [{"aggregate": "COUNT", "table": "Customer", "column": "*"}], "filters": []}}'],
])('a model that writes its call %s is answered, and what it wrote is not shown', async (_, text) => {
  const answer = await ask(say(text), say('There are [[1:1:n]] customers.'))
  expect(answer.text.replace('…', '59')).toMatch(/There are 59 customers\.$/)
  expect(answer.text).not.toMatch(/tool_call|sql|[{}`]/)
  expect(answer.attachments.find(({ type }) => type === 'query')).toMatchObject({ datasource_id: CHINOOK_ID, rows: [[59]] })
})

test('a statement that fails is told what it should have said, and is not run again', async () => {
  const wrong = call('run_sql', { datasource_id: CHINOOK_ID, sql: 'select c.Total from Customer c' })
  const answer = await ask(wrong, wrong, call('run_sql', { datasource_id: CHINOOK_ID, sql: COUNT }), say('[[1:1:n]] customers.'))
  expect(answer.text).toBe('59 customers.')
  expect(told()[1]).toContain('Customer has no column total; total stands in Invoice')
  expect(told()[2]).toContain('the same query, the same fault: change it')
})

test('a model that asks back what it was asked is sent to the data', async () => {
  const asking = call('ask_user', { question: 'How many customers are there' })
  const answer = await ask(asking, call('run_sql', { sql: COUNT }), say('[[1:1:n]] customers.'))
  expect(answer.text).toBe('59 customers.')
  expect(told()[1]).toContain('query the data for its answer')
})

test('equal queries run once and make one chart', async () => {
  const same = call('run_sql', { sql: 'select Country, count(*) as n from Customer group by Country order by n desc limit 3' })
  const answer = await ask(
    same,
    { tools: [{ name: 'run_sql', input: JSON.stringify({ sql: 'select Country,  count(*) as n from Customer\ngroup by Country order by n desc limit 3;' }) }] },
    say('The first is [[1:1:Country]].'),
  )
  expect(answer.attachments.map(({ type }) => type)).toEqual(['query', 'chart'])
  expect(told()[2]).toContain('its result is number 1')
  expect(answer.text).toBe('The first is USA.')
})

test.each([
  ['raw JSON of a call', say('<tool_call>{"name": "count_rows", "arguments": {"table": "Customer"}}</tool_call>')],
  ['a citation of nothing', say('[[1:1:total]]')],
  ['figures without a result', say('There are 4,711 customers.')],
])('%s is never an answer', async (_, turn) => {
  const answer = await ask(...Array<Turn>(6).fill(turn))
  expect(answer.text).toBe('')
  const row = (await server.db.select().from(completions)).at(-1)
  expect([row?.status, row?.error?.code]).toEqual(['failed', 'provider_failed'])
})

test('the tools and the schema a model is sent are the same bytes for every question', async () => {
  await ask(say('I cannot tell.'))
  const [first] = provider.heard().split('\n')
  provider.play([say('I cannot tell.')])
  await server.request('POST /llm/session/completions', {
    as: server.owner.key,
    body: { model, messages: [{ role: 'user', content: 'Which genre sells best in Canada?' }] },
  })
  const [second] = provider.heard().split('\n')
  const [one, two] = [first, second].map((request) => JSON.parse(request ?? ''))
  expect(one.tools).toEqual(two.tools)
  expect(one.messages[0]).toEqual(two.messages[0])
})

test('a window that cannot hold a question over data is refused, a small one is told of two tools', async () => {
  const { body: models } = await server.request(`GET /core/models?q=${model}`)
  const made = models.find(({ name }: { name: string }) => name === model)
  const path = `/core/models/${made.id}`
  const set = async (params: object) => {
    const { body: now } = await server.request(`GET ${path}`)
    const stored = await server.request(`PUT ${path}`, { body: { params }, headers: { 'if-match': `"${now.revision}"` } })
    expect(stored.status).toBe(200)
  }
  await set({ context_tokens: 1_000 })
  const refused = await server.request('POST /llm/session/completions', { as: server.owner.key, body: { model, ...body } })
  expect([refused.status, refused.body.error.param]).toEqual([422, 'model'])
  expect(refused.body.error.message).toMatch(/takes at least \d+ tokens/)
  await set({ context_tokens: 4_000 })
  const answer = await ask(say(COUNT), say('[[1:1:n]] customers.'))
  expect(answer.text).toBe('59 customers.')
  expect(JSON.parse(provider.heard().split('\n')[0] ?? '').tools.map((tool: { function: { name: string } }) => tool.function.name)).toEqual([
    'run_sql',
    'ask_user',
  ])
  await set({})
})
