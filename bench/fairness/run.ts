import { mkdtempSync, openAsBlob, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { newApiKey } from '#domain/access/api-key.ts'
import { freePort } from '#test/free-port.ts'
import { median, startServer } from '../processes.ts'
import { endTimed, given, isSmoke, sized } from '../smoke.ts'
import { type Workload, workloads } from './workloads.ts'

/**
 * What one user's heavy queries cost the small one of another user on the same source, and his own on a second source: its 95th percentile beside them by that
 * without them, the median of rounds that alternate. The heavy ones come as fast as they are answered, many at a time, and are endless where the engine burns processor time.
 */
const GOAL = 2
const THINKING_MS = 40
const rounds = Number(given[0] ?? 7)
const samples = Number(given[1] ?? sized(40, 2))
const noisyAtOnce = Number(given[2] ?? sized(12, 4))

const folder = mkdtempSync(join(tmpdir(), 'querent-bench-'))
process.once('exit', () => rmSync(folder, { recursive: true, force: true }))
const fileRoot = join(folder, 'root')
const { key: admin } = newApiKey('dev')
const port = await freePort()
const environment = {
  ...{ PORT: String(port), WORKSPACE_PORT: 'off', DATA_DIR: join(folder, 'data'), QUERENT_ADMIN_API_KEY: admin, LOG: 'off' },
  ...{ DATASOURCE_FILE_ROOT: fileRoot, DATASOURCE_ALLOWED_NETS: '127.0.0.1/32' },
}
const api = `http://127.0.0.1:${port}/api/v1`
const health = () =>
  fetch(`http://127.0.0.1:${port}/health`, { headers: { authorization: `Bearer ${admin}` } }).then(
    ({ ok }) => ok,
    () => false,
  )
const server = await startServer(process.execPath, ['runtime/node.ts'], environment, health)
const { all, leftOut } = await workloads(fileRoot)

const figures: [string, number][] = []
const refusals = new Map<string, number>()
let failures = 0
try {
  const [noisy, quiet] = [await makeUser('noisy'), await makeUser('quiet')]
  for (const workload of all) {
    const [first = '', second = ''] = await connect(workload)
    for (const { id } of [noisy, quiet]) for (const source of [first, second]) await share(source, id)
    const cells = [
      { name: `${workload.name}, another user`, key: quiet.key, source: first },
      { name: `${workload.name}, the same user's second source`, key: noisy.key, source: second },
    ]
    const taken = new Map(cells.map(({ name }) => [name, { calm: [] as number[], beside: [] as number[], ratios: [] as number[] }]))
    for (let round = 0; round <= sized(rounds, 0); round++) {
      for (const cell of cells) {
        const calm = await timesOf(cell, workload.small)
        const stop = makeNoise(noisy.key, first, workload.heavy)
        await pause(sized(700, 100))
        const beside = await timesOf(cell, workload.small)
        await stop()
        // The first round warms up.
        if (round === 0 && !isSmoke) continue
        const all = taken.get(cell.name)
        all?.calm.push(...calm)
        all?.beside.push(...beside)
        all?.ratios.push(percentile(beside) / percentile(calm))
      }
    }
    for (const [name, { calm, beside, ratios }] of taken) {
      figures.push([name, median(ratios)])
      console.log(
        `${name}: p50 ${percentile(calm, 0.5).toFixed(1)} → ${percentile(beside, 0.5).toFixed(1)} ms, p95 ${percentile(calm).toFixed(1)} → ${percentile(beside).toFixed(1)} ms`,
      )
    }
  }
} finally {
  await server.stop()
  for (const workload of all) await workload.drop()
}

for (const why of leftOut) console.log(why)
console.log(`answers to the heavy queries: ${[...refusals].map(([code, count]) => `${count} × ${code}`).join(', ')}\n`)
for (const [name, ratio] of figures) console.log(`${ratio <= GOAL ? 'met  ' : 'short'} ${name}: p95 × ${ratio.toFixed(2)} (goal ${GOAL})`)
const worst = Math.max(...figures.map(([, ratio]) => ratio))
console.log(
  `fairness: a small query's p95 beside ${noisyAtOnce} heavy ones of one user is ${worst.toFixed(2)} × that without them${failures ? `; ${failures} failed` : ''}`,
)
if (failures > 0) process.exit(1)
endTimed(worst <= GOAL)

async function call(method: string, path: string, key: string, body?: unknown, signal?: AbortSignal): Promise<{ status: number; body: any }> {
  const form = body instanceof FormData
  const response = await fetch(`${api}${path}`, {
    method,
    headers: { authorization: `Bearer ${key}`, ...(body === undefined || form ? {} : { 'content-type': 'application/json' }) },
    ...(body === undefined ? {} : { body: form ? body : JSON.stringify(body) }),
    ...(signal ? { signal } : {}),
  })
  const text = await response.text()
  return { status: response.status, body: text === '' ? null : JSON.parse(text) }
}

async function done(method: string, path: string, key: string, body?: unknown): Promise<any> {
  const reply = await call(method, path, key, body)
  if (reply.status >= 300) throw new Error(`${method} ${path}: ${reply.status} ${JSON.stringify(reply.body)}`)
  return reply.body
}

async function makeUser(name: string): Promise<{ id: string; key: string }> {
  const [email, password] = [`${name}@example.com`, 'correct horse battery']
  const { id } = await done('POST', '/core/users', admin, { email, name, password })
  return { id, key: (await done('POST', '/core/auths/signin', admin, { email, password })).token }
}

async function connect({ sources, uploads = [] }: Workload): Promise<string[]> {
  const ids: string[] = []
  for (const path of uploads) {
    const form = new FormData()
    form.append('file', await openAsBlob(path), basename(path))
    const file = await done('POST', '/semantic/files', admin, form)
    ids.push((await done('POST', '/semantic/datasources', admin, { name: basename(path), type: 'sqlite', connection: { file_id: file.id } })).id)
  }
  for (const source of sources) ids.push((await done('POST', '/semantic/datasources', admin, source)).id)
  return ids
}

async function share(source: string, user: string): Promise<void> {
  await done('POST', `/semantic/datasources/${source}/share/user`, admin, { user_id: user, level: 'view' })
}

/** The milliseconds of each of the small queries, one after the other. */
async function timesOf({ key, source }: { key: string; source: string }, sql: string): Promise<number[]> {
  const times: number[] = []
  for (let sample = 0; sample < samples; sample++) {
    const started = performance.now()
    const { status, body } = await call('POST', `/semantic/datasources/${source}/query`, key, { sql })
    if (status !== 200) {
      failures += 1
      console.log(`a small query failed: ${status} ${JSON.stringify(body).slice(0, 300)}`)
    }
    times.push(performance.now() - started)
    await pause(THINKING_MS)
  }
  return times
}

/** Heavy queries, so many at a time, until they are stopped; answers how. */
function makeNoise(key: string, source: string, sql: string): () => Promise<void> {
  const controller = new AbortController()
  const running = Array.from({ length: noisyAtOnce }, async () => {
    while (!controller.signal.aborted) {
      const reply = await call('POST', `/semantic/datasources/${source}/query`, key, { sql }, controller.signal).catch(() => null)
      const told = reply === null ? 'stopped' : reply.status === 200 ? 'answered' : String(reply.body?.error?.code)
      refusals.set(told, (refusals.get(told) ?? 0) + 1)
      if (told !== 'answered' && told !== 'query_timeout' && told !== 'stopped') await pause(200)
    }
  })
  return async () => {
    controller.abort()
    await Promise.all(running)
    // What was killed is replaced.
    await pause(sized(1_500, 100))
  }
}

function percentile(values: number[], share = 0.95): number {
  const sorted = values.toSorted((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN
}

function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms))
}
