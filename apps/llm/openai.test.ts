import { afterAll, beforeAll, expect, test } from 'vitest'
import { readCompletion } from '#test/event-stream.ts'
import { type AnsweringServer, answeringServer } from '#test/fixtures/answering-server.ts'
import { startOpenAiServer } from '#test/openai-server.ts'

let server: AnsweringServer

beforeAll(async () => {
  server = await answeringServer({ environment: { MODEL_RETRIES: '0' } })
})
afterAll(() => server.close())

const messages = [{ role: 'user', content: 'How many customers are there?' }]

test('models are listed as OpenAI lists them, by the names completions take', async () => {
  const { body } = await server.request('GET /llm/openai/v1/models', { as: server.owner.key })
  expect(body).toEqual({
    object: 'list',
    data: [
      { id: 'music', object: 'model', created: expect.any(Number), owned_by: expect.any(String) },
      { id: 'builtin', object: 'model', created: expect.any(Number), owned_by: 'system' },
    ],
  })
})

test('one model is read by its name, by who may use it', async () => {
  const { body: list } = await server.request('GET /llm/openai/v1/models', { as: server.owner.key })
  const read = async (name: string, as = server.owner.key) => {
    const { status, body } = await server.request(`GET /llm/openai/v1/models/${encodeURIComponent(name)}`, { as })
    return status === 200 ? body : [status, body.error.code]
  }
  expect(await read('music')).toEqual(list.data[0])
  expect(await read('vendor/none')).toEqual([404, 'not_found'])
  expect((await server.request('POST /core/models', { body: { name: 'vendor/music', base_model_id: 'builtin' } })).status).toBe(201)
  expect(await read('vendor/music')).toEqual([404, 'not_found'])
  expect(await read('vendor/music', server.adminKey)).toMatchObject({ id: 'vendor/music', object: 'model' })
})

test('an OpenAI client gets its answer, whole or as a stream', async () => {
  const whole = await server.request('POST /llm/openai/v1/chat/completions', { as: server.owner.key, body: { model: 'music', messages } })
  expect(whole.body).toMatchObject({
    object: 'chat.completion',
    choices: [{ message: { role: 'assistant', content: expect.stringMatching(/^There are 59 customers\.\n\n<details><summary>SQL/) }, finish_reason: 'stop' }],
  })
  const response = await server.open('POST /llm/openai/v1/chat/completions', { as: server.owner.key, body: { model: 'music', messages, stream: true } })
  const answer = await readCompletion(response)
  // The links of the two pictures are not the same.
  const withoutLinks = (text: string) => text.replace(/(chart-images\/)[\w-]+/g, '$1…')
  expect([withoutLinks(answer.text), answer.finish, answer.done]).toEqual([withoutLinks(whole.body.choices[0].message.content), ['stop'], true])
})

test('the shape an answer is wanted in is passed on to a model without data', async () => {
  const provider = await startOpenAiServer()
  const model = await server.vendorModel(provider.baseUrl, { bound: false })
  const json_schema = { name: 'count', schema: { type: 'object', properties: { n: { type: 'integer' } } }, strict: true }
  const sent = async (response_format: object, stream = false) => {
    provider.replies.push({ file: stream ? 'text.sse' : 'text.json' })
    const body = { model, messages, response_format, stream }
    const response = await server.open('POST /llm/openai/v1/chat/completions', { as: server.owner.key, body })
    expect([response.status, (await response.text()).includes('error":{')]).toEqual([200, false])
    return provider.requests.at(-1)?.body.response_format
  }
  expect(await sent({ type: 'json_schema', json_schema })).toEqual({ type: 'json_schema', json_schema })
  expect(await sent({ type: 'json_schema', json_schema }, true)).toEqual({ type: 'json_schema', json_schema })
  expect(await sent({ type: 'json_object' })).toEqual({ type: 'json_object' })
  expect(await sent({ type: 'text' })).toBeUndefined()
  await provider.close()
})

test('a failure before the first word keeps its status, even in a stream', async () => {
  const provider = await startOpenAiServer([{ file: 'error-429.json', status: 429, headers: { 'retry-after': '3' } }])
  const model = await server.vendorModel(provider.baseUrl)
  const response = await server.open('POST /llm/openai/v1/chat/completions', { as: server.owner.key, body: { model, messages, stream: true } })
  expect([response.status, response.headers.get('retry-after')]).toEqual([429, '3'])
  expect(await response.json()).toMatchObject({ error: { code: 'rate_limited', type: 'rate_limit_error' } })
  await provider.close()
})

test('an error has the shape OpenAI clients read', async () => {
  const { status, body } = await server.request('POST /llm/openai/v1/chat/completions', { as: server.owner.key, body: { model: 'nope', messages } })
  expect([status, body.error.type, body.error.param]).toEqual([404, 'not_found_error', 'model'])
})

test('a client that sends its whole conversation may do so for hundreds of turns', async () => {
  const turns = Array.from({ length: 250 }, () => [...messages, { role: 'assistant', content: 'There are 59 customers.' }]).flat()
  const { body } = await server.request('POST /llm/openai/v1/chat/completions', {
    as: server.owner.key,
    body: { model: 'music', store: false, messages: [...turns, ...messages] },
  })
  expect(body.choices[0].message.content).toMatch(/^There are 59 customers\./)
})
