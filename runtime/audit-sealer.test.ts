import { sql } from 'drizzle-orm'
import { expect, test, vi } from 'vitest'
import { auditLogs } from '#db/schema/catalog.ts'
import { sealAudit } from '#domain/catalog/audit-chain.ts'
import { testServer } from '#test/harness.ts'
import { AuditSealer } from './audit-sealer.ts'

const delivery = { ip: null, waitUntil: null }
const request = (method: string) => new Request('http://querent.test/api/v1/core/groups', { method })

test('a write is chained soon after it, once for many, and a read causes nothing', async () => {
  vi.useFakeTimers()
  const server = await testServer()
  const runs: Promise<unknown>[] = []
  const context = () => server.querent.systemContext('core')
  const sealer = new AuditSealer({ context, defer: (work) => void runs.push(work()) })
  const deliver = sealer.watch(async () => new Response())
  await deliver(request('GET'), delivery)
  await vi.advanceTimersByTimeAsync(5_000)
  expect(runs).toHaveLength(0)
  for (let i = 0; i < 20; i++) await deliver(request('POST'), delivery)
  await vi.advanceTimersByTimeAsync(1_000)
  expect(runs).toHaveLength(1)
  vi.useRealTimers()
  await Promise.all(runs)
  const open = await server.db.select({ id: auditLogs.id }).from(auditLogs).where(sql`${auditLogs.hash} is null`)
  expect(open).toEqual([])
  await server.close()
})

test('where a request keeps work alive, it is told of the wait and of the work', async () => {
  vi.useFakeTimers()
  const server = await testServer()
  const kept: Promise<unknown>[] = []
  const sealer = new AuditSealer({ context: () => server.querent.systemContext('core'), defer: (work, waitUntil) => waitUntil?.(work()) })
  const deliver = sealer.watch(async () => new Response(null, { status: 403 }))
  await deliver(request('GET'), { ip: null, waitUntil: (work) => void kept.push(work) })
  expect(kept).toHaveLength(1)
  await vi.advanceTimersByTimeAsync(1_000)
  vi.useRealTimers()
  await Promise.all(kept)
  expect(kept).toHaveLength(2)
  await server.close()
})

test('a read waits for no chaining, and says what is not chained yet', async () => {
  const server = await testServer()
  await server.request('POST /core/groups', { body: { name: 'Sales' } })
  const { body } = await server.request('GET /core/audit-logs?type=group.created')
  expect(body[0]).toMatchObject({ hash: null, prev_hash: null })
  expect((await server.request(`GET /core/audit-logs/${body[0].id}`)).body.hash).toBeNull()
  expect((await server.request('GET /core/audit-logs/export?type=group.created')).text).toContain('"hash":null')
  await server.close()
})

test('a backlog is chained in pieces of a fixed size, each found by position whatever the statistics say', async () => {
  const server = await testServer()
  const ctx = server.querent.systemContext('core')
  await server.db.run(sql`analyze`)
  const [entry] = await server.db.select().from(auditLogs).limit(1)
  const { position: _, ...facts } = entry!
  for (let i = 0; i < 13; i++)
    await server.db.insert(auditLogs).values(Array.from({ length: 100 }, (__, n) => ({ ...facts, id: `aud_${i}_${n}`, hash: null, prev_hash: null })))
  const chained = async () => (await server.db.get<{ n: number }>(sql`select count(*) as n from audit_logs where hash is not null`))?.n
  expect(await sealAudit(ctx, 1)).toBe(false)
  expect(await chained()).toBe(500)
  const { body } = await server.request('GET /core/audit-logs/verify')
  expect(body).toMatchObject({ valid: true, unchained: 0 })
  expect(await sealAudit(ctx, 1)).toBe(true)
  await server.close()
})
