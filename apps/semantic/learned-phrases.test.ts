import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { datasources, descriptions, learnedPhrases } from '#db/schema/semantics.ts'
import { type AnsweringServer, answeringServer, CHINOOK_ID } from '#test/fixtures/answering-server.ts'
import type { Account } from '#test/harness.ts'

let server: AnsweringServer
let ann: Account
let bob: Account

beforeAll(async () => {
  server = await answeringServer()
  ;[ann, bob] = [await server.account(), await server.account()]
  const share = (user: Account, level: string) =>
    server.request(`POST /semantic/datasources/${CHINOOK_ID}/share/user`, { as: server.owner.key, body: { user_id: user.id, level } })
  for (const user of [ann, bob]) expect((await share(user, 'view')).status).toBeLessThan(300)
}, 60_000)
afterAll(() => server.close())
beforeEach(async () => {
  await server.db.delete(learnedPhrases)
  await server.db.update(datasources).set({ layer_version: Math.floor(Math.random() * 1e9) })
})

const QUESTION = 'price of rock'
const ask = async (content: string, as: Account, facts: object = {}) => {
  const reply = await server.request('POST /llm/session/completions', { as: as.key, body: { model: 'music', messages: [{ role: 'user', content }], ...facts } })
  const { content: text, attachments } = reply.body.choices[0].message
  const find = (type: string) => attachments.find((one: { type: string }) => one.type === type)
  return { text, options: find('clarification')?.options as string[] | undefined, table: find('query')?.semantic_query.measures[0].table as string | undefined }
}
const listed = async (as = server.owner, query = '') => (await server.request(`GET /semantic/learned-phrases${query}`, { as: as.key })).body
const chosen = async (as: Account, word: string) => {
  const { options = [] } = await ask(QUESTION, as)
  const option = options.find((one) => one.includes(word))
  expect(option, JSON.stringify(options)).toBeDefined()
  return ask(option ?? '', as)
}

test('what one chose is taken for him when he asks again, said so, and counted', async () => {
  expect((await chosen(ann, 'of tracks')).table).toBe('Track')
  const again = await ask('Price of rock?', ann)
  expect([again.table, again.options]).toEqual(['Track', undefined])
  expect(again.text).toContain('as was chosen before')
  expect((await ask(QUESTION, bob)).options).toHaveLength(3)
  expect(await listed()).toMatchObject([{ kind: 'question', phrase: QUESTION, times: 1, is_shared: false, chosen_by: ann.id }])
  await ask(`${QUESTION}, meaning: ${(await listed())[0].meaning}`, ann)
  expect((await listed())[0].times).toBe(2)
})

test('what an editor chose, or shared, holds for everybody; the own choice goes first', async () => {
  await chosen(server.owner, 'invoice lines')
  expect((await ask(QUESTION, bob)).table).toBe('InvoiceLine')
  const [{ id }] = await listed()
  const share = async (is_shared: boolean, as = server.owner) =>
    (await server.request(`PUT /semantic/learned-phrases/${id}`, { as: as.key, body: { is_shared } })).status
  expect([await share(false, ann), await share(false)]).toEqual([403, 200])
  expect((await ask(QUESTION, bob)).options).toHaveLength(3)
  await share(true)
  await ask(`${QUESTION}, meaning: ${(await listed())[0].meaning.replace('invoice lines', 'tracks')}`, ann)
  expect([(await ask(QUESTION, ann)).table, (await ask(QUESTION, bob)).table]).toEqual(['Track', 'InvoiceLine'])
})

test('nothing is remembered of a question that is not kept, nor of who sees a part of the rows', async () => {
  const { options = [] } = await ask(QUESTION, ann)
  await ask(options[0] ?? '', ann, { store: false })
  const filter = { datasource_id: CHINOOK_ID, table_name: 'Customer', condition: { member: 'Country', operator: 'equals', values: ['Brazil'] } }
  const made = await server.request('POST /semantic/filters', { as: server.owner.key, body: { ...filter, applies_to: { users: [bob.id] } } })
  expect(made.status).toBe(201)
  await ask(options[0] ?? '', bob)
  expect(await listed()).toEqual([])
  await server.request(`DELETE /semantic/filters/${made.body.id}`, { as: server.owner.key })
})

test('everybody has his own, editors have all, and what holds for everybody is for editors alone', async () => {
  await chosen(ann, 'of tracks')
  const [{ id, meaning }] = await listed(ann)
  expect([await listed(bob), await listed()]).toMatchObject([[], [{ id }]])
  const line = (method: string, as: Account, body?: object) =>
    server.request(`${method} /semantic/learned-phrases/${id}`, { as: as.key, ...(body ? { body } : {}) })
  expect([(await line('GET', bob)).status, (await line('DELETE', bob)).status, (await line('GET', server.owner)).status]).toEqual([403, 403, 200])
  const other = meaning.replace('tracks', 'invoice lines')
  expect((await line('PATCH', ann, { meaning: other })).status).toBe(403)
  expect((await line('PATCH', server.owner, { meaning: other })).body).toMatchObject({ meaning: other })
  expect((await ask(QUESTION, ann)).table).toBe('InvoiceLine')
  expect((await line('PATCH', ann, { is_shared: true })).status).toBe(403)
  expect((await server.request(`POST /semantic/learned-phrases/${id}/accept`, { as: ann.key })).status).toBe(403)
  await line('PATCH', server.owner, { is_shared: true })
  expect([(await line('GET', ann)).status, (await line('PATCH', ann, { meaning })).status, (await line('DELETE', ann)).status]).toEqual([200, 403, 403])
  const stranger = await server.account()
  expect((await line('GET', stranger)).status).toBe(404)
  expect([(await line('DELETE', server.owner)).status, await listed()]).toEqual([204, []])
  expect((await ask(QUESTION, ann)).options).toHaveLength(3)
})

test('accepted, a question becomes a verified query and a word a synonym', async () => {
  await chosen(ann, 'of tracks')
  const accept = async () => {
    const [{ id }] = await listed()
    return server.request(`POST /semantic/learned-phrases/${id}/accept`, { as: server.owner.key })
  }
  const verified = await accept()
  expect(verified.body).toEqual({ description_id: null, verified_query_id: expect.stringMatching(/^vq_/) })
  expect((await ask(QUESTION, bob)).text).toContain('verified by a person')
  await server.request(`DELETE /semantic/verified-queries/${verified.body.verified_query_id}`, { as: server.owner.key })

  const at = server.clock.now.toISOString()
  const word = { kind: 'word' as const, phrase: 'fee', meaning: 'unit price of track', query: {}, times: 1, is_shared: false, chosen_by: ann.id }
  await server.db.insert(learnedPhrases).values({ id: 'lph_1', datasource_id: CHINOOK_ID, ...word, created_at: at, updated_at: at })
  const { description_id } = (await accept()).body
  const [changed] = (await server.db.select().from(descriptions)).filter(({ id }) => id === description_id)
  expect([changed?.table_name, changed?.column_name, changed?.synonyms]).toEqual(['Track', 'UnitPrice', expect.arrayContaining(['fee'])])
  await server.db.insert(learnedPhrases).values({ id: 'lph_2', datasource_id: CHINOOK_ID, ...word, meaning: 'gone of nowhere', created_at: at, updated_at: at })
  expect((await accept()).body.error).toMatchObject({ code: 'invalid', message: expect.stringContaining('gone of nowhere') })
})
