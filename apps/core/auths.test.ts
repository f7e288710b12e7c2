import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { signinFailures, signins, users } from '#db/schema/identity.ts'
import { whoAmI } from '#domain/access/signin.ts'
import type { Context } from '#domain/context.ts'
import { type TestServer, testServer } from '#test/harness.ts'

const PASSWORD = 'correct horse battery'

async function ann(server: TestServer, password = PASSWORD) {
  const { body } = await server.request('POST /core/users', { body: { email: 'Ann@example.com', password } })
  return body.id as string
}

const signIn = (server: TestServer, password = PASSWORD, email = 'ann@example.com') =>
  server.request('POST /core/auths/signin', { as: null, body: { email, password } })

const entries = async (server: TestServer, type: string) =>
  (await server.db.query.auditLogs.findMany({ where: (log, { eq: is }) => is(log.type, type) })) as {
    details: unknown
    actor_id: string | null
    outcome: string
  }[]

/** Costs nothing, for tests that sign in many times; as with real ones, no hash is like another. */
const passwords = {
  hash: async (text: string) => `${crypto.randomUUID()}:${text}`,
  verify: async (text: string, phc: string) => phc.slice(phc.indexOf(':') + 1) === text,
}

test('a sign-in gives a token that works until it is signed out', async () => {
  const server = await testServer()
  const id = await ann(server)
  const { status, body } = await signIn(server)
  expect([status, body.token_type, body.user.user_id, body.expires_at]).toEqual([200, 'Bearer', id, '2026-11-21T21:30:00.000Z'])
  const me = await server.request('GET /core/auths', { as: body.token })
  expect(me.body).toMatchObject({ user: { id, email: 'ann@example.com' }, credential: { type: 'signin' }, scopes: ['*'], expires_at: body.expires_at })
  expect((await server.request('POST /core/auths/signout', { as: body.token })).status).toBe(204)
  expect((await server.request('GET /core/auths', { as: body.token })).status).toBe(401)
  expect((await server.request('POST /core/auths/signout')).body.error.code).toBe('conflict')
  expect(await entries(server, 'user.signed_in')).toMatchObject([{ actor_id: id, outcome: 'success' }])
  expect(await entries(server, 'user.signed_out')).toHaveLength(1)
  await server.close()
})

test('a sign-in ends after twelve hours', async () => {
  const server = await testServer()
  await ann(server)
  const { body } = await signIn(server)
  server.clock.now = new Date('2026-11-21T21:30:00.000Z')
  expect((await server.request('GET /core/auths', { as: body.token })).status).toBe(401)
  await server.close()
})

test('unknown addresses, wrong passwords and disabled accounts fail in one wording, and are on record without what was typed', async () => {
  const server = await testServer()
  const id = await ann(server)
  const unknown = await signIn(server, 'canary-typed-1', 'canary-nobody@example.com')
  const wrong = await signIn(server, 'canary-typed-2')
  await server.request(`PUT /core/users/${id}`, { body: { status: 'disabled' } })
  const disabled = await signIn(server)
  const bodies = [unknown, wrong, disabled].map(({ status, body }) => [status, body.error.message, body.error.code])
  expect(new Set(bodies.map(String)).size).toBe(1)
  expect(bodies[0]?.[0]).toBe(401)
  const failed = await entries(server, 'user.signin_failed')
  expect(failed.map(({ details, outcome }) => [details, outcome])).toEqual(
    ['unknown address', 'wrong password', 'inactive account'].map((reason) => [{ reason }, 'failure']),
  )
  const kept = JSON.stringify([await server.db.query.auditLogs.findMany(), await server.db.select().from(signinFailures), server.log])
  expect(kept).not.toContain('canary')
  await server.close()
})

test('ten failures close an account to one network for fifteen minutes, not to others, and a success forgets them', async () => {
  const server = await testServer({ ports: { passwords } })
  await ann(server)
  for (let i = 0; i < 9; i++) expect((await signIn(server, 'wrong')).status).toBe(401)
  expect((await signIn(server)).status).toBe(200)
  for (let i = 0; i < 10; i++) expect((await signIn(server, 'wrong')).status).toBe(401)
  const refused = await signIn(server)
  expect([refused.status, refused.body.error.code, refused.headers.get('retry-after')]).toEqual([429, 'rate_limited', '900'])
  const fetch = server.querent.origin(['core'])
  const elsewhere = new Request('http://querent.test/api/v1/core/auths/signin', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email: 'ann@example.com', password: PASSWORD }),
  })
  expect((await fetch(elsewhere, { ip: '203.0.113.7', waitUntil: null })).status).toBe(200)
  server.clock.now = new Date(server.clock.now.getTime() + 15 * 60_000 + 1)
  expect((await signIn(server)).status).toBe(200)
  await server.close()
})

test('one network cannot try many accounts, and parallel guesses pass no limit', async () => {
  const server = await testServer({ ports: { passwords } })
  const tries = await Promise.all(Array.from({ length: 50 }, (_, i) => signIn(server, 'guess', `user${i}@example.com`)))
  expect(tries.filter(({ status }) => status === 401)).toHaveLength(30)
  expect(tries.filter(({ status }) => status === 429)).toHaveLength(20)
  await server.close()
})

test('a password hashed with older parameters is hashed again at sign-in', async () => {
  const passwords = { hash: async () => '$argon2id$v=19$m=19456,t=2,p=1$new', verify: async () => true }
  const server = await testServer({ ports: { passwords } })
  const id = await ann(server)
  await server.db.update(users).set({ password_hash: '$argon2id$v=19$m=4096,t=1,p=1$old' })
  expect((await signIn(server)).status).toBe(200)
  const [user] = await server.db.select({ hash: users.password_hash }).from(users).where(eq(users.id, id))
  expect(user?.hash).toBe('$argon2id$v=19$m=19456,t=2,p=1$new')
  await server.close()
})

test('a password is changed with the current one, and ends the other sign-ins', async () => {
  const server = await testServer()
  await ann(server)
  const [here, there] = [(await signIn(server)).body.token, (await signIn(server)).body.token]
  const change = (body: object) => server.request('POST /core/auths/password', { as: here, body })
  expect((await change({ new_password: 'another password' })).body.error).toMatchObject({ code: 'invalid', param: 'current_password' })
  expect((await change({ current_password: 'wrong', new_password: 'another password' })).body.error).toMatchObject({
    code: 'forbidden',
    param: 'current_password',
  })
  expect((await change({ current_password: PASSWORD, new_password: 'short' })).body.error).toMatchObject({ code: 'invalid', param: 'new_password' })
  expect((await change({ current_password: PASSWORD, new_password: 'another password' })).status).toBe(204)
  expect((await server.request('GET /core/auths', { as: here })).status).toBe(200)
  expect((await server.request('GET /core/auths', { as: there })).status).toBe(401)
  expect([(await signIn(server)).status, (await signIn(server, 'another password')).status]).toEqual([401, 200])
  await server.close()
})

test('a key that may not do everything sets no password', async () => {
  const server = await testServer()
  const narrow = await server.account({ scopes: ['core:write'] })
  const reply = await server.request('POST /core/auths/password', { as: narrow.key, body: { new_password: 'another password' } })
  expect(reply.body.error.code).toBe('insufficient_scope')
  expect((await server.request('POST /core/auths/password', { body: { new_password: 'another password' } })).status).toBe(204)
  await server.close()
})

test('an invitation is accepted once, also by many at the same time', async () => {
  const server = await testServer({ ports: { passwords } })
  const { body: invited } = await server.request('POST /core/users', { body: { email: 'bob@example.com', invite: true } })
  const accept = (token: string) => server.request('POST /core/auths/invitations/accept', { as: null, body: { token, password: PASSWORD, name: 'Bob' } })
  expect((await accept('qi_made_up')).status).toBe(404)
  const replies = await Promise.all(Array.from({ length: 8 }, () => accept(invited.invitation.token)))
  expect(replies.map(({ status }) => status).toSorted()).toEqual([200, ...Array(7).fill(404)])
  const joined = replies.find(({ status }) => status === 200)
  expect(joined?.body.user).toMatchObject({ id: invited.id, name: 'Bob', status: 'active' })
  expect((await server.request('GET /core/auths', { as: joined?.body.token })).status).toBe(200)
  expect(await server.db.select().from(signins)).toHaveLength(1)
  expect(await entries(server, 'user.joined')).toMatchObject([{ actor_id: invited.id }])
  expect((await signIn(server, PASSWORD, 'bob@example.com')).status).toBe(200)
  await server.close()
})

test('an invitation expires', async () => {
  const server = await testServer()
  const { body } = await server.request('POST /core/users', { body: { email: 'bob@example.com', invite: true } })
  server.clock.now = new Date(body.invitation.expires_at)
  const late = await server.request('POST /core/auths/invitations/accept', { as: null, body: { token: body.invitation.token, password: PASSWORD } })
  expect(late.body.error).toMatchObject({ code: 'not_found', param: 'token' })
  await server.close()
})

test('who is calling is told without a query, also to those who await approval', async () => {
  const server = await testServer()
  const pending = await server.account({ role: 'pending' })
  expect((await server.request('GET /core/auths', { as: pending.key })).body.user.role).toBe('pending')
  await server.close()
  const db = new Proxy({}, { get: (_, name) => expect.unreachable(`read db.${String(name)}`) })
  const credential = { type: 'api_key', id: 'key_1', expiresAt: null }
  const actor = { type: 'user', userId: 'usr_1', role: 'user', email: 'a@x.io', name: 'A', groupIds: ['grp_1'], attributes: {}, credential, scopes: ['*'] }
  expect(whoAmI({ db, actor } as unknown as Context)).toMatchObject({
    user: { id: 'usr_1', group_ids: ['grp_1'] },
    credential: { type: 'api_key', id: 'key_1' },
  })
})
