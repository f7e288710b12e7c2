import { statSync } from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { createClient } from '@libsql/client'
import { describe, expect, test as runnable } from 'vitest'
import { temporaryFolder } from '#test/database.ts'
import { freePort } from '#test/free-port.ts'
import { apiAt } from './api.ts'
import { type Deployment, outputOf, RUNTIMES, startDeployment, startEntry } from './local-process.ts'

const announced = /^Admin API key: (qk_dev_\S+)$/gm

describe.for(['node', 'bun'] as const)('a process on %s', (runtime) => {
  const test = runnable.skipIf(RUNTIMES[runtime] === null)

  const folder = temporaryFolder()
  let first: Promise<Deployment> | undefined
  let second: Promise<Deployment> | undefined
  /** Started on an empty folder, once for the tests that leave it as it was, and started again there when it has ended. */
  const firstStart = () => (first ??= startDeployment(runtime, {}, { folder }))
  const secondStart = () =>
    (second ??= firstStart().then(async ({ api, end }) => {
      await end()
      return startDeployment(runtime, {}, { folder, adminKey: api.adminKey })
    }))

  test('obeys a revocation by another process from the next request on', async () => {
    const { api } = await firstStart()
    const statusNow = async () => (await api.call('core', 'GET /users/me')).status
    expect([await statusNow(), await statusNow(), await statusNow()]).toEqual([200, 200, 200])
    const other = createClient({ url: `file:${join(folder, '.data/querent.db')}`, concurrency: 1, timeout: 5_000 })
    await other.execute("update api_keys set revoked_at = '2026-01-01T00:00:00.000Z'")
    expect(await statusNow()).toBe(401)
    await other.execute('update api_keys set revoked_at = null')
    expect(await statusNow()).toBe(200)
    other.close()
  })

  test('drains: health says so while a request is under way, the request is answered, the process ends with 0', async () => {
    const deployment = await firstStart()
    const { api } = deployment
    let send: (text: string) => void = () => {}
    const body = new ReadableStream<Uint8Array>({
      start(controller) {
        controller.enqueue(new TextEncoder().encode('{"name":'))
        send = (text) => {
          controller.enqueue(new TextEncoder().encode(text))
          controller.close()
        }
      },
    })
    const headers = { authorization: `Bearer ${api.adminKey}`, 'content-type': 'application/json' }
    const slow = fetch(`http://127.0.0.1:${deployment.ports.core}/api/v1/core/groups`, { method: 'POST', headers, body, duplex: 'half' } as RequestInit)
    await api.call('core', 'GET /health')
    deployment.child.kill('SIGTERM')
    await outputOf(deployment, /"message":"stopping"/)
    const health = await api.call('core', 'GET /health')
    expect([health.status, health.body.status]).toEqual([503, 'draining'])
    send('"Late"}')
    expect((await slow).status).toBe(201)
    expect(await deployment.ended).toBe(0)
    expect(deployment.output.stdout).toMatch(/"method":"POST","path":"\/api\/v1\/core\/groups","status":201/)
  })

  test('makes its key and its administrator once, and finds both again', async () => {
    const { output, ended } = await firstStart()
    expect(output.stdout.match(announced)).toHaveLength(1)
    const keyFile = join(folder, '.data/master.key')
    expect(statSync(keyFile).mode & 0o777).toBe(0o400)

    const again = await secondStart()
    expect(await ended).toBe(0)
    expect((await again.api.call('core', 'GET /users/me')).status).toBe(200)
    expect(again.output.stdout.match(announced)).toBeNull()
  })

  test('a second signal ends it at once, an unending request after its patience', async () => {
    const unending = (port: number, key: string) => {
      const body = new ReadableStream<Uint8Array>({ start: (controller) => controller.enqueue(new TextEncoder().encode('{"name":')) })
      const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' }
      return fetch(`http://127.0.0.1:${port}/api/v1/core/groups`, { method: 'POST', headers, body, duplex: 'half' } as RequestInit).catch(() => null)
    }
    const [patient, hasty] = await Promise.all([secondStart(), startDeployment(runtime, { SHUTDOWN_SECONDS: '1' })])
    const held = [unending(patient.ports.core, patient.api.adminKey), unending(hasty.ports.core, hasty.api.adminKey)]
    await Promise.all([patient.api.call('core', 'GET /health'), hasty.api.call('core', 'GET /health')])
    patient.child.kill('SIGTERM')
    await outputOf(patient, /"message":"stopping"/)
    patient.child.kill('SIGTERM')
    expect(await patient.ended).toBe(1)
    expect(await hasty.end()).toBe(0)
    await Promise.all(held)
  })

  test('serves the named services only, or all on PORT', async () => {
    const [core, llm, port] = await Promise.all([freePort(), freePort(), freePort()])
    const some = startEntry(runtime, ['core', 'llm'], { CORE_PORT: String(core), LLM_PORT: String(llm) })
    await outputOf(some, /^llm +http/m)
    expect(some.output.stdout.match(/^\w+ +http:.*$/gm)).toEqual([`core         http://127.0.0.1:${core}`, `llm          http://127.0.0.1:${llm}`])
    some.child.kill('SIGTERM')
    expect(await some.ended).toBe(0)

    const all = startEntry(runtime, [], { PORT: String(port), WORKSPACE_PORT: 'off' })
    await outputOf(all, /^audio +http/m)
    const one = apiAt(() => `http://127.0.0.1:${port}`, '')
    const statuses = (['core', 'llm', 'analytics', 'semantic', 'audio'] as const).map(async (name) => (await one.call(name, 'GET /openapi.json')).status)
    expect(await Promise.all(statuses)).toEqual([200, 200, 200, 200, 200])
    all.child.kill('SIGINT')
    expect(await all.ended).toBe(0)
  })

  test('says which setting moves it when its port is taken', async () => {
    const other = createServer()
    const port = await freePort()
    await new Promise<void>((resolve) => other.listen(port, '127.0.0.1', resolve))
    const started = startEntry(runtime, ['audio'], { AUDIO_PORT: String(port) })
    expect(await started.ended).toBe(1)
    expect(started.output.stderr).toContain(`127.0.0.1:${port} is taken by another program: end it, or set AUDIO_PORT to another port`)
    other.close()
  })
})

runnable('a rejection that nobody handles is logged, and ends nothing', async () => {
  const fault = "process.on('SIGUSR2',()=>{Promise.reject(Error('forgotten'))})"
  const deployment = await startDeployment('node', { NODE_OPTIONS: `--import=data:text/javascript,${fault}` })
  deployment.child.kill('SIGUSR2')
  await outputOf(deployment, /"message":"unhandled rejection","cause":"Error: forgotten/)
  expect((await deployment.api.call('core', 'GET /health')).status).toBe(200)
  expect(await deployment.end()).toBe(0)
})
