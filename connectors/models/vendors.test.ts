import type { LanguageModelV4CallOptions, LanguageModelV4StreamPart } from '@ai-sdk/provider'
import { expect, test } from 'vitest'
import type { ProviderConnection, VendorKind } from '#domain/agent/model/models.ts'
import { startVendorServer, type VendorServer } from '#test/vendor-server.ts'
import { nodeTransport } from './node-transport.ts'
import { createModelRegistry } from './registry.ts'

const KEY = 'sk-canary-5f0c2e91d7'
const signal = new AbortController().signal
const question: LanguageModelV4CallOptions = {
  prompt: [
    { role: 'system', content: 'Be brief.' },
    { role: 'user', content: [{ type: 'text', text: 'How many customers are there?' }] },
  ],
  maxOutputTokens: 100,
  tools: [{ type: 'function', name: 'query_data', description: 'Asks the data', inputSchema: { type: 'object', properties: { table: { type: 'string' } } } }],
}

type Case = {
  kind: VendorKind
  upstream: string
  /** What is added to the origin, as an administrator would. */
  base?: string
  options?: Record<string, string>
  /** Where it is asked, whole and as a stream. */
  paths: [whole: string, streamed: string]
  /** The header that carries the key, and its value. */
  key: [name: string, value: string | RegExp]
  models: string[]
}

const bearer: Case['key'] = ['authorization', `Bearer ${KEY}`]
const chat: Case['paths'] = ['/v1/chat/completions', '/v1/chat/completions']
const converse = (name: string) => `/model/${encodeURIComponent(name)}/`

const CASES: Case[] = [
  { kind: 'openai', upstream: 'gpt-4o-mini', base: '/v1', paths: chat, key: bearer, models: ['gpt-4.1', 'gpt-4o-mini'] },
  { kind: 'openai-compatible', upstream: 'llama3.3', base: '/v1', paths: chat, key: bearer, models: ['llama3.3', 'qwen3:8b'] },
  { kind: 'mistral', upstream: 'mistral-large-latest', base: '/v1', paths: chat, key: bearer, models: ['codestral-latest', 'mistral-large-latest'] },
  { kind: 'groq', upstream: 'llama-3.3-70b-versatile', base: '/v1', paths: chat, key: bearer, models: ['llama-3.3-70b-versatile', 'whisper-large-v3'] },
  {
    kind: 'anthropic',
    upstream: 'claude-sonnet-4-5',
    base: '/v1',
    paths: ['/v1/messages', '/v1/messages'],
    key: ['x-api-key', KEY],
    models: ['claude-haiku-4-5', 'claude-sonnet-4-5'],
  },
  {
    kind: 'google',
    upstream: 'gemini-2.5-flash',
    base: '/v1beta',
    paths: ['/v1beta/models/gemini-2.5-flash:generateContent', '/v1beta/models/gemini-2.5-flash:streamGenerateContent?alt=sse'],
    key: ['x-goog-api-key', KEY],
    models: ['gemini-2.5-flash'],
  },
  {
    kind: 'azure',
    upstream: 'my-deployment',
    base: '/openai',
    paths: ['/openai/chat/completions', '/openai/chat/completions'],
    key: ['api-key', KEY],
    models: [],
  },
  {
    kind: 'azure',
    upstream: 'my-deployment',
    base: '/openai',
    options: { api_version: '2024-10-21' },
    paths: [
      '/openai/deployments/my-deployment/chat/completions?api-version=2024-10-21',
      '/openai/deployments/my-deployment/chat/completions?api-version=2024-10-21',
    ],
    key: ['api-key', KEY],
    models: [],
  },
  {
    kind: 'amazon-bedrock',
    upstream: 'amazon.nova-lite-v1:0',
    options: { region: 'eu-central-1', access_key_id: 'AKIACANARY' },
    paths: [`${converse('amazon.nova-lite-v1:0')}converse`, `${converse('amazon.nova-lite-v1:0')}converse-stream`],
    key: ['authorization', /^AWS4-HMAC-SHA256 Credential=AKIACANARY\/\d{8}\/eu-central-1\/bedrock\/aws4_request,/],
    models: ['amazon.nova-lite-v1:0'],
  },
  {
    kind: 'amazon-bedrock',
    upstream: 'amazon.nova-lite-v1:0',
    options: { region: 'eu-central-1' },
    paths: [`${converse('amazon.nova-lite-v1:0')}converse`, `${converse('amazon.nova-lite-v1:0')}converse-stream`],
    key: bearer,
    models: ['amazon.nova-lite-v1:0'],
  },
  {
    kind: 'workers-ai',
    upstream: '@cf/meta/llama-3.3-70b-instruct-fp8-fast',
    options: { account_id: 'acc1' },
    paths: ['/accounts/acc1/ai/run/@cf/meta/llama-3.3-70b-instruct-fp8-fast', '/accounts/acc1/ai/run/@cf/meta/llama-3.3-70b-instruct-fp8-fast'],
    key: bearer,
    models: ['@cf/meta/llama-3.3-70b-instruct-fp8-fast'],
  },
]

const named = CASES.map((each) => [`${each.kind}${each.options ? ` ${Object.keys(each.options)}` : ''}`, each] as const)

async function open({ kind, base = '', options = {} }: Case, apiKey: string | null = KEY) {
  const server = await startVendorServer(kind)
  const transport = nodeTransport({ connectMs: 5_000 })
  const registry = createModelRegistry({ transport: async () => transport })
  const connection: ProviderConnection = { id: 'prv_1@1', kind, name: 'vendor', baseUrl: server.origin + base, apiKey, options }
  const close = async () => {
    await transport.close()
    await server.close()
  }
  return { server, registry, connection, close }
}

async function streamed(opened: Awaited<ReturnType<typeof open>>, upstream: string): Promise<LanguageModelV4StreamPart[]> {
  const { stream } = await opened.registry.open(opened.connection, upstream).doStream(question)
  const parts: LanguageModelV4StreamPart[] = []
  for await (const part of stream) parts.push(part)
  return parts
}

const textOf = (parts: LanguageModelV4StreamPart[]) => parts.map((part) => (part.type === 'text-delta' ? part.delta : '')).join('')
const endOf = (parts: LanguageModelV4StreamPart[]) => parts.find((part) => part.type === 'finish')
const keyOf = ({ requests }: VendorServer, name: string) => String(requests.at(-1)?.headers[name])

test.each(named)('%s: words, whole', async (_, each) => {
  const opened = await open(each)
  const { content, finishReason, usage } = await opened.registry.open(opened.connection, each.upstream).doGenerate(question)
  expect(content).toMatchObject([{ type: 'text', text: 'There are 59 customers.' }])
  expect([finishReason.unified, usage.inputTokens.total, usage.outputTokens.total]).toEqual(['stop', 12, 7])
  const [request] = opened.server.requests
  expect([request?.method, decodeURIComponent(request?.path ?? '')]).toEqual(['POST', decodeURIComponent(each.paths[0])])
  expect(keyOf(opened.server, each.key[0])).toMatch(each.key[1])
  expect(JSON.stringify(request?.body)).toContain('How many customers are there?')
  await opened.close()
})

test.each(named)('%s: a call of a tool, whole and as a stream', async (_, each) => {
  const opened = await open(each)
  opened.server.answer('tool-call')
  const { content } = await opened.registry.open(opened.connection, each.upstream).doGenerate(question)
  const asked = content.find((part) => part.type === 'tool-call')
  expect(asked).toMatchObject({ toolName: 'query_data' })
  expect(JSON.parse(asked?.type === 'tool-call' ? asked.input : '')).toEqual({ table: 'Customer' })
  const parts = await streamed(opened, each.upstream)
  const call = parts.find((part) => part.type === 'tool-call')
  expect(call).toMatchObject({ toolName: 'query_data' })
  expect(JSON.parse(call?.type === 'tool-call' ? call.input : '')).toEqual({ table: 'Customer' })
  // Cloudflare says no reason to stop: the call itself is what counts.
  expect(endOf(parts)).toMatchObject({ finishReason: { unified: each.kind === 'workers-ai' ? 'stop' : 'tool-calls' } })
  await opened.close()
})

test.each(named)('%s: a stream', async (_, each) => {
  const opened = await open(each)
  opened.server.answer('stream')
  const parts = await streamed(opened, each.upstream)
  expect(textOf(parts)).toBe('There are 59 customers.')
  expect(endOf(parts)).toMatchObject({ finishReason: { unified: 'stop' }, usage: { inputTokens: { total: 12 }, outputTokens: { total: 7 } } })
  expect(decodeURIComponent(opened.server.requests[0]?.path ?? '')).toBe(decodeURIComponent(each.paths[1]))
  await opened.close()
})

test.each(named)('%s: a refused key, and a limit, in our words', async (_, each) => {
  const opened = await open(each)
  const model = opened.registry.open(opened.connection, each.upstream)
  opened.server.answer('error', 403)
  const refused = { code: 'provider_failed', message: 'the provider "vendor" refused its key' }
  await expect(model.doStream(question)).rejects.toMatchObject(refused)
  await expect(model.doGenerate(question)).rejects.toMatchObject(refused)
  opened.server.answer('rate-limit', 429, { 'retry-after': '7' })
  await expect(model.doStream(question)).rejects.toMatchObject({ code: 'rate_limited', details: { transient: true } })
  await expect(model.doGenerate(question)).rejects.toMatchObject({ code: 'rate_limited' })
  await opened.close()
})

test.each(named)('%s: what it offers', async (_, each) => {
  const opened = await open(each)
  expect(await opened.registry.list(opened.connection, signal)).toEqual(each.models)
  if (each.models.length) expect(keyOf(opened.server, each.key[0])).toMatch(each.key[1])
  await opened.close()
})

test.each(named.filter(([, { kind }]) => kind !== 'openai-compatible'))(
  '%s: nothing is sent without a key, whatever the environment holds',
  async (_, each) => {
    const opened = await open(each, null)
    const names = ['OPENAI', 'ANTHROPIC', 'GOOGLE_GENERATIVE_AI', 'MISTRAL', 'AZURE', 'GROQ'].map((name) => `${name}_API_KEY`)
    for (const name of [...names, 'AWS_BEARER_TOKEN_BEDROCK']) process.env[name] = 'sk-of-the-environment'
    try {
      await expect(opened.registry.open(opened.connection, each.upstream).doStream(question)).rejects.toMatchObject({ code: 'provider_not_configured' })
      expect(opened.server.requests).toEqual([])
    } finally {
      for (const name of [...names, 'AWS_BEARER_TOKEN_BEDROCK']) delete process.env[name]
    }
    await opened.close()
  },
)

test('signed requests carry no token of the environment', async () => {
  const each = CASES.find(({ options }) => options?.access_key_id) as Case
  process.env.AWS_BEARER_TOKEN_BEDROCK = 'sk-of-the-environment'
  try {
    const opened = await open(each)
    await opened.registry.open(opened.connection, each.upstream).doGenerate(question)
    expect(keyOf(opened.server, 'authorization')).toMatch(/^AWS4-HMAC-SHA256/)
    await opened.close()
  } finally {
    delete process.env.AWS_BEARER_TOKEN_BEDROCK
  }
})

test('workers-ai is asked by the binding of its Worker where there is no account', async () => {
  const connection: ProviderConnection = { id: 'prv_1@1', kind: 'workers-ai', name: 'cloudflare', baseUrl: null, apiKey: null, options: {} }
  const ai = { run: async () => ({ response: 'There are 59 customers.' }), models: async () => [{ name: '@cf/meta/llama' }] }
  const bound = createModelRegistry({ ai, fetch })
  const { content } = await bound.open(connection, '@cf/meta/llama').doGenerate(question)
  expect(content).toMatchObject([{ type: 'text', text: 'There are 59 customers.' }])
  expect(await bound.list(connection, signal)).toEqual(['@cf/meta/llama'])
  await expect(createModelRegistry({ fetch }).list(connection, signal)).rejects.toMatchObject({ code: 'provider_not_configured' })
})
