import { and, eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { prompts } from '#db/schema/catalog.ts'
import { signins, users } from '#db/schema/identity.ts'
import { type TestServer, testServer } from '#test/harness.ts'

const admins = async (server: TestServer) =>
  (
    await server.db
      .select({ id: users.id })
      .from(users)
      .where(and(eq(users.role, 'admin'), eq(users.status, 'active')))
  ).map(({ id }) => id)

const statuses = (replies: { status: number }[]) => replies.map(({ status }) => status).toSorted()

test('the last administrator cannot be demoted, disabled or deleted', async () => {
  const server = await testServer()
  const [admin] = await admins(server)
  const line = (method: string) => `${method} /core/users/${admin}`
  const heir = await server.account()
  const replies = [
    await server.request(line('PUT'), { body: { role: 'user' } }),
    await server.request(line('PATCH'), { body: { status: 'disabled' } }),
    await server.request(`${line('DELETE')}?reassign_to=${heir.id}`),
  ]
  expect(replies.map(({ status, body }) => [status, body.error.code])).toEqual(Array(3).fill([409, 'last_admin']))
  expect((await server.request(line('PUT'), { body: { name: 'Still' } })).body.role).toBe('admin')
  await server.close()
})

test('of twenty demotions of two administrators at the same time, one succeeds and one administrator remains', async () => {
  const server = await testServer()
  const second = await server.account({ role: 'admin' })
  const both = await admins(server)
  const keys = [server.adminKey, second.key]
  const demote = (i: number) => server.request(`PUT /core/users/${both[i % 2]}`, { as: keys[i % 2] ?? null, body: { role: 'user' } })
  const replies = await Promise.all(Array.from({ length: 20 }, (_, i) => demote(i)))
  expect(await admins(server)).toHaveLength(1)
  const refused = replies.filter(({ status }) => status === 409)
  expect(refused.length).toBeGreaterThan(0)
  expect(new Set(refused.map(({ body }) => body.error.code))).toEqual(new Set(['last_admin']))
  expect(statuses(replies).every((status) => [200, 403, 409].includes(status))).toBe(true)
  await server.close()
})

test('disabling and deleting two administrators at the same time leaves one', async () => {
  const server = await testServer()
  const heir = await server.account()
  await server.account({ role: 'admin' })
  const [first, second] = await admins(server)
  await Promise.all([
    server.request(`PUT /core/users/${first}`, { body: { status: 'disabled' } }),
    server.request(`DELETE /core/users/${second}?reassign_to=${heir.id}`),
    server.request(`PUT /core/users/${second}`, { body: { role: 'pending' } }),
  ])
  expect(await admins(server)).toHaveLength(1)
  await server.close()
})

test('a refused change ends no sign-in, a disabled user’s end at once', async () => {
  const server = await testServer()
  const [admin] = await admins(server)
  const user = await server.account()
  const row = (id: string, user_id: string) => ({ id, user_id, created_at: '2026-11-21T09:00:00.000Z', expires_at: '2026-11-22T09:00:00.000Z' })
  await server.db.insert(signins).values([row('sgn_1', admin ?? ''), row('sgn_2', user.id)])
  await server.request(`PUT /core/users/${admin}`, { body: { status: 'disabled' } })
  await server.request(`PUT /core/users/${user.id}`, { body: { status: 'disabled' } })
  expect((await server.db.select().from(signins)).map(({ id }) => id)).toEqual(['sgn_1'])
  expect((await server.request('GET /core/groups', { as: user.key })).status).toBe(401)
  await server.close()
})

test('a lost update is still told as one', async () => {
  const server = await testServer()
  const user = await server.account({ role: 'admin' })
  const stale = { headers: { 'if-match': '"7"' } }
  expect((await server.request(`PUT /core/users/${user.id}`, { body: { role: 'user' }, ...stale })).status).toBe(412)
  expect((await server.request(`DELETE /core/users/${user.id}`, stale)).status).toBe(412)
  await server.close()
})

test('what a deleted user owned passes on, and to nobody else', async () => {
  const server = await testServer()
  const [owner, heir, other] = [await server.account(), await server.account(), await server.account()]
  const { body: prompt } = await server.request('POST /core/prompts', { as: owner.key, body: { command: '/mine', title: 'Mine', content: 'x' } })
  expect((await server.request(`DELETE /core/users/${owner.id}?reassign_to=${heir.id}`)).status).toBe(204)
  const [row] = await server.db.select({ owner: prompts.owner_id }).from(prompts).where(eq(prompts.id, prompt.id))
  expect(row?.owner).toBe(heir.id)
  expect((await server.request(`GET /core/prompts/${prompt.id}`, { as: other.key })).status).toBe(404)
  expect((await server.request('GET /core/auths', { as: owner.key })).status).toBe(401)
  await server.close()
})
