import { createClient } from '@libsql/client'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { newApiKey } from '#domain/access/api-key.ts'
import { newMasterKey } from '#domain/access/master-keys.ts'
import { type Api, apiAt } from '#test/runtimes/api.ts'
import { type BareWorkerd, startBareWorkerd } from '#test/runtimes/bare-workerd.ts'
import { hasSqld, startSqld } from '#test/sqld.ts'
import { leaveAtRandom } from './clients.ts'
import { countedWrites } from './counted-writes.ts'
import { startEndlessUpstream } from './endless-provider.ts'

const STARTS_MS = 240_000
const CLIENTS = 8

describe.skipIf(!hasSqld)(
  hasSqld ? 'clients that leave a Worker' : 'clients that leave a Worker (skipped: no libSQL server is packaged for this platform)',
  () => {
    const { key } = newApiKey('dev')
    let database: Awaited<ReturnType<typeof startSqld>>
    let upstream: Awaited<ReturnType<typeof startEndlessUpstream>>
    let way: Awaited<ReturnType<typeof countedWrites>>
    let worker: BareWorkerd
    let call: Api['call']

    beforeAll(async () => {
      ;[database, upstream] = await Promise.all([startSqld(), startEndlessUpstream(() => '')])
      way = await countedWrites(database.url)
      worker = await startBareWorkerd({
        APP_ENV: 'development',
        DATABASE_URL: way.url,
        QUERENT_MASTER_KEYS: newMasterKey(),
        QUERENT_ADMIN_API_KEY: key,
      })
      call = apiAt(() => worker.url, key).call
      const provider = await call('core', 'POST /providers', {
        body: { name: 'Endless', kind: 'openai-compatible', base_url: upstream.url, api_key: 'sk-endless' },
      })
      expect(await call('core', 'POST /models', { body: { name: 'endless', provider_id: provider.body.id, upstream: 'endless' } })).toMatchObject({
        status: 201,
      })
    }, STARTS_MS)
    afterAll(async () => {
      await worker?.stop()
      await Promise.all([database?.stop(), upstream?.stop(), way?.stop()])
    })

    test('hold up no writes of others, which the database is sent one at a time', async () => {
      const write = (n: number, signal?: AbortSignal) => call('core', 'POST /groups', { body: { name: `Group ${n}` }, ...(signal ? { signal } : {}) })
      const left = Array.from({ length: 20 }, (_, n) => write(n, AbortSignal.timeout(5 * n)).catch(() => null))
      const stayed = Array.from({ length: 20 }, (_, n) => write(100 + n))
      expect((await Promise.all(stayed)).map(({ status }) => status)).toEqual(Array(20).fill(201))
      expect((await Promise.all(left)).filter((reply) => reply === null).length).toBeGreaterThan(0)
      expect(way.most()).toBe(1)
    })

    test('take the calls of the provider with them, and their answers are stored', async () => {
      const kinds = [true, false].map((streamed) => ({ model: 'endless', streamed }))
      await leaveAtRandom(worker.url, key, kinds, CLIENTS, CLIENTS, 1_500)
      const client = createClient({ url: database.url })
      const running = async () => (await client.execute("select count(*) as n from completions where status = 'running'")).rows[0]?.n
      await vi.waitFor(async () => expect([upstream.open.size, await running()]).toEqual([0, 0]), { timeout: 20_000, interval: 100 })
      expect((await client.execute('select count(*) as n from completions')).rows[0]?.n).toBeGreaterThan(0)
      client.close()
    })
  },
)
