import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { Failure } from '#domain/failure.ts'
import type { SourceSpec, Sources } from '#domain/semantics/sources/source.ts'
import { createBench, never, SHOP, sqliteFile, untrusted } from './fixtures.ts'
import { createRemoteSources } from './remote.ts'
import { createSourcesHandler } from './serve.ts'

const secret = 'a-secret-of-the-query-runner-0123456789'
const url = 'https://runner.example/'
const bench = createBench({ size: 1 })
let spec: SourceSpec
beforeAll(async () => {
  spec = await bench.spec('sqlite', [{ name: 'shop.db', bytes: sqliteFile(SHOP) }])
})
afterAll(() => bench.close())

function connect(sources: Sources, bearer = secret): Sources {
  const handle = createSourcesHandler(sources, secret)
  return createRemoteSources({ url, secret: bearer, fetch: (input, init) => handle(new Request(input as string, init)) })
}

test('every method gives through HTTP what it gives directly', async () => {
  const remote = connect(bench.sources)
  const schema = await bench.sources.introspect(spec, never)
  expect(await remote.introspect(spec, never)).toEqual(schema)
  const [table] = schema.tables
  if (!table) throw new Error('no table')
  expect(await remote.profile(spec, table, never)).toEqual(await bench.sources.profile(spec, table, never))
  expect(await remote.validate(spec, never)).toMatchObject({ valid: true })
  const query = untrusted('select id, big, raw, placed_at from orders where id > ? order by id', { params: [0], tables: ['orders'], origin: 'compiler' })
  expect(await remote.query(spec, query, never)).toMatchObject({ ...(await bench.sources.query(spec, query, never)), durationMs: expect.any(Number) })
})

test('failures keep their code, message and hint', async () => {
  const remote = connect(bench.sources)
  const both = async (sql: string) =>
    Promise.all(
      [bench.sources, remote].map((sources) => sources.query(spec, untrusted(sql), never).catch(({ code, message, details }) => [code, message, details.hint])),
    )
  for (const sql of ['select nope from orders', 'select * from nope', 'select load_extension(1)', 'drop table orders']) {
    const [direct, wired] = await both(sql)
    expect(wired).toEqual(direct)
  }
  const failing = { ...bench.sources, introspect: () => Promise.reject(new Failure('overloaded', 'busy', { retryAfter: 2, cause: 'kept' })) }
  await expect(connect(failing).introspect(spec, never)).rejects.toMatchObject({ code: 'overloaded', details: { retryAfter: 2 } })
})

test('a wrong secret, a dead runner and nonsense read the same to the caller', async () => {
  const answers = [
    connect(bench.sources, 'another-secret'),
    createRemoteSources({ url, secret, fetch: () => Promise.reject(new TypeError('fetch failed')) }),
    createRemoteSources({ url, secret, fetch: async () => new Response('<html>') }),
    createRemoteSources({ url, secret, fetch: async () => Response.json({ result: { tables: 'no' } }) }),
    createRemoteSources({ url, secret, fetch: async () => Response.json({ failure: { code: 'made_up', message: 'x' } }) }),
  ]
  for (const remote of answers) await expect(remote.introspect(spec, never)).rejects.toMatchObject({ code: 'datasource_unreachable' })
})

test('the handler takes only whole calls with the whole secret', async () => {
  const handle = createSourcesHandler(bench.sources, secret)
  const post = (body: string, authorization = `Bearer ${secret}`) =>
    handle(new Request(url, { method: 'POST', body, headers: { authorization } })).then((response) => response.status)
  const good = JSON.stringify({ method: 'introspect', spec })
  expect(await post(good)).toBe(200)
  expect(await post(good, '')).toBe(401)
  expect(await post(good, `Bearer ${secret}x`)).toBe(401)
  expect(await post(good, `bearer ${secret}`)).toBe(401)
  expect((await handle(new Request(url))).status).toBe(405)
  expect(await post(JSON.stringify({ method: 'introspect', spec: { ...spec, path: '/etc' } }))).toBe(422)
  expect(await post(JSON.stringify({ method: 'constructor', spec }))).toBe(422)
  expect(await post('{')).toBe(200)
  expect(
    await (await handle(new Request(url, { method: 'POST', body: 'x'.repeat(2_000_000), headers: { authorization: `Bearer ${secret}` } }))).json(),
  ).toMatchObject({ failure: { code: 'invalid' } })
  expect(() => createSourcesHandler(bench.sources, 'short')).toThrow()
})

test('leaving stops the query', async () => {
  const controller = new AbortController()
  const running = connect(bench.sources).query(
    spec,
    untrusted('with recursive r(n) as (select 1 union all select n + 1 from r) select count(*) from r', { timeoutMs: 60_000 }),
    controller.signal,
  )
  setTimeout(() => controller.abort(new Error('left')), 100)
  await expect(running).rejects.toThrow('left')
  expect((await bench.sources.query(spec, untrusted('select 1'), never)).rows).toEqual([[1]])
})

test('the client needs nothing of Node', () => {
  for (const file of ['remote.ts', 'wire.ts']) expect(readFileSync(new URL(`./${file}`, import.meta.url), 'utf8')).not.toMatch(/from 'node:|Buffer|process\./)
})
