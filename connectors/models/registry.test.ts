import { expect, test } from 'vitest'
import type { ProviderConnection } from '#domain/agent/model/models.ts'
import { startOpenAiServer } from '#test/openai-server.ts'
import { providerFailure } from './provider-failure.ts'
import { createModelRegistry } from './registry.ts'

const never = new AbortController().signal
const compatible = (baseUrl: string | null): ProviderConnection => ({
  id: 'prv_1@1',
  kind: 'openai-compatible',
  name: 'local',
  baseUrl,
  apiKey: null,
  options: {},
})

test('the models a provider offers are listed, with its key and no other header of ours', async () => {
  const server = await startOpenAiServer()
  const ids = await createModelRegistry({ fetch }).list({ ...compatible(`${server.baseUrl}/`), apiKey: 'sk-1' }, never)
  expect(ids).toEqual(['gpt-4.1', 'gpt-4o-mini'])
  expect(server.requests[0]).toMatchObject({ path: '/v1/models', headers: { authorization: 'Bearer sk-1' } })
  await server.close()
})

test.each([
  ['no list', () => new Response('{"models":[]}'), 'provider_failed'],
  ['no JSON', () => new Response('<html>'), 'provider_failed'],
  ['a redirect', () => Response.redirect('http://127.0.0.1:1/'), 'provider_failed'],
  ['a refused key', () => new Response('{}', { status: 401 }), 'provider_failed'],
  [
    'an endless list',
    () => new Response(new ReadableStream({ pull: (controller) => controller.enqueue(new Uint8Array(100_000).fill(32)) })),
    'provider_failed',
  ],
  ['too many requests', () => new Response('{}', { status: 429, headers: { 'retry-after': '7' } }), 'rate_limited'],
])('%s is a failure of the provider', async (_, reply, code) => {
  const registry = createModelRegistry({ fetch: async () => reply() })
  await expect(registry.list(compatible('http://models.test/v1'), never)).rejects.toMatchObject({ code })
})

test('what is missing of a provider is told before anything is sent', async () => {
  const registry = createModelRegistry({ fetch: () => Promise.reject(new Error('not to be called')) })
  await expect(registry.list(compatible(null), never)).rejects.toMatchObject({ code: 'provider_not_configured' })
  const keyless = registry.open({ ...compatible(null), kind: 'openai', name: 'openai' }, 'gpt-4o-mini')
  await expect(keyless.doStream({ prompt: [] })).rejects.toMatchObject({ code: 'provider_not_configured', details: { hint: 'set api_key on the provider' } })
})

test('an abort passes as what it is', async () => {
  const server = await startOpenAiServer([{ silent: true }])
  const controller = new AbortController()
  const model = createModelRegistry({ fetch }).open(compatible(server.baseUrl), 'm')
  const asking = model.doStream({ prompt: [{ role: 'user', content: [{ type: 'text', text: 'hi' }] }], abortSignal: controller.signal })
  const reason = new Error('left')
  while (!server.requests.length) await new Promise((resolve) => setTimeout(resolve, 5))
  controller.abort(reason)
  await expect(asking).rejects.toBe(reason)
  await server.abandoned
  await server.close()
})

test.each([
  [{ statusCode: 429, responseHeaders: { 'retry-after': '12' } }, 'rate_limited', 12],
  [{ statusCode: 429, responseHeaders: { 'retry-after': '999999' } }, 'rate_limited', 3600],
  [{ statusCode: 429 }, 'rate_limited', undefined],
  [{ statusCode: 504 }, 'provider_timeout', undefined],
  [{ name: 'TimeoutError' }, 'provider_timeout', undefined],
  [{ statusCode: 503 }, 'provider_failed', undefined],
  [new TypeError('fetch failed', { cause: Object.assign(new Error('no'), { code: 'ECONNREFUSED' }) }), 'provider_failed', undefined],
  ['words', 'provider_failed', undefined],
])('%j is told as %s', (error, code, retryAfter) => {
  const failure = providerFailure('local', error)
  expect([failure.code, failure.details.retryAfter]).toEqual([code, retryAfter])
  expect(failure.message).toMatch(/^the provider "local" /)
})
