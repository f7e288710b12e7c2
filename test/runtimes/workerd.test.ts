import { join } from 'node:path'
import { createClient } from '@libsql/client'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { createTestHarness, type TestHarness } from 'wrangler'
import { newApiKey } from '#domain/access/api-key.ts'
import { newMasterKey } from '#domain/access/master-keys.ts'
import { freePort } from '#test/free-port.ts'
import { type OtlpReceiver, startOtlpReceiver } from '#test/otlp-receiver.ts'
import { hasSqld, startSqld } from '#test/sqld.ts'
import { type Api, apiAt } from './api.ts'
import { type Deployment, startDeployment, uploadExample } from './local-process.ts'
import { smoke } from './smoke.ts'
import { startUpstream, type Upstream } from './upstream.ts'
import { builtWorker } from './worker-bundle.ts'

/** Each Worker is bundled, which takes seconds: of the five that serve one service alone, two stand for all. */
const ALONE = ['core', 'semantic'] as const
const BUILD_MS = 240_000

describe.skipIf(!hasSqld)(hasSqld ? 'workerd' : 'workerd (skipped: no libSQL server is packaged for this platform)', () => {
  let harness: TestHarness
  let database: Awaited<ReturnType<typeof startSqld>>
  let upstream: Upstream
  let machine: Deployment
  let collector: OtlpReceiver
  let api: Api

  beforeAll(async () => {
    const [port] = await Promise.all([
      freePort(),
      startSqld().then((started) => {
        database = started
      }),
      startUpstream(false).then((started) => {
        upstream = started
      }),
    ])
    collector = await startOtlpReceiver()
    const key = newApiKey('dev').key
    const both = {
      DATABASE_URL: database.url,
      QUERENT_MASTER_KEYS: newMasterKey(),
      QUERENT_ADMIN_API_KEY: key,
      QUERY_RUNNER_SECRET: newApiKey('dev').secret + key,
    }
    const vars = {
      ...both,
      APP_ENV: 'development',
      QUERY_RUNNER_URL: `http://127.0.0.1:${port}`,
      OTEL_EXPORTER_OTLP_ENDPOINT: collector.origin,
      OTEL_EXPORTER_OTLP_PROTOCOL: 'http/json',
    }
    const configPath = join(import.meta.dirname, '../../wrangler.toml')
    const main = join(import.meta.dirname, '../../runtime/worker-audio.ts')
    const unset = { config: { name: 'unset', main, compatibility_date: '2026-10-01', compatibility_flags: ['nodejs_compat'] } }
    const served: { env?: string; prebuiltWorkerDir: string }[] = [{ prebuiltWorkerDir: await builtWorker('') }]
    for (const env of ALONE) served.push({ env, prebuiltWorkerDir: await builtWorker(env) })
    harness = createTestHarness({ workers: [...served.map((worker) => ({ configPath, vars, ...worker })), unset] })
    const { url } = await harness.listen()
    api = apiAt(() => url.origin, key, harness.getWorker().fetch as unknown as typeof globalThis.fetch)
    // Files and queries need a machine: a Node process on the same database stores the ones and runs the others.
    machine = await startDeployment('node', { ...both, QUERY_RUNNER_PORT: String(port) }, { adminKey: key })
  }, BUILD_MS)
  afterAll(async () => {
    await harness?.close()
    await machine?.end()
    await Promise.all([database?.stop(), upstream?.stop(), collector?.stop()])
  })

  for (const { service, name, run } of smoke) {
    test(`${service}: ${name}`, () => run({ api, upstream, upload: (file) => uploadExample(machine.api, file) }))
  }

  test('requests and questions are traces at the collector', async () => {
    const traceId = 'ab12'.repeat(8)
    await api.call('core', 'GET /users/me', { headers: { traceparent: `00-${traceId}-${'cd'.repeat(8)}-01` } })
    await vi.waitFor(() => expect(collector.spans().filter((span) => span.traceId === traceId)).toMatchObject([{ name: 'GET /api/v1/core/users/me' }]), 5_000)
    const questions = collector.spans().filter(({ name }) => name === 'question')
    expect(questions.length).toBeGreaterThan(0)
    const { traceId: asked, spanId } = questions[0] ?? { traceId: '', spanId: '' }
    const parts = collector.spans().filter((span) => span.traceId === asked && span.parentSpanId === spanId)
    expect(parts.map(({ name }) => name)).toContain('chat builtin')
  })

  test('clients that leave do not hold up those who stay', async () => {
    expect((await api.call('core', 'GET /users/me')).status).toBe(200)
    const left = Array.from({ length: 200 }, (_, index) => {
      const gone = new AbortController()
      setTimeout(() => gone.abort(), index % 40)
      return api.call('core', 'GET /users/me', { signal: gone.signal }).catch(() => 'left')
    })
    expect((await Promise.all(left)).filter((reply) => reply === 'left').length).toBeGreaterThan(0)
    expect((await api.call('core', 'GET /users/me')).status).toBe(200)
  })

  test('a scheduled event does what no request asks for', async () => {
    const client = createClient({ url: database.url })
    await client.execute("insert into idempotency (id, body_hash, state, holder, created_at) values ('old', '', 'finished', '', '2026-01-01T00:00:00.000Z')")
    const { outcome } = await harness.getWorker().scheduled({ cron: '* * * * *', scheduledTime: new Date() })
    expect(outcome).toBe('ok')
    expect((await client.execute("select id from idempotency where id = 'old'")).rows).toEqual([])
    client.close()
  })

  test('a Worker without its settings says in its log alone what is missing', async () => {
    const fetch = harness.getWorker('unset').fetch as unknown as typeof globalThis.fetch
    const { status, body, text } = await apiAt(() => 'http://querent.test', '', fetch).call('core', 'GET /health')
    expect([status, body.error.code]).toEqual([500, 'internal'])
    expect(text).not.toContain('DATABASE_URL')
    expect(JSON.stringify(harness.getLogs())).toContain('DATABASE_URL: needed on Workers')
  })

  test.each(ALONE)('the environment "%s" serves that service alone', async (service) => {
    const worker = harness.getWorker(`querent-${service}`)
    const fetch = worker.fetch as unknown as typeof globalThis.fetch
    const alone = apiAt(() => 'http://querent.test', api.adminKey, fetch)
    const { status, body } = await alone.call(service, 'GET /health')
    expect([status, body.service]).toEqual([200, service])
    const other = service === 'core' ? 'llm' : 'core'
    expect((await alone.call(other, 'GET /openapi.json')).status).toBe(404)
  })
})
