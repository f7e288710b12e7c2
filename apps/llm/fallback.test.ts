import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { sessions } from '#db/schema/sessions.ts'
import { readCompletion } from '#test/event-stream.ts'
import { type AnsweringServer, answeringServer, CHINOOK_ID } from '#test/fixtures/answering-server.ts'
import { type OpenAiServer, startOpenAiServer } from '#test/openai-server.ts'

let server: AnsweringServer
let broken: OpenAiServer
let working: OpenAiServer

beforeAll(async () => {
  server = await answeringServer({ environment: { MODEL_RETRIES: '0' } })
})
beforeEach(async () => {
  broken = await startOpenAiServer()
  working = await startOpenAiServer()
  return async () => {
    await broken.close()
    await working.close()
  }
})
afterAll(() => server.close())

/** A custom model over a broken provider, with another to fall back on. */
async function modelWith(fallback: string, bound = true): Promise<string> {
  const name = await server.vendorModel(broken.baseUrl, { bound })
  const { body } = await server.request(`GET /core/models?q=${name}`)
  const made = body.find((model: any) => model.name === name)
  const changed = await server.request(`PATCH /core/models/${made.id}`, { body: { fallback_model_id: fallback } })
  expect([changed.status, changed.body.fallback_model_id]).toEqual([200, expect.stringMatching(/^mdl_/)])
  return name
}
const baseOf = async (url: string) => `${await server.vendorModel(url)}-base`
const body = (model: string, facts: object = {}) => ({ model, messages: [{ role: 'user', content: 'How many customers are there?' }], ...facts })

test('the fallback answers, and both the answer and an event say so; the session keeps the model that was asked', async () => {
  const fallback = await baseOf(working.baseUrl)
  const model = await modelWith(fallback, false)
  broken.replies.push({ file: 'error-500.json', status: 500 }, { file: 'error-401.json', status: 401 })
  working.replies.push({ file: 'text.sse' }, { file: 'text.sse' })
  const { status, body: answer } = await server.request('POST /llm/session/completions', { as: server.owner.key, body: body(model) })
  expect([status, answer.model, answer.choices[0].message.content]).toEqual([200, fallback, 'Hello! Ask me anything about your music shop.'])
  const [session] = await server.db.select().from(sessions).where(eq(sessions.id, answer.session_id))
  expect(session?.model).toBe(model)
  expect((await server.request(`GET /llm/session/completions/${answer.id}`, { as: server.owner.key })).body.model).toBe(fallback)
  const { items } = (await server.request('GET /llm/usage?group_by=model', { as: server.owner.key })).body
  expect(items).toMatchObject([{ model: fallback, requests: 1 }])

  const streamed = await readCompletion(await server.open('POST /llm/session/completions', { as: server.owner.key, body: body(model, { stream: true }) }))
  expect(streamed.chunks.find((chunk) => chunk.event?.type === 'model')?.event).toEqual({ type: 'model', model: fallback })
  expect([streamed.chunks[0].model, ...new Set(streamed.chunks.slice(2).map((chunk) => chunk.model))]).toEqual([model, fallback])
  expect(streamed.text).toBe('Hello! Ask me anything about your music shop.')
})

test('the built-in model takes over from a provider that fails, before its first word and between its calls', async () => {
  const model = await modelWith('builtin')
  broken.replies.push({ file: 'error-500.json', status: 500 })
  const first = await server.request('POST /llm/session/completions', { as: server.owner.key, body: body(model) })
  expect([first.body.model, first.body.choices[0].message.attachments[0].rows]).toEqual(['builtin', [[59]]])

  broken.replies.push({ file: 'query-data.sse' }, { file: 'error-500.json', status: 500 })
  const { body: second } = await server.request('POST /llm/session/completions', { as: server.owner.key, body: body(model) })
  expect([second.status, second.model]).toEqual(['completed', 'builtin'])
  expect(second.choices[0].message.content).toMatch(/59/)
  expect(second.choices[0].message.attachments.filter((attachment: any) => attachment.type === 'query').map((query: any) => query.row_count)).toEqual([3, 1])
})

test('after the first word nobody takes over', async () => {
  const model = await modelWith(await baseOf(working.baseUrl), false)
  broken.replies.push({ cutAfter: 'cut-short.sse' })
  const { status, body: told } = await server.request('POST /llm/session/completions', { as: server.owner.key, body: body(model) })
  expect([status, told.error.code, working.requests.length]).toEqual([502, 'provider_failed', 0])
})

test('a fallback is a provider model the caller may use, and another than the base', async () => {
  const name = await server.vendorModel(broken.baseUrl)
  const { body: listed } = await server.request(`GET /core/models?q=${name}`)
  const [custom, base] = [listed.find((model: any) => model.name === name), listed.find((model: any) => model.name === `${name}-base`)]
  const change = (fallback_model_id: string | null, id = custom.id) => server.request(`PATCH /core/models/${id}`, { body: { fallback_model_id } })
  expect((await change(base.id)).body.error).toMatchObject({ code: 'invalid', param: 'fallback_model_id', message: expect.stringContaining('itself') })
  expect((await change(custom.id)).body.error).toMatchObject({ code: 'invalid', message: 'only a provider model takes over' })
  expect((await change('mdl_none')).body.error).toMatchObject({ code: 'not_found', param: 'fallback_model_id' })
  expect((await change('builtin', base.id)).body.error).toMatchObject({ code: 'invalid', param: 'fallback_model_id' })
  expect((await change('builtin')).status).toBe(200)
  const swapped = await server.request(`PATCH /core/models/${custom.id}`, { body: { base_model_id: 'builtin' } })
  expect(swapped.body.error).toMatchObject({ code: 'invalid', param: 'fallback_model_id' })
  expect((await change(null)).body.fallback_model_id).toBeNull()

  const { body: group } = await server.request('POST /core/groups', { body: { name: 'Makers', permissions: { create_models: true } } })
  const maker = await server.account()
  await server.request('POST /core/usergroups', { body: { user_id: maker.id, group_id: group.id } })
  const make = (fallback: string) =>
    server.request('POST /core/models', { as: maker.key, body: { name: `of-${fallback}`, base_model_id: 'builtin', fallback_model_id: fallback } })
  expect((await make(base.id)).body.error).toMatchObject({ code: 'not_found', param: 'fallback_model_id' })
})

test('a fallback that is switched off or gone is no fallback', async () => {
  const fallback = await baseOf(working.baseUrl)
  const model = await modelWith(fallback, false)
  const { body: listed } = await server.request(`GET /core/models?q=${fallback}`)
  await server.request(`PATCH /core/models/${listed[0].id}`, { body: { is_enabled: false } })
  broken.replies.push({ file: 'error-401.json', status: 401 })
  const { status } = await server.request('POST /llm/session/completions', { as: server.owner.key, body: body(model) })
  expect([status, working.requests.length]).toEqual([502, 0])
})

test('what a question may cost ends it with what has come', async () => {
  const strict = await answeringServer({ environment: { QUESTION_TOKENS: '500', QUESTION_ROWS: '2', MODEL_RETRIES: '0' } })
  const model = await strict.vendorModel(broken.baseUrl)
  broken.replies.push({ file: 'query-data.sse' }, { file: 'answer.sse' })
  const { body: answer } = await strict.request('POST /llm/session/completions', { as: strict.owner.key, body: body(model) })
  const { attachments } = answer.choices[0].message
  expect([answer.status, broken.requests.length]).toEqual(['completed', 1])
  expect(attachments[0]).toMatchObject({ type: 'query', datasource_id: CHINOOK_ID, row_count: 2, truncated: true })
  expect(attachments.at(-1)).toMatchObject({ type: 'warnings', warnings: [{ code: 'budget_spent' }] })
  await strict.close()
})
