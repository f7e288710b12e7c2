import { expect, test } from 'vitest'
import type { SourceSpec, Sources } from '#domain/semantics/sources/source.ts'
import { createFairSources } from './fair-sources.ts'
import { createTurns } from './turns.ts'

const never = new AbortController().signal
const query = { sql: 'select 1', rowLimit: 1, timeoutMs: 1_000, origin: 'compiler' as const }
const specOf = (who: string | null, more: Partial<SourceSpec> = {}): SourceSpec => ({
  ...{ id: 'src', type: 'postgres' as const, version: '1', files: [], connection: null },
  ...(who === null ? {} : { asker: { account: who, who } }),
  ...more,
})

/** Sources each call of which ends when it is told to. */
function held() {
  const calls: { name: string; end: (error?: Error) => void }[] = []
  const call = (name: string) => (_spec: SourceSpec) =>
    new Promise<never>((resolve, reject) => void calls.push({ name, end: (error) => (error ? reject(error) : resolve(name as never)) }))
  const sources: Sources = { serves: () => true, validate: call('validate'), introspect: call('introspect'), profile: call('profile'), query: call('query') }
  const turns = createTurns({ places: 2, of: 'source', perAsker: 4, waitMs: 50 })
  return { calls, turns, fair: createFairSources(sources, { turns, shares: (type) => type === 'postgres', leases: false }) }
}
const soon = () => new Promise((resolve) => setTimeout(resolve, 5))

test('every use of a source takes a turn, and gives its place back however it ends', async () => {
  const { calls, turns, fair } = held()
  const table = { name: 't', schema: null, kind: 'table' as const, comment: null, rowEstimate: null, columns: [], primaryKey: [], foreignKeys: [] }
  const uses = [
    () => fair.validate(specOf('a'), never),
    () => fair.introspect(specOf('a'), never),
    () => fair.profile(specOf('a'), table, never),
    () => fair.query(specOf('a'), query, never),
  ]
  for (const use of uses) {
    const failing = use().catch((error) => error.message)
    await soon()
    expect(turns.counts()).toEqual({ running: 1, waiting: 0 })
    calls.at(-1)?.end(new Error('broken'))
    expect(await failing).toBe('broken')
    expect(turns.counts()).toEqual({ running: 0, waiting: 0 })
    const ending = use()
    await soon()
    calls.at(-1)?.end()
    await ending
    expect(turns.counts()).toEqual({ running: 0, waiting: 0 })
  }
  expect(calls.map(({ name }) => name)).toEqual(['validate', 'validate', 'introspect', 'introspect', 'profile', 'profile', 'query', 'query'])
})

test('a second query of one user waits for his first, and is refused when that goes on; another user’s runs', async () => {
  const { calls, fair } = held()
  const first = fair.query(specOf('a'), query, never)
  const second = fair.query(specOf('a'), query, never).catch((error) => error)
  const other = fair.query(specOf('b'), query, never)
  await soon()
  expect(calls).toHaveLength(2)
  expect(await second).toMatchObject({ code: 'rate_limited', details: { retryAfter: expect.any(Number) } })
  for (const { end } of calls) end()
  await Promise.all([first, other])
})

test('who leaves while he waits leaves the queue', async () => {
  const { calls, turns, fair } = held()
  const first = fair.query(specOf('a'), query, never)
  const controller = new AbortController()
  const second = fair.query(specOf('a'), query, controller.signal).catch((error) => error.message)
  await soon()
  controller.abort(new Error('the client left'))
  expect(await second).toBe('the client left')
  expect(turns.counts()).toEqual({ running: 1, waiting: 0 })
  calls[0]?.end()
  await first
})

test('sources that take turns elsewhere take none here', async () => {
  const { calls, turns, fair } = held()
  const all = Array.from({ length: 5 }, () => fair.query(specOf('a', { type: 'sqlite' }), query, never))
  await soon()
  expect([calls.length, turns.counts()]).toEqual([5, { running: 0, waiting: 0 }])
  for (const { end } of calls) end()
  await Promise.all(all)
})
