import { expect, test } from 'vitest'
import { type TestServer, testServer } from '#test/harness.ts'

const PASSWORD = 'correct horse battery'
const accept = (server: TestServer, token: string, password = PASSWORD) =>
  server.request('POST /core/auths/invitations/accept', { as: null, body: { token, password } })
const invite = async (server: TestServer) => (await server.request('POST /core/users', { body: { email: 'bob@example.com', invite: true } })).body
const signIn = (server: TestServer, password: string) => server.request('POST /core/auths/signin', { as: null, body: { email: 'bob@example.com', password } })

test('an invited user is not made active by hand, and can still accept', async () => {
  const server = await testServer()
  const bob = await invite(server)
  const forced = await server.request(`PUT /core/users/${bob.id}`, { body: { status: 'active' } })
  expect([forced.status, forced.body.error.param]).toEqual([409, 'status'])
  expect((await accept(server, bob.invitation.token)).status).toBe(200)
  await server.close()
})

test('a new invitation takes the place of the one before', async () => {
  const server = await testServer()
  const bob = await invite(server)
  const again = await server.request(`POST /core/users/${bob.id}/invitation`)
  expect(again.status).toBe(201)
  expect((await accept(server, bob.invitation.token)).status).toBe(404)
  expect((await accept(server, again.body.token)).body.user).toMatchObject({ id: bob.id, status: 'active' })
  await server.close()
})

test('an active user sets a new password by a one-time token, which ends every other sign-in', async () => {
  const server = await testServer()
  const bob = await invite(server)
  const old = (await accept(server, bob.invitation.token)).body.token
  expect((await server.request(`POST /core/users/${bob.id}/invitation`, { as: old })).status).toBe(403)
  const { body: offered } = await server.request(`POST /core/users/${bob.id}/invitation`)
  expect((await server.request('GET /core/auths', { as: old })).status).toBe(200)
  const reset = await accept(server, offered.token, 'another long password')
  expect(reset.status).toBe(200)
  expect((await server.request('GET /core/auths', { as: old })).status).toBe(401)
  expect((await server.request('GET /core/auths', { as: reset.body.token })).status).toBe(200)
  expect([(await signIn(server, PASSWORD)).status, (await signIn(server, 'another long password')).status]).toEqual([401, 200])
  expect((await accept(server, offered.token)).status).toBe(404)
  await server.close()
})

test('a disabled user is offered no password, and a token he has does nothing', async () => {
  const server = await testServer()
  const bob = await invite(server)
  await server.request(`PUT /core/users/${bob.id}`, { body: { status: 'disabled' } })
  expect((await server.request(`POST /core/users/${bob.id}/invitation`)).status).toBe(409)
  expect((await accept(server, bob.invitation.token)).status).toBe(404)
  await server.close()
})
