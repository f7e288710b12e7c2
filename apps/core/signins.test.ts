import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { auditLogs } from '#db/schema/catalog.ts'
import { signinLinks, users } from '#db/schema/identity.ts'
import { newMasterKey } from '#domain/access/master-keys.ts'
import { makeSigninLink } from '#domain/access/signins/links.ts'
import { type TestServer, testServer } from '#test/harness.ts'

const PASSWORD = 'correct horse battery'
/** Costs nothing, for tests that sign in many times. */
const passwords = { hash: async (text: string) => `phc:${text}`, verify: async (text: string, phc: string) => phc === `phc:${text}` }
const PAGE = {
  'sec-fetch-site': 'same-origin',
  origin: 'http://querent.test',
  host: 'querent.test',
  'user-agent': 'Mozilla/5.0 (X11; Linux x86_64) Chrome/156.0 Safari/537.36',
}

let server: TestServer
beforeAll(async () => {
  server = await testServer({ ports: { passwords } })
  await server.request('POST /core/users', { body: { email: 'ann@example.com', password: PASSWORD } })
})
afterAll(() => server.close())

const cookieOf = (reply: { headers: Headers }) => reply.headers.get('set-cookie')?.split(';')[0] ?? ''
async function pageSignIn() {
  const reply = await server.request('POST /core/auths/signin', { as: null, body: { email: 'ann@example.com', password: PASSWORD }, headers: PAGE })
  return { token: reply.body.token as string, cookie: cookieOf(reply), reply }
}
const refresh = (cookie: string, headers: Record<string, string> = PAGE) =>
  server.request('POST /core/auths/refresh', { as: null, headers: { ...headers, ...(cookie ? { cookie } : {}) } })
const statusOf = async (token: string) => (await server.request('GET /core/auths', { as: token })).status
const later = (ms: number) => {
  server.clock.now = new Date(server.clock.now.getTime() + ms)
}

test('a page is given a cookie that no script reads and one path alone is sent; a client without a page is not', async () => {
  const { reply } = await pageSignIn()
  expect(reply.headers.get('set-cookie')).toMatch(
    /^querent_refresh=qr_[\w-]{83}; Max-Age=604800; Path=\/api\/v1\/core\/auths\/refresh; HttpOnly; SameSite=Strict$/,
  )
  const plain = await server.request('POST /core/auths/signin', { as: null, body: { email: 'ann@example.com', password: PASSWORD } })
  expect(plain.headers.get('set-cookie')).toBeNull()
  const live = await testServer({ ports: { passwords }, environment: { APP_ENV: 'production', QUERENT_MASTER_KEYS: newMasterKey() } })
  await live.request('POST /core/users', { body: { email: 'ann@example.com', password: PASSWORD } })
  const secure = await live.request('POST /core/auths/signin', { as: null, body: { email: 'ann@example.com', password: PASSWORD }, headers: PAGE })
  expect(secure.headers.get('set-cookie')).toMatch(/^__Secure-querent_refresh=.*; Secure; SameSite=Strict$/)
  await live.close()
})

test('a browser that never signed in is told so without an error', async () => {
  expect((await refresh('')).status).toBe(204)
})

test('a renewal answers a fresh token and the next cookie, and the tokens before keep working in their tabs', async () => {
  const { token, cookie } = await pageSignIn()
  later(60_000)
  const renewed = await refresh(cookie)
  expect([renewed.status, cookieOf(renewed) !== cookie, renewed.body.user.email]).toEqual([200, true, 'ann@example.com'])
  expect(await Promise.all([statusOf(token), statusOf(renewed.body.token)])).toEqual([200, 200])
  later(60_000)
  expect((await refresh(cookieOf(renewed))).status).toBe(200)
})

test('two tabs that wake together are given the same cookie; one used again later ends the sign-in for both', async () => {
  const { cookie } = await pageSignIn()
  const replies = await Promise.all(Array.from({ length: 6 }, () => refresh(cookie)))
  expect(replies.map(({ status }) => status)).toEqual(replies.map(() => 200))
  expect(new Set(replies.map(cookieOf)).size).toBe(1)
  const tokens = replies.map(({ body }) => body.token as string)
  later(10_001)
  expect((await refresh(cookie)).status).toBe(401)
  expect(
    await Promise.all([statusOf(tokens[0] ?? ''), statusOf(tokens[5] ?? ''), refresh(cookieOf(replies[0] as never)).then(({ status }) => status)]),
  ).toEqual([401, 401, 401])
  const entries = await server.db.select().from(auditLogs).where(eq(auditLogs.type, 'user.signin_reused'))
  expect(entries).toHaveLength(1)
})

test.each([
  ['another site', { ...PAGE, 'sec-fetch-site': 'cross-site' }],
  ['a neighbour on the same site', { ...PAGE, 'sec-fetch-site': 'same-site' }],
  ['another origin, told by an old browser', { origin: 'http://evil.test', host: 'querent.test' }],
  ['no page', { host: 'querent.test' }],
])('a renewal asked for by %s is refused and changes nothing', async (_, headers) => {
  const { cookie } = await pageSignIn()
  expect((await refresh(cookie, headers as unknown as Record<string, string>)).status).toBe(403)
  expect((await refresh(cookie)).status).toBe(200)
})

test('a renewal ends with the week nobody used it, the month in all, the account, the password and the sign-out', async () => {
  const idle = await pageSignIn()
  later(7 * 24 * 3_600_000)
  expect((await refresh(idle.cookie)).status).toBe(401)
  let { cookie } = await pageSignIn()
  for (let day = 0; day < 30; day += 5) {
    later(5 * 24 * 3_600_000)
    const reply = await refresh(cookie)
    expect(reply.status).toBe(day < 25 ? 200 : 401)
    cookie = cookieOf(reply)
  }
  const [here, there] = [await pageSignIn(), await pageSignIn()]
  expect((await server.request('POST /core/auths/password', { as: here.token, body: { current_password: PASSWORD, new_password: PASSWORD } })).status).toBe(204)
  expect((await refresh(there.cookie)).status).toBe(401)
  const out = await server.request('POST /core/auths/signout', { as: here.token })
  expect(out.headers.get('set-cookie')).toMatch(/^querent_refresh=; Max-Age=0; /)
  expect((await refresh(here.cookie)).status).toBe(401)
  const last = await pageSignIn()
  const [ann] = await server.db.select({ id: users.id }).from(users).where(eq(users.email, 'ann@example.com'))
  await server.request(`PUT /core/users/${ann?.id}`, { body: { status: 'disabled' } })
  expect((await refresh(last.cookie)).status).toBe(401)
  await server.request(`PUT /core/users/${ann?.id}`, { body: { status: 'active' } })
})

test('one sees one’s sign-ins and ends them', async () => {
  const [here, there] = [await pageSignIn(), await pageSignIn()]
  const { body } = await server.request('GET /core/auths/signins', { as: here.token })
  expect(body.filter((one: { is_current: boolean }) => one.is_current)).toMatchObject([{ device: 'Chrome on Linux', ip: '127.0.0.1' }])
  const other = body.find((one: { is_current: boolean }) => !one.is_current)
  expect((await server.request(`DELETE /core/auths/signins/${other.id}`)).status).toBe(404)
  expect((await server.request(`DELETE /core/auths/signins/${other.id}`, { as: here.token })).status).toBe(204)
  expect([await statusOf(there.token), await statusOf(here.token)]).toEqual([401, 200])
  const third = await pageSignIn()
  expect((await server.request('DELETE /core/auths/signins', { as: here.token })).status).toBe(204)
  expect([await statusOf(third.token), await statusOf(here.token)]).toEqual([401, 200])
})

test('a link signs in once, for a quarter of an hour, and its token stands nowhere', async () => {
  const system = server.querent.systemContext('core')
  const open = (token: string) => server.request('POST /core/auths/link', { as: null, body: { token }, headers: PAGE })
  const { token } = await makeSigninLink(system, 'ann@example.com')
  const replies = await Promise.all(Array.from({ length: 5 }, () => open(token)))
  expect(replies.map(({ status }) => status).toSorted()).toEqual([200, 404, 404, 404, 404])
  const signedIn = replies.find(({ status }) => status === 200)
  expect([signedIn?.body.needs_password, cookieOf(signedIn as never).length > 50]).toEqual([false, true])
  const late = await makeSigninLink(system, 'admin@example.com')
  later(15 * 60_000)
  expect((await open(late.token)).status).toBe(404)
  const first = await makeSigninLink(system, 'admin@example.com')
  expect((await open(first.token)).body).toMatchObject({ needs_password: true, user: { role: 'admin' } })
  const kept = JSON.stringify([await server.db.select().from(auditLogs), await server.db.select().from(signinLinks), server.log])
  for (const told of [token, late.token, first.token]) expect(kept).not.toContain(told.slice(3, 46))
  await expect(makeSigninLink(system, 'nobody@example.com')).rejects.toThrow('no active account')
})
