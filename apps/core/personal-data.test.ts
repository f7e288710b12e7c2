import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type AnsweringServer, answeringServer } from '#test/fixtures/answering-server.ts'

const EMAIL = 'ann.canary@example.com'
const NAME = 'Ann Canary'
const PASSWORD = 'correct horse battery'

let server: AnsweringServer
beforeAll(async () => {
  server = await answeringServer()
})
afterAll(() => server.close())

/** Somebody who signed in, asked, made things and was refused. */
async function person(email = EMAIL, name = NAME) {
  const agent = { 'user-agent': `browser ${email.length}/${name.length}` }
  const { body: user } = await server.request('POST /core/users', { body: { email, name, password: PASSWORD } })
  await server.request('POST /core/auths/signin', { as: null, headers: agent, body: { email, password: 'a wrong password' } })
  const { body: signed } = await server.request('POST /core/auths/signin', { as: null, headers: agent, body: { email, password: PASSWORD } })
  const as = { as: signed.token, headers: agent }
  const { body: key } = await server.request('POST /core/auths/api-keys', { ...as, body: { name: 'mine', scopes: ['*'] } })
  await server.request('POST /llm/session/completions', {
    ...as,
    body: { model: server.model, messages: [{ role: 'user', content: 'How many customers are there?' }] },
  })
  const { body: prompt } = await server.request('POST /core/prompts', { ...as, body: { command: `/p${user.id.slice(-8)}`, title: 'Mine', content: 'x' } })
  await server.request('GET /core/audit-logs', as)
  await server.querent.idle()
  return { id: user.id as string, key: key.key as string, prompt: prompt.id as string, ...as }
}

test('a person saves what is kept of him, without a secret and without anything of others', async () => {
  const ann = await person('saver@example.com', 'Sally Saver')
  await server.request('POST /core/prompts', { body: { command: '/theirs', title: 'Not hers', content: 'x' } })
  const saved = await server.request(`GET /core/users/${ann.id}/export`, { as: ann.key })
  expect([saved.status, saved.headers.get('content-disposition')]).toEqual([200, `attachment; filename="${ann.id}.json"`])
  const document = JSON.parse(saved.text)
  expect(document.user).toMatchObject({ email: 'saver@example.com', name: 'Sally Saver' })
  expect(document.messages.map(({ role }: { role: string }) => role)).toEqual(['user', 'assistant'])
  expect(document.prompts).toMatchObject([{ id: ann.prompt, title: 'Mine' }])
  expect(document.signins[0].user_agent).toBe('browser 17/11')
  expect(document.audit_logs.map(({ type }: { type: string }) => type)).toEqual(expect.arrayContaining(['user.signed_in', 'prompt.created', 'access.denied']))
  expect(document.usage).toMatchObject([{ requests: 1 }])
  expect(saved.text).not.toMatch(/password_hash|secret|lookup|Not hers/)

  const other = await server.account()
  expect((await server.request(`GET /core/users/${ann.id}/export`, { as: other.key })).status).toBe(404)
  const { body: narrow } = await server.request('POST /core/auths/api-keys', { as: ann.as, body: { name: 'narrow', scopes: ['core:read'] } })
  expect((await server.request(`GET /core/users/${ann.id}/export`, { as: narrow.key })).body.error.code).toBe('insufficient_scope')
  expect((await server.request(`GET /core/users/${ann.id}/export`)).status).toBe(200)
  const { body: entries } = await server.request(`GET /core/audit-logs?type=user.data_exported&resource_id=${ann.id}`)
  expect(entries.map(({ actor }: any) => actor.user_id === ann.id)).toEqual([false, true])
})

test('an erased person is nowhere in the database, his objects have an heir, and the audit trail verifies', async () => {
  const ann = await person()
  const heir = await server.account()
  expect((await server.request('GET /core/audit-logs/verify')).body.valid).toBe(true)
  const erase = (body: object, as?: string) => server.request(`POST /core/users/${ann.id}/erasure`, { body, ...(as ? { as } : {}) })
  expect((await erase({ confirm: EMAIL }, heir.key)).status).toBe(403)
  expect((await erase({ confirm: 'bob@example.com' })).body.error).toMatchObject({ code: 'invalid', param: 'confirm' })
  expect((await erase({ confirm: EMAIL, reassign_to: 'usr_nobody' })).status).toBe(404)
  const { status, body } = await erase({ confirm: EMAIL.toUpperCase(), reassign_to: heir.id })
  expect(status).toBe(200)
  expect(body).toMatchObject({ user_id: ann.id, reassigned_to: heir.id, sessions: 1 })
  expect(body.audit_entries).toBeGreaterThanOrEqual(6)

  expect((await server.request(`GET /core/users/${ann.id}`)).status).toBe(404)
  for (const credential of [ann.as, ann.key]) expect((await server.request('GET /core/auths', { as: credential })).status).toBe(401)
  expect((await server.request(`GET /core/prompts/${ann.prompt}`, { as: heir.key })).body.owner_id).toBe(heir.id)
  const verified = (await server.request('GET /core/audit-logs/verify')).body
  expect(verified).toMatchObject({ valid: true, broken: [], redacted: body.audit_entries })
  const { body: entries } = await server.request(`GET /core/audit-logs?actor_id=${ann.id}&page_size=500`)
  expect(entries.length).toBeGreaterThan(3)
  for (const { request, is_redacted } of entries) expect([request.ip, request.user_agent, is_redacted]).toEqual([null, null, true])
  // His opaque id stays, nothing that tells who he was.
  const tables = await server.db.all<{ name: string }>(sql`select name from sqlite_master where type = 'table' and name not like 'sqlite%'`)
  for (const { name } of tables) {
    const rows = await server.db.all(sql.raw(`select * from "${name}"`))
    const text = JSON.stringify(rows).toLowerCase()
    for (const trace of [EMAIL, NAME.toLowerCase(), 'browser 22/10']) expect(text.includes(trace), `${trace} in ${name}`).toBe(false)
  }
})

test.each([
  ['what was taken out is put back otherwise', sql`update audit_logs set details = '{"email":"x"}' where redaction is not null`],
  ['a seal is copied', sql`update audit_logs set redaction = (select redaction from audit_logs where redaction is not null limit 1) where redaction is null`],
  ['a seal is dropped', sql`update audit_logs set redaction = null where redaction is not null`],
])('it is found where %s', async (_, tamper) => {
  const ann = await person(`ann.${Math.random()}@example.com`, 'Ann Again')
  const { body: user } = await server.request(`GET /core/users/${ann.id}`)
  await server.request(`POST /core/users/${ann.id}/erasure`, { body: { confirm: user.email } })
  expect((await server.request('GET /core/audit-logs/verify')).body.valid).toBe(true)
  const before = await server.db.all<{ position: number; details: string; redaction: string | null }>(sql`select position, details, redaction from audit_logs`)
  await server.db.run(tamper)
  expect((await server.request('GET /core/audit-logs/verify')).body.valid).toBe(false)
  for (const { position, details, redaction } of before)
    await server.db.run(sql`update audit_logs set details = ${details}, redaction = ${redaction} where position = ${position}`)
})

test('the last administrator is not erased, and nothing of the audit trail is taken before that is known', async () => {
  const { body: me } = await server.request('GET /core/users/me')
  const refused = await server.request(`POST /core/users/${me.id}/erasure`, { body: { confirm: me.email, reassign_to: server.owner.id } })
  expect(refused.body.error.code).toBe('last_admin')
  expect((await server.request(`POST /core/users/${me.id}/erasure`, { body: { confirm: me.email } })).body.error.param).toBe('reassign_to')
})
