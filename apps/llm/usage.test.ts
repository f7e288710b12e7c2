import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { reservations } from '#db/schema/sessions.ts'
import { forgetReservations } from '#domain/agent/completions/reservations.ts'
import { type AnsweringServer, answeringServer, CHINOOK_ID } from '#test/fixtures/answering-server.ts'
import type { Account } from '#test/harness.ts'
import { type OpenAiServer, startOpenAiServer } from '#test/openai-server.ts'

let server: AnsweringServer
let provider: OpenAiServer
let model: string
let user: Account

beforeAll(async () => {
  server = await answeringServer()
  provider = await startOpenAiServer()
  model = await server.vendorModel(provider.baseUrl, { bound: false })
})
beforeEach(async () => {
  user = await server.account()
  provider.requests.length = 0
  provider.replies.length = 0
})
afterAll(async () => {
  await provider.close()
  await server.close()
})

const ask = (facts: object = {}, as = user.key) =>
  server.request('POST /llm/session/completions', { as, body: { model, messages: [{ role: 'user', content: 'Hello' }], ...facts } })
const replying = (times: number) => provider.replies.push(...Array.from({ length: times }, () => ({ file: 'text.sse' })))
const limit = async (limits: object, principal: object = { principal_type: 'user', principal_id: user.id }) => {
  const { status, body } = await server.request('POST /core/budgets', { body: { ...principal, ...limits } })
  expect(status).toBe(201)
  return body.id as string
}
const usage = (query = '', as = user.key) => server.request(`GET /llm/usage${query}`, { as })
const refusal = ({ status, headers, body }: Awaited<ReturnType<typeof ask>>) => [status, body.error?.code, headers.get('retry-after')]

const free = { audio_seconds: 0, cost: 0 }

test('questions, tokens and queries are counted by day, model, user and key, whatever came of them', async () => {
  replying(2)
  await ask()
  await ask({ store: false })
  await ask({ model: server.model, messages: [{ role: 'user', content: 'How many customers are there?' }] }, server.owner.key)
  const figures = { requests: 2, prompt_tokens: 128, cached_tokens: 0, completion_tokens: 20, total_tokens: 148, queries: 0, ...free, unpriced_tokens: 148 }
  const range = { from: '2026-10-23', to: '2026-11-21', currency: 'USD' }
  expect((await usage()).body).toEqual({ ...range, items: [{ day: '2026-11-21', ...figures }], total: figures, is_truncated: false })
  const { items } = (await usage('?group_by=model,user,key&from=2026-11-21')).body
  expect(items).toMatchObject([{ model, user_id: user.id, api_key_id: expect.stringMatching(/^key_/), requests: 2 }])
  expect((await usage('?to=2026-11-20')).body.items).toEqual([])
  const own = (await usage('?group_by=model', server.owner.key)).body
  const none = { prompt_tokens: 0, cached_tokens: 0, completion_tokens: 0, total_tokens: 0, ...free, unpriced_tokens: 0 }
  expect(own.items).toEqual([{ model: 'music', requests: 1, queries: 1, ...none }])
  const bySource = (await usage('?group_by=source,key', server.owner.key)).body.items
  expect(bySource).toMatchObject([{ datasource_id: CHINOOK_ID, datasource: expect.any(String), api_key: expect.any(String), requests: 1 }])
  expect((await usage(`?datasource_id=${CHINOOK_ID}`, server.adminKey)).body.total.requests).toBe(1)

  expect((await usage(`?user_id=${server.owner.id}`)).status).toBe(403)
  expect((await usage('?group_by=week')).status).toBe(422)
  const all = (await usage('?group_by=user', server.adminKey)).body.items
  expect(all.map((item: any) => item.user_id)).toEqual(expect.arrayContaining([user.id, server.owner.id]))
  expect((await usage(`?user_id=${user.id}`, server.adminKey)).body.total.requests).toBe(2)
})

const idOf = async (name: string) => (await server.request(`GET /core/models?q=${name}`)).body.find((one: any) => one.name === name).id as string
const priced = async (price: object | null) => server.request(`PUT /core/models/${await idOf(`${model}-base`)}`, { body: { price } })

test('tokens cost what their model costs at that moment, those read before apart, and what has no price is told', async () => {
  expect((await priced({ input: -1, output: 1 })).status).toBe(422)
  expect((await priced({ input: 10, output: 100 })).body.price).toEqual({ input: 10, output: 100 })
  replying(1)
  await ask()
  const once = (64 * 10 + 10 * 100) / 1_000_000
  expect((await usage()).body.total).toMatchObject({ prompt_tokens: 64, cost: once, unpriced_tokens: 0 })

  // What was used before keeps what it cost.
  await priced({ input: 1000, output: 0, cached_input: 0 })
  provider.replies.push({ file: 'cached.sse' })
  await ask()
  const { total } = (await usage()).body
  expect(total).toMatchObject({ requests: 2, cached_tokens: 1_024 })
  expect(total.cost).toBeCloseTo(once + ((total.prompt_tokens - 64 - 1_024) * 1000) / 1_000_000, 9)
  await priced(null)

  const saved = await server.request('GET /llm/usage/export?group_by=day,user,model', { as: user.key })
  expect(saved.headers.get('content-type')).toContain('text/csv')
  const [head, line] = (saved.body as string).split('\r\n')
  expect(head).toBe(
    '"day","model","user_id","user","requests","prompt_tokens","cached_tokens","completion_tokens","total_tokens","queries","audio_seconds","cost","unpriced_tokens","currency"',
  )
  expect(line).toMatch(new RegExp(`^"2026-11-21","[^"]+","${user.id}","[^"]+@[^"]+",2,`))
  expect((await server.request(`GET /llm/usage/export?user_id=${server.owner.id}`, { as: user.key })).status).toBe(403)
})

test('a budget of money is held against the prices, and one of tokens may leave out what was read before', async () => {
  await priced({ input: 1, output: 1_000 })
  const id = await limit({ cost_per_day: 1.5, cost_per_month: 20 })
  replying(2)
  expect((await ask({ max_tokens: 1_000 })).status).toBe(200)
  expect((await ask({ max_tokens: 1_600 })).body.error.message).toMatch(/^your budget of 1\.5 USD per day is less than the 1\.6 this question takes$/)
  await server.request(`PUT /core/budgets/${id}`, { body: { cost_per_day: null, cost_per_month: 0.01 } })
  const over = await ask()
  expect(over.body.error.message).toMatch(/per month/)
  // The first of December is nine and a half days away.
  expect(Number(over.headers.get('retry-after'))).toBe(Math.ceil((Date.parse('2026-12-01') - server.clock.now.getTime()) / 1000))
  await server.request(`DELETE /core/budgets/${id}`)
  await priced(null)

  user = await server.account()
  const tokens = await limit({ tokens_per_day: 2_000, counts_cached_tokens: false })
  provider.replies.length = 0
  provider.replies.push({ file: 'cached.sse' }, { file: 'cached.sse' }, { file: 'cached.sse' })
  expect((await ask({ max_tokens: 500 })).status).toBe(200)
  expect((await ask({ max_tokens: 500 })).status).toBe(200)
  await server.request(`PUT /core/budgets/${tokens}`, { body: { counts_cached_tokens: true } })
  expect((await ask({ max_tokens: 500 })).status).toBe(429)
})

test('over the requests of a minute is 429 with the seconds to wait, and the provider is not asked', async () => {
  await limit({ requests_per_minute: 2 })
  replying(3)
  await ask()
  const { clock } = server
  const before = clock.now
  clock.now = new Date(before.getTime() + 20_000)
  await ask()
  const over = await ask()
  expect(refusal(over)).toEqual([429, 'rate_limited', '40'])
  expect(over.body.error.message).toBe('your budget of 2 questions per minute is used up')
  expect(provider.requests).toHaveLength(2)
  clock.now = new Date(before.getTime() + 60_001)
  expect((await ask()).status).toBe(200)
  clock.now = before
})

test('the requests and tokens of a day end at midnight UTC', async () => {
  await limit({ requests_per_day: 1 })
  replying(1)
  await ask()
  expect(refusal(await ask())).toEqual([429, 'rate_limited', String(14.5 * 3600)])
  expect(refusal(await ask({ stream: true }))).toEqual([429, 'rate_limited', String(14.5 * 3600)])

  user = await server.account()
  await limit({ tokens_per_day: 1_160 })
  replying(2)
  expect((await ask({ max_tokens: 1_000 })).status).toBe(200)
  const over = await ask({ max_tokens: 1_040 })
  expect([over.status, over.body.error.message]).toEqual([429, 'your budget of 1160 tokens per day is used up'])
  expect((await ask({ max_tokens: 1_000 })).status).toBe(200)
})

test('of many questions at once only those within the budget pass', async () => {
  await limit({ concurrent_questions: 3 })
  provider.replies.push(...Array.from({ length: 3 }, () => ({ silent: true as const })))
  const leaving = new AbortController()
  const body = { model, stream: true, messages: [{ role: 'user', content: 'Hello' }] }
  const replies = await Promise.all(
    Array.from({ length: 12 }, () => server.open('POST /llm/session/completions', { as: user.key, body, signal: leaving.signal })),
  )
  expect(replies.map(({ status }) => status).toSorted()).toEqual([...Array(3).fill(200), ...Array(9).fill(429)])
  const reading = replies.filter(({ status }) => status === 200).map((reply) => reply.text().catch(() => ''))
  await expect.poll(() => provider.requests.length, { timeout: 20_000 }).toBe(3)
  expect(refusal(await ask())).toEqual([429, 'rate_limited', '1'])
  leaving.abort()
  await Promise.all(reading)
  await server.querent.idle()
  replying(1)
  expect((await ask()).status).toBe(200)
})

test('parallel questions cannot spend tokens twice', async () => {
  await limit({ tokens_per_day: 3_000 })
  replying(8)
  const replies = await Promise.all(Array.from({ length: 8 }, () => ask({ max_tokens: 990 })))
  expect(replies.filter(({ status }) => status === 200).length).toBeLessThanOrEqual(8)
  expect(replies.some(({ status }) => status === 429)).toBe(true)
  const { total } = (await usage()).body
  expect(total.total_tokens).toBeLessThanOrEqual(3_000)
})

test('the schema and the tools a model is told of are set aside too, for both calls a question of data takes', async () => {
  const bound = await server.vendorModel(provider.baseUrl)
  const id = await limit({ tokens_per_day: 10_000 }, { principal_type: 'user', principal_id: server.owner.id })
  replying(8)
  const replies = await Promise.all(Array.from({ length: 8 }, () => ask({ model: bound }, server.owner.key)))
  await server.request(`DELETE /core/budgets/${id}`)
  expect(replies.map(({ status }) => status).toSorted()).toEqual([200, ...Array(7).fill(429)])
})

test('a budget smaller than one question says so', async () => {
  await limit({ tokens_per_day: 500 })
  const over = await ask({ max_tokens: 1_000 })
  expect([over.status, over.body.error.message]).toEqual([
    429,
    expect.stringMatching(/^your budget of 500 tokens per day is less than the 1\d{3} this question takes$/),
  ])
})

test('the tightest of several budgets holds: everyone’s, a group’s, a key’s own', async () => {
  const { body: group } = await server.request('POST /core/groups', { body: { name: 'Limited' } })
  await server.request('POST /core/usergroups', { body: { user_id: user.id, group_id: group.id } })
  const everyone = await limit({ requests_per_day: 100 }, { principal_type: 'everyone' })
  await limit({ requests_per_day: 1 }, { principal_type: 'group', principal_id: group.id })
  replying(3)
  await ask()
  expect((await ask()).body.error.message).toBe('your budget of 1 questions per day is used up')
  await server.request(`DELETE /core/budgets/${everyone}`)

  user = await server.account()
  const { body: second } = await server.request('POST /core/auths/api-keys', { as: user.key, body: { name: 'second' } })
  await limit({ requests_per_day: 0 }, { principal_type: 'api_key', principal_id: second.id })
  expect((await ask({}, second.key)).body.error.message).toBe('your budget of 0 questions per day of this key is used up')
  expect((await ask()).status).toBe(200)
})

test('a question that never begins gives back what was set aside, and old reservations are forgotten', async () => {
  await limit({ concurrent_questions: 1 })
  const { body: session } = await server.request('POST /llm/sessions/new', { as: user.key, body: {} })
  await server.request(`DELETE /llm/sessions/${session.id}`, { as: user.key })
  expect((await ask({ session_id: session.id })).status).toBe(404)
  replying(1)
  expect((await ask()).status).toBe(200)
  const { clock } = server
  const before = clock.now
  clock.now = new Date(before.getTime() + 3 * 3_600_000)
  await forgetReservations(server.querent.systemContext('llm'))
  expect(await server.db.select().from(reservations)).toEqual([])
  clock.now = before
})
