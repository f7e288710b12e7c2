import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { apiKeys, grants } from '#db/schema/identity.ts'
import { type AnsweringServer, answeringServer } from '#test/fixtures/answering-server.ts'
import { SeenVersion } from './seen-version.ts'

let server: AnsweringServer
beforeAll(async () => {
  server = await answeringServer()
})
afterAll(() => server.close())

test('a version holds for a second, and one that was overtaken counts for nothing', () => {
  let now = 0
  const seen = new SeenVersion(() => now)
  expect(seen.read()).toBeNull()
  seen.note({ identity: 2, catalog: 5 })
  seen.note({ identity: 1, catalog: 5 })
  expect(seen.read()).toBe('2 5')
  now = 999
  expect(seen.read()).toBe('2 5')
  now = 1_000
  expect(seen.read()).toBeNull()
  seen.note({ identity: 2, catalog: 6 })
  expect(seen.read()).toBe('2 6')
})

/** How often a question reads the database. */
async function readsOf(key: string): Promise<number> {
  const body = { model: 'music', messages: [{ role: 'user', content: 'Thanks!' }] }
  let reads = 0
  const { $client } = server.db
  const { execute, batch } = $client
  const counted =
    <Call extends (...given: never[]) => unknown>(call: Call) =>
    (...given: Parameters<Call>) => {
      if (/^select/i.test(JSON.stringify(given).replace(/^[^a-z]*(?:sql":")?/i, ''))) reads += 1
      return call(...given)
    }
  Object.assign($client, { execute: counted(execute as never), batch: counted(batch as never) })
  try {
    await server.request('POST /llm/session/completions', { as: key, body })
  } finally {
    Object.assign($client, { execute, batch })
  }
  return reads
}

test('where no version is known without a query, one look finds credential and catalog unchanged', async () => {
  const { key } = await server.account()
  const first = await readsOf(key)
  const second = await readsOf(key)
  expect(second).toBeLessThan(first)
})

test('a revoked key, and a model that is shared no more, are refused by the next request', async () => {
  const { id, key } = await server.account()
  const ask = () => server.request('POST /llm/session/completions', { as: key, body: { model: 'music', messages: [{ role: 'user', content: 'Thanks!' }] } })
  expect((await ask()).status).toBe(200)
  await server.db.delete(grants).where(sql`${grants.resource_type} = 'model'`)
  expect((await ask()).status).toBe(404)
  await server.db.update(apiKeys).set({ revoked_at: server.clock.now.toISOString() }).where(sql`${apiKeys.user_id} = ${id}`)
  expect((await ask()).status).toBe(401)
})
