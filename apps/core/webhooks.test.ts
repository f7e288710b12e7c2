import { createServer, type IncomingMessage, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { eq } from 'drizzle-orm'
import { Webhook } from 'standardwebhooks'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { users } from '#db/schema/identity.ts'
import { deliveries } from '#db/schema/webhooks.ts'
import { deliveryDelay } from '#domain/webhooks/delivery-run.ts'
import { type TestServer, testServer } from '#test/harness.ts'

type Taken = { path: string; headers: IncomingMessage['headers']; body: string }

let server: TestServer
let receiver: Server
let url: string
let taken: Taken[]
/** The status the receiver answers, by the number of messages it has taken. */
let answer: (count: number) => number

beforeEach(async () => {
  taken = []
  answer = () => 204
  server = await testServer()
  // Signatures are dated: a receiver refuses old ones.
  server.clock.now = new Date()
  receiver = createServer(async (request, response) => {
    let body = ''
    for await (const part of request) body += part
    taken.push({ path: request.url ?? '', headers: request.headers, body })
    response.writeHead(answer(taken.length), { location: 'http://127.0.0.1:1/' }).end()
  })
  await new Promise<void>((resolve) => receiver.listen(0, '127.0.0.1', resolve))
  url = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/hook?token=secret-canary`
})
afterEach(async () => {
  receiver.close()
  await server.close()
})

const as = (key: string) => (line: string, body?: unknown) => server.request(line, { as: key, ...(body === undefined ? {} : { body }) })
const work = () => server.querent.worker.tick()
const later = (ms: number) => {
  server.clock.now = new Date(server.clock.now.getTime() + ms)
}
const sent = () => taken.map(({ body }) => JSON.parse(body))

test('changes are told in their order, once each, signed as Standard Webhooks says', async () => {
  await server.request('POST /core/prompts', { body: { command: '/before', title: 'x', content: 'x' } })
  const { body: hook } = await server.request('POST /core/webhooks', { body: { name: 'Ops', url, events: ['prompt.created', 'group'] } })
  expect(hook).toMatchObject({
    url: expect.stringMatching(/^http:\/\/127\.0\.0\.1:\d+\/hook$/),
    events: ['prompt.created', 'group'],
    secret: expect.stringMatching(/^whsec_/),
  })
  const ids = []
  for (const command of ['/one', '/two']) ids.push((await server.request('POST /core/prompts', { body: { command, title: 'x', content: 'x' } })).body.id)
  await server.request(`PUT /core/prompts/${ids[0]}`, { body: { title: 'y' } })
  await Promise.all([work(), work()])
  await work()
  expect(sent().map(({ type, data }) => [type, data.resource.id])).toEqual([
    ['prompt.created', ids[0]],
    ['prompt.created', ids[1]],
  ])
  for (const { headers, body } of taken) expect(new Webhook(hook.secret).verify(body, headers as Record<string, string>)).toBeTruthy()
  expect(taken[0]?.path).toBe('/hook?token=secret-canary')
  const { body: told } = await server.request(`GET /core/webhooks/${hook.id}/deliveries`)
  expect(told).toMatchObject([
    { status: 'delivered', tries: [{ status: 204, error: null }] },
    { status: 'delivered', tries: [{ status: 204, error: null }] },
  ])
  expect(JSON.stringify((await server.request('GET /core/webhooks')).body)).not.toMatch(/whsec_|secret-canary/)
  const rotated = (await server.request(`POST /core/webhooks/${hook.id}/rotate`)).body
  await server.request(`POST /core/webhooks/${hook.id}/test`)
  await server.querent.idle()
  const last = taken.at(-1) as Taken
  expect(() => new Webhook(hook.secret).verify(last.body, last.headers as Record<string, string>)).toThrow()
  expect(new Webhook(rotated.secret).verify(last.body, last.headers as Record<string, string>)).toMatchObject({ type: 'webhook.test' })
})

test('a webhook is told of nothing its owner may not see, and of nothing once he is gone', async () => {
  const someone = await server.account()
  await as(someone.key)('POST /core/webhooks', { name: 'Mine', url, events: ['prompt'] })
  const { body: prompt } = await server.request('POST /core/prompts', { body: { command: '/secret', title: 'x', content: 'x' } })
  await work()
  expect(taken).toEqual([])
  await server.request('POST /core/promptusers', { body: { prompt_id: prompt.id, user_id: someone.id } })
  await server.request(`PUT /core/prompts/${prompt.id}`, { body: { title: 'y' } })
  await work()
  expect(sent().map(({ type }) => type)).toEqual(['prompt.shared', 'prompt.updated'])
  await server.db.update(users).set({ status: 'disabled' }).where(eq(users.id, someone.id))
  await server.request(`PUT /core/prompts/${prompt.id}`, { body: { title: 'z' } })
  await work()
  expect(taken).toHaveLength(2)
})

test('a receiver that fails is tried again, the messages behind wait their turn, and another webhook does not', async () => {
  answer = (count) => (count === 1 ? 503 : 200)
  const { body: hook } = await server.request('POST /core/webhooks', { body: { name: 'Ops', url } })
  await server.request(`POST /core/webhooks/${hook.id}/test`)
  const { body: second } = await server.request(`POST /core/webhooks/${hook.id}/test`)
  await server.querent.idle()
  expect(taken).toHaveLength(1)
  const { body: other } = await server.request('POST /core/webhooks', { body: { name: 'Other', url } })
  await server.request(`POST /core/webhooks/${other.id}/test`)
  await server.querent.idle()
  expect(taken).toHaveLength(2)
  answer = () => 200
  later(7_000)
  await work()
  expect(taken).toHaveLength(4)
  expect(taken[2]?.headers['webhook-id']).toBe(taken[0]?.headers['webhook-id'])
  expect(taken[3]?.headers['webhook-id']).toBe(second.message_id)
  const { body: told } = await server.request(`GET /core/webhooks/${hook.id}/deliveries?status=delivered`)
  expect(told[1].tries).toMatchObject([{ status: 503, error: 'answered 503' }, { status: 200 }])
  expect([deliveryDelay(1, () => 0.5), deliveryDelay(3, () => 0), Math.round(deliveryDelay(99, () => 1))]).toEqual([5_000, 96_000, 17_280_000])
})

test('a message nobody took for a day is given up, and can be sent again under its id', async () => {
  answer = () => 500
  const { body: hook } = await server.request('POST /core/webhooks', { body: { name: 'Ops', url } })
  const { body: message } = await server.request(`POST /core/webhooks/${hook.id}/test`)
  await server.querent.idle()
  expect((await server.request(`POST /core/webhooks/${hook.id}/deliveries/${message.id}/replay`)).body.error.code).toBe('conflict')
  for (let hour = 0; hour < 30; hour += 1) {
    later(3_600_000)
    await work()
  }
  const path = `/core/webhooks/${hook.id}/deliveries/${message.id}`
  const { body: failed } = await server.request(`GET ${path}`)
  expect(failed.status).toBe('failed')
  expect(failed.tries.length).toBeGreaterThan(8)
  expect(Date.parse(failed.completed_at) - Date.parse(failed.created_at)).toBeLessThanOrEqual(25 * 3_600_000)
  answer = () => 200
  const { status, body: again } = await server.request(`POST ${path}/replay`)
  await server.querent.idle()
  expect([status, again.replay_of]).toEqual([202, message.id])
  expect(taken.at(-1)?.headers['webhook-id']).toBe(message.message_id)
})

test('a receiver that is gone disables its webhook; a redirect is not followed', async () => {
  answer = () => 302
  const { body: hook } = await server.request('POST /core/webhooks', { body: { name: 'Ops', url } })
  await server.request(`POST /core/webhooks/${hook.id}/test`)
  await server.querent.idle()
  expect(taken).toHaveLength(1)
  answer = () => 410
  later(7_000)
  await work()
  expect((await server.request(`GET /core/webhooks/${hook.id}`)).body).toMatchObject({ is_enabled: false, stopped_reason: expect.stringContaining('410') })
  expect((await server.request('GET /core/audit-logs?type=webhook.stopped')).body).toHaveLength(1)
  expect((await server.request(`POST /core/webhooks/${hook.id}/test`)).body.error.code).toBe('resource_disabled')
  expect((await server.request(`PUT /core/webhooks/${hook.id}`, { body: { is_enabled: true } })).body.stopped_reason).toBeNull()
})

test.each(['http://169.254.169.254/latest', 'http://10.0.0.1/', 'http://[::1]/', 'ftp://example.com/', 'http://user:pass@127.0.0.1/', 'not an address'])(
  '%s is refused',
  async (address) => {
    const reply = await server.request('POST /core/webhooks', { body: { name: 'x', url: address } })
    expect([reply.status, reply.body.error.param]).toEqual([422, 'url'])
  },
)

test('what is no event is refused by name', async () => {
  const reply = await server.request('POST /core/webhooks', { body: { name: 'x', url, events: ['prompt', 'weather.changed'] } })
  expect([reply.status, reply.body.error.param]).toEqual([422, 'events.1'])
})

test('an incoming webhook of Slack gets a text, and its address is shown to nobody', async () => {
  const { body: hook } = await server.request('POST /core/webhooks', { body: { name: 'Slack', url, format: 'slack' } })
  expect(hook.url).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/…$/)
  await server.request(`POST /core/webhooks/${hook.id}/test`)
  await server.querent.idle()
  expect(sent()).toEqual([{ text: '*Querent*\nThis webhook works.' }])
  const other = await server.account()
  expect((await as(other.key)(`GET /core/webhooks/${hook.id}`)).status).toBe(404)
  expect((await as(other.key)('GET /core/webhooks')).body).toEqual([])
  const [row] = await server.db.select().from(deliveries)
  expect(JSON.stringify(row)).not.toContain('secret-canary')
})

test('the audit log is streamed to administrators who ask for it: each entry once, in order, with its hash', async () => {
  const user = await server.account()
  const body = { name: 'SIEM', url, events: ['audit'] }
  expect((await server.request('POST /core/webhooks', { as: user.key, body })).status).toBe(403)
  const own = (await server.request('POST /core/webhooks', { as: user.key, body: { ...body, events: [] } })).body
  expect((await server.request(`PUT /core/webhooks/${own.id}`, { as: user.key, body: { events: ['audit'] } })).status).toBe(403)
  await server.request('POST /core/webhooks', { body })
  for (let i = 0; i < 5; i++) await server.request('POST /core/groups', { body: { name: `Group ${i}` } })
  await server.request('GET /core/audit-logs/verify')
  await Promise.all([work(), work()])
  await work()
  await server.request('POST /core/groups', { body: { name: 'Last' } })
  await server.request('GET /core/audit-logs/verify')
  await work()
  await work()
  expect(new Set(sent().map(({ type }) => type))).toEqual(new Set(['audit.entries']))
  const told = sent().flatMap(({ data }) => data.entries)
  const { body: listed } = await server.request('GET /core/audit-logs?page_size=500')
  const since = listed.findIndex(({ type }: { type: string }) => type === 'webhook.created')
  expect(told).toEqual(listed.slice(0, since + 1).toReversed())
  expect(told.filter(({ type }) => type === 'group.created').map(({ details }) => details.name)).toEqual([
    'Group 0',
    'Group 1',
    'Group 2',
    'Group 3',
    'Group 4',
    'Last',
  ])
  for (const [index, entry] of told.slice(1).entries()) expect(entry.prev_hash).toBe(told[index].hash)
})

test('an administrator who is none any more gets no more of the audit log', async () => {
  const { body: made } = await server.request('POST /core/users', { body: { email: 'second@example.com', role: 'admin', password: 'correct horse battery' } })
  const { body: signed } = await server.request('POST /core/auths/signin', {
    as: null,
    body: { email: 'second@example.com', password: 'correct horse battery' },
  })
  await server.request('POST /core/webhooks', { as: signed.token, body: { name: 'SIEM', url, events: ['audit'] } })
  await server.request(`PUT /core/users/${made.id}`, { body: { role: 'user' } })
  await server.request('GET /core/audit-logs/verify')
  await work()
  await work()
  expect(sent()).toEqual([])
})
