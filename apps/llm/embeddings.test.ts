import { createServer } from 'node:http'
import OpenAI from 'openai'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createModelRegistry } from '#connectors/models/registry.ts'
import { type TestServer, testServer } from '#test/harness.ts'
import { listen } from '#test/listen.ts'

type Told = { status?: number; reply?: (input: string[]) => unknown }
let server: TestServer
let told: Told = {}
let asked: any[] = []
let stop: () => Promise<void>

/** A provider whose embeddings are the length of each text, twice. */
const usual = (input: string[]) => ({
  data: input.map((text, index) => ({ object: 'embedding', index, embedding: [text.length, -0.5] })).toReversed(),
  usage: { prompt_tokens: 7, total_tokens: 7 },
})

beforeAll(async () => {
  const provider = createServer(async (request, response) => {
    let text = ''
    for await (const part of request) text += part
    const body = JSON.parse(text)
    asked.push({ url: request.url, authorization: request.headers.authorization, body })
    response.writeHead(told.status ?? 200, { 'content-type': 'application/json' })
    response.end(JSON.stringify((told.reply ?? usual)([body.input].flat())))
  })
  const listening = await listen(provider)
  stop = listening.stop
  server = await testServer({ ports: { models: createModelRegistry({ fetch }) } })
  const made = async (line: string, body: object) => {
    const { status, body: stored } = await server.request(line, { body })
    expect(status).toBe(201)
    return stored
  }
  const vendor = await made('POST /core/providers', { name: 'Vendor', kind: 'openai-compatible', base_url: `${listening.origin}/v1`, api_key: 'sk-vendor' })
  const price = { input: 2, output: 0 }
  await made('POST /core/models', { name: 'vectors', provider_id: vendor.id, upstream: 'text-embedding-x', price })
  const claude = await made('POST /core/providers', { name: 'Claude', kind: 'anthropic', api_key: 'sk-a' })
  await made('POST /core/models', { name: 'claude', provider_id: claude.id, upstream: 'claude-x' })
})
afterAll(async () => {
  await server.close()
  await stop()
})

async function embed(body: object, as?: string) {
  asked = []
  return server.request('POST /llm/openai/v1/embeddings', { body: { model: 'vectors', ...body }, ...(as ? { as } : {}) })
}

test('texts are embedded by the provider, in their order, as floats or base64', async () => {
  told = {}
  const { status, body } = await embed({ input: ['one', 'three'], dimensions: 2, user: 'somebody' })
  expect([status, body]).toEqual([
    200,
    {
      object: 'list',
      data: [
        { object: 'embedding', index: 0, embedding: [3, -0.5] },
        { object: 'embedding', index: 1, embedding: [5, -0.5] },
      ],
      model: 'vectors',
      usage: { prompt_tokens: 7, total_tokens: 7 },
    },
  ])
  expect(asked).toEqual([
    { url: '/v1/embeddings', authorization: 'Bearer sk-vendor', body: { model: 'text-embedding-x', input: ['one', 'three'], dimensions: 2 } },
  ])
  const packed = (await embed({ input: 'one', encoding_format: 'base64' })).body.data[0].embedding
  expect([...new Float32Array(Uint8Array.from(Buffer.from(packed, 'base64')).buffer)]).toEqual([3, -0.5])
  told = { reply: () => ({ data: [{ embedding: packed }] }) }
  expect((await embed({ input: [1, 2, 3] })).body).toMatchObject({ data: [{ embedding: [3, -0.5] }], usage: { prompt_tokens: 3 } })
})

test("OpenAI's own client reads them", async () => {
  told = {}
  const client = new OpenAI({
    apiKey: server.adminKey,
    baseURL: 'http://querent.test/api/v1/llm/openai/v1',
    fetch: async (url, init) =>
      server.open(`POST /llm/openai/v1${new URL(String(url)).pathname.split('/openai/v1')[1]}`, { body: JSON.parse(String(init?.body)) }),
  })
  const { data } = await client.embeddings.create({ model: 'vectors', input: 'four' })
  expect(data[0]?.embedding).toEqual([4, -0.5])
})

test.each([
  ['claude', 'Claude'],
  ['builtin', 'builtin'],
])('a model whose provider has none is refused by name: %s', async (model, provider) => {
  const { status, body } = await embed({ model, input: 'x' })
  expect([status, body.error.param]).toEqual([422, 'model'])
  expect(body.error.message).toContain(`"${provider}"`)
  expect(asked).toEqual([])
})

test('what a provider does wrong is its failure, and nothing of its words is told', async () => {
  for (const [bad, status] of [
    [{ status: 500 }, 502],
    [{ status: 429 }, 429],
    [{ reply: () => ({ data: [] }) }, 502],
    [{ reply: () => ({ data: [{ embedding: ['secret'] }] }) }, 502],
  ] as const) {
    told = bad
    const reply = await embed({ input: 'x' })
    expect([reply.status, reply.text.includes('secret')]).toEqual([status, false])
  }
  for (const input of ['', [], [''], null, 1]) expect((await embed({ input })).status).toBe(422)
})

test('tokens and costs are counted, and a budget holds', async () => {
  told = {}
  const reader = await server.account()
  const { body: models } = await server.request('GET /core/models?q=vectors')
  await server.request('POST /core/modelusers', { body: { model_id: models[0].id, user_id: reader.id } })
  expect((await embed({ input: 'x' }, reader.key)).status).toBe(200)
  const used = await server.request('GET /llm/usage?group_by=model', { as: reader.key })
  expect(JSON.stringify(used.body)).toContain('"prompt_tokens":7')
  await server.request('POST /core/budgets', { body: { principal_type: 'user', principal_id: reader.id, tokens_per_day: 10 } })
  expect((await embed({ input: 'x'.repeat(400) }, reader.key)).status).toBe(429)
  expect((await embed({ input: 'x' }, reader.key)).status).toBe(200)
  expect((await embed({ input: 'x' }, reader.key)).status).toBe(429)
  expect((await embed({ model: 'claude', input: 'x' }, reader.key)).status).toBe(404)
})
