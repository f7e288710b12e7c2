import { Secret, TOTP } from 'otpauth'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { recoveryCodes, secondFactors, signinTickets } from '#db/schema/second-factors.ts'
import type { OutgoingMail } from '#domain/mail/mailer.ts'
import { takingMailer } from '#test/fakes/mailer.ts'
import { type TestServer, testServer } from '#test/harness.ts'

const PASSWORD = 'correct horse battery'
const passwords = {
  hash: async (text: string) => `${crypto.randomUUID()}:${text}`,
  verify: async (text: string, phc: string | null) => phc !== null && phc.slice(phc.indexOf(':') + 1) === text,
}

let server: TestServer
beforeAll(async () => {
  server = await testServer({ ports: { passwords } })
})
afterAll(() => server.close())

const post = (path: string, body: object, as: string | null = null) => server.request(`POST /core${path}`, { as, body })
const codeAt = (secret: string, off = 0) => new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: server.clock.now.getTime() + off * 30_000 })
const later = (seconds: number) => {
  server.clock.now = new Date(server.clock.now.getTime() + seconds * 1000)
}

let count = 0
async function person(facts: object = {}) {
  count += 1
  const email = `p${count}@example.com`
  const { body } = await post('/users', { email, password: PASSWORD, ...facts }, server.adminKey)
  const signIn = () => post('/auths/signin', { email, password: PASSWORD })
  return { id: body.id as string, email, signIn }
}
/** A person with a confirmed second factor. */
async function enrolled() {
  const one = await person()
  const { token } = (await one.signIn()).body
  const { secret } = (await post('/auths/second-factor', { current_password: PASSWORD }, token)).body
  const { body } = await post('/auths/second-factor/confirm', { code: codeAt(secret) }, token)
  later(90)
  return { ...one, token: token as string, secret: secret as string, codes: body.recovery_codes as string[] }
}
const second = (ticket: string, code: string) => post('/auths/signin/second-factor', { ticket, code })

test('setting one up needs the password, and counts only when a code confirms it', async () => {
  const ann = await person()
  const { token } = (await ann.signIn()).body
  expect((await post('/auths/second-factor', {}, token)).body.error.param).toBe('current_password')
  expect((await post('/auths/second-factor', { current_password: 'wrong' }, token)).status).toBe(403)
  const { body: begun } = await post('/auths/second-factor', { current_password: PASSWORD }, token)
  expect(begun.otpauth_url).toBe(
    `otpauth://totp/Querent:${encodeURIComponent(ann.email)}?issuer=Querent&secret=${begun.secret}&algorithm=SHA1&digits=6&period=30`,
  )
  expect((await ann.signIn()).status).toBe(200)
  expect((await post('/auths/second-factor/confirm', { code: '000000' }, token)).status).toBe(403)
  const { body: set } = await post('/auths/second-factor/confirm', { code: codeAt(begun.secret) }, token)
  expect([set.recovery_codes.length, new Set(set.recovery_codes).size]).toEqual([10, 10])
  expect((await post('/auths/second-factor', { current_password: PASSWORD }, token)).status).toBe(409)
  expect((await server.request('GET /core/auths/second-factor', { as: token })).body).toMatchObject({
    is_set: true,
    recovery_codes_left: 10,
    is_required: false,
  })
  const stored = JSON.stringify([await server.db.select().from(secondFactors), await server.db.select().from(recoveryCodes), server.log])
  expect(stored).not.toContain(begun.secret)
  expect(stored).not.toContain(set.recovery_codes[0])
})

test('a sign-in takes two steps; the ticket opens nothing but the second', async () => {
  const ann = await enrolled()
  const first = await ann.signIn()
  expect([first.status, first.body.enrol, first.body.token]).toEqual([202, false, undefined])
  expect(first.headers.get('set-cookie')).toBeNull()
  expect((await server.request('GET /core/auths', { as: first.body.ticket })).status).toBe(401)
  expect((await post('/auths/signin/enrol', { ticket: first.body.ticket })).status).toBe(401)
  expect((await post('/auths/signin/enrol/confirm', { ticket: first.body.ticket, code: codeAt(ann.secret) })).status).toBe(401)
  const done = await second(first.body.ticket, codeAt(ann.secret))
  expect([done.status, done.body.user.email]).toEqual([200, ann.email])
  expect((await server.request('GET /core/auths', { as: done.body.token })).status).toBe(200)
})

test('a code and a ticket are taken once, also at the same time', async () => {
  const ann = await enrolled()
  const [one, two] = [(await ann.signIn()).body.ticket, (await ann.signIn()).body.ticket]
  const code = codeAt(ann.secret)
  const both = await Promise.all([second(one, code), second(two, code), second(one, code)])
  expect(both.filter(({ status }) => status === 200)).toHaveLength(1)
  expect((await second((await ann.signIn()).body.ticket, code)).status).toBe(401)
  // Nor is one of the step before.
  expect((await second((await ann.signIn()).body.ticket, codeAt(ann.secret, -1))).status).toBe(401)
  later(30)
  const ticket = (await ann.signIn()).body.ticket
  expect((await second(ticket, codeAt(ann.secret))).status).toBe(200)
  later(30)
  expect((await second(ticket, codeAt(ann.secret))).status).toBe(401)
})

test('a recovery code signs in once', async () => {
  const ann = await enrolled()
  const ticket = async () => (await ann.signIn()).body.ticket
  const [code = ''] = ann.codes
  expect((await second(await ticket(), code.toUpperCase().replaceAll('-', ' '))).status).toBe(200)
  expect((await second(await ticket(), code)).status).toBe(401)
  expect((await server.request('GET /core/auths/second-factor', { as: ann.token })).body.recovery_codes_left).toBe(9)
  const bob = await enrolled()
  expect((await second(await ticket(), bob.codes[0] ?? '')).status).toBe(401)
  expect((await post('/auths/second-factor/recovery-codes', { code: ann.codes[1] }, ann.token)).status).toBe(403)
  const fresh = await post('/auths/second-factor/recovery-codes', { code: codeAt(ann.secret) }, ann.token)
  expect(fresh.body.recovery_codes).toHaveLength(10)
  expect((await second(await ticket(), ann.codes[1] ?? '')).status).toBe(401)
  expect((await second(await ticket(), fresh.body.recovery_codes[0])).status).toBe(200)
})

test('a ticket ends after ten minutes, with a new password and with the account', async () => {
  const ann = await enrolled()
  const old = (await ann.signIn()).body.ticket
  later(601)
  expect((await second(old, codeAt(ann.secret))).status).toBe(401)
  const before = (await ann.signIn()).body.ticket
  await post('/auths/password', { current_password: PASSWORD, new_password: 'another password' }, ann.token)
  expect((await second(before, codeAt(ann.secret))).status).toBe(401)
  const bob = await enrolled()
  const ticket = (await bob.signIn()).body.ticket
  await server.request(`PUT /core/users/${bob.id}`, { body: { status: 'disabled' } })
  expect((await second(ticket, codeAt(bob.secret))).status).toBe(401)
})

test('guessing ends after ten tries, also from many tickets at once', async () => {
  const ann = await enrolled()
  const tickets = await Promise.all(Array.from({ length: 4 }, async () => (await ann.signIn()).body.ticket))
  const tries = await Promise.all(Array.from({ length: 40 }, (_, i) => second(tickets[i % 4] ?? '', String(100_000 + i))))
  expect(tries.filter(({ status }) => status === 401)).toHaveLength(10)
  expect(tries.filter(({ status }) => status === 429)).toHaveLength(30)
  expect((await second(tickets[0] ?? '', codeAt(ann.secret))).status).toBe(429)
  later(901)
  expect((await second((await ann.signIn()).body.ticket, codeAt(ann.secret))).status).toBe(200)
})

test('a link to a new password does not go around it', async () => {
  const ann = await enrolled()
  const { body: link } = await post(`/users/${ann.id}/invitation`, {}, server.adminKey)
  const reset = await post('/auths/invitations/accept', { token: link.token, password: 'a new password' })
  expect([reset.status, reset.body.token, reset.body.enrol]).toEqual([202, undefined, false])
  expect((await second(reset.body.ticket, codeAt(ann.secret))).status).toBe(200)
})

test('API keys are not asked for one', async () => {
  const ann = await enrolled()
  const { body } = await post('/auths/api-keys', { name: 'CI' }, ann.token)
  expect((await server.request('GET /core/auths', { as: body.key })).status).toBe(200)
})

test('an administrator resets it: app, codes and sign-ins are over', async () => {
  const ann = await enrolled()
  expect((await server.request(`DELETE /core/users/${ann.id}/second-factor`, { as: ann.token })).status).toBe(403)
  expect((await server.request(`DELETE /core/users/${ann.id}/second-factor`)).status).toBe(204)
  expect((await server.request(`DELETE /core/users/${ann.id}/second-factor`)).status).toBe(204)
  expect((await server.request('DELETE /core/users/usr_nobody/second-factor')).status).toBe(404)
  expect((await server.request('GET /core/auths', { as: ann.token })).status).toBe(401)
  expect((await ann.signIn()).status).toBe(200)
  expect(await server.db.query.recoveryCodes.findMany({ where: (row, { eq }) => eq(row.user_id, ann.id) })).toHaveLength(0)
})

test('it is removed by a code, and what happens is on record', async () => {
  const ann = await enrolled()
  expect((await post('/auths/second-factor/remove', { code: '123456' }, ann.token)).status).toBe(403)
  expect((await post('/auths/second-factor/remove', { code: codeAt(ann.secret) }, ann.token)).status).toBe(204)
  expect((await ann.signIn()).status).toBe(200)
  const { body } = await server.request(`GET /core/audit-logs?resource_id=${ann.id}`)
  const types = new Set(body.map(({ type }: { type: string }) => type))
  for (const type of ['user.second_factor_begun', 'user.second_factor_set', 'user.second_factor_refused', 'user.second_factor_removed'])
    expect(types).toContain(type)
})

test('the policy has whoever it concerns set one up before he is signed in', async () => {
  const own = await testServer({ ports: { passwords } })
  const send = (path: string, body: object, as: string | null = null) => own.request(`POST /core${path}`, { as, body })
  const code = (secret: string) => new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: own.clock.now.getTime() })
  const policy = (second_factor: string, as = own.adminKey) => own.request('PUT /core/auths/policy', { as, body: { second_factor } })
  for (const [name, role] of [
    ['boss', 'admin'],
    ['ann', 'user'],
  ])
    await send('/users', { email: `${name}@example.com`, password: PASSWORD, role }, own.adminKey)
  const signIn = (name: string) => send('/auths/signin', { email: `${name}@example.com`, password: PASSWORD })
  const [boss, ann] = [(await signIn('boss')).body.token, (await signIn('ann')).body.token]
  expect((await policy('administrators')).body.error.code).toBe('conflict')
  const { secret } = (await send('/auths/second-factor', {}, own.adminKey)).body
  await send('/auths/second-factor/confirm', { code: code(secret) }, own.adminKey)
  expect((await policy('administrators')).body.second_factor).toBe('administrators')
  expect((await own.request('GET /core/auths', { as: boss })).status).toBe(401)
  expect((await own.request('GET /core/auths', { as: ann })).status).toBe(200)

  const half = await signIn('boss')
  expect([half.status, half.body.enrol]).toEqual([202, true])
  expect((await send('/auths/signin/second-factor', { ticket: half.body.ticket, code: '123456' })).status).toBe(401)
  const { body: app } = await send('/auths/signin/enrol', { ticket: half.body.ticket })
  expect((await send('/auths/signin/enrol/confirm', { ticket: half.body.ticket, code: '000000' })).status).toBe(401)
  const joined = await send('/auths/signin/enrol/confirm', { ticket: half.body.ticket, code: code(app.secret) })
  expect([joined.status, joined.body.recovery_codes.length]).toEqual([200, 10])
  expect((await send('/auths/signin/enrol/confirm', { ticket: half.body.ticket, code: code(app.secret) })).status).toBe(401)
  expect((await send('/auths/second-factor/remove', { code: joined.body.recovery_codes[0] }, joined.body.token)).body.error.code).toBe('conflict')

  expect((await signIn('ann')).status).toBe(200)
  await policy('everyone')
  expect((await own.request('GET /core/auths', { as: ann })).status).toBe(401)
  expect((await signIn('ann')).body.enrol).toBe(true)
  await policy('optional')
  expect((await signIn('ann')).status).toBe(200)
  await own.close()
})

test('what became of it is mailed where mail is sent', async () => {
  const taken: OutgoingMail[] = []
  const mailer = takingMailer(taken)
  const own = await testServer({ ports: { passwords, mailer } })
  await own.request('POST /core/users', { body: { email: 'ann@example.com', password: PASSWORD } })
  const { token } = (await own.request('POST /core/auths/signin', { as: null, body: { email: 'ann@example.com', password: PASSWORD } })).body
  const { secret } = (await own.request('POST /core/auths/second-factor', { as: token, body: { current_password: PASSWORD } })).body
  const code = new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: own.clock.now.getTime() })
  await own.request('POST /core/auths/second-factor/confirm', { as: token, body: { code } })
  await own.querent.worker.tick()
  expect(taken.map(({ subject }) => subject)).toEqual(['A second factor was set for your account'])
  await own.close()
})

test('tickets that are over are forgotten', async () => {
  const ann = await enrolled()
  await ann.signIn()
  later(3600)
  await ann.signIn()
  expect(await server.db.select().from(signinTickets)).toHaveLength(1)
})
