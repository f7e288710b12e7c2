import { eq, sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { auditLogs } from '#db/schema/catalog.ts'
import { sealAudit } from '#domain/catalog/audit-chain.ts'
import { type TestServer, testServer } from '#test/harness.ts'

const makeGroups = async (server: TestServer, count: number) => {
  for (let i = 0; i < count; i++) await server.request('POST /core/groups', { body: { name: `Group ${i}` } })
}
const verify = async (server: TestServer) => (await server.request('GET /core/audit-logs/verify')).body

test('every write has one entry that says who did what to which object', async () => {
  const server = await testServer()
  const headers = { 'user-agent': 'ledger/1', 'x-request-id': 'req_known_123' }
  const { body: group } = await server.request('POST /core/groups', { body: { name: 'Sales' }, headers })
  await server.request('GET /core/groups')
  const { body } = await server.request(`GET /core/audit-logs?resource_id=${group.id}`)
  expect(body).toHaveLength(1)
  expect(body[0]).toMatchObject({
    type: 'group.created',
    actor: { type: 'api_key' },
    resource: { type: 'group', id: group.id },
    service: 'core',
    outcome: 'success',
  })
  const facts = { id: 'req_known_123', method: 'POST', path: '/api/v1/core/groups', ip: '127.0.0.1', user_agent: 'ledger/1' }
  expect(body[0].request).toEqual({ ...facts, status: 201, duration_ms: expect.any(Number) })
  expect(body[0].request.duration_ms).toBeGreaterThan(0)
  expect(body[0].is_redacted).toBe(false)
  expect((await server.request(`GET /core/audit-logs/${body[0].id}`)).body).toEqual(body[0])
  await server.close()
})

test('a refusal is on record too, and the trail is for administrators', async () => {
  const server = await testServer()
  const user = await server.account()
  expect((await server.request('GET /core/audit-logs', { as: user.key })).status).toBe(403)
  expect((await server.request('GET /core/audit-logs/export', { as: user.key })).status).toBe(403)
  await server.querent.idle()
  const { body } = await server.request(`GET /core/audit-logs?outcome=denied&actor_id=${user.id}`)
  expect(body.map((entry: { type: string }) => entry.type)).toEqual(['access.denied', 'access.denied'])
  expect(body[0].request.status).toBe(403)
  await server.request('POST /core/auths/signin', { as: null, body: { email: 'nobody@example.com', password: 'a wrong password' } })
  expect((await server.request('GET /core/audit-logs?type=user.signin_failed')).body[0].request.status).toBe(401)
  await server.close()
})

test('filters choose by type, time and words', async () => {
  const server = await testServer()
  await makeGroups(server, 2)
  server.clock.now = new Date('2026-11-22T09:30:00.000Z')
  await server.request('POST /core/groups', { body: { name: 'Needle' } })
  const count = async (query: string) => Number((await server.request(`GET /core/audit-logs?${query}`)).headers.get('x-total-count'))
  expect(await count('type=group.created')).toBe(3)
  expect(await count('type=group.created&from=2026-11-22T00:00:00%2B01:00')).toBe(1)
  expect(await count('type=group.created&to=2026-11-21T23:00:00Z')).toBe(2)
  expect(await count('q=needle')).toBe(1)
  expect((await server.request('GET /core/audit-logs?from=yesterday')).status).toBe(422)
  expect((await server.request('GET /core/audit-logs/paginated?page_size=2&type=group.created')).body).toMatchObject({ total: 3, total_pages: 2 })
  await server.close()
})

test('the chain holds, however many make it at once', async () => {
  const server = await testServer()
  await makeGroups(server, 30)
  await Promise.all(Array.from({ length: 8 }, () => sealAudit(server.querent.systemContext('core'), 10)))
  await makeGroups(server, 1)
  const { body } = await server.request('GET /core/audit-logs?page_size=500')
  const result = await verify(server)
  expect(result).toMatchObject({ valid: true, broken: [], entries: body.length, head: body[0].hash })
  for (const [i, entry] of body.slice(0, -1).entries()) expect(entry.prev_hash).toBe(body[i + 1].hash)
  await server.close()
})

test.each([
  ['a changed byte in its details', sql`update audit_logs set details = replace(details, 'Group 3', 'Group 4') where details like '%Group 3%'`],
  ['a changed actor', sql`update audit_logs set actor_id = 'usr_scapegoat' where details like '%Group 3%'`],
  ['a wiped hash', sql`update audit_logs set hash = null, prev_hash = null, type = 'group.read' where details like '%Group 3%'`],
])('%s is found where it is', async (_, tamper) => {
  const server = await testServer()
  await makeGroups(server, 6)
  expect((await verify(server)).valid).toBe(true)
  const [target] = await server.db.select({ id: auditLogs.id }).from(auditLogs).where(sql`${auditLogs.details} like '%Group 3%'`)
  await server.db.run(tamper)
  const { valid, broken } = await verify(server)
  expect(valid).toBe(false)
  expect(broken[0]).toMatchObject({ id: target?.id, reason: 'changed' })
  await server.close()
})

test('a removed entry is found, in the middle and at the end', async () => {
  const server = await testServer()
  await makeGroups(server, 6)
  await verify(server)
  const rows = await server.db.select({ position: auditLogs.position }).from(auditLogs)
  const last = rows.at(-1)!.position
  await server.db.delete(auditLogs).where(eq(auditLogs.position, last - 3))
  expect((await verify(server)).broken).toEqual([{ position: last - 3, id: null, reason: 'missing' }])
  await server.db.delete(auditLogs).where(eq(auditLogs.position, last))
  expect((await verify(server)).broken).toContainEqual({ position: last, id: null, reason: 'missing' })
  await server.close()
})

test('an export streams every entry, and no cell of it is a formula', async () => {
  const server = await testServer()
  await makeGroups(server, 3)
  await server.request('POST /core/groups', { body: { name: '=cmd|"calc"' }, headers: { 'user-agent': '=HYPERLINK("http://evil.example")' } })
  const ndjson = await server.request('GET /core/audit-logs/export?type=group.created')
  const entries = ndjson.text
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line))
  expect(entries.map((entry) => entry.details.name)).toEqual(['Group 0', 'Group 1', 'Group 2', '=cmd|"calc"'])
  const csv = await server.request('GET /core/audit-logs/export?format=csv&type=group.created')
  expect(csv.headers.get('content-disposition')).toBe('attachment; filename="audit-logs.csv"')
  const lines = csv.text.trim().split('\r\n')
  expect(lines).toHaveLength(5)
  expect(lines[4]).toContain('"\'=HYPERLINK(""http://evil.example"")"')
  expect(lines.slice(1).every((line) => !/(^|,)"[=+\-@]/.test(line))).toBe(true)
  await server.close()
})

test('an export is read page by page', async () => {
  const server = await testServer()
  const [entry] = await server.db.select().from(auditLogs).limit(1)
  const { position, ...facts } = entry!
  for (let i = 0; i < 12; i++) {
    const copies = Array.from({ length: 100 }, (_, n) => ({ ...facts, id: `aud_copy_${i}_${n}`, hash: null, prev_hash: null }))
    await server.db.insert(auditLogs).values(copies)
  }
  const { text } = await server.request('GET /core/audit-logs/export?q=')
  expect(
    new Set(
      text
        .trim()
        .split('\n')
        .map((line) => JSON.parse(line).id),
    ).size,
  ).toBeGreaterThanOrEqual(1200)
  expect((await verify(server)).valid).toBe(true)
  await server.close()
})
