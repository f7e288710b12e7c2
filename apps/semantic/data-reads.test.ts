import { createHash } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type AnsweringServer, answeringServer, CHINOOK_ID } from '#test/fixtures/answering-server.ts'

let server: AnsweringServer
beforeAll(async () => {
  server = await answeringServer({ environment: { AUDIT_DATA_READS: 'on' } })
})
afterAll(() => server.close())

const SQL = 'select Country, count(*) as customers from Customer group by 1'
const sha = (text: string) => createHash('sha256').update(text).digest('hex')
const reads = async () => (await server.request('GET /core/audit-logs?type=data.read&page_size=500')).body
const query = (sql: string, as = server.owner.key) => server.request(`POST /semantic/datasources/${CHINOOK_ID}/query`, { as, body: { sql } })

test('who read which rows is on record, by the hash of the query, once an hour', async () => {
  expect((await query(SQL)).status).toBe(200)
  await query(SQL)
  const [entry, ...others] = await reads()
  expect(others).toEqual([])
  expect(entry).toMatchObject({ resource: { type: 'datasource', id: CHINOOK_ID }, actor: { user_id: server.owner.id }, outcome: 'success' })
  expect(entry.details).toEqual({ query_hash: sha(SQL), tables: expect.arrayContaining(['Customer']), rows: 24, row_filters_applied: false })
  // Nothing of what the rows hold.
  expect(JSON.stringify(entry)).not.toContain('Brazil')

  await query(SQL, server.adminKey)
  expect(await reads()).toHaveLength(2)
  server.clock.now = new Date(server.clock.now.getTime() + 3_600_001)
  await query(SQL)
  expect(await reads()).toHaveLength(3)
})

test('questions, previews and charts are reads too, also of kept rows another has read; refusals are none', async () => {
  const before = (await reads()).length
  const { body } = await server.request('POST /llm/session/completions', {
    as: server.owner.key,
    body: { model: server.model, messages: [{ role: 'user', content: 'What is the total revenue per country?' }] },
  })
  expect(await reads()).toHaveLength(before + 1)
  await server.request(`GET /semantic/datasources/${CHINOOK_ID}/tables/Customer/preview`, { as: server.owner.key })
  expect((await reads())[0].details.tables).toEqual(['Customer'])
  const chart = body.choices[0].message.attachments.find(({ type }: { type: string }) => type === 'chart').chart_id
  await server.request(`PUT /analytics/charts/${chart}`, { as: server.owner.key, body: { cache_seconds: 600 } })
  await server.request(`GET /analytics/charts/${chart}/data`, { as: server.owner.key })
  await server.request(`GET /analytics/charts/${chart}/data`)
  const [latest] = await reads()
  expect(latest.details.kept).toBe(true)
  expect(latest.actor.user_id).not.toBe(server.owner.id)
  const now = (await reads()).length
  expect((await query('select * from Nothing')).status).toBe(422)
  expect((await query(SQL, (await server.account()).key)).status).toBe(404)
  expect(await reads()).toHaveLength(now)
})

test('what is beyond the bound of a minute is counted, and told in one entry', async () => {
  const before = (await reads()).length
  server.clock.now = new Date(server.clock.now.getTime() + 60_000)
  for (let i = 0; i < 305; i++) await query(`select ${i} as n from Customer limit 1`)
  server.clock.now = new Date(server.clock.now.getTime() + 60_000)
  await query('select 999 as n from Customer limit 1')
  const { headers } = await server.request('GET /core/audit-logs?type=data.read')
  expect(Number(headers.get('x-total-count'))).toBe(before + 301)
  const [left] = (await server.request('GET /core/audit-logs?type=data.reads_left_out')).body
  expect(left).toMatchObject({ actor: { type: 'system' }, details: { reads: 5 } })
  expect((await server.request('GET /core/audit-logs/verify')).body.valid).toBe(true)
}, 60_000)
