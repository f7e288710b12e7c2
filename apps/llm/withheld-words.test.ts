import { afterAll, beforeAll, expect, test } from 'vitest'
import { messages } from '#db/schema/sessions.ts'
import { WITHHELD_WORDS } from '#domain/agent/sessions/withheld.ts'
import { type Account, type TestServer, testServer } from '#test/harness.ts'
import { connectFiles, extract, realSources } from '#test/ports.ts'

const orders = 'id,region,amount\n1,EU,1000\n2,US,2000\n'

let server: TestServer
let source = ''
let reader: Account
let session = ''
let completion = ''

beforeAll(async () => {
  server = await testServer({ ports: realSources() })
  source = await connectFiles(server, { 'orders.csv': orders })
  await extract(server, source)
  reader = await server.account()
  await server.request(`POST /semantic/datasources/${source}/share/user`, { body: { user_id: reader.id } })
  const condition = { member: 'region', operator: 'equals', values: ['EU'] }
  await server.request('POST /semantic/filters', { body: { datasource_id: source, table_name: 'orders', condition, applies_to: { users: [reader.id] } } })
  await server.request('POST /core/models', { body: { name: 'orders', base_model_id: 'builtin', datasource_ids: [source] } })
  const asked = { model: 'orders', messages: [{ role: 'user', content: 'What is the total amount?' }] }
  const { body } = await server.request('POST /llm/session/completions', { body: asked })
  session = body.session_id
  completion = body.id
  expect(body.choices[0].message.content).toContain('3,000')
  await server.request(`POST /llm/sessions/${session}/share/user`, { body: { user_id: reader.id } })
}, 60_000)
afterAll(() => server.close())

const read = async (line: string) => (await server.request(line, { as: reader.key })).text

test.each([
  ['messages', () => `GET /llm/sessions/${session}/messages`],
  ['the completion', () => `GET /llm/session/completions/${completion}`],
  ['its events', () => `GET /llm/session/completions/${completion}/events`],
])('%s tell a reader whom a filter binds nothing of what the answer said', async (_, line) => {
  const text = await read(line())
  expect(text).toContain(WITHHELD_WORDS)
  expect(text).not.toMatch(/3,?000/)
})

test('nor how many rows there were', async () => {
  const said = JSON.parse(await read(`GET /llm/sessions/${session}/messages`))
  const attachments = said.flatMap((one: { attachments: { type: string }[] }) => one.attachments) as { type: string }[]
  expect(attachments.find(({ type }) => type === 'query')).toMatchObject({ rows: [], row_count: 0, truncated: false, withheld: true })
})

test('an answer that queried nothing may tell what its model knew of the data: its words and what goes on from them are withheld too', async () => {
  const told = (await server.request('POST /llm/sessions/new', { body: { title: 'Regions', model: 'orders' } })).body.id
  const at = '2026-11-23T09:00:00.000Z'
  const clarification = { id: 'att_1', type: 'clarification', question: 'Which region?', options: ['EU', 'US77'] }
  const said = { session_id: told, completion_id: null, is_incomplete: false, created_at: at }
  await server.db.insert(messages).values([
    { ...said, id: 'msg_1', role: 'user', content: 'Which regions are there?', attachments: [] },
    { ...said, id: 'msg_2', role: 'assistant', content: 'The regions are EU and US77.', attachments: [clarification] },
  ])
  await server.request(`POST /llm/sessions/${told}/share/user`, { body: { user_id: reader.id } })
  const link = (await server.request(`POST /llm/sessions/${told}/share`)).body.share_id
  const copy = JSON.parse(await read(`POST /llm/sessions/${told}/clone`)).id
  const texts = async () =>
    Promise.all([`sessions/${told}/messages`, `sessions/shared/${link}`, `sessions/${copy}/messages`].map((path) => read(`GET /llm/${path}`)))
  for (const text of await texts()) expect(text).not.toContain('US77')
  expect(JSON.parse(await read('GET /llm/sessions/search?q=US77'))).toEqual([])
  // A model of another name, or one that is gone, names its data no more.
  const [model] = (await server.request('GET /core/models?q=orders')).body
  await server.request(`PUT /core/models/${model.id}`, { body: { name: 'renamed' } })
  for (const text of await texts()) expect(text).not.toContain('US77')
})

test('nor do a search, a copy and a frozen link', async () => {
  const sought = async (q: string) => {
    const { body, headers } = await server.request(`GET /llm/sessions/search?q=${q}`, { as: reader.key })
    return [body.map(({ id }: { id: string }) => id), headers.get('x-total-count')]
  }
  expect(await sought('3,000')).toEqual([[], '0'])
  // Nor does it tell them that nothing else is found where they are.
  const own = (await server.request('POST /llm/sessions/new', { as: reader.key, body: { title: '3 000zzz' } })).body.id
  expect(await sought('3,000')).toEqual([[own], '1'])
  const { id } = JSON.parse(await read(`POST /llm/sessions/${session}/clone`))
  expect(await read(`GET /llm/sessions/${id}/messages`)).not.toMatch(/3,?000/)
  const shared = await server.request(`POST /llm/sessions/${session}/share`)
  expect(await read(`GET /llm/sessions/shared/${shared.body.share_id}`)).not.toMatch(/3,?000/)
})

test('a replay gives him his own rows, without the statement of the asker', async () => {
  const { queries } = JSON.parse(await read(`POST /llm/session/completions/${completion}/replay`))
  expect(queries).toMatchObject([{ attachment: { rows: [[1000]], sql: '' } }])
  expect(queries[0].attachment).not.toHaveProperty('semantic_query')
})

test('a verified query that names values is listed to him without its text', async () => {
  const told = { datasource_id: source, question: 'How many orders has the US?', sql: "select count(*) from orders where region = 'US'" }
  const open = { datasource_id: source, question: 'How many orders are there?', sql: 'select count(*) from orders' }
  for (const body of [told, open]) expect((await server.request('POST /semantic/verified-queries', { body })).status).toBe(201)
  const listed = JSON.parse(await read(`GET /semantic/verified-queries?datasource_id=${source}`))
  expect(listed).toMatchObject([
    { question: open.question, sql: open.sql },
    { question: '(withheld)', sql: null, withheld: true },
  ])
  expect(JSON.parse(await read('GET /semantic/verified-queries?q=US'))).toEqual([])
  expect((await server.request('GET /semantic/verified-queries?q=US')).body).toHaveLength(1)
})

test('the words of an answer are lent for as long as its asker sees the data source', async () => {
  const files = await connectFiles(server, { 'sales.csv': 'id,amount\n1,41000\n' })
  await extract(server, files)
  const [asker, friend] = [await server.account(), await server.account()]
  await server.request(`POST /semantic/datasources/${files}/share/user`, { body: { user_id: asker.id } })
  const model = (await server.request('POST /core/models', { body: { name: 'sales', base_model_id: 'builtin', datasource_ids: [files] } })).body.id
  await server.request('POST /core/modelusers', { body: { model_id: model, user_id: asker.id } })
  const asked = { model: 'sales', messages: [{ role: 'user', content: 'What is the total amount?' }] }
  const { body } = await server.request('POST /llm/session/completions', { as: asker.key, body: asked })
  expect(body.choices[0].message.content).toContain('41,000')
  await server.request(`POST /llm/sessions/${body.session_id}/share/user`, { as: asker.key, body: { user_id: friend.id } })
  const link = (await server.request(`POST /llm/sessions/${body.session_id}/share`, { as: asker.key })).body.share_id
  const texts = () =>
    Promise.all(
      [`sessions/${body.session_id}/messages`, `session/completions/${body.id}`, `sessions/shared/${link}`, 'sessions/search?q=41,000'].map(
        async (path) => (await server.request(`GET /llm/${path}`, { as: friend.key })).text,
      ),
    )
  for (const text of await texts()) expect(text).toContain('41,000')
  await server.request(`DELETE /semantic/datasources/${files}/share/user?user_id=${asker.id}`)
  for (const text of await texts()) expect(text).not.toContain('41,000')
})

test('a repeated query is run again, and refused once the right is gone', async () => {
  const ask = () =>
    server.request(`POST /semantic/datasources/${source}/query`, {
      as: reader.key,
      body: { sql: 'select id from orders' },
      headers: { 'Idempotency-Key': 'again' },
    })
  expect([(await ask()).body.rows, (await ask()).body.rows]).toEqual([[[1]], [[1]]])
  await server.request(`DELETE /semantic/datasources/${source}/share/user?user_id=${reader.id}`)
  expect((await ask()).status).toBe(404)
})
