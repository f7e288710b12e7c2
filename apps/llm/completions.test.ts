import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { charts } from '#db/schema/analytics.ts'
import { auditLogs } from '#db/schema/catalog.ts'
import { completions, messages, sessions } from '#db/schema/sessions.ts'
import { endLostCompletions } from '#domain/agent/completions/lost-completions.ts'
import { newId } from '#domain/identifiers.ts'
import { readCompletion } from '#test/event-stream.ts'
import { type AnsweringServer, answeringServer, CHINOOK_ID } from '#test/fixtures/answering-server.ts'
import type { Account } from '#test/harness.ts'

let server: AnsweringServer
/** Settles when a query has begun; while `holding`, queries wait for their caller to give up. */
let queryBegan = Promise.withResolvers<void>()
let holding = false

beforeAll(async () => {
  server = await answeringServer({
    sources: (real) => ({
      ...real,
      query: async (spec, query, signal) => {
        if (!holding) return real.query(spec, query, signal)
        queryBegan.resolve()
        return new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason)))
      },
    }),
  })
})
afterAll(() => server.close())

const ask = (content: string, facts: object = {}, as = server.owner.key) =>
  server.request('POST /llm/session/completions', { as, body: { model: 'music', messages: [{ role: 'user', content }], ...facts } })
const stream = (content: string, facts: object = {}, signal?: AbortSignal) =>
  server.open('POST /llm/session/completions', {
    as: server.owner.key,
    body: { model: 'music', messages: [{ role: 'user', content }], stream: true, ...facts },
    ...(signal ? { signal } : {}),
  })
const runningRow = async () => (await server.db.select().from(completions)).find((row) => row.status === 'running')
const rowOf = async (id: string) => (await server.db.select().from(completions)).find((row) => row.id === id)

/** Holds queries back while `work` runs. */
async function held<T>(work: () => Promise<T>): Promise<T> {
  holding = true
  queryBegan = Promise.withResolvers()
  try {
    return await work()
  } finally {
    holding = false
  }
}

test('a question is answered from the rows, and session, messages and chart are stored', async () => {
  const { status, body } = await ask('How many customers are there?')
  expect(status).toBe(200)
  expect(body).toMatchObject({ object: 'chat.completion', model: 'music', status: 'completed', error: null, usage: { total_tokens: 0 } })
  const { content, attachments } = body.choices[0].message
  expect([content, body.choices[0].finish_reason]).toEqual(['There are 59 customers.', 'stop'])
  const [query, chart] = attachments
  expect(query).toMatchObject({ type: 'query', datasource_id: CHINOOK_ID, rows: [[59]], row_count: 1, truncated: false, provenance: { tables: ['Customer'] } })
  expect(query.semantic_query.measures).toMatchObject([{ aggregate: 'count', table: 'Customer' }])

  const session = await server.request(`GET /llm/sessions/${body.session_id}`, { as: server.owner.key })
  expect(session.body).toMatchObject({ title: 'How many customers are there?', model: 'music', message_count: 2 })
  const stored = await server.request(`GET /llm/sessions/${body.session_id}/messages`, { as: server.owner.key })
  expect(stored.body).toMatchObject([
    { role: 'user', content: 'How many customers are there?', completion_id: body.id },
    { role: 'assistant', content, completion_id: body.id, attachments, is_incomplete: false },
  ])
  const drawn = (await server.db.select().from(charts)).find((row) => row.id === chart.chart_id)
  expect(drawn).toMatchObject({ session_id: body.session_id, datasource_id: CHINOOK_ID, chart_type: 'kpi', owner_id: server.owner.id, spec: chart.spec })
  expect((await server.request(`GET /llm/session/completions/${body.id}`, { as: server.owner.key })).body).toEqual(body)
})

test('a chart an answer draws is in the audit log, once', async () => {
  const { body } = await ask('How many customers are there?')
  const id = body.choices[0].message.attachments.find(({ type }: { type: string }) => type === 'chart').chart_id
  const entries = await server.db.select().from(auditLogs).where(eq(auditLogs.resource_id, id))
  expect(entries).toMatchObject([{ type: 'chart.created', outcome: 'success', details: { datasource_id: CHINOOK_ID, session_id: body.session_id } }])
})

test('an answer leaves one audit entry, and its chart another', async () => {
  const before = (await server.db.select().from(auditLogs)).length
  const { body } = await ask('How many artists are there?')
  const entries = (await server.db.select().from(auditLogs)).slice(before)
  expect(entries).toMatchObject([
    { type: 'completion.created', resource_id: body.id, details: { session_id: body.session_id, model: 'music' } },
    { type: 'chart.created' },
  ])
})

test('a stream tells its steps, its words and its attachments, and ends with [DONE]', async () => {
  const response = await stream('Number of customers by country', { stream_options: { include_usage: true } })
  expect(response.headers.get('content-type')).toBe('text/event-stream; charset=utf-8')
  const answer = await readCompletion(response)
  expect(answer.chunks[0]).toMatchObject({
    object: 'chat.completion.chunk',
    choices: [{ index: 0, delta: { role: 'assistant', content: '' }, finish_reason: null }],
  })
  expect(answer.statuses).toEqual(['understanding', 'executing_query', 'drawing', 'summarizing'])
  expect(answer.attachments.map((attachment) => attachment.type)).toEqual(['query', 'chart', 'suggestions'])
  expect(answer.text).toContain('USA')
  expect(answer.chunks.filter((chunk) => chunk.choices?.[0]?.delta.content).length).toBeGreaterThan(3)
  expect([answer.finish, answer.done, answer.usage]).toEqual([['stop'], true, { prompt_tokens: 0, completion_tokens: 0, total_tokens: 0 }])
  const id = answer.chunks[0].id
  const { body } = await server.request(`GET /llm/session/completions/${id}`, { as: server.owner.key })
  expect(body).toMatchObject({ id, status: 'completed', session_id: answer.chunks[0].session_id })
  expect(body.choices[0].message).toMatchObject({ content: answer.text, attachments: answer.attachments })
})

test('the same question is answered in the same words', async () => {
  const texts = await Promise.all([1, 2, 3].map(async () => (await ask('Top 5 artists by number of albums')).body.choices[0].message.content))
  expect(new Set(texts).size).toBe(1)
})

test('a session goes on: its id is kept, and messages add up', async () => {
  const first = (await ask('How many customers are there?')).body
  const second = await ask('How many artists are there?', { session_id: first.session_id, model: undefined })
  expect(second.body).toMatchObject({ session_id: first.session_id, model: 'music' })
  expect((await server.request(`GET /llm/sessions/${first.session_id}`, { as: server.owner.key })).body).toMatchObject({ message_count: 4 })
})

test('what it cannot place is named, with questions it could answer', async () => {
  const { message } = (await ask('How many unicorns did we sell?')).body.choices[0]
  expect(message.content).toContain('"unicorns"')
  expect(message.attachments).toMatchObject([{ type: 'suggestions' }, { type: 'refusal', reason: 'out_of_scope' }])
})

test('a model without data says so, and how to give it some', async () => {
  const { body } = await ask('How many customers are there?', { model: 'builtin' })
  expect(body.choices[0].message.content).toContain('POST /api/v1/semantic/datasourcemodels')
  expect(body.choices[0].message.attachments).toMatchObject([{ type: 'refusal', reason: 'no_data_source', datasource_id: null }])
})

test('a caller who may not see the data source is answered without it', async () => {
  const stranger = await server.account()
  const { body } = await ask('How many customers are there?', {}, stranger.key)
  expect(body.choices[0].message).toMatchObject({ content: expect.stringContaining('no data source'), attachments: [{ reason: 'no_data_source' }] })
})

test('store:false keeps nothing', async () => {
  const count = async () => [
    await server.db.$count(sessions),
    await server.db.$count(messages),
    await server.db.$count(completions),
    await server.db.$count(charts),
  ]
  const before = await count()
  const { body } = await ask('Number of customers by country', { store: false })
  expect(body).toMatchObject({ session_id: null, status: 'completed' })
  expect(body.choices[0].message.attachments).toMatchObject([{ type: 'query' }, { type: 'chart', chart_id: null }, { type: 'suggestions' }])
  expect(await count()).toEqual(before)
  expect((await server.request(`GET /llm/session/completions/${body.id}`, { as: server.owner.key })).status).toBe(404)
})

test('what is wrong with a request is told before anything is stored', async () => {
  const before = await server.db.$count(sessions)
  const refused = async (body: object) => {
    const reply = await server.request('POST /llm/session/completions', { as: server.owner.key, body })
    return [reply.status, reply.body.error.code, reply.body.error.param]
  }
  const user = { role: 'user', content: 'How many customers are there?' }
  expect(await refused({ model: 'nope', messages: [user] })).toEqual([404, 'not_found', 'model'])
  expect(await refused({ messages: [user] })).toEqual([422, 'invalid', 'model'])
  expect(await refused({ model: 'music', messages: [] })).toEqual([422, 'invalid', 'messages'])
  expect(await refused({ model: 'music', messages: [{ role: 'assistant', content: 'hi' }] })).toEqual([422, 'invalid', 'messages'])
  expect(await refused({ model: 'music', messages: [{ role: 'robot', content: 'hi' }] })).toEqual([422, 'invalid', 'messages.0.role'])
  expect(await refused({ model: 'music', messages: Array.from({ length: 2_001 }, () => user) })).toEqual([422, 'invalid', 'messages'])
  expect(await refused({ model: 'music', messages: [user], session_id: 'ses_none' })).toEqual([404, 'not_found', 'session_id'])
  expect(await server.db.$count(sessions)).toBe(before)
})

test('unknown fields are ignored, and content may come in parts', async () => {
  const content = [
    { type: 'text', text: 'How many customers ' },
    { type: 'text', text: 'are there?' },
  ]
  const { body } = await server.request('POST /llm/session/completions', {
    as: server.owner.key,
    body: {
      model: 'music',
      messages: [
        { role: 'system', content: 'Be kind.' },
        { role: 'user', content, name: 'Ann' },
      ],
      n: 1,
      logit_bias: {},
      frequency_penalty: 0,
    },
  })
  expect(body.choices[0].message.content).toBe('There are 59 customers.')
})

test('a question with a picture, a sound or a file is refused, for only its text would be answered', async () => {
  const text = { type: 'text', text: 'How many customers are in this picture?' }
  const sent = async (message: object) =>
    (await server.request('POST /llm/session/completions', { as: server.owner.key, body: { model: 'music', messages: [{ role: 'user', ...message }] } })).body
  for (const part of [
    { type: 'image_url', image_url: { url: 'data:image/png;base64,AA' } },
    { type: 'input_audio', input_audio: {} },
    { type: 'file', file: {} },
  ]) {
    expect((await sent({ content: [text, part] })).error).toMatchObject({ code: 'invalid', param: 'messages', message: expect.stringContaining(part.type) })
    expect((await sent({ parts: [text, part] })).error).toMatchObject({ code: 'invalid', param: 'messages' })
  }
  expect((await sent({ parts: [{ type: 'step-start' }, { type: 'text', text: 'How many customers are there?' }] })).choices[0].message.content).toContain('59')
})

test('a key needs the scope for completions', async () => {
  const key = await server.account({ scopes: ['llm:write'] })
  expect((await ask('How many customers are there?', {}, key.key)).body.error.code).toBe('insufficient_scope')
})

test('a session gives one answer at a time', async () => {
  const session = (await ask('How many customers are there?')).body.session_id
  await held(async () => {
    const leaving = new AbortController()
    const running = readCompletion(await stream('How many artists are there?', { session_id: session }, leaving.signal))
    await queryBegan.promise
    const busy = await ask('How many albums are there?', { session_id: session })
    expect([busy.status, busy.body.error.code, busy.headers.has('retry-after')]).toEqual([409, 'session_busy', true])
    leaving.abort()
    expect((await running).done).toBe(true)
  })
  expect((await ask('How many albums are there?', { session_id: session })).status).toBe(200)
})

test('when the client goes away the query is stopped and the question kept', async () => {
  await held(async () => {
    const response = await stream('How many artists are there?')
    const reader = response.body?.getReader()
    const first = new TextDecoder().decode((await reader?.read())?.value)
    const rest = (async () => {
      while (!(await reader?.read())?.done);
    })()
    await queryBegan.promise
    await reader?.cancel()
    await rest
    await server.querent.idle()
    const id = JSON.parse(first.slice('data: '.length)).id
    expect(await rowOf(id)).toMatchObject({ status: 'cancelled', error: null })
    const said = (await server.db.select().from(messages)).filter((row) => row.completion_id === id)
    expect(said).toMatchObject([{ role: 'user', content: 'How many artists are there?' }])
  })
})

const left = async (response: Response, read: number, signal: AbortController | null) => {
  const reader = response.body?.getReader()
  for (let chunk = 0; chunk < read; chunk++) await reader?.read()
  if (signal) signal.abort()
  else await reader?.cancel()
}
test.each([
  ['cancels before it reads', 0, false, 'llm'],
  ['cancels after one chunk', 1, false, 'llm'],
  ['cancels after three chunks', 3, false, 'llm'],
  ['is gone before it reads', 0, true, 'llm'],
  ['is gone after one chunk', 1, true, 'llm'],
  ['cancels before it reads', 0, false, 'llm/openai/v1'],
  ['is gone before it reads', 0, true, 'llm/openai/v1'],
])('a client of a stream that %s (%i, %s, %s) leaves no session busy', async (_what, read, bySignal, service) => {
  const session = (await ask('How many customers are there?')).body.session_id
  const signal = new AbortController()
  const path = service === 'llm' ? 'llm/session/completions' : `${service}/chat/completions`
  const body = { model: 'music', stream: true, session_id: session, messages: [{ role: 'user', content: 'How many artists are there?' }] }
  await left(await server.open(`POST /${path}`, { as: server.owner.key, body, signal: signal.signal }), read, bySignal ? signal : null)
  await server.querent.idle()
  expect((await server.db.select().from(completions)).filter((row) => row.session_id === session && row.status === 'running')).toEqual([])
  expect((await ask('How many albums are there?', { session_id: session })).status).toBe(200)
})

test('an answer can be cancelled from another request', async () => {
  await held(async () => {
    const asking = ask('How many artists are there?')
    await queryBegan.promise
    const running = await vi.waitFor(async () => (await runningRow()) ?? Promise.reject(new Error('its beginning waits for its end')), 5_000)
    const foreign = await server.account()
    expect((await server.request(`POST /llm/session/completions/${running?.id}/cancel`, { as: foreign.key })).status).toBe(404)
    const cancelled = await server.request(`POST /llm/session/completions/${running?.id}/cancel`, { as: server.owner.key })
    expect([cancelled.status, cancelled.body.status]).toEqual([200, 'cancelled'])
    expect((await asking).body).toMatchObject({ id: running?.id, status: 'cancelled' })
    const again = await server.request(`POST /llm/session/completions/${running?.id}/cancel`, { as: server.owner.key })
    expect([again.status, again.body.status]).toEqual([200, 'cancelled'])
  })
})

test('an answer whose process died is ended, keeps what was noted of it, and blocks its session no longer', async () => {
  const session = (await ask('How many customers are there?')).body.session_id
  const before = (seconds: number) => new Date(server.clock.now.getTime() - seconds * 1000).toISOString()
  const row = (id: string, begun: number, noted: number | null, content = '') => ({
    id,
    session_id: session,
    user_id: server.owner.id,
    model: 'music',
    status: 'running' as const,
    usage: { prompt_tokens: 0, completion_tokens: 0, total_tokens: 0 },
    created_at: before(begun),
    ...(noted === null ? {} : { alive_at: before(noted), came: { content, attachments: [] } }),
  })
  const [lost, cut, alive] = [newId('cmp', 1), newId('cmp', 2), newId('cmp', 3)]
  await server.db.insert(completions).values([row(lost, 12, null), row(cut, 40, 12, 'There are'), row(alive, 40, 3, 'Half')])
  expect((await ask('How many artists are there?', { session_id: session })).body.error.code).toBe('session_busy')
  expect(await endLostCompletions(server.querent.systemContext('llm'))).toBe(2)
  const statuses = [await rowOf(lost), await rowOf(cut), await rowOf(alive)].map((found) => found?.status)
  expect(statuses).toEqual(['incomplete', 'incomplete', 'running'])
  const { body } = await server.request(`GET /llm/session/completions/${cut}`, { as: server.owner.key })
  expect([body.error.code, body.choices[0].message.content]).toEqual(['interrupted', 'There are'])
  const { body: told } = await server.request(`GET /llm/sessions/${session}`, { as: server.owner.key })
  expect(told.message_count).toBe(3)
  await server.db
    .update(completions)
    .set({ alive_at: before(11) })
    .where(eq(completions.id, alive))
  expect((await ask('How many artists are there?', { session_id: session })).status).toBe(200)
})

test('a repeated Idempotency-Key replays the answer and asks nothing twice', async () => {
  const body = { model: 'music', messages: [{ role: 'user', content: 'How many customers are there?' }] }
  const request = { as: server.owner.key, body, headers: { 'idempotency-key': 'ask-once' } }
  const first = await server.request('POST /llm/session/completions', request)
  const before = await server.db.$count(completions)
  const again = await server.request('POST /llm/session/completions', request)
  expect([again.headers.get('idempotency-replayed'), again.body]).toEqual(['true', first.body])
  expect(await server.db.$count(completions)).toBe(before)
})

test('a stream whose client left is told again from what was stored, and nothing is asked twice', async () => {
  const body = { model: 'music', stream: true, messages: [{ role: 'user', content: 'How many customers are there?' }] }
  const request = { as: server.owner.key, body, headers: { 'idempotency-key': 'left-early' } }
  await left(await server.open('POST /llm/session/completions', request), 2, null)
  await server.querent.idle()
  const before = await server.db.$count(completions)
  const response = await server.open('POST /llm/session/completions', request)
  expect([response.status, response.headers.get('idempotency-replayed')]).toEqual([200, 'true'])
  const again = await readCompletion(response)
  expect(again.done).toBe(true)
  expect(await rowOf(again.chunks[0].id)).toMatchObject({ status: 'cancelled' })
  expect(await server.db.$count(completions)).toBe(before)
})

test('nobody reads the answers of others', async () => {
  const { body } = await ask('How many customers are there?')
  const other: Account = await server.account()
  expect((await server.request(`GET /llm/session/completions/${body.id}`, { as: other.key })).status).toBe(404)
})
