import { specTypeSchemas } from '@modelcontextprotocol/server'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type TestServer, testServer } from '#test/harness.ts'
import { McpMessage } from './message.ts'

let server: TestServer
beforeAll(async () => {
  server = await testServer()
})
afterAll(() => server.close())

const call = { jsonrpc: '2.0', id: 1, method: 'ping' }
const reply = { jsonrpc: '2.0', id: 'a', result: {} }

test.each<[string, unknown]>([
  ['a request', call],
  ['a request with parameters', { ...call, params: { anything: 1, _meta: { progressToken: 'p', more: true } } }],
  ['a notification', { jsonrpc: '2.0', method: 'notifications/initialized' }],
  ['a result', { ...reply, result: { action: 'accept', _meta: {} } }],
  ['an error', { jsonrpc: '2.0', id: 3, error: { code: -32600, message: 'no', data: [1], more: 1 } }],
  ['an error of no id', { jsonrpc: '2.0', error: { code: -32600, message: 'no' } }],
  ['a member of its own', { ...call, extra: null }],
  ['a notification with a member of its own', { jsonrpc: '2.0', method: 'x', trace: 'a' }],
  ['a result with a member of its own', { ...reply, extra: 1 }],
  ['a call and its reply at once', { ...call, result: {} }],
  ['no kind at all', { jsonrpc: '2.0' }],
  ['another version', { ...call, jsonrpc: '1.0' }],
  ['parameters by position', { ...call, params: [1] }],
  ['an id of null', { ...call, id: null }],
  ['an id that is no whole number', { ...call, id: 1.5 }],
  ['a progress token that is none', { ...call, params: { _meta: { progressToken: {} } } }],
  ['a result that is no object', { ...reply, result: 'yes' }],
])('%s is taken as the official server takes it', (_, message) => {
  const official = specTypeSchemas.JSONRPCMessage['~standard'].validate(message) as { issues?: unknown }
  expect(McpMessage.safeParse(message).success).toBe(official.issues === undefined)
})

test('a member that JSON-RPC does not name is refused, as documented', async () => {
  for (const kind of [call, { jsonrpc: '2.0', method: 'notifications/initialized' }, reply]) {
    const { status, body } = await server.request('POST /llm/mcp', { body: { ...kind, extra: 1 } })
    expect([status, body.error.message]).toEqual([422, 'body: unknown field "extra"'])
  }
  const { components } = (await (await server.open('GET /llm/openapi.json')).json()) as any
  const kinds = components.schemas.McpMessage.anyOf.map(({ $ref }: any) => components.schemas[$ref.split('/').at(-1)].additionalProperties)
  expect(kinds).toEqual([false, false, false, false])
})
