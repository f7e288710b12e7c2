import { expect, test } from 'vitest'
import { apiKeys } from '#db/schema/identity.ts'
import { testServer } from '#test/harness.ts'

const make = { name: 'CI' }

test('a key is shown once and then nowhere', async () => {
  const server = await testServer()
  const headers = { 'idempotency-key': 'make-ci' }
  const made = await server.request('POST /core/auths/api-keys', { body: make, headers })
  expect(made.status).toBe(201)
  const { key, id } = made.body
  expect(key).toMatch(/^qk_dev_[0-9A-Za-z]{12}_[0-9A-Za-z]{36}$/)
  expect((await server.request('GET /core/auths', { as: key })).body.credential).toEqual({ type: 'api_key', id })
  const rotated = await server.request(`POST /core/auths/api-keys/${id}/rotate`, { as: key, body: { overlap_seconds: 60 } })
  const replies = [
    await server.request(`GET /core/auths/api-keys/${id}`),
    await server.request('GET /core/auths/api-keys'),
    await server.request('GET /core/auths', { as: key }),
  ]
  const stored = [await server.db.query.auditLogs.findMany(), await server.db.select().from(apiKeys), await server.db.query.idempotency.findMany(), server.log]
  const secrets = [key, rotated.body.key].map((text: string) => text.slice(20))
  for (const text of [...replies.map((reply) => reply.text), ...stored.map((rows) => JSON.stringify(rows))]) {
    for (const secret of secrets) expect(text).not.toContain(secret)
  }
  const replayed = await server.request('POST /core/auths/api-keys', { body: make, headers })
  expect([replayed.headers.get('idempotency-replayed'), replayed.body.key]).toEqual(['true', key])
  await server.close()
})

test('a key has the scopes it was given and refuses the rest from the first request', async () => {
  const server = await testServer()
  const { body } = await server.request('POST /core/auths/api-keys', { body: { ...make, scopes: ['core:read'] } })
  expect((await server.request('GET /core/groups', { as: body.key })).status).toBe(200)
  expect((await server.request('POST /core/groups', { as: body.key, body: { name: 'x' } })).body.error.code).toBe('insufficient_scope')
  await server.request(`PUT /core/auths/api-keys/${body.id}`, { body: { scopes: ['core:write'] } })
  expect((await server.request('POST /core/groups', { as: body.key, body: { name: 'x' } })).status).toBe(201)
  expect((await server.request('POST /core/auths/api-keys', { body: { ...make, scopes: ['core:admin'] } })).status).toBe(422)
  await server.close()
})

test('a key gives away no more than it has: not by making, changing or rotating', async () => {
  const server = await testServer()
  const narrow = await server.account({ scopes: ['core:write', 'llm:completions'] })
  const asNarrow = (line: string, body: object) => server.request(line, { as: narrow.key, body })
  expect((await asNarrow('POST /core/auths/api-keys', { ...make, scopes: ['*'] })).body.error).toMatchObject({ code: 'insufficient_scope', param: 'scopes' })
  const inherited = await asNarrow('POST /core/auths/api-keys', make)
  expect(inherited.body.scopes).toEqual(['core:write', 'llm:completions'])
  const fewer = await asNarrow('POST /core/auths/api-keys', { ...make, scopes: ['core:read'] })
  expect((await asNarrow(`PUT /core/auths/api-keys/${fewer.body.id}`, { scopes: ['analytics:embed'] })).body.error.code).toBe('insufficient_scope')
  const [wide] = await server.db.select().from(apiKeys).limit(1)
  await server.db.insert(apiKeys).values({ ...wide!, id: 'key_wide', lookup: 'wide', user_id: narrow.id })
  expect((await asNarrow('POST /core/auths/api-keys/key_wide/rotate', {})).body.error.code).toBe('insufficient_scope')
  await server.close()
})

test('an expiring key makes none that outlives it', async () => {
  const server = await testServer()
  const { body: short } = await server.request('POST /core/auths/api-keys', { body: { ...make, expires_at: '2026-11-22T10:00:00+01:00' } })
  expect(short.expires_at).toBe('2026-11-22T09:00:00.000Z')
  const asShort = (body: object) => server.request('POST /core/auths/api-keys', { as: short.key, body: { ...make, ...body } })
  expect((await asShort({})).body.expires_at).toBe(short.expires_at)
  expect((await asShort({ expires_at: null })).body.error).toMatchObject({ code: 'insufficient_scope', param: 'expires_at' })
  const longer = await server.request(`PATCH /core/auths/api-keys/${short.id}`, { as: short.key, body: { expires_at: '2027-01-01T00:00:00Z' } })
  expect(longer.body.error.code).toBe('insufficient_scope')
  expect((await asShort({ expires_at: '2026-11-21T09:00:00Z' })).body.error).toMatchObject({ code: 'invalid', param: 'expires_at' })
  server.clock.now = new Date('2026-11-22T09:00:00.000Z')
  expect((await asShort({})).status).toBe(401)
  await server.close()
})

test('a revoked key is refused from the next request, and stays listed', async () => {
  const server = await testServer()
  const { body } = await server.request('POST /core/auths/api-keys', { body: make })
  expect((await server.request('GET /core/auths', { as: body.key })).status).toBe(200)
  expect((await server.request(`DELETE /core/auths/api-keys/${body.id}`)).status).toBe(204)
  expect((await server.request('GET /core/auths', { as: body.key })).status).toBe(401)
  expect((await server.request(`DELETE /core/auths/api-keys/${body.id}`)).status).toBe(204)
  expect((await server.request(`GET /core/auths/api-keys/${body.id}`)).body.revoked_at).toBe('2026-11-21T09:30:00.000Z')
  expect((await server.request(`PUT /core/auths/api-keys/${body.id}`, { body: { name: 'x' } })).body.error.code).toBe('conflict')
  const revoked = await server.db.query.auditLogs.findMany({ where: (log, { eq }) => eq(log.type, 'api_key.revoked') })
  expect(revoked).toHaveLength(1)
  await server.close()
})

test('a rotated key works as long as the overlap, and is rotated once', async () => {
  const server = await testServer()
  const { body: old } = await server.request('POST /core/auths/api-keys', { body: { ...make, scopes: ['core:write'] } })
  const rotate = () => server.request(`POST /core/auths/api-keys/${old.id}/rotate`, { body: { overlap_seconds: 60 } })
  const replies = await Promise.all([rotate(), rotate(), rotate()])
  expect(replies.map(({ status }) => status).toSorted()).toEqual([201, 409, 409])
  const fresh = replies.find(({ status }) => status === 201)?.body
  expect(fresh).toMatchObject({ name: 'CI', scopes: ['core:write'] })
  const status = async (as: string) => (await server.request('GET /core/auths', { as })).status
  expect([await status(old.key), await status(fresh.key)]).toEqual([200, 200])
  server.clock.now = new Date(server.clock.now.getTime() + 60_000)
  expect([await status(old.key), await status(fresh.key)]).toEqual([401, 200])
  await server.close()
})

test('keys are their owner’s; administrators see and revoke others’, but get no secret of them', async () => {
  const server = await testServer()
  const [user, other] = [await server.account(), await server.account()]
  const { body } = await server.request('POST /core/auths/api-keys', { as: user.key, body: make })
  for (const line of [`GET /core/auths/api-keys/${body.id}`, `DELETE /core/auths/api-keys/${body.id}`, `POST /core/auths/api-keys/${body.id}/rotate`]) {
    expect([line, (await server.request(line, { as: other.key })).status]).toEqual([line, 404])
  }
  expect((await server.request(`GET /core/auths/api-keys?user_id=${user.id}`, { as: other.key })).body).toEqual([])
  expect((await server.request(`POST /core/auths/api-keys/${body.id}/rotate`)).status).toBe(403)
  expect((await server.request(`PUT /core/auths/api-keys/${body.id}`, { body: { scopes: ['*'] } })).status).toBe(403)
  expect((await server.request(`GET /core/users/${user.id}/api-keys`)).body.map((key: { name: string }) => key.name)).toEqual(['CI', 'test'])
  expect((await server.request(`DELETE /core/users/${other.id}/api-keys/${body.id}`)).status).toBe(404)
  expect((await server.request(`DELETE /core/users/${user.id}/api-keys/${body.id}`)).status).toBe(204)
  expect((await server.request('GET /core/auths', { as: body.key })).status).toBe(401)
  await server.close()
})
