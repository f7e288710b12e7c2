import { eq } from 'drizzle-orm'
import { Secret, TOTP } from 'otpauth'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { identities } from '#db/schema/identity-providers.ts'
import { oauthConnections } from '#db/schema/oauth.ts'
import { recoveryCodes, secondFactors } from '#db/schema/second-factors.ts'
import { takingMailer } from '#test/fakes/mailer.ts'
import { connected } from '#test/oauth/app.ts'
import { type SignOn, singleSignOn } from '#test/single-sign-on.ts'

let sso: SignOn
let provider: any
beforeAll(async () => {
  sso = await singleSignOn({ ports: { mailer: takingMailer([]) } })
  provider = await sso.provider({ creates_accounts: true })
})
afterAll(() => sso.stop())

/** Somebody who signed in by the provider. */
async function person(): Promise<{ id: string; token: string; subject: string; email: string }> {
  const subject = `subject-${Math.random().toString(36).slice(2)}`
  sso.idp.people[subject] = { email: `${subject}@example.com`, email_verified: true, name: 'Ann' }
  sso.idp.who = subject
  const browser = sso.browser()
  await sso.signIn(browser, provider)
  const { body } = await sso.refresh(browser)
  return { id: body.user.id, token: body.token, subject, email: body.user.email }
}
const own = async (as: string) => (await sso.server.request('GET /core/auths/identities', { as })).body
const unlink = (id: string, as: string) => sso.server.request(`DELETE /core/auths/identities/${id}`, { as })
const PASSWORD = 'correct horse battery'

test('the last way in is not unlinked, by nobody; with a password beside it it is, and its sign-ins end', async () => {
  const ann = await person()
  const [identity] = await own(ann.token)
  expect(identity).toMatchObject({ user_id: ann.id, provider_name: provider.name, issuer: sso.idp.issuer, subject: ann.subject, is_last_way_in: true })
  expect((await unlink(identity.id, ann.token)).body.error.code).toBe('conflict')
  expect((await sso.server.request(`DELETE /core/users/${ann.id}/identities/${identity.id}`)).body.error.code).toBe('conflict')

  expect((await sso.server.request('POST /core/auths/password', { as: ann.token, body: { new_password: PASSWORD } })).status).toBe(204)
  expect((await own(ann.token))[0].is_last_way_in).toBe(false)
  expect((await unlink(identity.id, ann.token)).status).toBe(204)
  expect((await sso.server.request('GET /core/auths', { as: ann.token })).status).toBe(401)
  expect((await unlink(identity.id, sso.server.adminKey)).status).toBe(404)
  expect((await sso.server.request('GET /core/mails?kind=identity_unlinked')).body.map(({ user_id }: any) => user_id)).toEqual([ann.id])
  // At the provider he is nobody here any more; his password signs in.
  const browser = sso.browser()
  expect((await sso.signIn(browser, provider)).searchParams.get('sso')).toBe('not_linked')
  expect((await sso.server.request('POST /core/auths/signin', { as: null, body: { email: ann.email, password: PASSWORD } })).status).toBe(200)
  const { body: entries } = await sso.server.request(`GET /core/audit-logs?type=user.unlinked&resource_id=${ann.id}`)
  expect(entries.map(({ details }: any) => details)).toEqual([{ identity_provider_id: provider.id, identity_id: identity.id }])
})

test('a password that counts no more, and a provider that is not in use, are no other way', async () => {
  const ann = await person()
  await sso.server.request('POST /core/auths/password', { as: ann.token, body: { new_password: PASSWORD } })
  const [identity] = await own(ann.token)
  await sso.server.request('PUT /core/auths/policy', { body: { password: 'off' } })
  expect((await unlink(identity.id, ann.token)).body.error.code).toBe('conflict')
  const { body: second } = await sso.server.request('POST /core/identity-providers', {
    body: { name: 'Second', issuer: 'http://127.0.0.1:9', client_id: 'x', client_secret: 'y', is_enabled: false },
  })
  await sso.server.db
    .insert(identities)
    .values({ id: `idn_second`, provider_id: second.id, subject: 'x', user_id: ann.id, created_at: new Date().toISOString() })
  expect((await unlink(identity.id, ann.token)).body.error.code).toBe('conflict')
  await sso.server.request(`PUT /core/identity-providers/${second.id}`, { body: { is_enabled: true } })
  // One of the two stays, also when both are unlinked at once.
  const both = await Promise.all(
    [identity.id, 'idn_second'].map((id) => sso.server.request(`DELETE /core/users/${ann.id}/identities/${id}`).then(({ status }) => status)),
  )
  expect(both.toSorted()).toEqual([204, 409])
  await sso.server.request('PUT /core/auths/policy', { body: { password: 'on' } })
})

test('an identity is seen and unlinked by its person and administrators alone, by a credential with every scope', async () => {
  const [ann, bob] = [await person(), await person()]
  const [identity] = await own(ann.token)
  expect((await unlink(identity.id, bob.token)).status).toBe(404)
  expect((await sso.server.request(`GET /core/users/${ann.id}/identities`, { as: bob.token })).status).toBe(403)
  expect((await sso.server.request(`DELETE /core/users/${bob.id}/identities/${identity.id}`)).status).toBe(404)
  expect((await sso.server.request(`GET /core/users/${ann.id}/identities`)).body).toEqual([identity])
  expect((await sso.server.request('GET /core/users/usr_nobody/identities')).status).toBe(404)
  const { body: narrow } = await sso.server.request('POST /core/auths/api-keys', {
    as: ann.token,
    body: { name: 'narrow', scopes: ['core:read', 'core:write'] },
  })
  expect((await unlink(identity.id, narrow.key)).body.error.code).toBe('insufficient_scope')
})

/** Nothing of these tells more than that it is there. */
const SECRETS = ['secret', 'code_hmac', 'ct', 'dek', 'generation']

test('identities, connected apps and second factors are saved with a person, without a secret, and go with him', async () => {
  const { server } = sso
  const ann = await person()
  const as = ann.token
  await server.request('POST /core/auths/password', { as, body: { new_password: PASSWORD } })
  const { body: begun } = await server.request('POST /core/auths/second-factor', { as, body: { current_password: PASSWORD } })
  const code = new TOTP({ secret: Secret.fromBase32(begun.secret) }).generate({ timestamp: server.clock.now.getTime() })
  expect((await server.request('POST /core/auths/second-factor/confirm', { as, body: { code } })).status).toBe(200)
  const app = await connected(server, as)

  const saved = JSON.parse((await server.request(`GET /core/users/${ann.id}/export`)).text)
  expect(saved.identities).toMatchObject([{ provider_id: provider.id, subject: ann.subject }])
  expect(saved.second_factors).toEqual([{ created_at: expect.any(String), confirmed_at: expect.any(String) }])
  expect(saved.recovery_codes).toHaveLength(10)
  expect(saved.connected_apps).toMatchObject([{ client_name: 'An app', scopes: expect.any(Array) }])
  for (const name of ['identities', 'second_factors', 'recovery_codes', 'connected_apps'])
    for (const row of saved[name]) expect(Object.keys(row).filter((member) => SECRETS.includes(member))).toEqual([])
  for (const secret of [begun.secret, app.tokens.refresh_token, app.tokens.access_token]) expect(JSON.stringify(saved)).not.toContain(secret)

  expect((await server.request(`POST /core/users/${ann.id}/erasure`, { body: { confirm: ann.email } })).status).toBe(200)
  for (const table of [identities, secondFactors, recoveryCodes, oauthConnections])
    expect(await server.db.select().from(table).where(eq(table.user_id, ann.id))).toEqual([])
  expect((await server.request('GET /core/auths', { as: app.tokens.access_token })).status).toBe(401)
  expect(JSON.stringify((await server.request('GET /core/audit-logs?page_size=500')).body)).not.toContain(ann.email)
})
