import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { apiKeys, users } from '#db/schema/identity.ts'
import { readCompletion } from '#test/event-stream.ts'
import { type AnsweringServer, answeringServer } from '#test/fixtures/answering-server.ts'
import type { Account } from '#test/harness.ts'
import { type OpenAiServer, startOpenAiServer } from '#test/openai-server.ts'

let server: AnsweringServer
let provider: OpenAiServer
let model: string

beforeAll(async () => {
  server = await answeringServer()
  provider = await startOpenAiServer()
  model = await server.vendorModel(provider.baseUrl, { bound: false })
})
afterAll(async () => {
  await server.close()
  await provider.close()
})

const endings: [string, (asking: Account) => Promise<unknown>][] = [
  ['its key is revoked', ({ id }) => server.db.update(apiKeys).set({ revoked_at: server.clock.now.toISOString() }).where(eq(apiKeys.user_id, id))],
  ['its key expires', ({ id }) => server.db.update(apiKeys).set({ expires_at: server.clock.now.toISOString() }).where(eq(apiKeys.user_id, id))],
  ['its account is disabled', ({ id }) => server.request(`PUT /core/users/${id}`, { body: { status: 'disabled' } })],
  ['its account is deleted', ({ id }) => server.db.delete(users).where(eq(users.id, id))],
]

test.each(endings)('a stream ends with a typed failure within seconds when %s', async (_when, end) => {
  const asking = await server.account()
  provider.replies.push({ drip: 'word ', everyMs: 10 })
  const body = { model, messages: [{ role: 'user', content: 'Hello' }], stream: true }
  const response = await server.open('POST /llm/session/completions', { as: asking.key, body })
  await end(asking)
  const { text, error, done } = await readCompletion(response)
  expect([error.code, done]).toEqual(['unauthenticated', true])
  expect(text).toMatch(/^(word )+$/)
})

test('other accounts may change while an answer is given', async () => {
  provider.replies.push({ drip: 'word '.repeat(60), everyMs: 5 })
  const response = await server.open('POST /llm/session/completions', {
    as: server.owner.key,
    body: { model, messages: [{ role: 'user', content: 'Hello' }], stream: true },
  })
  const other = await server.account()
  await server.request(`PUT /core/users/${other.id}`, { body: { status: 'disabled' } })
  const { error, finish } = await readCompletion(response)
  expect([error, finish]).toEqual([undefined, ['length']])
})

test('who follows an answer is held to the same', async () => {
  const reader = await server.account()
  provider.replies.push({ drip: 'word ', everyMs: 10 })
  const body = { model, messages: [{ role: 'user', content: 'Hello' }], stream: true }
  const leaving = new AbortController()
  const asked = await server.open('POST /llm/session/completions', { as: server.owner.key, body, signal: leaving.signal })
  const chunks = (asked.body as ReadableStream<Uint8Array>).getReader()
  const { id, session_id } = JSON.parse(
    new TextDecoder()
      .decode((await chunks.read()).value)
      .slice('data: '.length)
      .split('\n')[0] ?? '',
  )
  await server.request(`POST /llm/sessions/${session_id}/share/user`, { as: server.owner.key, body: { user_id: reader.id } })
  const following = await server.open(`GET /llm/session/completions/${id}/events`, { as: reader.key })
  await server.request(`PUT /core/users/${reader.id}`, { body: { status: 'disabled' } })
  expect((await readCompletion(following)).error.code).toBe('unauthenticated')
  await chunks.cancel()
})
