import { afterAll, beforeAll, expect, test } from 'vitest'
import { type AnsweringServer, answeringServer, CHINOOK_ID } from '#test/fixtures/answering-server.ts'

let server: AnsweringServer
beforeAll(async () => {
  server = await answeringServer()
})
afterAll(() => server.close())

const get = (path: string) => server.request(`GET /llm/${path}`, { as: server.owner.key })
const ask = (content: string, facts: object = {}) =>
  server.request('POST /llm/session/completions', { as: server.owner.key, body: { model: 'music', messages: [{ role: 'user', content }], ...facts } })

test('questions to begin with come from the semantic layer, and each is answered from data', async () => {
  const { status, body } = await get('suggestions?model=music')
  expect(status).toBe(200)
  expect(body).toHaveLength(4)
  expect(new Set(body.map(({ question }: { question: string }) => question)).size).toBe(4)
  for (const { question, datasource_id } of body) {
    expect(datasource_id).toBe(CHINOOK_ID)
    const [first] = (await ask(question, { store: false })).body.choices[0].message.attachments
    expect([question, first.type, first.row_count > 0]).toEqual([question, 'query', true])
  }
})

test('a verified question comes first', async () => {
  const verified = { datasource_id: CHINOOK_ID, question: 'How well did we do?', sql: 'select count(*) as sales from Invoice' }
  expect((await server.request('POST /semantic/verified-queries', { as: server.owner.key, body: verified })).status).toBe(201)
  const { body } = await get('suggestions?model=music&limit=2')
  expect(body[0]).toEqual({ question: 'How well did we do?', datasource_id: CHINOOK_ID, is_verified: true })
  expect(body[1]).toMatchObject({ is_verified: false })
})

test('an unknown model or a data source it does not read is not found; a model without data has nothing to suggest', async () => {
  expect((await get('suggestions?model=gpt-9')).status).toBe(404)
  expect((await get('suggestions?model=music&datasource_id=ds_01J00000000000000000000000')).status).toBe(404)
  expect((await get('suggestions?model=builtin')).body).toEqual([])
})

test("a question is answered from the one data source it names, and from none of another model's", async () => {
  const answered = await ask('How many customers are there?', { datasource_id: CHINOOK_ID })
  expect(answered.body.choices[0].message.attachments[0]).toMatchObject({
    datasource_id: CHINOOK_ID,
    provenance: { basis: 'semantic_layer', ran_at: expect.any(String), filtered_tables: [], explanation: expect.stringContaining('ustomers') },
  })
  const refused = await ask('How many customers are there?', { datasource_id: 'ds_01J00000000000000000000000' })
  expect([refused.status, refused.body.error.param]).toEqual([404, 'datasource_id'])
})

test('sessions are listed by the data source that answered in them', async () => {
  const { session_id } = (await ask('How many customers are there?')).body
  await ask('Which flurb is the largest?')
  const listed = await get(`sessions?datasource_id=${CHINOOK_ID}`)
  const found = listed.body.map(({ id }: { id: string }) => id)
  expect(found).toContain(session_id)
  expect(found.length).toBeLessThan((await get('sessions')).body.length)
  expect((await get('sessions/paginated?datasource_id=ds_01J00000000000000000000000')).body).toMatchObject({ total: 0, items: [] })
})
