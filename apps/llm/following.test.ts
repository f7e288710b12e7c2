import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { auditLogs } from '#db/schema/catalog.ts'
import { completions, messages } from '#db/schema/sessions.ts'
import { readCompletion } from '#test/event-stream.ts'
import { type AnsweringServer, answeringServer } from '#test/fixtures/answering-server.ts'
import { type OpenAiServer, startOpenAiServer } from '#test/openai-server.ts'

let server: AnsweringServer
let provider: OpenAiServer
let model: string

beforeAll(async () => {
  server = await answeringServer({ environment: { STREAM_STALL_SECONDS: '3' } })
  provider = await startOpenAiServer()
  model = await server.vendorModel(provider.baseUrl, { bound: false })
})
afterAll(async () => {
  await server.close()
  await provider.close()
})

const PATIENT = { timeout: 20_000, interval: 20 }
const ask = (facts: object = {}) =>
  server.request('POST /llm/session/completions', {
    as: server.owner.key,
    body: { model: 'music', messages: [{ role: 'user', content: 'How many customers are there?' }], ...facts },
  })
const open = (facts: object = {}, signal?: AbortSignal) =>
  server.open('POST /llm/session/completions', {
    as: server.owner.key,
    body: { model, messages: [{ role: 'user', content: 'Hello' }], stream: true, ...facts },
    ...(signal ? { signal } : {}),
  })
const rowOf = async (id: string) => (await server.db.select().from(completions)).find((row) => row.id === id)
/** The id of the answer a stream is of, read from its first piece, and the rest of it. */
async function idOf(response: Response) {
  const reader = (response.body as ReadableStream<Uint8Array>).getReader()
  let text = ''
  while (!text.includes('\n')) text += new TextDecoder().decode((await reader.read()).value)
  return { reader, id: JSON.parse(text.slice('data: '.length, text.indexOf('\n'))).id as string }
}

async function drained(reader: ReadableStreamDefaultReader<Uint8Array>): Promise<void> {
  while (!(await reader.read()).done);
}

test('a finished answer is told again with all it had', async () => {
  const { body } = await ask()
  const again = await readCompletion(await server.open(`GET /llm/session/completions/${body.id}/events`, { as: server.owner.key }))
  expect([again.text, again.done, again.finish, again.usage]).toEqual([body.choices[0].message.content, true, ['stop'], body.usage])
  expect(again.attachments).toEqual(body.choices[0].message.attachments)
})

test('a running answer is followed from its start to its end, and a follower that leaves does not stop it', async () => {
  provider.replies.push({ drip: 'word ', everyMs: 5 })
  const { reader, id } = await idOf(await open())
  const events = `GET /llm/session/completions/${id}/events`
  const leaving = await idOf(await server.open(events, { as: server.owner.key }))
  await leaving.reader.cancel()
  const following = readCompletion(await server.open(events, { as: server.owner.key }))
  for (let i = 0; i < 5; i++) await reader.read()
  const ended = drained(reader)
  expect((await rowOf(id))?.status).toBe('running')
  expect((await server.request(`POST /llm/session/completions/${id}/cancel`, { as: server.owner.key })).status).toBe(200)
  const followed = await following
  await ended
  const stored = (await server.db.select().from(messages)).find((row) => row.completion_id === id && row.role === 'assistant')
  expect([followed.text, followed.done]).toEqual([stored?.content, true])
  expect(followed.text).toMatch(/^(word )+$/)
})

test('an answer another process gives is told once it is stored', async () => {
  const { body } = await ask()
  await server.db.update(completions).set({ status: 'running', created_at: server.clock.now.toISOString() })
  const following = readCompletion(await server.open(`GET /llm/session/completions/${body.id}/events`, { as: server.owner.key }))
  await server.db.update(completions).set({ status: 'completed' })
  expect((await following).text).toBe(body.choices[0].message.content)
})

test('an answer whose session is deleted, or that another process cancels, is stopped', async () => {
  const begin = async (end: (id: string, session_id: string) => Promise<unknown>) => {
    provider.replies.push({ drip: 'word ', everyMs: 20 })
    const { reader, id } = await idOf(await open())
    // It has no end of its own.
    const ended = drained(reader)
    await vi.waitFor(async () => expect((await rowOf(id))?.alive_at).not.toBeNull(), PATIENT)
    await end(id, (await rowOf(id))?.session_id ?? '')
    await ended
  }
  const remove = (_: string, session_id: string) => server.request(`DELETE /llm/sessions/${session_id}`, { as: server.owner.key })
  const cancel = (id: string) => server.db.update(completions).set({ status: 'cancelled' }).where(eq(completions.id, id))
  await Promise.all([begin(remove), begin(async (id) => cancel(id))])
})

test('a reader that takes nothing is cut, and its answer stopped', async () => {
  provider.replies.push({ drip: 'word '.repeat(2_000), everyMs: 1 })
  const { reader, id } = await idOf(await open())
  while (!new TextDecoder().decode((await reader.read()).value).includes('word '));
  await vi.waitFor(async () => expect((await rowOf(id))?.status).toBe('cancelled'), PATIENT)
  await expect(drained(reader)).rejects.toThrow('stalled')
})

test('of twenty questions at once in one session one is answered at a time', async () => {
  const { session_id } = (await ask()).body
  const all = await Promise.all(Array.from({ length: 20 }, () => ask({ session_id })))
  const answered = all.filter(({ status }) => status === 200)
  expect(all.every(({ status, body }) => status === 200 || (status === 409 && body.error.code === 'session_busy'))).toBe(true)
  expect(answered.length).toBeGreaterThan(0)
  const said = (await server.request(`GET /llm/sessions/${session_id}/messages`, { as: server.owner.key })).body
  expect(said.map((message: any) => message.role)).toEqual(Array.from({ length: answered.length + 1 }, () => ['user', 'assistant']).flat())
  for (let i = 0; i < said.length; i += 2) expect(said[i].completion_id).toBe(said[i + 1].completion_id)
})

test('a key used many times at once asks once', async () => {
  provider.replies.push({ file: 'text.sse' })
  const before = provider.requests.length
  const body = { model, messages: [{ role: 'user', content: 'Hello' }] }
  const request = { as: server.owner.key, body, headers: { 'idempotency-key': 'many-at-once' } }
  const all = await Promise.all(Array.from({ length: 20 }, () => server.request('POST /llm/session/completions', request)))
  expect(new Set(all.filter(({ status }) => status === 200).map((reply) => reply.body.id)).size).toBe(1)
  expect(all.every(({ status }) => status === 200 || status === 409)).toBe(true)
  expect(provider.requests.length - before).toBe(1)
})

test('a failure is told again under its key, and the provider is not asked again', async () => {
  provider.replies.push({ file: 'error-401.json', status: 401 })
  const before = provider.requests.length
  const body = { model, messages: [{ role: 'user', content: 'Hello' }] }
  const request = { as: server.owner.key, body, headers: { 'idempotency-key': 'fails' } }
  const [first, second] = [await server.request('POST /llm/session/completions', request), await server.request('POST /llm/session/completions', request)]
  expect([first.status, second.status, second.body.error.code]).toEqual([502, 502, 'provider_failed'])
  expect(provider.requests.length - before).toBe(1)
})

test('a failure that says when to come again leaves its key free for that', async () => {
  provider.replies.push({ file: 'error-429.json', status: 429, headers: { 'retry-after': '600' } }, { file: 'text.json' })
  const body = { model, messages: [{ role: 'user', content: 'Hello' }] }
  const request = { as: server.owner.key, body, headers: { 'idempotency-key': 'comes-again' } }
  const refused = await server.request('POST /llm/session/completions', request)
  expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, '600'])
  const answered = await server.request('POST /llm/session/completions', request)
  expect([answered.status, answered.headers.get('idempotency-replayed')]).toEqual([200, null])
  const again = await server.request('POST /llm/session/completions', request)
  expect([again.body.id, again.headers.get('idempotency-replayed')]).toEqual([answered.body.id, 'true'])
})

test('a stream is repeated with the headers its readers know it by', async () => {
  provider.replies.push({ file: 'text.sse' })
  const path = 'POST /llm/session/completions?protocol=ui-message'
  const request = { as: server.owner.key, body: { model, messages: [{ role: 'user', content: 'Hello' }] }, headers: { 'idempotency-key': 'ui' } }
  const told = async () => {
    const response = await server.open(path, request)
    const named = ['content-type', 'x-accel-buffering', 'x-vercel-ai-ui-message-stream'].map((name) => response.headers.get(name))
    return { named, text: await response.text() }
  }
  const first = await told()
  expect(first.named).toEqual(['text/event-stream; charset=utf-8', 'no', 'v1'])
  expect(await told()).toEqual(first)
})

test('an answer that is being given is read as far as it came', async () => {
  provider.replies.push({ drip: 'word ', everyMs: 5 })
  const { reader, id } = await idOf(await open())
  for (let i = 0; i < 5; i++) await reader.read()
  const { body } = await server.request(`GET /llm/session/completions/${id}`, { as: server.owner.key })
  expect([body.status, body.choices[0].finish_reason]).toEqual(['running', null])
  expect(body.choices[0].message.content).toMatch(/^(word )+$/)
  await reader.cancel()
  await vi.waitFor(async () => expect((await rowOf(id))?.status).toBe('cancelled'), PATIENT)
})

test('feedback is kept, the latest word counts, and its comment is not in the audit log', async () => {
  const { body } = await ask()
  const rate = (feedback: object, as = server.owner.key) => server.request(`POST /llm/session/completions/${body.id}/feedback`, { as, body: feedback })
  expect((await rate({ rating: 'negative', comment: 'confidential words' })).body.feedback).toMatchObject({ rating: 'negative', comment: 'confidential words' })
  expect((await rate({ rating: 'positive' })).body.feedback).toMatchObject({ rating: 'positive', comment: null })
  expect((await server.request(`GET /llm/session/completions/${body.id}`, { as: server.owner.key })).body.feedback.rating).toBe('positive')
  expect((await rate({ rating: 'great' })).status).toBe(422)
  expect((await rate({ rating: 'positive' }, (await server.account()).key)).status).toBe(404)
  const entries = (await server.db.select().from(auditLogs)).filter((entry) => entry.type === 'completion.rated')
  expect(entries.map((entry) => entry.details)).toEqual([{ rating: 'negative' }, { rating: 'positive' }])
  expect(JSON.stringify(entries)).not.toContain('confidential')
})

test('a replay runs the queries again, with the rights of who asks for it', async () => {
  const { body } = await ask()
  const replay = (as: string) => server.request(`POST /llm/session/completions/${body.id}/replay`, { as })
  const { queries } = (await replay(server.owner.key)).body
  expect(queries).toMatchObject([{ has_changed: false, error: null, attachment: { rows: [[59]] } }])
  const reader = await server.account()
  await server.request(`POST /llm/sessions/${body.session_id}/share/user`, { as: server.owner.key, body: { user_id: reader.id } })
  expect((await replay(reader.key)).body.queries).toMatchObject([{ attachment: null, has_changed: null, error: { code: 'not_found' } }])
})
