import { eq, sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { auditCheckpoints, auditLogs } from '#db/schema/catalog.ts'
import { sealAudit } from '#domain/catalog/audit-chain.ts'
import { forgetAudit } from '#domain/catalog/audit-retention.ts'
import { type TestServer, testServer } from '#test/harness.ts'

const KEPT = { AUDIT_KEEP_DAYS: '30' }
const DAY_MS = 86_400_000

async function aged(environment: Record<string, string> = KEPT) {
  const server = await testServer({ environment })
  const groups = async (count: number, name: string) => {
    for (let i = 0; i < count; i++) await server.request('POST /core/groups', { body: { name: `${name} ${i}` } })
  }
  const pass = (days: number) => {
    server.clock.now = new Date(server.clock.now.getTime() + days * DAY_MS)
  }
  const seal = () => sealAudit(server.querent.systemContext('core'), 10)
  const forget = () => forgetAudit(server.querent.systemContext('core'))
  const verify = async () => (await server.request('GET /core/audit-logs/verify')).body
  return { server, groups, pass, seal, forget, verify }
}
const count = async ({ db }: TestServer) => (await db.select({ n: sql<number>`count(*)` }).from(auditLogs))[0]?.n ?? 0

test('old entries are forgotten, and the chain goes on from a sealed checkpoint', async () => {
  const { server, groups, pass, seal, forget, verify } = await aged()
  await groups(5, 'Old')
  await seal()
  expect(await forget()).toBe(0)
  pass(31)
  await groups(3, 'Young')
  await seal()
  const before = await count(server)
  const gone = await forget()
  expect(gone).toBeGreaterThanOrEqual(5)
  // What tells of it is an entry itself.
  expect(await count(server)).toBe(before - gone + 1)
  expect(await verify()).toMatchObject({ valid: true, broken: [], forgotten: gone })
  const [checkpoint] = (await server.request('GET /core/audit-logs/checkpoints')).body
  expect(checkpoint).toMatchObject({ entries: gone, position: gone, seal: expect.stringMatching(/^[0-9a-f]{64}$/) })
  expect((await server.request('GET /core/audit-logs?type=audit.pruned')).body[0].details).toMatchObject({ entries: gone, keep_days: 30 })

  pass(31)
  await groups(2, 'Younger')
  await seal()
  const again = await forget()
  expect(await verify()).toMatchObject({ valid: true, broken: [], forgotten: gone + again })
  expect((await server.request('GET /core/audit-logs/checkpoints')).body).toHaveLength(2)
  await server.close()
})

test.each([
  ['a checkpoint that is gone', () => sql`delete from audit_checkpoints where position = (select min(position) from audit_checkpoints)`],
  ['a checkpoint that was moved', () => sql`update audit_checkpoints set entries = entries + 1, position = position + 1`],
  ['another hash in it', () => sql`update audit_checkpoints set hash = 'ab'`],
  ['an entry put back below it', () => sql`update audit_logs set position = 1 where position = (select max(position) from audit_logs)`],
])('%s is found', async (_, tamper) => {
  const { server, groups, pass, seal, forget, verify } = await aged()
  await groups(3, 'Old')
  await seal()
  pass(31)
  await groups(2, 'Young')
  await seal()
  await forget()
  expect((await verify()).valid).toBe(true)
  await server.db.run(tamper())
  expect((await verify()).valid).toBe(false)
  await server.close()
})

test('a trail with a gap is not forgotten, and several processes forget once', async () => {
  const { server, groups, pass, seal, forget, verify } = await aged()
  await groups(6, 'Old')
  await seal()
  pass(31)
  await groups(2, 'Young')
  await seal()
  const done = await Promise.all([forget(), forget(), forget()])
  expect(done.filter((gone) => gone > 0)).toHaveLength(1)
  expect(await server.db.select().from(auditCheckpoints)).toHaveLength(1)
  await groups(4, 'Older')
  pass(31)
  await groups(1, 'New')
  await seal()
  const [first] = await server.db.select({ position: auditLogs.position }).from(auditLogs).limit(1)
  await server.db.delete(auditLogs).where(eq(auditLogs.position, (first?.position ?? 0) + 2))
  expect(await forget()).toBe(0)
  expect((await verify()).valid).toBe(false)
  await server.close()
})

test('without a time to keep them entries stay for ever', async () => {
  const { server, groups, pass, seal, forget } = await aged({})
  await groups(3, 'Old')
  await seal()
  pass(4_000)
  expect(await forget()).toBe(0)
  expect((await server.request('GET /core/audit-logs/checkpoints', { as: (await server.account()).key })).status).toBe(403)
  await server.close()
})
