import { afterAll, beforeAll, expect, test } from 'vitest'
import { readCompletion } from '#test/event-stream.ts'
import { type AnsweringServer, answeringServer } from '#test/fixtures/answering-server.ts'
import { type ModelServer, startModelServer } from '#test/hostile/model-server.ts'

let server: AnsweringServer
let provider: ModelServer
let model: string

beforeAll(async () => {
  server = await answeringServer()
  provider = await startModelServer()
  model = await server.vendorModel(provider.baseUrl)
})
afterAll(async () => {
  await server.close()
  await provider.close()
})

const SURE = 'How many customers are there in each country?'
const UNSURE = 'Which customers are the most loyal to us?'

async function ask(question: string, more: object = {}) {
  provider.play([{ text: 'I cannot tell.' }])
  const answer = await readCompletion(
    await server.open('POST /llm/session/completions', {
      as: server.owner.key,
      body: { model, messages: [{ role: 'user', content: question }], stream: true, ...more },
    }),
  )
  return { ...answer, calls: provider.calls() }
}

async function set(params: object) {
  const { body: models } = await server.request(`GET /core/models?q=${model}`)
  const { id, revision } = models.find(({ name }: { name: string }) => name === model)
  expect((await server.request(`PUT /core/models/${id}`, { body: { params }, headers: { 'if-match': `"${revision}"` } })).status).toBe(200)
}

test('the built-in analyst answers first where the model says so, without tokens, and the answer says it', async () => {
  expect((await ask(SURE)).calls).toBe(1)
  await set({ builtin_first: true })
  const answer = await ask(SURE)
  expect(answer.calls).toBe(0)
  const query = answer.attachments.find(({ type }) => type === 'query')
  expect(query).toMatchObject({ row_count: 24, provenance: { basis: 'semantic_layer', without_model: true } })
  const whole = await server.request('POST /llm/session/completions', { as: server.owner.key, body: { model, messages: [{ role: 'user', content: SURE }] } })
  expect(whole.body).toMatchObject({ model, usage: { total_tokens: 0 } })
})

test('what it is not sure of goes to the model', async () => {
  await set({ builtin_first: true })
  expect(await ask(UNSURE)).toMatchObject({ calls: 1, text: 'I cannot tell.' })
  expect(
    (
      await ask('And by city?', {
        messages: [
          { role: 'user', content: SURE },
          { role: 'assistant', content: '24.' },
          { role: 'user', content: 'And by city?' },
        ],
      })
    ).calls,
  ).toBe(1)
})
