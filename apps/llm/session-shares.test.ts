import { afterAll, beforeAll, expect, test } from 'vitest'
import { rowFilters } from '#db/schema/semantics.ts'
import { newId } from '#domain/identifiers.ts'
import { readCompletion } from '#test/event-stream.ts'
import { type AnsweringServer, answeringServer, CHINOOK_ID } from '#test/fixtures/answering-server.ts'
import type { Account } from '#test/harness.ts'

let server: AnsweringServer
let reader: Account
let session: string
let completion: string

beforeAll(async () => {
  server = await answeringServer()
  reader = await server.account()
  const body = { model: 'music', messages: [{ role: 'user', content: 'Number of customers by country' }] }
  const answered = await server.request('POST /llm/session/completions', { as: server.owner.key, body })
  session = answered.body.session_id
  completion = answered.body.id
})
afterAll(() => server.close())

const as = (account: Account) => ({ as: account.key })
const queryOf = (messages: any[]) => messages.flatMap((message) => message.attachments).find((attachment: any) => attachment.type === 'query')
const share = (body: object = { user_id: reader.id }) => server.request(`POST /llm/sessions/${session}/share/user`, { ...as(server.owner), body })
const mayQuery = (level: string) =>
  server.request(`POST /semantic/datasources/${CHINOOK_ID}/share/user`, { ...as(server.owner), body: { user_id: reader.id, level } })
const mayNotQuery = () => server.request(`DELETE /semantic/datasources/${CHINOOK_ID}/share/user?user_id=${reader.id}`, as(server.owner))

test('a link holds the session as it was, until it is ended', async () => {
  const made = await server.request(`POST /llm/sessions/${session}/share`, as(server.owner))
  expect([made.status, made.body.session_id]).toEqual([201, session])
  const { share_id } = made.body
  expect((await server.request(`POST /llm/sessions/${session}/share`, as(server.owner))).body.share_id).toBe(share_id)
  expect((await server.request(`GET /llm/sessions/${session}`, as(server.owner))).body.share_id).toBe(share_id)
  await server.request(`PUT /llm/sessions/${session}`, { ...as(server.owner), body: { title: 'Renamed' } })
  const more = { session_id: session, messages: [{ role: 'user', content: 'How many artists are there?' }] }
  await server.request('POST /llm/session/completions', { ...as(server.owner), body: more })
  const read = await server.request(`GET /llm/sessions/shared/${share_id}`, as(reader))
  expect([read.status, read.body.title, read.body.messages.length]).toEqual([200, 'Number of customers by country', 2])
  expect(read.body.messages[1].content).toContain('USA')
  expect(queryOf(read.body.messages)).toMatchObject({ withheld: true, rows: [], sql: '', provenance: { tables: [] } })
  expect(JSON.stringify(queryOf(read.body.messages))).not.toContain('semantic_query')

  expect((await server.request(`DELETE /llm/sessions/${session}/share`, as(server.owner))).status).toBe(204)
  expect((await server.request(`GET /llm/sessions/shared/${share_id}`, as(reader))).status).toBe(404)
  expect((await server.request(`DELETE /llm/sessions/${session}/share`, as(server.owner))).status).toBe(404)
  const next = await server.request(`POST /llm/sessions/${session}/share`, as(server.owner))
  expect(next.body.share_id).not.toBe(share_id)
  expect((await server.request(`GET /llm/sessions/shared/${next.body.share_id}`, as(reader))).body.messages).toHaveLength(4)
})

test('two that share at once get the same link', async () => {
  const { body } = await server.request('POST /llm/sessions/new', { ...as(server.owner), body: { title: 'Race' } })
  const made = await Promise.all(Array.from({ length: 5 }, () => server.request(`POST /llm/sessions/${body.id}/share`, as(server.owner))))
  expect(new Set(made.map((reply) => reply.body.share_id)).size).toBe(1)
  expect(made.filter((reply) => reply.status === 201)).toHaveLength(1)
})

test('a share is for reading, lasts until it is taken back, and lends no rows', async () => {
  expect((await server.request(`GET /llm/sessions/${session}`, as(reader))).status).toBe(404)
  expect((await share({ user_id: reader.id, level: 'edit' })).status).toBe(422)
  expect((await share()).status).toBe(201)
  const said = await server.request(`GET /llm/sessions/${session}/messages`, as(reader))
  expect(queryOf(said.body)).toMatchObject({ withheld: true, rows: [] })
  const whole = await server.request(`GET /llm/session/completions/${completion}`, as(reader))
  expect(queryOf([whole.body.choices[0].message])).toMatchObject({ withheld: true, rows: [] })
  const followed = await readCompletion(await server.open(`GET /llm/session/completions/${completion}/events`, as(reader)))
  expect(followed.attachments.find((attachment) => attachment.type === 'query')).toMatchObject({ withheld: true, rows: [] })
  expect((await server.request(`PUT /llm/sessions/${session}`, { ...as(reader), body: { title: 'Mine' } })).status).toBe(403)
  const listed = await server.request('GET /llm/sessions?shared=true', as(reader))
  expect(listed.body.map((one: any) => one.id)).toEqual([session])
  expect((await server.request('GET /llm/sessions', as(reader))).body).toEqual([])
  expect((await server.request('GET /llm/sessions/search?q=customers', as(reader))).body.map((hit: any) => hit.id)).toEqual([session])

  expect((await server.request(`DELETE /llm/sessions/${session}/share/user?user_id=${reader.id}`, as(server.owner))).status).toBe(204)
  expect((await server.request(`GET /llm/sessions/${session}/messages`, as(reader))).status).toBe(404)
  expect((await server.request('GET /llm/sessions/search?q=customers', as(reader))).body).toEqual([])
})

test('who may query the source sees the rows, unless a row filter stands', async () => {
  await share()
  await mayQuery('view')
  const rows = async () => queryOf((await server.request(`GET /llm/sessions/${session}/messages`, as(reader))).body).rows.length
  expect(await rows()).toBeGreaterThan(5)
  const at = server.clock.now.toISOString()
  await server.db.insert(rowFilters).values({
    id: newId('flt', 1),
    datasource_id: CHINOOK_ID,
    name: 'usa',
    table_name: 'Customer',
    condition: { member: 'Country', operator: 'equals', values: ['USA'] },
    applies_to: { everyone: true } as never,
    is_enabled: true,
    created_at: at,
    updated_at: at,
  })
  expect(await rows()).toBe(0)
  await server.db.delete(rowFilters)
  await mayNotQuery()
  expect(await rows()).toBe(0)
})

test('a copy drops the rows its owner may not query, and keeps the words', async () => {
  await share()
  const clone = async () => {
    const { body } = await server.request(`POST /llm/sessions/${session}/clone`, { ...as(reader), body: {} })
    return (await server.request(`GET /llm/sessions/${body.id}/messages`, as(reader))).body
  }
  const poor = await clone()
  expect([poor[1].content.includes('USA'), queryOf(poor).withheld, queryOf(poor).rows]).toEqual([true, true, []])
  expect(queryOf(poor).columns.map(({ table, column }: any) => [table, column])).toEqual(queryOf(poor).columns.map(() => ['', null]))
  await mayQuery('view')
  const rich = await clone()
  expect(queryOf(rich).rows.length).toBeGreaterThan(5)
  await mayNotQuery()
})

test('a chart is named only to those who may open it, in a session, behind its link and in a copy', async () => {
  await share()
  await mayQuery('view')
  const chartOf = (messages: any[]) => messages.flatMap((message) => message.attachments).find((attachment: any) => attachment.type === 'chart')
  const link = (await server.request(`POST /llm/sessions/${session}/share`, as(server.owner))).body
  const named = async (account: Account) => {
    const copy = (await server.request(`POST /llm/sessions/${session}/clone`, { ...as(account), body: {} })).body
    const read = [`/llm/sessions/${session}/messages`, `/llm/sessions/${copy.id}/messages`].map((path) => server.request(`GET ${path}`, as(account)))
    const [there, here] = (await Promise.all(read)).map(({ body }) => chartOf(body))
    const behind = chartOf((await server.request(`GET ${link.path.replace('/api/v1', '')}`, as(account))).body.messages)
    expect([there.spec, here.spec, behind.spec]).toEqual(Array.from({ length: 3 }, () => expect.objectContaining({ mark: expect.anything() })))
    return [there.chart_id, here.chart_id, behind.chart_id]
  }
  const [id] = await named(server.owner)
  expect(await named(server.owner)).toEqual([id, id, id])
  expect(await named(reader)).toEqual([null, null, null])
  await server.request(`POST /analytics/charts/${id}/share/user`, { ...as(server.owner), body: { user_id: reader.id } })
  expect(await named(reader)).toEqual([id, id, id])
  await server.request(`DELETE /llm/sessions/${session}/share`, as(server.owner))
  await mayNotQuery()
})

test('a group share reaches its members', async () => {
  const { body: group } = await server.request('POST /core/groups', { body: { name: 'Readers' } })
  const member = await server.account()
  await server.request('POST /core/usergroups', { body: { user_id: member.id, group_id: group.id } })
  const { body: other } = await server.request('POST /llm/sessions/new', { ...as(server.owner), body: { title: 'For the group' } })
  await server.request(`POST /llm/sessions/${other.id}/share/group`, { body: { group_id: group.id } })
  expect((await server.request(`GET /llm/sessions/${other.id}`, as(member))).status).toBe(200)
  expect((await server.request(`DELETE /llm/sessions/${other.id}/share/group?group_id=${group.id}`)).status).toBe(204)
  expect((await server.request(`GET /llm/sessions/${other.id}`, as(member))).status).toBe(404)
})

test('a deleted session takes its link along', async () => {
  const { body } = await server.request('POST /llm/sessions/new', { ...as(server.owner), body: { title: 'Short' } })
  const { share_id } = (await server.request(`POST /llm/sessions/${body.id}/share`, as(server.owner))).body
  await server.request(`DELETE /llm/sessions/${body.id}`, as(server.owner))
  expect((await server.request(`GET /llm/sessions/shared/${share_id}`, as(reader))).status).toBe(404)
})
