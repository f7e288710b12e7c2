import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Account, type TestServer, testServer } from '#test/harness.ts'

let server: TestServer
let key = ''
let other: Account
let group = ''

beforeAll(async () => {
  server = await testServer()
  key = (await server.request('POST /core/auths/api-keys', { body: { name: 'provisioning', scopes: ['core:write'] } })).body.key
  other = await server.account()
  group = (await server.request('POST /core/groups', { body: { name: 'Sales' } })).body.id
})
afterAll(() => server.close())

const password = 'correct horse battery'

test.each([
  ['a user with a password', 'POST /core/users', () => ({ email: 'a@example.com', password })],
  ['an administrator', 'POST /core/users', () => ({ email: 'b@example.com', role: 'admin', password })],
  ['an invitation', 'POST /core/users', () => ({ email: 'c@example.com', invite: true })],
  ['a role', () => `PUT /core/users/${other.id}`, () => ({ role: 'admin' })],
  ['an address', () => `PUT /core/users/${other.id}`, () => ({ email: 'd@example.com' })],
  ['facts that row filters use', () => `PUT /core/users/${other.id}`, () => ({ attributes: { region: 'EU' } })],
  ['a membership', 'POST /core/usergroups', () => ({ user_id: other.id, group_id: group })],
  ['a permission', () => `PUT /core/groups/${group}`, () => ({ permissions: { create_datasources: true } })],
  ['a wider key', 'POST /core/auths/api-keys', () => ({ name: 'all', scopes: ['*'] })],
  ['a password', 'POST /core/auths/password', () => ({ new_password: password })],
])('a key without every scope makes no %s', async (_, line, body) => {
  const reply = await server.request(typeof line === 'string' ? line : line(), { as: key, body: body() })
  expect([reply.status, reply.body.error?.code]).toEqual([403, 'insufficient_scope'])
})

test('a key without every scope lets no wider key live longer', async () => {
  const admin = await server.account({ role: 'admin' })
  const asAdmin = (line: string, body: unknown) => server.request(line, { as: admin.key, body })
  const wide = (await asAdmin('POST /core/auths/api-keys', { name: 'wide', expires_at: '2026-12-01T00:00:00Z' })).body
  const narrow = (await asAdmin('POST /core/auths/api-keys', { name: 'narrow', scopes: ['core:write'] })).body
  const extend = (as: string) => server.request(`PUT /core/auths/api-keys/${wide.id}`, { as, body: { expires_at: null } })
  expect((await extend(narrow.key)).body.error.code).toBe('insufficient_scope')
  expect((await extend(admin.key)).status).toBe(200)
})

test('it still does what its scopes are for', async () => {
  expect((await server.request(`PUT /core/users/${other.id}`, { as: key, body: { name: 'Ann' } })).status).toBe(200)
  expect((await server.request('POST /core/groups', { as: key, body: { name: 'Readers' } })).status).toBe(201)
})

test('members of a group see who is in it, not the facts that are known of each other', async () => {
  const [one, two] = [await server.account({ attributes: { region: 'EU' } }), await server.account()]
  for (const user of [one, two]) await server.request('POST /core/usergroups', { body: { user_id: user.id, group_id: group } })
  const { body } = await server.request(`GET /core/groups/${group}/users`, { as: two.key })
  expect(body.map((member: { id: string }) => member.id).sort()).toEqual([one.id, two.id].sort())
  for (const member of body) expect(Object.keys(member).sort()).toEqual(['email', 'id', 'name', 'role', 'user_id'])
})

test('a group is called by one name, whatever its case, and permits only what there is', async () => {
  expect((await server.request('POST /core/groups', { body: { name: 'SALES' } })).body.error).toMatchObject({ code: 'already_exists', param: 'name' })
  expect((await server.request(`PUT /core/groups/${group}`, { body: { name: 'sales' } })).status).toBe(200)
  expect((await server.request('POST /core/groups', { body: { name: 'X', permissions: { fly: true } } })).status).toBe(422)
  expect((await server.request('GET /core/permissions', { as: other.key })).body.map(({ name }: { name: string }) => name)).toEqual([
    'create_datasources',
    'create_models',
  ])
})

test('people to share with are found by name, and nothing else is told of them', async () => {
  const pending = await server.account({ role: 'pending' })
  await server.request(`PUT /core/users/${other.id}`, { body: { name: 'Ann Smith' } })
  const { body } = await server.request('GET /core/people?q=smith', { as: (await server.account()).key })
  expect(body).toEqual([{ id: other.id, user_id: other.id, name: 'Ann Smith' }])
  expect((await server.request('GET /core/people', { as: pending.key })).status).toBe(403)
})
