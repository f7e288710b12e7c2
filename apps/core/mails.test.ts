import { eq } from 'drizzle-orm'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { users } from '#db/schema/identity.ts'
import { mails } from '#db/schema/mails.ts'
import { type TestServer, testServer } from '#test/harness.ts'
import { type MailServer, refusal, startMailServer } from '#test/mail-server.ts'

let post: MailServer
let server: TestServer

beforeEach(async () => {
  post = await startMailServer()
  server = await testServer({
    ports: {
      mailer: post.mailer(),
    },
  })
})
afterEach(async () => {
  await server.close()
  await post.close()
})

const work = () => server.querent.worker.tick()
const later = (ms: number) => {
  server.clock.now = new Date(server.clock.now.getTime() + ms)
}
const sendTest = async () => {
  const { status, body } = await server.request('POST /core/mails/test')
  expect(status).toBe(202)
  await server.querent.idle()
  return body.id as string
}
const read = async (id: string) => (await server.request(`GET /core/mails/${id}`)).body

test('a mail is sent once, whoever looks for work, and what it said is forgotten', async () => {
  const id = await sendTest()
  await Promise.all([work(), work(), work()])
  expect(post.arrived).toMatchObject([{ to_address: 'admin@example.com', subject: 'Querent: test mail' }])
  expect(await read(id)).toMatchObject({ mail_id: id, kind: 'test', status: 'sent', tries: [{ outcome: 'taken' }], completed_at: expect.any(String) })
  const [row] = await server.db.select().from(mails)
  expect(row?.content).toBeNull()
})

test('what waits is sealed: the database holds no address and no words of it', async () => {
  post.rules.receiver = () => {
    throw refusal(450, 'greylisted, try again later')
  }
  await sendTest()
  const [row] = await server.db.select().from(mails)
  expect(row?.content).not.toBeNull()
  expect(JSON.stringify(row)).not.toMatch(/admin@example|test mail|Administrator/)
})

test('a greylisted mail is tried again later and arrives; its tries tell why', async () => {
  post.rules.receiver = () => {
    throw refusal(450, 'greylisted, try again later')
  }
  const id = await sendTest()
  await work()
  expect(await read(id)).toMatchObject({ status: 'queued', tries: [{ outcome: 'later', reply: expect.stringContaining('450 greylisted') }] })
  delete post.rules.receiver
  await work()
  expect(post.arrived).toEqual([])
  later(7_000)
  await work()
  expect(post.arrived).toHaveLength(1)
  expect((await read(id)).tries.map(({ outcome }: { outcome: string }) => outcome)).toEqual(['later', 'taken'])
})

test('a mail nobody takes for a day is given up, which the trail and the log tell; it can be tried once more', async () => {
  post.rules.message = () => {
    throw refusal(451, 'the disk is full')
  }
  const id = await sendTest()
  for (let hour = 0; hour < 30; hour += 1) {
    later(3_600_000)
    await work()
  }
  const given = await read(id)
  expect(given.status).toBe('failed')
  expect(given.tries.length).toBeGreaterThan(8)
  expect((await server.request('GET /core/mails?status=failed')).body).toMatchObject([{ id }])
  expect((await server.request('GET /core/audit-logs?type=mail.failed')).body).toMatchObject([{ resource: { type: 'mail', id }, outcome: 'failure' }])
  expect(server.log).toContainEqual(expect.objectContaining({ level: 'error', message: 'a mail was given up', mail: id }))
  delete post.rules.message
  expect((await server.request(`POST /core/mails/${id}/retry`)).status).toBe(202)
  await server.querent.idle()
  expect(post.arrived).toHaveLength(1)
  expect((await server.request(`POST /core/mails/${id}/retry`)).body.error).toMatchObject({ code: 'conflict', message: 'this mail was sent' })
})

test('a mail that is refused for good is not tried again, and holds up no other', async () => {
  post.rules.receiver = (address) => {
    if (address === 'admin@example.com') throw refusal(550, 'no such user')
  }
  const id = await sendTest()
  expect(await read(id)).toMatchObject({ status: 'failed', tries: [{ outcome: 'never', reply: expect.stringContaining('550 no such user') }] })
  const other = await server.account({ role: 'admin' })
  await server.request('POST /core/mails/test', { as: other.key })
  await server.querent.idle()
  expect(post.arrived.map(({ to_address }) => to_address)).toEqual([`${other.id}@example.com`])
})

test('a mail cut off halfway is sent again under the same Message-ID', async () => {
  post.rules.cut = (count) => count === 1
  await sendTest()
  expect(post.arrived).toEqual([])
  later(7_000)
  await work()
  const [arrived] = post.arrived
  const [row] = await server.db.select().from(mails)
  expect([post.arrived.length, arrived?.messageId]).toEqual([1, `<${row?.id}@example.com>`])
})

test('nothing goes to an address its reader no longer has, nor to one whose account ended', async () => {
  post.rules.receiver = () => {
    throw refusal(450, 'later')
  }
  const [moved, ended] = [await server.account({ role: 'admin' }), await server.account({ role: 'admin' })]
  for (const { key } of [moved, ended]) await server.request('POST /core/mails/test', { as: key })
  await server.querent.idle()
  delete post.rules.receiver
  await server.request(`PUT /core/users/${moved.id}`, { body: { email: 'new@example.com' } })
  await server.db.update(users).set({ status: 'disabled' }).where(eq(users.id, ended.id))
  later(7_000)
  await work()
  expect(post.arrived).toEqual([])
  const { body } = await server.request('GET /core/mails')
  expect(body.map(({ status, tries }: { status: string; tries: { reply: string }[] }) => [status, tries.at(-1)?.reply])).toEqual([
    ['failed', 'its reader has no active account any more'],
    ['failed', 'its reader has another address by now'],
  ])
})

test('old mails are forgotten with the other work that ended', async () => {
  await sendTest()
  later(91 * 86_400_000)
  await server.querent.keepHouse()
  expect(await server.db.select().from(mails)).toEqual([])
})

test('without a mailer there is nothing to send by', async () => {
  const without = await testServer()
  const { status, body } = await without.request('POST /core/mails/test')
  expect([status, body.error.code]).toEqual([503, 'mail_not_configured'])
  expect((await without.request('GET /core/mails')).body).toEqual([])
  await without.close()
})
