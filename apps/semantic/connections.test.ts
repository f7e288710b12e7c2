import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { datasources } from '#db/schema/semantics.ts'
import { Failure } from '#domain/failure.ts'
import type { SourceSpec, Sources } from '#domain/semantics/sources/source.ts'
import { type TestServer, testServer } from '#test/harness.ts'

const PASSWORD = 'canary-word-7f3a'
const opened: SourceSpec[] = []

/** A port to data that notes what it is given to open, and can always be reached. */
const sources: Sources = {
  serves: (type) => type !== 'duckdb',
  validate: async (spec) => {
    opened.push(spec)
    return { valid: true, latencyMs: 1, serverVersion: '1', readOnly: true, checks: [{ name: 'reach', ok: true, message: 'here', latencyMs: 1 }] }
  },
  introspect: async () => ({ dialect: 'postgres', serverVersion: '1', tables: [] }),
  profile: async () => ({ rows: 0, columns: [] }),
  query: async () => ({ columns: [], rows: [], truncated: false, durationMs: 0 }),
}

let server: TestServer
beforeAll(async () => {
  server = await testServer({ ports: { sources } })
})
afterAll(() => server.close())

const create = (type: string, connection: object) => server.request('POST /semantic/datasources', { body: { name: 'Shop', type, connection } })
const change = (id: string, connection: object, as?: string) =>
  server.request(`PUT /semantic/datasources/${id}`, { body: { connection }, ...(as ? { as } : {}) })
const given = { host: 'DB.Example.com.', port: 6543, database: 'shop', user: 'reader', password: PASSWORD, ssl_mode: 'verify-full' }
const last = () => opened.at(-1)?.connection

test('an empty password is a password', async () => {
  const made = await create('mariadb', { ...given, password: '' })
  expect([made.status, made.body.connection.has_password]).toEqual([201, true])
  expect(last()).toMatchObject({ password: '' })
})

test('a password is sealed, opened for the engine alone, and never shown', async () => {
  const made = await create('postgres', given)
  const shown = { host: 'db.example.com', port: 6543, database: 'shop', user: 'reader', ssl_mode: 'verify-full', has_password: true }
  expect([made.status, made.body.connection]).toEqual([201, shown])
  expect(last()).toEqual({ ...given, host: 'db.example.com' })
  const id = made.body.id
  const listed = await server.request('GET /semantic/datasources')
  const audit = await server.request('GET /core/audit-logs')
  const [row] = await server.db.select().from(datasources).where(eq(datasources.id, id))
  for (const text of [made.text, listed.text, audit.text, JSON.stringify(row), JSON.stringify(server.log)]) expect(text).not.toContain(PASSWORD)
  expect(row?.secrets).toMatchObject({ v: 1, ct: expect.any(String) })
  expect((await server.request(`POST /semantic/datasources/${id}/validate`)).status).toBe(200)
  expect([last(), opened.at(-1)?.version]).toEqual([{ ...given, host: 'db.example.com' }, expect.not.stringContaining(PASSWORD)])
})

test('a sealed secret does not open in another row', async () => {
  const [one, other] = [await create('postgres', given), await create('postgres', { ...given, password: 'another' })]
  const [row] = await server.db.select().from(datasources).where(eq(datasources.id, one.body.id))
  await server.db
    .update(datasources)
    .set({ secrets: row?.secrets ?? null })
    .where(eq(datasources.id, other.body.id))
  const { status, body } = await server.request(`POST /semantic/datasources/${other.body.id}/validate`)
  expect([status, body.error.code]).toEqual([expect.any(Number), 'datasource_unreachable'])
})

test('a connection_url is taken apart and its secret parts are not shown', async () => {
  const made = await create('postgres', { connection_url: `postgresql://rea%40der:${PASSWORD}%21@db.example.com/shop?sslmode=require`, schemas: ['sales'] })
  expect(made.body.connection).toEqual({
    host: 'db.example.com',
    port: 5432,
    database: 'shop',
    user: 'rea@der',
    ssl_mode: 'require',
    schemas: ['sales'],
    has_password: true,
  })
  expect(last()).toMatchObject({ user: 'rea@der', password: `${PASSWORD}!` })
  const turso = await create('libsql', { url: `libsql://shop.turso.io?authToken=${PASSWORD}` })
  expect([turso.body.connection, last()]).toEqual([
    { url: 'libsql://shop.turso.io', has_auth_token: true },
    { url: 'libsql://shop.turso.io', auth_token: PASSWORD },
  ])
  const plain = await create('clickhouse', { connection_url: 'https://play.example.com:80' })
  expect(plain.body.connection).toMatchObject({ port: 80, user: 'default', database: 'default', ssl_mode: 'verify-full', has_password: false })
})

test.each([
  ['postgres', { connection_url: 'postgres://u:p@h/d?options=-csearch_path%3Dx' }, 'connection.connection_url'],
  ['postgres', { connection_url: 'postgres://u:p@h/d?host=/var/run' }, 'connection.connection_url'],
  ['postgres', { connection_url: 'mysql://u:p@h/d' }, 'connection.connection_url'],
  ['postgres', { connection_url: 'postgres://u:p@h1,h2/d' }, 'connection.connection_url'],
  ['postgres', { connection_url: 'postgres://u:p%zz@h/d' }, 'connection.connection_url'],
  ['postgres', { connection_url: 'postgres://u:p@h/d', host: 'other' }, 'connection.connection_url'],
  ['postgres', { host: '/var/run/postgresql', user: 'u', database: 'd' }, 'connection.host'],
  ['postgres', { host: 'h,127.0.0.1', user: 'u', database: 'd' }, 'connection.host'],
  ['postgres', { user: 'u', database: 'd' }, 'connection.host'],
  ['mysql', { host: 'h', database: 'd' }, 'connection.user'],
  ['mariadb', { host: 'h', user: 'u' }, 'connection.database'],
  ['libsql', { url: 'file:/etc/passwd' }, 'connection.url'],
  ['libsql', { url: 'https://user:word@h' }, 'connection.url'],
  ['libsql', { url: 'https://h?tls=0&syncUrl=x' }, 'connection.url'],
  ['s3', { endpoint: 'ftp://h', region: 'r', bucket: 'b', access_key_id: 'k', secret_access_key: 's' }, 'connection.endpoint'],
  ['s3', { endpoint: 'https://h', region: 'r', bucket: 'b', access_key_id: 'Schlüssel–ключ', secret_access_key: 's' }, 'connection.access_key_id'],
  ['s3', { endpoint: 'https://h', region: 'Zürich ', bucket: 'b', access_key_id: 'k', secret_access_key: 's' }, 'connection.region'],
  ['delta', { location: 's3://key:word@bucket/x' }, 'connection.location'],
])('%s %j is refused, naming the member', async (type, connection, param) => {
  const { status, body } = await create(type, connection)
  expect([status, body.error.param]).toEqual([422, param])
})

test('a change keeps the secret at the same place, and asks for it elsewhere', async () => {
  const { body } = await create('postgres', given)
  const { password: _, ...open } = given
  const kept = await change(body.id, { ...open, database: 'archive' })
  expect([kept.status, kept.body.connection.database, kept.body.connection.has_password]).toEqual([200, 'archive', true])
  expect(last()).toMatchObject({ database: 'archive', password: PASSWORD })
  const count = opened.length
  for (const moved of [{ host: 'evil.example' }, { port: 1 }, { user: 'postgres' }]) {
    const refused = await change(body.id, { ...open, ...moved })
    expect([refused.status, refused.body.error.param]).toEqual([422, 'connection.password'])
  }
  expect((await change(body.id, { connection_url: 'postgres://reader@evil.example:6543/shop' })).body.error.param).toBe('connection.password')
  expect(opened.length).toBe(count)
  const again = await change(body.id, { ...open, host: 'new.example', password: 'new-word' })
  expect([again.status, last()]).toEqual([200, expect.objectContaining({ host: 'new.example', password: 'new-word' })])
  const same = await change(body.id, { ...open, host: 'new.example' })
  expect([same.status, same.body.revision, last()]).toEqual([200, again.body.revision + 1, expect.objectContaining({ password: 'new-word' })])

  const s3 = await create('s3', { endpoint: 'https://s3.example', region: 'r', bucket: 'b', access_key_id: 'k', secret_access_key: PASSWORD })
  expect(s3.body.connection).toMatchObject({ endpoint: 'https://s3.example/', has_secret_access_key: true })
  const bucket = { endpoint: 'https://s3.example', region: 'r', bucket: 'c', access_key_id: 'k' }
  expect([(await change(s3.body.id, bucket)).status, last()]).toEqual([200, expect.objectContaining({ bucket: 'c', secret_access_key: PASSWORD })])
  expect((await change(s3.body.id, { ...bucket, endpoint: 'https://evil.example' })).body.error.param).toBe('connection.secret_access_key')
  const libsql = await create('libsql', { url: 'https://one.example', auth_token: PASSWORD })
  expect((await change(libsql.body.id, { url: 'https://evil.example' })).body.error.param).toBe('connection.auth_token')
})

test('only an owner leads a source elsewhere, and only he and editors see where it leads', async () => {
  const { body } = await create('postgres', given)
  const [editor, viewer] = [await server.account(), await server.account()]
  for (const [account, level] of [
    [editor, 'edit'],
    [viewer, 'view'],
  ] as const) {
    const shared = await server.request(`POST /semantic/datasources/${body.id}/share/user`, { body: { user_id: account.id, level } })
    expect(shared.status).toBeLessThan(300)
  }
  expect((await change(body.id, { ...given, host: 'evil.example' }, editor.key)).status).toBe(403)
  expect((await change(body.id, { host: 'evil.example', user: 'reader', database: 'shop' }, editor.key)).status).toBe(403)
  expect((await server.request(`GET /semantic/datasources/${body.id}`, { as: editor.key })).body.connection.host).toBe('db.example.com')
  expect((await server.request(`GET /semantic/datasources/${body.id}`, { as: viewer.key })).body.connection).toBeNull()
})

test('each kind says whether it is served here, with the form of its connection', async () => {
  const { body } = await server.request('GET /semantic/datasource-types')
  const kinds = Object.fromEntries(body.map((kind: { type: string }) => [kind.type, kind]))
  expect([kinds.postgres.available, kinds.duckdb.available, kinds.file.available]).toEqual([true, false, false])
  expect(kinds.postgres.connection).toMatchObject({
    type: 'object',
    additionalProperties: false,
    properties: { password: { description: 'Write-only' } },
    $defs: { SslMode: {} },
  })
})

test('a log line of a failed query tells what kind of failure, and nothing of the rows a driver quotes', async () => {
  const made = await create('postgres', given)
  const quoting = Object.assign(new Error(`invalid input syntax for type integer: "${PASSWORD}"`), { name: 'PostgresError', code: '22P02' })
  const query = vi.spyOn(sources, 'query').mockRejectedValue(new Failure('query_failed', 'a value cannot be read', { cause: quoting }))
  const reply = await server.request(`POST /semantic/datasources/${made.body.id}/query`, { body: { sql: 'select 1' } })
  query.mockRestore()
  expect(reply.status).toBe(422)
  const line = server.log.find(({ request_id: id }) => id === reply.body.error.request_id)
  expect(line?.cause).toMatch(/^PostgresError 22P02\n +at /)
  expect(JSON.stringify(server.log)).not.toContain(PASSWORD)
})
