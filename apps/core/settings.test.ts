import { afterEach, expect, test } from 'vitest'
import { deploymentSettings } from '#db/schema/deployment.ts'
import { type TestServer, testServer } from '#test/harness.ts'
import { type MailServer, startMailServer } from '#test/mail-server.ts'

let server: TestServer
let post: MailServer | undefined
afterEach(async () => {
  await server.close()
  await post?.close()
  post = undefined
})

const get = async () => (await server.request('GET /core/settings')).body
const patch = (body: unknown, headers: Record<string, string> = {}, as?: string) =>
  server.request('PATCH /core/settings', { body, headers, ...(as === undefined ? {} : { as }) })
const entries = async () => (await server.request('GET /core/audit-logs?type=settings.updated')).body
const smtp = (port: number, more: object = {}) => ({
  type: 'smtp',
  host: '127.0.0.1',
  port,
  security: 'starttls',
  user: 'querent',
  secret: 'correct horse',
  ...more,
})
const from = 'Acme <acme@example.com>'

test('a setting is the default, then what administrators store, then what the operator says; each says who said it', async () => {
  server = await testServer({ environment: { DEPLOYMENT_NAME: 'Operated', AUDIT_KEEP_DAYS: '90' } })
  const before = await get()
  expect(before).toMatchObject({ name: 'Operated', retention: { audit_days: 90, guest_thread_days: 30, run_days: 90 }, revision: 0, updated_at: null })
  expect(before.sources).toMatchObject({
    name: { source: 'env', locked: true, variable: 'DEPLOYMENT_NAME' },
    'retention.audit_days': { source: 'env', locked: true },
    'retention.guest_thread_days': { source: 'default', locked: false, variable: 'GUEST_THREAD_DAYS' },
  })
  const { status, body, headers } = await patch({ retention: { guest_thread_days: 7 } }, { 'if-match': '"0"' })
  expect([status, headers.get('etag'), body.retention.guest_thread_days, body.sources['retention.guest_thread_days'].source]).toEqual([200, '"1"', 7, 'stored'])
  const refused = await patch({ name: 'Mine' })
  expect([refused.status, refused.body.error.code, refused.body.error.param, refused.body.error.hint]).toEqual([
    409,
    'conflict',
    'name',
    expect.stringContaining('DEPLOYMENT_NAME'),
  ])
  // A form that is sent back whole brings along what is locked.
  expect((await patch({ name: 'Operated', retention: { audit_days: 90, guest_thread_days: null } })).body.sources).toMatchObject({
    'retention.guest_thread_days': { source: 'default' },
  })
})

test('two who change at once: the later one is told to read again', async () => {
  server = await testServer()
  const { revision } = await get()
  const both = await Promise.all([patch({ name: 'One' }, { 'if-match': `"${revision}"` }), patch({ name: 'Two' }, { 'if-match': `"${revision}"` })])
  expect(both.map(({ status }) => status).toSorted()).toEqual([200, 412])
  const seen = (await get()).revision
  await server.request('PUT /core/auths/policy', { body: { second_factor: 'optional' } })
  expect((await patch({ name: 'Three' }, { 'if-match': `"${seen}"` })).status).toBe(412)
})

test.each([
  [{ name: '' }, 'name'],
  [{ name: 'a\r\nBcc: x@example.com' }, 'name'],
  [{ theme: { font: 'x; } body { background: url(//evil)' } }, 'theme.font'],
  [{ theme: { colors: { accent: 'url(#x)' } } }, 'theme.colors.accent'],
  [{ theme: { colors: { accents: '#fff' } } }, 'theme.colors'],
  [{ theme: { colors: { accent: '#ffee00' } } }, 'theme.colors.accent'],
  [{ theme: { colors: { accent: '#999' } } }, 'theme.colors.accent'],
  [{ theme: { dark_colors: { accent: '#0e7490' } } }, 'theme.dark_colors.accent'],
  [{ theme: { series: Array(25).fill('#123456') } }, 'theme.series'],
  [{ retention: { audit_days: 0 } }, 'retention.audit_days'],
  [{ retention: { guest_thread_days: 99_999 } }, 'retention.guest_thread_days'],
  [{ retention: { run_days: 0 } }, 'retention.run_days'],
  [{ mail: { from: 'nobody' } }, 'mail.from'],
  [{ mail: { server: smtp(25) } }, 'mail.from'],
  [{ mail: { server: smtp(25, { secret: undefined }), from } }, 'mail.server.secret'],
  [{ mail: { server: smtp(25, { host: 'mail.example.com', security: 'none' }), from } }, 'mail.server.security'],
  [{ mail: { server: smtp(25, { host: '127.evil.example', security: 'none' }), from } }, 'mail.server.security'],
  [{ mail: { server: { type: 'http', url: 'https://a:b@example.com/', format: 'resend', secret: 'k' }, from } }, 'mail.server.url'],
  [{ mail: { server: { type: 'http', url: 'https://example.com/', format: 'resend' }, from } }, 'mail.server.secret'],
  [{ colour: 'red' }, undefined],
])('%o is refused by name', async (body, param) => {
  server = await testServer()
  const { status, body: said } = await patch(body)
  expect([status, said.error.code]).toEqual([422, 'invalid'])
  if (param) expect(said.error.param).toBe(param)
  expect((await get()).revision).toBe(0)
})

test('a mail server is tried before it is saved, then used; its password is sealed, goes to no other server, and is in no reply, entry or log', async () => {
  server = await testServer()
  post = await startMailServer()
  const wrong = await server.request('POST /core/settings/mail/test', { body: { server: smtp(post.port, { secret: 'wrong-canary' }), from } })
  expect(wrong.body).toMatchObject({ outcome: 'later', reply: expect.stringContaining('535'), to: 'admin@example.com' })
  expect((await server.request('POST /core/settings/mail/test', { body: {} })).body.error.code).toBe('mail_not_configured')
  const tried = await server.request('POST /core/settings/mail/test', { body: { server: smtp(post.port), from } })
  expect(tried.body.outcome).toBe('taken')
  expect((await server.request('GET /core/auths/ways', { as: null })).body.password_reset).toBe(false)

  const saved = await patch({ name: 'Acme', mail: { server: smtp(post.port), from, language: 'de' }, theme: { font: 'Lato', colors: { accent: '#0e7490' } } })
  expect(saved.body.mail).toMatchObject({ server: { type: 'smtp', host: '127.0.0.1', has_secret: true }, from, language: 'de' })
  expect((await server.request('GET /core/auths/ways', { as: null })).body.password_reset).toBe(true)
  await server.request('POST /core/mails/test')
  await server.querent.worker.tick()
  await server.querent.idle()
  const mail = post.arrived.at(-1)
  expect([mail?.subject, mail?.from?.address, mail?.user]).toEqual(['Acme: Testmail', 'acme@example.com', 'querent'])
  expect(mail?.html).toContain("font:15px/1.5 'Lato',")

  // A form that is sent back whole keeps the secret; another host does not get it.
  const { secret: _secret, ...same } = smtp(post.port)
  expect((await patch({ mail: { server: same } })).body.mail.server.has_secret).toBe(true)
  expect((await server.request('POST /core/settings/mail/test', { body: { server: same } })).body.outcome).toBe('taken')
  const elsewhere = { ...same, host: 'localhost' }
  expect((await patch({ mail: { server: elsewhere } })).body.error.param).toBe('mail.server.secret')
  expect((await server.request('POST /core/settings/mail/test', { body: { server: elsewhere } })).body.error.param).toBe('mail.server.secret')

  const [row] = await server.db.select().from(deploymentSettings)
  const told = JSON.stringify([row, await get(), await entries(), (await server.request('GET /core/audit-logs')).body, server.log])
  expect(told).not.toMatch(/correct horse|canary/)
  expect((await entries()).at(-1)?.details.fields).toContain('mail.server')
  const gone = await patch({ mail: { server: null } })
  expect([gone.body.mail.server, (await server.db.select().from(deploymentSettings))[0]?.mail_secret]).toEqual([null, null])
  expect((await server.request('POST /core/mails/test')).body.error.code).toBe('mail_not_configured')
})

test('a mail server of the operator is shown without its password and cannot be changed', async () => {
  server = await testServer({ environment: { SMTP_URL: 'smtps://querent:secret-canary@mail.example.com', MAIL_FROM: from } })
  const { mail, sources } = await get()
  expect(mail.server).toEqual({ type: 'smtp', host: 'mail.example.com', port: 465, security: 'tls', user: 'querent', has_secret: true })
  expect([mail.from, sources['mail.server'].locked]).toEqual(['"Acme" <acme@example.com>', true])
  expect(JSON.stringify(mail)).not.toContain('canary')
  expect((await patch({ mail: { server: smtp(25) } })).body.error.code).toBe('conflict')
})

test('everybody may know name and theme, administrators alone the rest', async () => {
  server = await testServer()
  await patch({ name: 'Acme', theme: { colors: { accent: '#0e7490' }, series: ['#0e7490'] } })
  const { body } = await server.request('GET /core/settings/public', { as: null })
  expect(body).toEqual({ name: 'Acme', theme: { font: null, series: ['#0e7490'], colors: { accent: '#0e7490' }, dark_colors: {} } })
  const { key } = await server.account()
  expect((await server.request('GET /core/settings', { as: key })).status).toBe(403)
  expect((await patch({ name: 'x' }, {}, key)).status).toBe(403)
  const narrow = await server.account({ role: 'admin', scopes: ['core:read', 'core:write'] })
  expect((await patch({ name: 'x' }, {}, narrow.key)).body.error.code).toBe('insufficient_scope')
  expect((await server.request('POST /core/settings/mail/test', { as: narrow.key, body: {} })).body.error.code).toBe('insufficient_scope')
})

test('the sign-in policy is one of them, and is changed with them in one piece or not at all', async () => {
  server = await testServer()
  const refused = await patch({ name: 'Acme', sign_in: { password: 'off' } })
  expect([refused.body.error.code, (await get()).name]).toEqual(['conflict', 'Querent'])
  const both = await patch({ name: 'Acme', sign_in: { password: 'on' } })
  expect(both.body).toMatchObject({ name: 'Acme', sign_in: { password: 'on', second_factor: 'optional' } })
  expect(both.body.sources['sign_in.password']).toEqual({ source: 'stored', locked: false, variable: 'PASSWORD_SIGNIN' })
  expect((await entries()).length).toBe(1)
  server.settings.passwordForced = true
  expect((await get()).sources['sign_in.password']).toMatchObject({ source: 'env', locked: true })
  expect((await patch({ sign_in: { password: 'off' } })).body.error.param).toBe('sign_in.password')
})

test('retention follows at once, without a restart', async () => {
  server = await testServer()
  const old = (await server.request('GET /core/audit-logs')).headers.get('x-total-count')
  server.clock.now = new Date(server.clock.now.getTime() + 40 * 86_400_000)
  await server.querent.keepHouse()
  expect(Number((await server.request('GET /core/audit-logs')).headers.get('x-total-count'))).toBeGreaterThanOrEqual(Number(old))
  await patch({ retention: { audit_days: 30 } })
  await server.querent.keepHouse()
  const kinds = (await server.request('GET /core/audit-logs')).body.map(({ type }: { type: string }) => type)
  expect(kinds).toEqual(expect.arrayContaining(['audit.pruned', 'settings.updated']))
  expect((await server.request('GET /core/audit-logs/verify')).body).toMatchObject({ valid: true })
})
