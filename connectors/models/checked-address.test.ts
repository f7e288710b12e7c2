import { randomBytes } from 'node:crypto'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createNetworkPolicy } from '#connectors/sources/safe-connect.ts'
import { modelNetsOf, readEnvironment } from '#runtime/env.ts'
import { checkedFetch, checkedTransport } from './checked-address.ts'
import { nodeTransport } from './node-transport.ts'
import { openaiWire } from './openai-wire.ts'

let port = 0
let calls = 0
const server = createServer((_, reply) => {
  calls++
  reply.end('{}')
})
beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  port = (server.address() as AddressInfo).port
})
afterAll(() => void server.close())

const names: Record<string, string[]> = { 'inner.example': ['127.0.0.1'], 'metadata.example': ['169.254.169.254'] }
const policyOf = (settings: Record<string, string>) =>
  createNetworkPolicy({ allowedNets: modelNetsOf(readEnvironment(settings)), ownEndpoints: [], lookup: async (host) => names[host] ?? [] })
const key = { QUERENT_MASTER_KEYS: `k1:${randomBytes(32).toString('base64')}` }
const production = policyOf({ APP_ENV: 'production', ...key })
const listed = policyOf({ APP_ENV: 'production', MODEL_ALLOWED_NETS: '127.0.0.1/32', ...key })
const development = policyOf({})

test.each([
  ['169.254.169.254', development],
  ['[fd00:ec2::254]', development],
  ['0.0.0.0', development],
  ['metadata.example', development],
  ['127.0.0.1', production],
  ['2130706433', production],
  ['inner.example', production],
  ['10.0.0.8', production],
])('%s is called with no key in the header', async (host, policy) => {
  const transport = checkedTransport(nodeTransport({ connectMs: 500, lookup: (name) => policy.resolve(name, 0) }), policy.resolve)
  const before = calls
  await expect(transport.fetch(`http://${host}:${port}/v1/models`, { headers: { authorization: 'Bearer secret' } })).rejects.toMatchObject({
    code: 'provider_failed',
  })
  await expect(transport.post(`http://${host}:${port}/v1/chat/completions`, {}, '{}', AbortSignal.timeout(1000))).rejects.toMatchObject({
    code: 'provider_failed',
  })
  expect(calls).toBe(before)
})

test.each([
  ['a server on this machine in development', development],
  ['one an operator lists', listed],
])('%s is called', async (_, policy) => {
  const transport = checkedTransport(nodeTransport({ connectMs: 500, lookup: (name) => policy.resolve(name, 0) }), policy.resolve)
  expect((await transport.fetch(`http://127.0.0.1:${port}/`)).status).toBe(200)
  expect((await transport.fetch(`http://inner.example:${port}/`)).status).toBe(200)
  expect((await checkedFetch(fetch, policy.resolve)(`http://127.0.0.1:${port}/`)).status).toBe(200)
})

test.each([
  [['10.0.0.8'], true],
  [['fd00::8'], true],
  [['10.0.0.8', '93.184.216.34'], false],
  [['2606:2800:220:1::1'], false],
])('a call at %s is marked as a part of its trace: %s', async (addresses, isMarked) => {
  const sent: Record<string, string>[] = []
  const found = addresses.map((address) => ({ address, family: address.includes(':') ? (6 as const) : (4 as const) }))
  const way = {
    fetch: globalThis.fetch,
    post: async (_url: string, headers: Record<string, string>) => {
      sent.push(headers)
      return { status: 200, header: () => 'text/event-stream', next: async () => null, cancel() {} }
    },
  }
  const transport = checkedTransport(way, async () => found)
  const headers = { authorization: 'Bearer key' }
  const wire = openaiWire({ url: 'http://models.example/v1/chat/completions', headers, upstream: 'm', transport, limitName: 'max_tokens' })
  await wire.ask({ messages: [], traceparent: '00-a-b-01' }, AbortSignal.timeout(1_000))
  await wire.ask({ messages: [] }, AbortSignal.timeout(1_000))
  expect(sent.map(({ authorization, traceparent }) => [authorization, traceparent])).toEqual([
    ['Bearer key', isMarked ? '00-a-b-01' : undefined],
    ['Bearer key', undefined],
  ])
})
