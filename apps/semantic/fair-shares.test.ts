import { afterAll, beforeAll, expect, test } from 'vitest'
import { createFairSources } from '#connectors/sources/fair/fair-sources.ts'
import { createTurns } from '#connectors/sources/fair/turns.ts'
import type { SourceSpec, Sources } from '#domain/semantics/sources/source.ts'
import { type Account, type TestServer, testServer } from '#test/harness.ts'
import { connectFiles, extract, realSources } from '#test/ports.ts'

const real = realSources()
const askers = new Map<string, Set<string>>()
let holding: Promise<unknown> | null = null

/** The real sources, noting for whom each is used; while `holding` stands, a query waits for it in its place. */
const noted: Sources = {
  ...real.sources,
  introspect(spec, signal) {
    note('introspect', spec)
    return real.sources.introspect(spec, signal)
  },
  profile(spec, table, signal) {
    note('profile', spec)
    return real.sources.profile(spec, table, signal)
  },
  async query(spec, query, signal, sink) {
    note('query', spec)
    await holding
    return real.sources.query(spec, query, signal, sink)
  },
}
const note = (method: string, { asker }: SourceSpec) =>
  askers.set(method, (askers.get(method) ?? new Set()).add(asker ? `${asker.account} ${asker.who}` : 'platform'))
const told = (method: string) => {
  const found = [...(askers.get(method) ?? [])]
  askers.clear()
  return found
}

const turns = createTurns({ places: 2, of: 'source', perAsker: 4, waitMs: 100 })
let server: TestServer
let source: string
let [ada, bob]: Account[] = []

beforeAll(async () => {
  server = await testServer({ ports: { ...real, sources: createFairSources(noted, { turns, shares: () => true, leases: false }) } })
  source = await connectFiles(server, { 'orders.csv': 'id,region\n1,EU\n2,US\n' })
  ;[ada, bob] = [await server.account(), await server.account()]
  for (const account of [ada, bob]) {
    await server.request(`POST /semantic/datasources/${source}/share/user`, { body: { user_id: account.id, level: 'view' } })
  }
})
afterAll(() => server.close())

const ask = (as: Account | undefined, sql = 'select count(*) as n from orders') =>
  server.request(`POST /semantic/datasources/${source}/query`, { as: as?.key ?? null, body: { sql } })

test('a source is used for whoever asks, by whichever route', async () => {
  askers.clear()
  await ask(ada)
  expect(told('query')).toEqual([`${ada?.id} ${ada?.id}`])
  await server.request(`GET /semantic/datasources/${source}/tables`, { as: bob?.key ?? null })
  expect(told('introspect')).toEqual([`${bob?.id} ${bob?.id}`])
  await server.request(`GET /semantic/datasources/${source}/tables/orders/preview`, { as: bob?.key ?? null })
  expect(told('query')).toEqual([`${bob?.id} ${bob?.id}`])
})

test('an extraction is the platform’s own work', async () => {
  askers.clear()
  await extract(server, source)
  expect(told('profile')).toEqual(['platform'])
})

test('the viewers of an embedded dashboard are one account, each by name or by token', async () => {
  const chart = await server.request('POST /analytics/charts', {
    body: { title: 'Orders', datasource_id: source, query: { sql: 'select region from orders' } },
  })
  const board = await server.request('POST /analytics/dashboards', {
    body: { title: 'Board', layout: [{ chart_id: chart.body.id, x: 0, y: 0, w: 6, h: 4 }] },
  })
  await server.request(`PATCH /analytics/dashboards/${board.body.id}`, { body: { embedded: { enabled: true, allowed_domains: [] } } })
  const mint = async (user?: object) => {
    const { body } = await server.request('POST /analytics/auth/guest-token', { body: { dashboard_id: board.body.id, ...(user ? { user } : {}) } })
    return body.token as string
  }
  const seen: string[] = []
  for (const token of [await mint({ id: 'ann' }), await mint({ id: 'ann' }), await mint(), await mint()]) {
    askers.clear()
    const data = await server.request(`GET /analytics/charts/${chart.body.id}/data`, { as: token })
    expect(data.status).toBe(200)
    seen.push(...told('query'))
  }
  expect(seen.map((one) => one.split(' ')[0])).toEqual(Array(4).fill(board.body.id))
  expect([seen[0] === seen[1], new Set(seen).size]).toEqual([true, 3])
})

test('beyond his share a user is told when to try again, and the next user is answered', async () => {
  const { promise, resolve } = Promise.withResolvers<void>()
  holding = promise
  const first = ask(ada)
  await expect.poll(() => turns.counts().running).toBe(1)
  const second = await ask(ada)
  expect([second.status, second.body.error.code]).toEqual([429, 'rate_limited'])
  expect(Number(second.headers.get('retry-after'))).toBeGreaterThanOrEqual(1)
  const other = ask(bob)
  await expect.poll(() => turns.counts().running).toBe(2)
  const third = await ask({ id: '', key: server.adminKey })
  expect([third.status, third.body.error.code]).toEqual([503, 'overloaded'])
  expect(Number(third.headers.get('retry-after'))).toBeGreaterThanOrEqual(1)
  holding = null
  resolve()
  expect([(await first).status, (await other).status]).toEqual([200, 200])
  expect(turns.counts()).toEqual({ running: 0, waiting: 0 })
})

test('an export holds its place until its last row is taken or its reader leaves', async () => {
  const stream = await server.open(`POST /semantic/datasources/${source}/query`, {
    as: ada?.key ?? null,
    body: { sql: 'select i from orders, generate_series(1, 5000) as g(i)' },
    headers: { accept: 'application/x-ndjson' },
  })
  expect(stream.status).toBe(200)
  await stream.text()
  expect(turns.counts()).toEqual({ running: 0, waiting: 0 })
  const broken = await server.open(`POST /semantic/datasources/${source}/query`, {
    as: ada?.key ?? null,
    body: { sql: 'select i from orders, generate_series(1, 400000) as g(i)' },
    headers: { accept: 'application/x-ndjson' },
  })
  expect(turns.counts().running).toBe(1)
  await broken.body?.cancel()
  await expect.poll(() => turns.counts(), { timeout: 10_000 }).toEqual({ running: 0, waiting: 0 })
})
