import { createClient } from '@libsql/client'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { newApiKey } from '#domain/access/api-key.ts'
import { newMasterKey } from '#domain/access/master-keys.ts'
import { type Api, apiAt } from '#test/runtimes/api.ts'
import { type BareWorkerd, startBareWorkerd } from '#test/runtimes/bare-workerd.ts'
import { hasSqld, startSqld } from '#test/sqld.ts'
import { leaveAtRandom } from './clients.ts'
import { startEndlessUpstream } from './endless-provider.ts'

const STARTS_MS = 240_000
const CLIENTS = 8

describe.skipIf(!hasSqld)(
  hasSqld ? 'clients that leave a Worker' : 'clients that leave a Worker (skipped: no libSQL server is packaged for this platform)',
  () => {
    const { key } = newApiKey('dev')
    let database: Awaited<ReturnType<typeof startSqld>>
    let upstream: Awaited<ReturnType<typeof startEndlessUpstream>>
    let worker: BareWorkerd
    let call: Api['call']

    beforeAll(async () => {
      ;[database, upstream] = await Promise.all([startSqld(), startEndlessUpstream(() => '')])
      worker = await startBareWorkerd({
        APP_ENV: 'development',
        DATABASE_URL: database.url,
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
      await Promise.all([database?.stop(), upstream?.stop()])
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
