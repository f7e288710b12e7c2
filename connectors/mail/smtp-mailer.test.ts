import type { AddressInfo } from 'node:net'
import { createServer } from 'node:net'
import { afterEach, expect, test } from 'vitest'
import { createNetworkPolicy } from '#connectors/sources/safe-connect.ts'
import type { OutgoingMail } from '#domain/mail/mailer.ts'
import { mailCertificate } from '#test/fixtures/mail-certificate.ts'
import { type MailServer, refusal, startMailServer } from '#test/mail-server.ts'
import { parseSmtpUrl, type SmtpAddress } from './smtp-address.ts'
import { createSmtpMailer } from './smtp-mailer.ts'

const network = createNetworkPolicy({ allowedNets: ['127.0.0.0/8'], ownEndpoints: [] })
const from = { address: 'querent@example.com', name: 'Querent' }
const mail: OutgoingMail = {
  id: 'mal_1',
  to: { address: 'ann@example.com', name: 'Ann Ümlaut' },
  subject: 'Grüße',
  text: 'Ein Text\n.\nmit Punkt',
  html: '<p>Ein <b>Text</b></p><img src="cid:one">',
  headers: { 'Auto-Submitted': 'auto-generated' },
  files: [
    { name: 'Umsatz.png', type: 'image/png', bytes: new Uint8Array([137, 80, 78, 71]), cid: 'one' },
    { name: 'Umsatz.csv', type: 'text/csv', bytes: new TextEncoder().encode('a\n1\n') },
  ],
}
const signal = () => new AbortController().signal

let server: MailServer | undefined
afterEach(async () => {
  await server?.close()
  server = undefined
})

const mailerTo = (url: string, more: { ca?: string } = {}) =>
  createSmtpMailer({
    server: parseSmtpUrl(url) as SmtpAddress,
    from,
    network,
    ca: mailCertificate.cert,
    waits: { connectMs: 500, silenceMs: 700 },
    ...more,
  })

test.each([
  ['STARTTLS', (port: number) => `smtp://querent:correct%20horse@127.0.0.1:${port}`, {}],
  ['TLS from the first byte', (port: number) => `smtps://querent:correct%20horse@127.0.0.1:${port}`, { secure: true }],
])('a mail arrives as it was written, over %s', async (_name, url, options) => {
  server = await startMailServer(options)
  expect(await mailerTo(url(server.port)).send(mail, signal())).toMatchObject({ outcome: 'taken', reply: expect.stringMatching(/^250/) })
  const [arrived] = server.arrived
  expect(arrived).toMatchObject({ isSecure: true, user: 'querent', subject: 'Grüße', messageId: '<mal_1@example.com>', from, to: [mail.to] })
  expect(arrived?.text?.trimEnd()).toBe(mail.text)
  expect(arrived?.html).toContain('<b>Text</b>')
  expect(arrived?.attachments.map(({ filename, mimeType, disposition, contentId }) => [filename, mimeType, disposition, contentId ?? null])).toEqual([
    ['Umsatz.png', 'image/png', 'inline', '<one>'],
    ['Umsatz.csv', 'text/csv', 'attachment', null],
  ])
  expect(arrived?.headers.find(({ key }) => key === 'auto-submitted')?.value).toBe('auto-generated')
})

test('a certificate nobody vouches for is not believed, and nothing is sent', async () => {
  server = await startMailServer()
  const { outcome, reply } = await createSmtpMailer({
    server: parseSmtpUrl(`smtp://querent:correct%20horse@127.0.0.1:${server.port}`) as SmtpAddress,
    from,
    network,
  }).send(mail, signal())
  expect([outcome, server.arrived.length]).toEqual(['later', 0])
  expect(reply).toMatch(/TLS|certificate/i)
})

test('a server that takes back STARTTLS gets no mail where TLS is required', async () => {
  server = await startMailServer({ hideSTARTTLS: true, disabledCommands: ['STARTTLS', 'AUTH'] })
  const address: SmtpAddress = { host: '127.0.0.1', port: server.port, isSecure: false, starttls: 'required', credentials: null }
  expect(await createSmtpMailer({ server: address, from, network }).send(mail, signal())).toMatchObject({ outcome: 'later' })
  expect(server.arrived).toEqual([])
})

test('a wrong password is for the operator to mend: the mail waits, and the reply does not tell it', async () => {
  server = await startMailServer()
  const { outcome, reply } = await mailerTo(`smtp://querent:secret-canary@127.0.0.1:${server.port}`).send(mail, signal())
  expect([outcome, reply]).toEqual(['later', expect.stringContaining('535')])
  expect(reply).not.toContain('canary')
})

test.each([
  [450, 'receiver', 'later'],
  [550, 'receiver', 'never'],
  [451, 'message', 'later'],
  [554, 'message', 'never'],
] as const)('%i to the %s means %s', async (status, to, outcome) => {
  server = await startMailServer()
  server.rules[to] = () => {
    throw refusal(status, 'so it is')
  }
  expect(await mailerTo(`smtp://127.0.0.1:${server.port}`).send(mail, signal())).toEqual({ outcome, reply: expect.stringContaining(`${status} so it is`) })
})

test('a connection cut halfway, a silent server and none at all are tried again', async () => {
  server = await startMailServer()
  server.rules.cut = (count) => count === 1
  const mailer = mailerTo(`smtp://127.0.0.1:${server.port}`)
  expect((await mailer.send(mail, signal())).outcome).toBe('later')
  expect((await mailer.send(mail, signal())).outcome).toBe('taken')
  expect(server.arrived).toHaveLength(1)
  const silent = createServer(() => {})
  await new Promise<void>((resolve) => silent.listen(0, '127.0.0.1', resolve))
  const { port } = silent.address() as AddressInfo
  expect(await mailerTo(`smtp://127.0.0.1:${port}`).send(mail, signal())).toMatchObject({ outcome: 'later', reply: expect.stringMatching(/time/) })
  silent.close()
  expect(await mailerTo(`smtp://127.0.0.1:1`).send(mail, signal())).toMatchObject({ outcome: 'later' })
})

test('an address the network policy forbids is not dialled', async () => {
  const forbidding = createNetworkPolicy({ allowedNets: [], ownEndpoints: [] })
  const address: SmtpAddress = { host: '169.254.169.254', port: 25, isSecure: false, starttls: 'never', credentials: null }
  expect(await createSmtpMailer({ server: address, from, network: forbidding }).send(mail, signal())).toEqual({
    outcome: 'later',
    reply: expect.stringContaining('MAIL_ALLOWED_NETS'),
  })
})

test('a name with line breaks adds no header', async () => {
  server = await startMailServer()
  const to = { address: 'ann@example.com', name: 'Ann\r\nBcc: eve@example.com' }
  await mailerTo(`smtp://127.0.0.1:${server.port}`).send({ ...mail, to, subject: 'Hi\r\nBcc: eve@example.com' }, signal())
  expect(server.arrived).toHaveLength(1)
  expect(server.arrived[0]?.raw).not.toMatch(/^Bcc:/im)
})

test.each([
  ['smtps://a:b@mail.example.com', { port: 465, isSecure: true, starttls: 'required' }],
  ['smtp://a%40b.c:p%3Aq@mail.example.com', { port: 587, isSecure: false, starttls: 'required', credentials: { user: 'a@b.c', password: 'p:q' } }],
  ['smtp://localhost:1025', { port: 1025, starttls: 'offered', credentials: null }],
  ['smtp://relay.example.com:25?tls=none', { starttls: 'never' }],
  ['smtp://[::1]:25', { host: '::1' }],
])('%s is read', (url, address) => expect(parseSmtpUrl(url)).toMatchObject(address))

test.each([
  'smtp://a:b@mail.example.com?tls=none',
  'smtp://a@mail.example.com',
  'http://x',
  'mail.example.com',
  'smtps://x?tls=none',
  'smtp://x?tls=off',
  'smtp://x/y',
])('%s is refused', (url) => expect(parseSmtpUrl(url)).toBeNull())
