import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { federationAttempts, identityProviders } from '#db/schema/identity-providers.ts'
import { scimOf } from '#test/scim/client.ts'
import { type SignOn, singleSignOn } from '#test/single-sign-on.ts'

let sso: SignOn
beforeAll(async () => {
  sso = await singleSignOn()
})
afterAll(() => sso.stop())

let count = 0
let provider: any
/** Each test has a provider of its own; the others are disabled. */
async function given(facts: Record<string, unknown> = {}, client: Record<string, unknown> = {}) {
  for (const { id } of await sso.server.db.select({ id: identityProviders.id }).from(identityProviders)) {
    await sso.server.request(`PUT /core/identity-providers/${id}`, { body: { is_enabled: false } })
  }
  count += 1
  provider = await sso.provider({ name: `SSO ${count}`, creates_accounts: true, ...facts }, client)
  return provider
}
/** Somebody the provider knows. */
function person(facts: Record<string, unknown> = {}) {
  const id = `subject-${Math.random().toString(36).slice(2)}`
  sso.idp.people[id] = { email: `${id}@example.com`, email_verified: true, name: 'Ann', ...facts }
  sso.idp.who = id
  return { id, email: String(sso.idp.people[id].email) }
}
beforeEach(() => {
  Object.assign(sso.idp, { spoil: null, describe: null, forge: false, down: false, calls: null })
  sso.server.clock.now = new Date()
})

/** Tries to sign in, and tells why it was refused. */
async function refusal(): Promise<string | null> {
  const browser = sso.browser()
  const at = await sso.signIn(browser, provider)
  const { status } = await sso.refresh(browser)
  expect(status === 200).toBe(at.pathname !== '/signin')
  return at.searchParams.get('sso')
}
const userByEmail = async (email: string) => (await sso.server.request(`GET /core/users?q=${encodeURIComponent(email)}`)).body[0]

test('a person signs in by a provider, is given an account, and comes back to where he was', async () => {
  await given()
  const { email } = person()
  const ways = await sso.server.request('GET /core/auths/ways', { as: null })
  expect(ways.body.providers).toEqual([{ id: provider.id, name: provider.name, start_url: provider.redirect_uri.replace(/callback$/, 'start') }])
  const browser = sso.browser()
  const at = await sso.signIn(browser, provider, '/dashboards?x=1')
  expect(at.href).toBe(`${sso.origin}/dashboards?x=1`)
  const { status, body } = await sso.refresh(browser)
  expect([status, body.user.email, body.user.name, body.user.role]).toEqual([200, email, 'Ann', 'user'])
  expect((await sso.server.request('GET /core/auths', { as: body.token })).body.credential.type).toBe('signin')
  expect((await sso.server.request('GET /core/auths/signins', { as: body.token })).body).toHaveLength(1)
  // The second time it is the same account.
  const again = sso.browser()
  await sso.signIn(again, provider)
  expect((await sso.refresh(again)).body.user.id).toBe(body.user.id)
})

test('the secret is never shown, and goes to no other issuer', async () => {
  const made = await given()
  const read = await sso.server.request(`GET /core/identity-providers/${made.id}`)
  expect([read.text.includes('client secret of the tests'), read.body.has_client_secret]).toEqual([false, true])
  const moved = await sso.server.request(`PUT /core/identity-providers/${made.id}`, { body: { issuer: 'http://127.0.0.1:9' } })
  expect([moved.status, moved.body.error.param]).toEqual([422, 'client_secret'])
  const stored = JSON.stringify(await sso.server.db.select().from(identityProviders))
  expect(stored).not.toContain('client secret of the tests')
  expect(JSON.stringify(sso.server.log)).not.toContain('client secret of the tests')
})

test('a provider is tried out, and what is wrong with it is told', async () => {
  await given()
  const check = async () => (await sso.server.request(`POST /core/identity-providers/${provider.id}/test`)).body
  expect(await check()).toMatchObject({ ok: true, keys: 1, backchannel_logout: true })
  sso.idp.down = true
  expect(await check()).toMatchObject({ ok: false, keys: 0 })
  sso.idp.down = false
  sso.idp.describe = (metadata) => Object.assign(metadata, { issuer: 'https://somebody.example' })
  expect(await check()).toMatchObject({ ok: false })
})

test.each([
  ['another issuer', (token: any) => (token.payload.iss = 'https://somebody.example')],
  ['another audience', (token: any) => (token.payload.aud = 'somebody else')],
  ['several audiences without an authorized party', (token: any) => (token.payload.aud = ['querent', 'somebody else'])],
  ['another nonce', (token: any) => (token.payload.nonce = 'n')],
  ['no nonce', (token: any) => delete token.payload.nonce],
  ['the past', (token: any) => Object.assign(token.payload, { iat: 1_600_000_000, exp: 1_600_000_600 })],
  ['no subject', (token: any) => delete token.payload.sub],
  ['alg none', (token: any) => (token.header.alg = 'none')],
  ['the client’s secret instead of a key', (token: any) => (token.header.alg = 'HS256')],
])('an ID token of %s signs nobody in', async (_, spoil) => {
  await given()
  person()
  sso.idp.spoil = spoil
  expect(await refusal()).toBe('refused')
  expect(await sso.lastRefusal()).toMatchObject({ by: 'oidc', reason: 'refused' })
})

test('a token of a key nobody published signs nobody in; a new key that is published does', async () => {
  await given()
  person()
  sso.idp.forge = true
  expect(await refusal()).toBe('refused')
  sso.idp.forge = false
  expect(await refusal()).toBeNull()
  await sso.idp.rotate()
  expect(await refusal()).toBeNull()
})

test('a way back is taken once, by the browser that began, within ten minutes', async () => {
  await given()
  person()
  const browser = sso.browser()
  const back = await sso.upTo(browser, provider)
  const stranger = sso.browser()
  expect((await stranger.open(back.href)).searchParams.get('sso')).toBe('expired')
  expect((await sso.refresh(stranger)).status).toBe(204)
  const both = await Promise.all([browser.send(back.href), browser.send(back.href)])
  const ends = both.map((response) => new URL(response.headers.get('location') ?? '').searchParams.get('sso'))
  expect(ends.toSorted()).toEqual(['expired', null].toSorted())
  expect((await browser.open(back.href)).searchParams.get('sso')).toBe('expired')

  const late = await sso.upTo(browser, provider)
  sso.server.clock.now = new Date(Date.now() + 10 * 60_000 + 1)
  expect((await browser.open(late.href)).searchParams.get('sso')).toBe('expired')
})

test('a code that was redeemed before, or made up, signs nobody in', async () => {
  await given()
  person()
  const browser = sso.browser()
  const first = await sso.upTo(browser, provider)
  const second = await sso.upTo(browser, provider)
  await browser.open(first.href)
  second.searchParams.set('code', first.searchParams.get('code') ?? '')
  expect((await browser.open(second.href)).searchParams.get('sso')).toBe('refused')
  const third = await sso.upTo(browser, provider)
  third.searchParams.set('code', 'made-up')
  expect((await browser.open(third.href)).searchParams.get('sso')).toBe('refused')
})

test('an answer of another provider is not taken for this one’s', async () => {
  await given()
  person()
  const other = await sso.server.request('POST /core/identity-providers', {
    body: { name: `Other ${count}`, issuer: 'http://127.0.0.1:9', client_id: 'querent' },
  })
  const browser = sso.browser()
  const named = await sso.upTo(browser, provider)
  named.searchParams.set('iss', 'https://somebody.example')
  expect((await browser.open(named.href)).searchParams.get('sso')).toBe('refused')
  const swapped = await sso.upTo(browser, provider)
  swapped.pathname = swapped.pathname.replace(provider.id, other.body.id)
  expect((await browser.open(swapped.href)).searchParams.get('sso')).toBe('expired')
})

test('a state that was changed is none that was begun', async () => {
  await given()
  person()
  const browser = sso.browser()
  const back = await sso.upTo(browser, provider)
  back.searchParams.set('state', `${back.searchParams.get('state')}x`)
  expect((await browser.open(back.href)).searchParams.get('sso')).toBe('expired')
  back.searchParams.delete('state')
  expect((await browser.open(back.href)).searchParams.get('sso')).toBe('expired')
})

test.each([
  '//evil.example',
  '/\\evil.example',
  'https://evil.example/',
  'javascript:alert(1)',
  '/\t/evil.example',
  '/api/v1/core/auths/refresh',
  '/signin',
  ' //evil.example',
  '/..//evil.example',
])('nobody is sent on to %j', async (returnTo) => {
  await given()
  person()
  expect((await sso.signIn(sso.browser(), provider, returnTo)).href).toBe(`${sso.origin}/`)
})

test('an address the provider has not verified opens no account; one it says nothing of only where it is trusted', async () => {
  await given()
  person({ email_verified: false })
  expect(await refusal()).toBe('unverified_email')
  person({ email_verified: undefined })
  expect(await refusal()).toBe('unverified_email')
  person({ email: undefined })
  expect(await refusal()).toBe('no_email')
  await given({ trusts_email: true })
  person({ email_verified: undefined })
  expect(await refusal()).toBeNull()
  person({ email_verified: false })
  expect(await refusal()).toBe('unverified_email')
})

test('only the domains that are allowed', async () => {
  await given({ allowed_domains: ['example.com'] })
  person()
  expect(await refusal()).toBeNull()
  for (const email of ['eve@evil.example', 'eve@sub.example.com', 'eve@example.com.evil.example']) {
    person({ email })
    expect(await refusal()).toBe('domain')
  }
  person({ email_verified: false })
  expect(await refusal()).toBe('domain')
})

test('an account that was there before is opened only where the provider may link, and never a disabled one', async () => {
  await given()
  const { email } = person()
  const { body: mine } = await sso.server.request('POST /core/users', { body: { email, password: 'correct horse battery' } })
  expect(await refusal()).toBe('not_linked')
  await sso.server.request(`PUT /core/identity-providers/${provider.id}`, { body: { links_by_email: true } })
  sso.idp.people[sso.idp.who ?? ''] = { email, email_verified: false }
  expect(await refusal()).toBe('unverified_email')
  sso.idp.people[sso.idp.who ?? ''] = { email: email.toUpperCase(), email_verified: true }
  expect(await refusal()).toBeNull()
  // Another subject with the address of the first is another person.
  await sso.server.request(`PUT /core/users/${mine.id}`, { body: { status: 'disabled' } })
  expect(await refusal()).toBe('disabled')
  const { body: invited } = await sso.server.request('POST /core/users', { body: { email: person().email, invite: true } })
  expect(await refusal()).toBeNull()
  expect((await sso.server.request(`GET /core/users/${invited.id}`)).body.status).toBe('active')
})

test('an account a directory keeps is opened by the id the directory has for it, whatever the address', async () => {
  const scim = await scimOf(sso.server, 'Directory')
  await given({ creates_accounts: false, claims: { external_id: 'sub' } })
  const { id } = person({ email_verified: false })
  const { body: kept } = await scim('POST /Users', { userName: `kept-${id}@example.org`, externalId: id })
  expect(await refusal()).toBeNull()
  await scim(`PUT /Users/${kept.id}`, { userName: `kept-${id}@example.org`, externalId: id, active: false })
  expect(await refusal()).toBe('disabled')
  // An id two accounts bear opens neither.
  const { id: shared } = person({ email_verified: false })
  for (const name of ['one', 'two']) await scim('POST /Users', { userName: `${name}-${shared}@example.org`, externalId: shared })
  expect(await refusal()).toBe('unverified_email')
})

test('no account is made where the provider may make none', async () => {
  await given({ creates_accounts: false })
  person()
  expect(await refusal()).toBe('no_account')
})

test('an address that changes hands opens nothing: the account stays with the subject', async () => {
  await given({ links_by_email: false })
  const { id, email } = person()
  expect(await refusal()).toBeNull()
  sso.idp.people[id] = { email: `new-${email}`, email_verified: true }
  person({ email })
  expect(await refusal()).toBe('not_linked')
})

test('groups and roles follow the claims, also away', async () => {
  const [sales, other] = await Promise.all(
    ['Sales', 'Kept'].map(async (name) => (await sso.server.request('POST /core/groups', { body: { name: `${name} ${count}` } })).body.id),
  )
  await given({
    scopes: ['openid', 'email', 'groups'],
    claims: { groups: 'groups', role: 'realm_access.roles' },
    group_mappings: [{ value: 'sales', group_id: sales }],
    role_mappings: [{ value: 'boss', role: 'admin' }],
  })
  const { id, email } = person({ groups: ['sales', 'x'], realm_access: { roles: ['boss'] } })
  expect(await refusal()).toBeNull()
  const made = await userByEmail(email)
  expect([made.role, made.group_ids]).toEqual(['admin', [sales]])
  await sso.server.request('POST /core/usergroups', { body: { user_id: made.id, group_id: other } })
  sso.idp.people[id] = { email, email_verified: true, groups: [] }
  expect(await refusal()).toBeNull()
  const after = await userByEmail(email)
  expect([after.role, after.group_ids]).toEqual(['user', [other]])
})

test('who lost the group that lets in loses the sign-ins too', async () => {
  await given({ scopes: ['openid', 'email', 'groups'], claims: { groups: 'groups' }, allowed_groups: ['staff'] })
  const { id, email } = person({ groups: ['staff'] })
  const browser = sso.browser()
  await sso.signIn(browser, provider)
  const { body } = await sso.refresh(browser)
  sso.idp.people[id] = { email, email_verified: true, groups: ['former'] }
  expect(await refusal()).toBe('group')
  expect((await sso.server.request('GET /core/auths', { as: body.token })).status).toBe(401)
  expect((await sso.refresh(browser)).status).toBe(401)
})

test('a provider’s sign-in ends when its time is over, however often a page renews it', async () => {
  await given({ session_hours: 2 })
  person()
  const browser = sso.browser()
  await sso.signIn(browser, provider)
  const begun = Date.now()
  for (const minutes of [50, 100, 119]) {
    sso.server.clock.now = new Date(begun + minutes * 60_000)
    expect((await sso.refresh(browser)).status).toBe(200)
  }
  sso.server.clock.now = new Date(begun + 121 * 60_000)
  expect((await sso.refresh(browser)).status).toBe(401)
})

test('disabling or deleting a provider ends what it vouched for', async () => {
  await given()
  person()
  const browser = sso.browser()
  await sso.signIn(browser, provider)
  const { body } = await sso.refresh(browser)
  await sso.server.request(`PUT /core/identity-providers/${provider.id}`, { body: { is_enabled: false } })
  expect((await sso.server.request('GET /core/auths', { as: body.token })).status).toBe(401)
  expect(await refusal()).toBe('not_offered')
})

test('the person says no, and the provider is down', async () => {
  await given()
  sso.idp.who = null
  expect(await refusal()).toBe('cancelled')
  person()
  const browser = sso.browser()
  const back = await sso.upTo(browser, provider)
  sso.idp.down = true
  expect((await browser.open(back.href)).searchParams.get('sso')).toBe('unavailable')
})

test('signing out here signs out there; a provider that may not be asked is not', async () => {
  await given()
  person()
  const browser = sso.browser()
  await sso.signIn(browser, provider)
  const { body } = await sso.refresh(browser)
  const out = await sso.server.request('POST /core/auths/signout', { as: body.token })
  const url = new URL(out.body.sign_out_url)
  expect([out.status, url.origin, url.searchParams.get('client_id')]).toEqual([200, sso.idp.issuer, 'querent'])
  expect(url.searchParams.get('post_logout_redirect_uri')).toBe(`${sso.origin}/signin`)
  expect((await browser.send(url.href)).status).toBe(200)
  expect((await sso.server.request('GET /core/auths', { as: body.token })).status).toBe(401)
})

test('a sign-out with the provider ends the sign-in here, by a token that is the provider’s and new', async () => {
  await given()
  const { id } = person()
  const browser = sso.browser()
  await sso.signIn(browser, provider)
  const { body } = await sso.refresh(browser)
  const send = (token: string) =>
    sso.server.request(`POST /core/auths/oidc/${provider.id}/backchannel-logout`, {
      as: null,
      raw: new URLSearchParams({ logout_token: token }).toString(),
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
    })
  const good = { aud: 'querent', sub: id }
  const now = Math.floor(Date.now() / 1000)
  for (const wrong of [
    { ...good, aud: 'somebody else' },
    { ...good, iss: 'https://somebody.example' },
    { ...good, nonce: 'n' },
    { ...good, events: {} },
    { ...good, iat: now - 3600, exp: now + 600 },
    { ...good, exp: now - 60 },
    { aud: 'querent' },
  ]) {
    expect((await send(await sso.idp.logoutToken(wrong))).status).toBe(400)
  }
  sso.idp.forge = true
  expect((await send(await sso.idp.logoutToken(good))).status).toBe(400)
  sso.idp.forge = false
  expect((await send('nonsense')).status).toBe(400)
  expect((await sso.server.request('GET /core/auths', { as: body.token })).status).toBe(200)
  const token = await sso.idp.logoutToken(good)
  expect((await send(token)).status).toBe(204)
  expect((await sso.server.request('GET /core/auths', { as: body.token })).status).toBe(401)
  // The same token again ends no later sign-in.
  sso.server.clock.now = new Date(Date.now() + 5_000)
  const later = sso.browser()
  await sso.signIn(later, provider)
  expect((await send(token)).status).toBe(204)
  expect((await sso.refresh(later)).status).toBe(200)
})

test('what waits for its way back is forgotten when its time is over', async () => {
  await given()
  person()
  await sso.upTo(sso.browser(), provider)
  expect((await sso.server.db.select().from(federationAttempts)).length).toBeGreaterThan(0)
  sso.server.clock.now = new Date(Date.now() + 11 * 60_000)
  await sso.server.open(`GET /core/auths/oidc/${provider.id}/start`, { as: null })
  expect(await sso.server.db.select().from(federationAttempts)).toHaveLength(1)
})

test('only an administrator with every scope decides who may sign in', async () => {
  const user = await sso.server.account()
  const narrow = await sso.server.account({ role: 'admin', scopes: ['core:write'] })
  const body = { name: 'Thief', issuer: 'https://thief.example', client_id: 'x' }
  expect((await sso.server.request('POST /core/identity-providers', { as: user.key, body })).status).toBe(403)
  expect((await sso.server.request('POST /core/identity-providers', { as: narrow.key, body })).body.error.code).toBe('insufficient_scope')
  expect((await sso.server.request('PUT /core/auths/policy', { as: narrow.key, body: { password: 'on' } })).body.error.code).toBe('insufficient_scope')
})

test('passwords are turned off only while there is another way, and the operator turns them on again', async () => {
  const alone = await singleSignOn()
  const { server } = alone
  await server.request('POST /core/users', { body: { email: 'ann@example.com', password: 'correct horse battery' } })
  const { body: bob } = await server.request('POST /core/users', { body: { email: 'bob@example.com', invite: true } })
  const off = () => server.request('PUT /core/auths/policy', { body: { password: 'off' } })
  expect((await off()).body.error.code).toBe('conflict')
  const only = await alone.provider()
  expect((await off()).body).toMatchObject({ password: 'off', password_forced: false, revision: 1 })
  expect((await server.request('PUT /core/auths/policy', { body: { password: 'off' }, headers: { 'if-match': '"0"' } })).status).toBe(412)
  expect((await server.request('GET /core/auths/ways', { as: null })).body).toMatchObject({ password: false, password_reset: false })
  const byPassword = () => server.request('POST /core/auths/signin', { as: null, body: { email: 'ann@example.com', password: 'correct horse battery' } })
  expect((await byPassword()).body.error.code).toBe('resource_disabled')
  const join = { token: bob.invitation.token, password: 'correct horse battery' }
  expect((await server.request('POST /core/auths/invitations/accept', { as: null, body: join })).body.error.code).toBe('resource_disabled')
  expect((await server.request(`DELETE /core/identity-providers/${only.id}`)).body.error.code).toBe('conflict')
  expect((await server.request(`PUT /core/identity-providers/${only.id}`, { body: { is_enabled: false } })).body.error.code).toBe('conflict')
  server.settings.passwordForced = true
  expect((await byPassword()).status).toBe(200)
  expect((await server.request('GET /core/auths/policy')).body).toMatchObject({ password: 'off', password_forced: true })
  await alone.stop()
})

test('the provider itself tells of a sign-out, and is heard', async () => {
  await given()
  person()
  const browser = sso.browser()
  await sso.signIn(browser, provider)
  const { body } = await sso.refresh(browser)
  const told: number[] = []
  sso.idp.calls = async (url, { method, headers, body: sent }) => {
    const { pathname } = new URL(url)
    const reply = await sso.server.open(`${method} ${pathname}`, { as: null, raw: String(sent), headers: Object.fromEntries(new Headers(headers)) })
    told.push(reply.status)
    return reply
  }
  const out = await sso.server.request('POST /core/auths/signout', { as: body.token })
  const page = await (await browser.send(out.body.sign_out_url)).text()
  const xsrf = /name="xsrf" value="([^"]+)"/.exec(page)?.[1] ?? ''
  const form = {
    method: 'POST',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: new URLSearchParams({ xsrf, logout: 'yes' }).toString(),
  }
  await browser.send(`${sso.idp.issuer}/session/end/confirm`, form)
  expect(told).toEqual([204])
})
