import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { providers } from '#db/schema/catalog.ts'
import type { ModelRegistry, ProviderConnection } from '#domain/agent/model/models.ts'
import { Failure } from '#domain/failure.ts'
import { testServer } from '#test/harness.ts'

const KEY = 'sk-canary-5f0c2e91d7'
const openai = { name: 'OpenAI', kind: 'openai', api_key: KEY }

/** A registry that answers, and notes how it was reached. */
function registry(fails?: Failure) {
  const reached: (ProviderConnection & { upstream?: string })[] = []
  const models: ModelRegistry = {
    open: (connection, upstream) => {
      reached.push({ ...connection, upstream })
      const doGenerate = async () => {
        if (fails) throw fails
        return { content: [{ type: 'text', text: 'OK' }], finishReason: { unified: 'stop' }, usage: {}, warnings: [] }
      }
      return { specificationVersion: 'v4', provider: connection.name, modelId: upstream, supportedUrls: {}, doGenerate, doStream: doGenerate } as never
    },
    list: async (connection) => {
      reached.push(connection)
      return ['gpt-one', 'gpt-two']
    },
  }
  return { models, reached }
}

test('a provider key is used but never shown: not in replies, the audit trail, the log or the database', async () => {
  const { models, reached } = registry()
  const server = await testServer({ ports: { models } })
  const made = await server.request('POST /core/providers', { body: openai })
  expect(made.body).toMatchObject({ has_api_key: true, last4: KEY.slice(-4) })
  const id = made.body.id
  const replies = [
    made,
    await server.request(`GET /core/providers/${id}`),
    await server.request('GET /core/providers'),
    await server.request(`PUT /core/providers/${id}`, { body: { name: 'OpenAI EU', api_key: `${KEY}-second` } }),
    await server.request(`POST /core/providers/${id}/test`),
    await server.request(`GET /core/providers/${id}/models`),
  ]
  expect(replies.map((reply) => reply.status)).toEqual([201, 200, 200, 200, 200, 200])
  expect(reached.map(({ apiKey }) => apiKey)).toContain(`${KEY}-second`)
  const stored = { audit: await server.db.query.auditLogs.findMany(), rows: await server.db.select().from(providers) }
  for (const text of [...replies.map((reply) => reply.text), JSON.stringify(stored), JSON.stringify(server.log)]) expect(text).not.toContain(KEY)
  await server.close()
})

test('a key goes only to the address it was given for', async () => {
  const server = await testServer()
  const { body } = await server.request('POST /core/providers', {
    body: { name: 'Gateway', kind: 'openai-compatible', base_url: 'https://a.example/v1/', api_key: KEY },
  })
  const change = (input: object) => server.request(`PATCH /core/providers/${body.id}`, { body: input })
  expect((await change({ base_url: 'https://a.example/v1' })).body).toMatchObject({ base_url: 'https://a.example/v1', has_api_key: true })
  expect((await change({ base_url: 'https://evil.example/v1' })).body).toMatchObject({ has_api_key: false, last4: null })
  expect((await change({ base_url: 'https://b.example/v1', api_key: KEY })).body.has_api_key).toBe(true)
  expect((await change({ api_key: null })).body.has_api_key).toBe(false)
  await server.close()
})

test('a sealed key opens only in its own row', async () => {
  const { models } = registry()
  const server = await testServer({ ports: { models } })
  const first = await server.request('POST /core/providers', { body: openai })
  const second = await server.request('POST /core/providers', { body: { ...openai, name: 'Other' } })
  const [row] = await server.db.select().from(providers).where(eq(providers.id, first.body.id))
  await server.db.update(providers).set({ api_key: row!.api_key }).where(eq(providers.id, second.body.id))
  expect((await server.request(`GET /core/providers/${first.body.id}/models`)).status).toBe(200)
  const moved = await server.open(`GET /core/providers/${second.body.id}/models`)
  expect([moved.status, (await moved.text()).includes(KEY)]).toEqual([500, false])
  await server.close()
})

test('a provider test calls a known model and tells what failed', async () => {
  const working = registry()
  const server = await testServer({ ports: { models: working.models } })
  const { body } = await server.request('POST /core/providers', { body: openai })
  expect((await server.request(`POST /core/providers/${body.id}/test`)).body).toMatchObject({ ok: true, message: '"gpt-one" answered' })
  await server.request(`POST /core/providers/${body.id}/test`, { body: { model: 'gpt-three' } })
  expect(working.reached.at(-1)).toMatchObject({ kind: 'openai', apiKey: KEY, upstream: 'gpt-three' })
  await server.close()
  const refusing = await testServer({ ports: { models: registry(new Failure('provider_failed', 'the provider refused its key')).models } })
  const { body: other } = await refusing.request('POST /core/providers', { body: openai })
  expect((await refusing.request(`POST /core/providers/${other.id}/test`)).body).toMatchObject({ ok: false, message: 'the provider refused its key' })
  await refusing.close()
})

test('providers are for administrators', async () => {
  const server = await testServer()
  const { key } = await server.account()
  const { body } = await server.request('POST /core/providers', { body: openai })
  for (const line of ['GET /core/providers', `GET /core/providers/${body.id}`, `POST /core/providers/${body.id}/test`, `DELETE /core/providers/${body.id}`]) {
    expect([line, (await server.request(line, { as: key })).status]).toEqual([line, 403])
  }
  await server.close()
})

test('an address is needed where there is no default, and holds no password', async () => {
  const server = await testServer()
  const make = (facts: object) => server.request('POST /core/providers', { body: { name: 'X', kind: 'openai-compatible', ...facts } })
  expect((await make({})).body.error).toMatchObject({ code: 'invalid', param: 'base_url' })
  expect((await make({ base_url: 'https://user:secret@a.example' })).body.error).toMatchObject({ code: 'invalid', param: 'base_url' })
  expect((await make({ base_url: 'file:///etc/passwd' })).body.error).toMatchObject({ code: 'invalid', param: 'base_url' })
  await server.close()
})

test('a provider goes with its models, unless custom models rest on them', async () => {
  const server = await testServer()
  const { body: provider } = await server.request('POST /core/providers', { body: openai })
  const { body: base } = await server.request('POST /core/models', { body: { name: 'gpt', provider_id: provider.id } })
  const { body: custom } = await server.request('POST /core/models', { body: { name: 'sales', base_model_id: base.id } })
  expect((await server.request(`DELETE /core/providers/${provider.id}`)).body.error).toMatchObject({ code: 'conflict' })
  expect((await server.request(`DELETE /core/models/${base.id}`)).body.error).toMatchObject({ code: 'conflict' })
  await server.request(`DELETE /core/models/${custom.id}`)
  expect((await server.request(`DELETE /core/providers/${provider.id}`)).status).toBe(204)
  expect((await server.request(`GET /core/models/${base.id}`)).status).toBe(404)
  await server.close()
})

test('each kind has options of its own, and is told which are not', async () => {
  const { models, reached } = registry()
  const server = await testServer({ ports: { models } })
  const make = (kind: string, facts: object = {}) => server.request('POST /core/providers', { body: { name: kind, kind, api_key: KEY, ...facts } })
  for (const kind of ['anthropic', 'google', 'mistral', 'groq', 'openai']) expect([kind, (await make(kind)).status]).toEqual([kind, 201])
  expect((await make('anthropic', { name: 'x', options: { region: 'eu' } })).body.error).toMatchObject({
    code: 'invalid',
    message: expect.stringContaining('unknown field "region"'),
  })
  expect((await make('azure')).body.error).toMatchObject({ code: 'invalid', param: 'options.resource_name' })
  expect((await make('azure', { options: { resource_name: 'evil.example/' } })).body.error).toMatchObject({ param: 'options.resource_name' })
  expect((await make('amazon-bedrock')).body.error).toMatchObject({ code: 'invalid', param: 'options.region' })
  expect((await make('amazon-bedrock', { options: { region: 'eu.evil.example' } })).body.error).toMatchObject({ param: 'options.region' })
  expect((await make('workers-ai', { options: { account_id: '../x' } })).body.error).toMatchObject({ param: 'options.account_id' })
  expect((await make('cohere')).body.error).toMatchObject({ code: 'invalid', param: 'kind' })

  const { body: bedrock } = await make('amazon-bedrock', { options: { region: 'eu-central-1', access_key_id: 'AKIA1' } })
  expect(bedrock).toMatchObject({ has_api_key: true, options: { region: 'eu-central-1', access_key_id: 'AKIA1' } })
  await server.request(`GET /core/providers/${bedrock.id}/models`)
  expect(reached.at(-1)).toMatchObject({ kind: 'amazon-bedrock', apiKey: KEY, options: { region: 'eu-central-1' } })
  const change = (input: object) => server.request(`PATCH /core/providers/${bedrock.id}`, { body: input })
  expect((await change({ options: bedrock.options })).body.has_api_key).toBe(true)
  expect((await change({ options: { region: 'us-east-1', access_key_id: 'AKIA1' } })).body).toMatchObject({
    has_api_key: false,
    options: { region: 'us-east-1' },
  })
  expect((await change({ options: {} })).body.error).toMatchObject({ param: 'options.region' })
  await server.close()
})

test('a provider without a list offers what its models_hint names', async () => {
  const { models } = registry()
  const server = await testServer({ ports: { models: { ...models, list: async () => [] } } })
  const facts = { name: 'azure', kind: 'azure', api_key: KEY, options: { resource_name: 'acme' }, models_hint: ['my-deployment'] }
  const { body } = await server.request('POST /core/providers', { body: facts })
  expect((await server.request(`GET /core/providers/${body.id}/models`)).body).toEqual([{ id: 'my-deployment' }])
  expect((await server.request(`POST /core/providers/${body.id}/test`)).body).toMatchObject({ ok: true, message: '"my-deployment" answered' })
  await server.close()
})
