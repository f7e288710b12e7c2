import { performance } from 'node:perf_hooks'
import { dashboards } from '#db/schema/analytics.ts'
import { grants } from '#db/schema/identity.ts'
import { testServer } from '#test/harness.ts'
import { endTimed } from '../smoke.ts'

/**
 * Listeners on one process, each an account of its own, a tenth of whom may see what changes. Told: what the database is asked while nobody changes anything
 * and for each change, and how long a change takes to reach the last who may hear of it.
 */
const isSmoke = process.argv.includes('--smoke')
const LISTENERS = isSmoke ? 50 : 500
const CHANGES = isSmoke ? 10 : 100
const GOAL = { p95Ms: 1_000, readsEach: 4 }

const server = await testServer()
const { $client } = server.db
let reads = 0
for (const name of ['execute', 'batch'] as const) {
  const original = $client[name].bind($client) as (...args: unknown[]) => unknown
  Object.assign($client, {
    [name]: (...args: unknown[]) => {
      reads += 1
      return original(...args)
    },
  })
}

const arrived = new Map<string, number>()
let events = 0
const accounts = await Promise.all(Array.from({ length: LISTENERS }, () => server.account()))
const at = server.clock.now.toISOString()
const owner = accounts[0]?.id ?? ''
const id = 'dsh_bench'
const made = await server.request('POST /analytics/dashboards', { body: { title: 'Bench' } })
const dashboard: string = made.body.id
const heard = accounts.filter((_, index) => index % 10 === 0)
await server.db.batch([
  server.db.update(dashboards).set({ owner_id: owner }),
  ...heard.map((account, index) =>
    server.db.insert(grants).values({
      id: `shr_${index}`,
      resource_type: 'dashboard',
      resource_id: dashboard,
      principal_type: 'user',
      principal_id: account.id,
      level: 'view',
      created_by: id,
      created_at: at,
    }),
  ),
])

const leaving = new AbortController()
const readers = await Promise.all(
  accounts.map(async ({ key }) => {
    const response = await server.open('GET /core/events', { as: key, signal: leaving.signal })
    const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader()
    await reader?.read()
    void (async () => {
      for (let read = await reader?.read(); read && !read.done; read = await reader?.read()) {
        for (const [, revision] of read.value.matchAll(/"dashboard.updated".*?"revision":(\d+)/g)) {
          events += 1
          arrived.set(revision ?? '', performance.now())
        }
      }
    })()
    return reader
  }),
)
await new Promise((resolve) => setTimeout(resolve, 1_000))

reads = 0
await new Promise((resolve) => setTimeout(resolve, 2_000))
const idleReads = reads
const before = process.memoryUsage().rss

const took: number[] = []
let feedReads = 0
for (let change = 0; change < CHANGES; change += 1) {
  const started = performance.now()
  const { body } = await server.request(`PUT /analytics/dashboards/${dashboard}`, { body: { title: `Bench ${change}` } })
  reads = 0
  const expected = events + heard.length - (events % heard.length)
  const until = performance.now() + 5_000
  while (events < expected && performance.now() < until) await new Promise((resolve) => setTimeout(resolve, 5))
  feedReads += reads
  took.push((arrived.get(String(body.revision)) ?? Number.POSITIVE_INFINITY) - started)
}
const perListener = (process.memoryUsage().rss - before) / LISTENERS
leaving.abort()
await Promise.all(readers.map((reader) => reader?.cancel()))
await server.close()

const sorted = took.toSorted((a, b) => a - b)
const p95 = sorted[Math.floor(sorted.length * 0.95)] ?? Number.POSITIVE_INFINITY
const p50 = sorted[Math.floor(sorted.length / 2)] ?? Number.POSITIVE_INFINITY
console.table({
  listeners: LISTENERS,
  'who may hear': heard.length,
  changes: CHANGES,
  'events told': events,
  'queries in 2 s without a change': idleReads,
  'queries a change': (feedReads / CHANGES).toFixed(2),
  'ms to the last listener p50': p50.toFixed(0),
  'ms to the last listener p95': p95.toFixed(0),
  'kB grown a listener': (perListener / 1000).toFixed(1),
})
const isShort = p95 > GOAL.p95Ms || feedReads / CHANGES > GOAL.readsEach || events !== heard.length * CHANGES
console.log(
  `${LISTENERS} listeners, one reader: ${(feedReads / CHANGES).toFixed(2)} queries a change (goal ≤ ${GOAL.readsEach}), ${p95.toFixed(0)} ms p95 to the last (goal ≤ ${GOAL.p95Ms}), ${events} of ${heard.length * CHANGES} events`,
)
endTimed(!isShort)
