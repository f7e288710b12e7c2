import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { completions, messages, usage } from '#db/schema/sessions.ts'
import { readCompletion } from '#test/event-stream.ts'
import { type AnsweringServer, answeringServer } from '#test/fixtures/answering-server.ts'
import { type OpenAiServer, startOpenAiServer } from '#test/openai-server.ts'

let server: AnsweringServer
let provider: OpenAiServer
let model: string

beforeAll(async () => {
  server = await answeringServer({ environment: { MODEL_RETRIES: '1' } })
})
beforeEach(async () => {
  provider = await startOpenAiServer()
  model = await server.vendorModel(provider.baseUrl, { bound: false })
  return () => provider.close()
})
afterAll(() => server.close())

const HELLO = 'Hello! Ask me anything about your music shop.'
const PATHS = ['/llm/session/completions', '/llm/openai/v1/chat/completions'] as const
const body = (facts: object = {}) => ({ model, messages: [{ role: 'user', content: 'Hello' }], ...facts })
const ask = (facts: object = {}, path: string = PATHS[0]) => server.request(`POST ${path}`, { as: server.owner.key, body: body(facts) })
const asked = () => provider.requests.map((request) => request.body.stream)
const storedOf = async (name: string) => (await server.db.select().from(completions)).find((row) => row.model === name)

test.each(PATHS)('%s: who asks for JSON has the provider asked for it too, and is told what it counted', async (path) => {
  provider.replies.push({ file: 'text.sse' })
  const { status, body: answer } = await ask({ max_tokens: 50 }, path)
  expect([status, answer.object, answer.status]).toEqual([200, 'chat.completion', 'completed'])
  expect(answer.choices).toEqual([{ index: 0, message: { role: 'assistant', content: HELLO, attachments: [] }, finish_reason: 'stop' }])
  expect(answer.usage).toEqual({ prompt_tokens: 64, completion_tokens: 10, total_tokens: 74, prompt_tokens_details: { cached_tokens: 0 } })
  const [{ headers, body: sent }] = provider.requests as [OpenAiServer['requests'][number]]
  expect(headers.accept).toBe('application/json')
  expect(sent).toEqual({ model: 'gpt-4o-mini', messages: expect.any(Array), max_tokens: 50, stream: false })
})

test.each(PATHS)('%s: who asks for a stream has the provider asked for one', async (path) => {
  provider.replies.push({ file: 'text.sse' })
  const response = await server.open(`POST ${path}`, { as: server.owner.key, body: body({ stream: true }) })
  const { text, done } = await readCompletion(response)
  expect([text, done]).toEqual([HELLO, true])
  const [{ headers, body: sent }] = provider.requests as [OpenAiServer['requests'][number]]
  expect([headers.accept, sent.stream, sent.stream_options]).toEqual(['text/event-stream', true, { include_usage: true }])
})

test('a question with data sources is streamed from its provider, whoever hears it', async () => {
  model = await server.vendorModel(provider.baseUrl)
  provider.replies.push({ file: 'query-data.sse' }, { file: 'answer.sse' })
  expect((await ask()).body.choices[0].message.attachments).toMatchObject([{ type: 'query' }, { type: 'chart' }])
  expect(asked()).toEqual([true, true])
})

test('a model that has a fallback is asked for a stream, the fallback for all in one piece', async () => {
  const working = await startOpenAiServer([{ file: 'text.sse' }])
  const fallback = `${await server.vendorModel(working.baseUrl)}-base`
  const { body: listed } = await server.request(`GET /core/models?q=${model}`)
  const { id } = listed.find((each: any) => each.name === model)
  expect((await server.request(`PATCH /core/models/${id}`, { body: { fallback_model_id: fallback } })).status).toBe(200)
  provider.replies.push({ file: 'error-401.json', status: 401 })
  const { body: answer } = await ask()
  expect([answer.model, answer.choices[0].message.content]).toEqual([fallback, HELLO])
  expect([asked(), working.requests.map((request) => request.body.stream)]).toEqual([[true], [false]])
  await working.close()
})

test('what breaks off halfway is asked for again, as a stream, and nothing of its first half is kept', async () => {
  provider.replies.push({ halfOf: 'text.json' }, { file: 'text.sse' })
  const { body: answer } = await ask()
  expect([answer.choices[0].message.content, asked()]).toEqual([HELLO, [false, true]])
  provider.replies.push({ halfOf: 'text.json' }, { halfOf: 'text.json' })
  const { status, body: told } = await ask()
  expect([status, told.error.code, asked()]).toEqual([502, 'provider_failed', [false, true, false, true]])
  const failed = (await server.db.select().from(completions)).find((row) => row.model === model && row.status !== 'completed')
  expect(failed).toMatchObject({ status: 'failed', error: { code: 'provider_failed' } })
  const said = (await server.db.select().from(messages)).filter((row) => row.completion_id === failed?.id)
  expect(said).toMatchObject([{ role: 'user' }])
})

test('a model that gives streams only is asked for one', async () => {
  provider.replies.push({ file: 'error-stream-only.json', status: 400 }, { file: 'text.sse' })
  const { body: answer } = await ask()
  expect([answer.choices[0].message.content, asked()]).toEqual([HELLO, [false, true]])
  provider.replies.push({ file: 'error-401.json', status: 400 })
  expect((await ask()).body.error.code).toBe('provider_failed')
  expect(asked()).toEqual([false, true, false])
})

test('events of a provider that heeds nothing are read as they come, and what had come is kept', async () => {
  provider.replies.push({ cutAfter: 'cut-short.sse', waitMs: 200 })
  const { status, body: told } = await ask()
  expect([status, told.error.code, asked()]).toEqual([502, 'provider_failed', [false]])
  const row = await storedOf(model)
  const said = (await server.db.select().from(messages)).filter((each) => each.completion_id === row?.id)
  expect([row?.status, said.at(-1)]).toMatchObject(['incomplete', { role: 'assistant', content: 'The USA leads with', is_incomplete: true }])
})

test('who leaves is counted what the answer was expected to take, once the provider was asked for all of it', async () => {
  const leave = async (facts: object = {}) => {
    const before = provider.requests.length
    provider.replies.push({ silent: true })
    const leaving = new AbortController()
    const asking = server.open(`POST ${PATHS[0]}`, { as: server.owner.key, body: body(facts), signal: leaving.signal })
    await expect.poll(() => provider.requests.length, { timeout: 20_000 }).toBe(before + 1)
    leaving.abort()
    await provider.abandoned
    expect(await (await asking).json()).toMatchObject({ status: 'cancelled' })
    await server.querent.idle()
    const counted = (await server.db.select().from(usage)).find((row) => row.model === model)
    return [(await storedOf(model))?.usage, [counted?.prompt_tokens, counted?.completion_tokens]]
  }
  const [told, counted] = await leave({ max_tokens: 700 })
  const { prompt_tokens } = told as { prompt_tokens: number }
  // The question and what is said before it.
  expect(prompt_tokens).toBeGreaterThan(20)
  expect([told, counted]).toEqual([{ prompt_tokens, completion_tokens: 700, total_tokens: prompt_tokens + 700 }, [prompt_tokens, 700]])

  model = await server.vendorModel(provider.baseUrl)
  expect(await leave()).toEqual([{ prompt_tokens: 0, completion_tokens: 0, total_tokens: 0 }, [0, 0]])
})

test('an answer that does not come is ended with its question', async () => {
  const hasty = await answeringServer({ environment: { QUESTION_SECONDS: '0.3', MODEL_FIRST_TOKEN_MS: '50', MODEL_RETRIES: '1' } })
  model = await hasty.vendorModel(provider.baseUrl, { bound: false })
  provider.replies.push({ silent: true }, { silent: true })
  const { status, body: told } = await hasty.request(`POST ${PATHS[0]}`, { as: hasty.owner.key, body: body() })
  expect([status, told.error.code, told.error.message, asked()]).toEqual([504, 'provider_timeout', 'no answer within 0.3 seconds', [false]])
  await provider.abandoned
  await hasty.close()
})
