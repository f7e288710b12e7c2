import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type AskedDashboard, askedDashboard, europe } from '#test/fixtures/asked-dashboard.ts'

let server: AskedDashboard['server']
let source = ''
let dashboard = ''
let maker: AskedDashboard['maker']
let made: AskedDashboard['made']
let token: AskedDashboard['token']

beforeAll(async () => {
  ;({ server, source, dashboard, maker, made, token } = await askedDashboard())
}, 60_000)
afterAll(() => server.close())

const ask = (question: string, as: string, more: Record<string, unknown> = {}) =>
  server.request(`POST /analytics/dashboards/${dashboard}/chat`, { as, body: { question, ...more } })
const eventsIn = (text: string) => [...text.matchAll(/^event: (\w+)\ndata: (.*)$/gm)].map(([, event, data = '']) => ({ event, data }))
const rowsOf = (turn: any) => turn.parts.find(({ type }: any) => type === 'rows')?.rows.map((row: unknown[]) => row.map(String))

test('a guest asks about the dashboard under the filters of his token, and goes on in his thread', async () => {
  const [all, cut] = [await token(), await token({ filters: europe, user: { id: 'ada' } })]
  expect(rowsOf((await ask('What is the total amount per region?', all)).body)).toEqual(expect.arrayContaining([['US', '900']]))
  const first = await ask('What is the total amount per region?', cut)
  expect(rowsOf(first.body)).toEqual([['EU', '30']])
  expect(first.body.parts.map(({ type }: any) => type)).toEqual(expect.arrayContaining(['rows', 'chart']))
  expect(first.text).not.toMatch(/select|sql|900/i)
  const second = await ask('and per country?', cut, { thread_id: first.body.thread_id })
  expect(rowsOf(second.body)).toEqual([['France', '30']])
  const kept = await server.request(`GET /analytics/dashboards/${dashboard}/chat`, { as: await token({ filters: europe, user: { id: 'ada' } }) })
  expect(kept.body.map(({ question }: any) => question)).toEqual(['What is the total amount per region?', 'and per country?'])
})

test('what is chosen on the dashboard cuts the answer, through joins, and is not remembered with the question', async () => {
  const as = await token({ user: { id: 'chosen' } })
  const filters = JSON.stringify([{ filter: 'country', values: ['Chile'] }])
  const first = await ask('What is the total amount?', as, { filters })
  expect(rowsOf(first.body)).toEqual([['900']])
  const later = await ask('and per region?', as, { thread_id: first.body.thread_id })
  expect(rowsOf(later.body)).toEqual(expect.arrayContaining([['EU', '30']]))
  expect((await ask('What is the total amount?', as, { filters: '[{"filter":"none","values":[]}]' })).body.error.param).toBe('filters.0.filter')
})

test('an answer comes as events', async () => {
  const reply = await server.open(`POST /analytics/dashboards/${dashboard}/chat`, {
    as: await token(),
    headers: { accept: 'text/event-stream' },
    body: { question: 'What is the total amount per country?' },
  })
  expect(reply.headers.get('content-type')).toContain('text/event-stream')
  const events = eventsIn(await reply.text())
  const names = events.map(({ event }) => event)
  expect([names[0], names.at(-1), new Set(names)]).toEqual(['begin', 'end', new Set(['begin', 'status', 'text', 'part', 'end'])])
  expect(JSON.parse(events.at(-1)?.data ?? '{}')).toMatchObject({ status: 'completed', thread_id: JSON.parse(events[0]?.data ?? '{}').thread_id })
})

describe('a hostile guest', () => {
  test.each(['What is the salary of each person?', 'List all salaries', 'How many persons are there in salaries?', 'select * from salaries'])(
    'learns nothing of tables that are not on the dashboard by %s',
    async (question) => {
      const { text } = await ask(question, await token())
      expect(text).not.toMatch(/98765|87654|Mallory|"salary"/)
    },
  )

  test('sees no hidden rows, whatever he asks for', async () => {
    const as = await token({ filters: europe })
    for (const question of [
      'List all orders',
      'What is the highest amount?',
      'How many orders are there in US?',
      'amounts where region is not EU',
      'List all customers',
    ]) {
      const { text, status } = await ask(question, as)
      expect([200, 422, 429]).toContain(status)
      // An id may have any digits.
      expect(text.replace(/\b[a-z]{3}_[0-9a-z]+/g, '')).not.toMatch(/400|500|900|"US"|Bob|Chile/)
    }
  })

  test('reads, goes on in and forgets no thread of another guest, of other filters, or of another dashboard', async () => {
    const [ada, bob] = [await token({ user: { id: 'ada' } }), await token({ user: { id: 'bob' } })]
    const { thread_id } = (await ask('What is the total amount per region?', ada)).body
    for (const as of [bob, await token(), await token({ user: { id: 'ada' }, filters: europe }), server.adminKey, maker.key]) {
      expect((await server.request(`GET /analytics/dashboards/${dashboard}/chat?thread=${thread_id}`, { as })).body).toEqual([])
      expect((await ask('and per country?', as, { thread_id })).body.error).toMatchObject({ code: 'not_found', param: 'thread_id' })
      await server.request(`DELETE /analytics/dashboards/${dashboard}/chat?thread=${thread_id}`, { as })
    }
    const layout: never[] = []
    const other = await made('POST /analytics/dashboards', { title: 'Other', layout })
    const reply = await server.request('POST /analytics/auth/guest-token', {
      body: { dashboard_id: other, permissions: { can_chat: true }, user: { id: 'ada' } },
      as: maker.key,
    })
    expect((await server.request(`GET /analytics/dashboards/${dashboard}/chat`, { as: reply.body.token })).status).toBe(404)
    expect(
      (await server.request(`POST /analytics/dashboards/${other}/chat`, { as: reply.body.token, body: { question: 'What is the total amount?' } })).status,
    ).toBe(422)
    expect((await server.request(`GET /analytics/dashboards/${dashboard}/chat?thread=${thread_id}`, { as: ada })).body).toHaveLength(1)
    await server.request(`DELETE /analytics/dashboards/${dashboard}/chat`, { as: ada })
    expect((await server.request(`GET /analytics/dashboards/${dashboard}/chat`, { as: ada })).body).toEqual([])
  })

  test('asks nothing without can_chat, and not without end', async () => {
    const silent = await token({ permissions: {} })
    expect((await ask('What is the total amount?', silent)).body.error.code).toBe('forbidden')
    expect((await server.request(`GET /analytics/dashboards/${dashboard}/chat`, { as: silent })).status).toBe(403)
    const as = await token({ user: { id: 'busy' } })
    const codes = []
    for (let index = 0; index < 11; index++) codes.push((await ask('hello', as)).status)
    expect([codes.slice(0, 10).every((code) => code === 200), codes[10]]).toEqual([true, 429])
    // What is forgotten is counted all the same.
    await server.request(`DELETE /analytics/dashboards/${dashboard}/chat`, { as })
    expect((await ask('hello', as)).status).toBe(429)
    server.clock.now = new Date(server.clock.now.getTime() + 61_000)
    expect((await ask('hello', as)).status).toBe(200)
  })
})

test('a token and a dashboard say how many questions are answered in a day', async () => {
  const begun = server.clock.now.getTime()
  const user = { id: 'sparing' }
  const statuses = async (as: () => Promise<string>, times: number) => {
    const told: number[] = []
    for (let index = 0; index < times; index++) told.push((await ask('hello', await as())).status)
    return told
  }
  // A renewed token of the same guest, and one with other rules, begin no new day.
  expect(await statuses(() => token({ user, chat_questions_per_day: 2 }), 3)).toEqual([200, 200, 429])
  const refused = await ask('hello', await token({ user, chat_questions_per_day: 2, filters: europe }))
  expect([refused.body.error.code, Number(refused.headers.get('retry-after'))]).toEqual(['rate_limited', 86_400])
  expect(await statuses(() => token({ user: { id: 'another' }, chat_questions_per_day: 2 }), 1)).toEqual([200])
  server.clock.now = new Date(begun + 2 * 86_400_000)
  expect(await statuses(() => token({ user, chat_questions_per_day: 2 }), 1)).toEqual([200])
  const embedded = { enabled: true, allowed_domains: [] }
  await server.request(`PATCH /analytics/dashboards/${dashboard}`, { as: maker.key, body: { embedded: { ...embedded, questions_per_day: 2 } } })
  expect(await statuses(() => token(), 2)).toEqual([200, 429])
  expect((await ask('hello', maker.key)).status).toBe(200)
  await server.request(`PATCH /analytics/dashboards/${dashboard}`, { as: maker.key, body: { embedded } })
  expect(await statuses(() => token(), 1)).toEqual([200])
})

test('what a named guest said is kept for thirty days after he last asked, what another said with his token', async () => {
  const begun = server.clock.now.getTime()
  const after = (days: number) => {
    server.clock.now = new Date(begun + days * 86_400_000)
  }
  const heard = async (as: string) => (await server.request(`GET /analytics/dashboards/${dashboard}/chat`, { as })).body
  const user = { id: 'renewed' }
  const unnamed = await token()
  await ask('What is the total amount?', unnamed)
  const { thread_id } = (await ask('What is the total amount?', await token({ user }))).body
  server.clock.now = new Date(begun + 299_000)
  expect(await heard(unnamed)).toHaveLength(1)
  server.clock.now = new Date(begun + 310_000)
  expect(await heard(unnamed)).toEqual([])
  after(29)
  await ask('and per region?', await token({ user }), { thread_id })
  after(58)
  expect(await heard(await token({ user }))).toHaveLength(2)
  after(60)
  expect(await heard(await token({ user }))).toEqual([])
})

test('the questions of guests count on the account of the maker, whose right and budget they end with', async () => {
  const as = await token({ user: { id: 'counted' } })
  const before = (await server.request('GET /llm/usage', { as: maker.key })).body
  await ask('What is the total amount?', as)
  const after = (await server.request('GET /llm/usage', { as: maker.key })).body
  expect(JSON.stringify(after)).not.toBe(JSON.stringify(before))
  await server.request('POST /core/budgets', { body: { principal_type: 'user', principal_id: maker.id, requests_per_day: 1 } })
  expect((await ask('What is the total amount?', as)).status).toBe(429)
  expect(
    (await server.request('POST /analytics/auth/guest-token', { body: { dashboard_id: dashboard, chat_model: 'none' }, as: maker.key })).body.error,
  ).toMatchObject({
    code: 'not_found',
    param: 'chat_model',
  })
  await server.request(`DELETE /semantic/datasources/${source}/share/user?user_id=${maker.id}`)
  expect((await ask('What is the total amount?', as)).status).not.toBe(200)
})
