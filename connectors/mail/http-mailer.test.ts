import { createServer, type IncomingMessage, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { createNetworkPolicy } from '#connectors/sources/safe-connect.ts'
import type { OutgoingMail } from '#domain/mail/mailer.ts'
import { createHttpMailer, type HttpMailerOptions } from './http-mailer.ts'

const KEY = 're_secret-canary'
const from = { address: 'querent@example.com', name: 'Querent "Post"' }
const mail: OutgoingMail = {
  id: 'mal_1',
  to: { address: 'ann@example.com', name: 'Ann' },
  subject: 'Revenue',
  text: 'Text',
  html: '<img src="cid:one">',
  headers: { 'List-Unsubscribe': '<https://example.com/u>' },
  files: [
    { name: 'one.png', type: 'image/png', bytes: new Uint8Array([1, 2, 3]), cid: 'one' },
    { name: 'one.csv', type: 'text/csv', bytes: new TextEncoder().encode('a\n') },
  ],
}

let taken: { headers: IncomingMessage['headers']; body: Record<string, unknown> }[]
let status: number
let provider: Server
let url: string

beforeEach(async () => {
  taken = []
  status = 200
  provider = createServer(async (request, response) => {
    let body = ''
    for await (const part of request) body += part
    taken.push({ headers: request.headers, body: JSON.parse(body) })
    response.writeHead(status, { location: 'http://169.254.169.254/' }).end(JSON.stringify({ message: `seen with ${request.headers.authorization}` }))
  })
  await new Promise<void>((resolve) => provider.listen(0, '127.0.0.1', resolve))
  url = `http://127.0.0.1:${(provider.address() as AddressInfo).port}/emails`
})
afterEach(() => void provider.close())

const send = (options: Partial<HttpMailerOptions> = {}, nets = ['127.0.0.0/8']) => {
  const { fetch } = createNetworkPolicy({ allowedNets: nets, ownEndpoints: [] })
  return createHttpMailer({ url, key: KEY, format: 'resend', from, fetch, ...options }).send(mail, new AbortController().signal)
}

test('the JSON of Resend is sent, with the id of the mail so that it is sent once', async () => {
  expect((await send()).outcome).toBe('taken')
  expect(taken).toMatchObject([
    {
      headers: { authorization: `Bearer ${KEY}`, 'idempotency-key': 'mal_1', 'content-type': 'application/json' },
      body: {
        from: '"Querent  Post " <querent@example.com>',
        to: ['ann@example.com'],
        subject: 'Revenue',
        text: 'Text',
        html: mail.html,
        headers: mail.headers,
        attachments: [
          { filename: 'one.png', content_type: 'image/png', content: 'AQID', content_id: 'one' },
          { filename: 'one.csv', content_type: 'text/csv', content: 'YQo=' },
        ],
      },
    },
  ])
})

test('so is that of Postmark', async () => {
  expect((await send({ format: 'postmark' })).outcome).toBe('taken')
  expect(taken).toMatchObject([
    {
      headers: { 'x-postmark-server-token': KEY },
      body: {
        To: 'ann@example.com',
        Subject: 'Revenue',
        TextBody: 'Text',
        HtmlBody: mail.html,
        Metadata: { id: 'mal_1' },
        Headers: [{ Name: 'List-Unsubscribe', Value: '<https://example.com/u>' }],
        Attachments: [{ Name: 'one.png', ContentType: 'image/png', Content: 'AQID', ContentID: 'cid:one' }, { Name: 'one.csv' }],
      },
    },
  ])
})

test.each([
  [202, 'taken'],
  [302, 'later'],
  [401, 'later'],
  [429, 'later'],
  [503, 'later'],
  [400, 'never'],
  [413, 'never'],
  [422, 'never'],
])('an answer of %i means %s, and tells no key', async (answered, outcome) => {
  status = answered
  const handover = await send()
  expect(handover.outcome).toBe(outcome)
  expect(handover.reply).toContain(String(answered))
  expect(handover.reply).not.toContain('canary')
  expect(taken).toHaveLength(1)
})

test('a provider that is not there is tried again, one in a forbidden network is not called', async () => {
  expect((await send({ url: 'http://127.0.0.1:1/' })).outcome).toBe('later')
  expect(await send({}, [])).toEqual({ outcome: 'later', reply: 'the address leads to where mail may not be sent from here' })
  expect(taken).toEqual([])
})
