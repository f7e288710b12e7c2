import { afterEach, beforeEach, expect, test } from 'vitest'
import type { Recorded } from '#test/database.ts'
import { type TestServer, testServer } from '#test/harness.ts'
import { type MailServer, startMailServer } from '#test/mail-server.ts'

const PASSWORD = 'correct horse battery'
const ANN = 'ann@example.com'

let post: MailServer
let server: TestServer
let heard: Recorded[]

beforeEach(async () => {
  post = await startMailServer()
  heard = []
  server = await testServer({
    environment: { WORKSPACE_URL: 'https://querent.example.com/' },
    statements: (statement) => heard.push(statement),
    ports: {
      mailer: post.mailer(),
    },
  })
})
afterEach(async () => {
  await server.close()
  await post.close()
})

const later = (ms: number) => {
  server.clock.now = new Date(server.clock.now.getTime() + ms)
}
const work = async () => {
  await server.querent.idle()
  await server.querent.worker.tick()
}
const makeAnn = async () => (await server.request('POST /core/users', { body: { email: ANN, name: 'Ann', password: PASSWORD } })).body.id as string
const ask = (email = ANN) => server.request('POST /core/auths/password-reset', { as: null, body: { email } })
const accept = (token: string, password: string) => server.request('POST /core/auths/invitations/accept', { as: null, body: { token, password } })
const signIn = (password: string, email = ANN) => server.request('POST /core/auths/signin', { as: null, body: { email, password } })
const tokenIn = (text = '') => /https:\/\/querent\.example\.com\/password#(qi_\w+)/.exec(text)?.[1] ?? ''
const subjects = () => post.arrived.map(({ subject }) => subject)

test('a forgotten password is replaced by the link in a mail, once; every sign-in ends and the owner is told', async () => {
  await makeAnn()
  const old = (await signIn(PASSWORD)).body.token
  expect(await ask('ANN@example.com')).toMatchObject({ status: 202, body: { expires_in: 7200 } })
  await work()
  const mail = await post.mailTo(ANN)
  expect(mail).toMatchObject({ subject: 'Choose a new password', to: [{ name: 'Ann', address: ANN }] })
  const token = tokenIn(mail.text)
  expect(tokenIn(mail.html)).toBe(token)
  const { status, body } = await accept(token, 'another long password')
  expect([status, body.user.email]).toEqual([200, ANN])
  expect((await server.request('GET /core/auths', { as: old })).status).toBe(401)
  expect([(await signIn(PASSWORD)).status, (await signIn('another long password')).status]).toEqual([401, 200])
  expect((await accept(token, 'one more password')).status).toBe(404)
  await work()
  expect(subjects()).toEqual(['Choose a new password', 'Your password was changed'])
  expect((await server.request('GET /core/audit-logs?type=user.password_reset_asked')).body).toHaveLength(1)
})

test('the answer and the statements are the same for an address nobody has', async () => {
  await makeAnn()
  const asked = async (email: string) => {
    await work()
    heard = []
    const { status, body } = await ask(email)
    // What is remembered for a second, whoever asks.
    const statements = heard.map(({ sql }) => sql).filter((sql) => !sql.includes('deployment_settings'))
    const last = statements.findIndex((sql) => sql.startsWith('delete from "invitations"'))
    return { status, body, statements: statements.slice(0, last + 1) }
  }
  const known = await asked(ANN)
  const unknown = await asked('nobody@example.com')
  expect(known.statements.length).toBeGreaterThan(6)
  expect(unknown).toEqual(known)
  await work()
  expect(subjects()).toEqual(['Choose a new password'])
})

test('an account is sent five links a day, however many are asked for at once', async () => {
  await makeAnn()
  const replies = await Promise.all(Array.from({ length: 12 }, () => ask()))
  expect(new Set(replies.map(({ status }) => status))).toEqual(new Set([202]))
  await work()
  expect(post.arrived).toHaveLength(5)
  later(24 * 3_600_000 + 1)
  await ask()
  await work()
  expect(post.arrived).toHaveLength(6)
})

test('one network asks twenty times in a quarter of an hour, whatever the address', async () => {
  const statuses = []
  for (let number = 0; number < 22; number += 1) statuses.push((await ask(`nobody-${number}@example.com`)).status)
  expect(statuses.slice(18)).toEqual([202, 202, 429, 429])
  later(16 * 60_000)
  expect((await ask()).status).toBe(202)
})

test('a link ends after two hours, and with the address it was sent to', async () => {
  const id = await makeAnn()
  await ask()
  await work()
  const first = tokenIn((await post.mailTo(ANN)).text)
  later(2 * 3_600_000)
  expect((await accept(first, 'another long password')).status).toBe(404)
  await ask()
  await work()
  const second = tokenIn(post.arrived.at(-1)?.text)
  await server.request(`PUT /core/users/${id}`, { body: { email: 'ann.smith@example.com' } })
  expect((await accept(second, 'another long password')).status).toBe(404)
})

test('a disabled account gets no link; an invited one joins by it', async () => {
  const id = await makeAnn()
  await server.request(`PUT /core/users/${id}`, { body: { status: 'disabled' } })
  await server.request('POST /core/users', { body: { email: 'bob@example.com', invite: true } })
  await Promise.all([ask(), ask('bob@example.com')])
  await work()
  expect(post.arrived.map(({ to_address }) => to_address)).toEqual(['bob@example.com'])
  expect((await accept(tokenIn(post.arrived[0]?.text), PASSWORD)).body.user).toMatchObject({ email: 'bob@example.com', status: 'active' })
})

test('the host a request names does not reach the link', async () => {
  await makeAnn()
  await server.request('POST /core/auths/password-reset', {
    as: null,
    body: { email: ANN },
    headers: { host: 'evil.example', 'x-forwarded-host': 'evil.example' },
  })
  await work()
  const { raw } = await post.mailTo(ANN)
  expect(raw).not.toContain('evil.example')
})

test('a page knows what to offer', async () => {
  expect((await server.request('GET /core/auths/ways', { as: null })).body).toEqual({ password: true, providers: [], password_reset: true })
  const without = await testServer()
  expect((await without.request('GET /core/auths/ways', { as: null })).body).toEqual({ password: true, providers: [], password_reset: false })
  const refused = await without.request('POST /core/auths/password-reset', { as: null, body: { email: ANN } })
  expect([refused.status, refused.body.error.code]).toEqual([503, 'mail_not_configured'])
  const user = await without.request('POST /core/users', { body: { email: ANN, invite: true, send_mail: true } })
  expect(user.body.error.code).toBe('mail_not_configured')
  await without.close()
})

test('an invitation is mailed when asked for, and again', async () => {
  const { body: bob } = await server.request('POST /core/users', { body: { email: 'bob@example.com', name: 'Bob <b>', invite: true, send_mail: true } })
  await work()
  const mail = await post.mailTo('bob@example.com')
  expect(mail.subject).toBe('You are invited to Querent')
  expect(mail.html).toContain('Hello Bob &lt;b&gt;,')
  expect(tokenIn(mail.text)).toBe(bob.invitation.token)
  await server.request(`POST /core/users/${bob.id}/invitation`)
  await work()
  expect(post.arrived).toHaveLength(1)
  const { body: again } = await server.request(`POST /core/users/${bob.id}/invitation`, { body: { send_mail: true } })
  await work()
  expect(tokenIn(post.arrived.at(-1)?.text)).toBe(again.token)
  expect((await accept(again.token, PASSWORD)).status).toBe(200)
  const wrong = await server.request('POST /core/users', { body: { email: 'x@example.com', password: PASSWORD, send_mail: true } })
  expect([wrong.status, wrong.body.error.param]).toEqual([422, 'send_mail'])
})

test('a change of password is told, a first one is not', async () => {
  await server.request('POST /core/auths/password', { body: { new_password: PASSWORD } })
  await work()
  expect(post.arrived).toEqual([])
  await server.request('POST /core/auths/password', { body: { current_password: 'wrong password', new_password: 'staple wrong donkey' } })
  await server.request('POST /core/auths/password', { body: { current_password: PASSWORD, new_password: 'staple wrong donkey' } })
  await work()
  expect(post.arrived).toMatchObject([{ to_address: 'admin@example.com', subject: 'Your password was changed' }])
})

test('a person is told that sign-in is locked, once a day, and nobody else is', async () => {
  await makeAnn()
  for (let guess = 0; guess < 12; guess += 1) await signIn(`wrong password ${guess}`)
  for (let guess = 0; guess < 3; guess += 1) await signIn('wrong password', 'nobody@example.com')
  await work()
  expect(post.arrived).toMatchObject([{ to_address: ANN, subject: 'Sign-in to your account is locked for a while' }])
  expect(post.arrived[0]?.text).toContain('127.0.0.1')
  expect((await server.request('GET /core/audit-logs?type=user.signin_locked')).body).toMatchObject([{ outcome: 'denied' }])
  later(16 * 60_000)
  for (let guess = 0; guess < 12; guess += 1) await signIn(`wrong password ${guess}`)
  await work()
  expect(post.arrived).toHaveLength(1)
})

test('mails are written in the language of the deployment', async () => {
  const german = await testServer({
    environment: { MAIL_LANGUAGE: 'de' },
    ports: {
      mailer: post.mailer(''),
    },
  })
  await german.request('POST /core/auths/password-reset', { as: null, body: { email: 'admin@example.com' } })
  await german.querent.idle()
  expect(post.arrived).toMatchObject([{ subject: 'Neues Passwort wählen', from: { address: 'querent@example.com' } }])
  expect(post.arrived[0]?.text).toMatch(/http:\/\/localhost:42010\/password#qi_/)
  await german.close()
})
