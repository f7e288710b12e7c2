import { afterAll, beforeAll, expect, test } from 'vitest'
import { newMasterKey } from '#domain/access/master-keys.ts'
import { type TestServer, testServer } from '#test/harness.ts'

let server: TestServer
beforeAll(async () => {
  server = await testServer()
})
afterAll(() => server.close())

const at = async (
  url: string,
  { of = server, services = ['core', 'llm', 'analytics', 'semantic', 'audio'] as const, headers = {}, method = 'GET' }: any = {},
) => {
  const reply: Response = await of.querent.origin(services)(new Request(url, { headers, method }), { ip: '127.0.0.1', waitUntil: null })
  const text = await reply.text()
  return { status: reply.status, headers: reply.headers, body: text.startsWith('{') ? JSON.parse(text) : text }
}
const RESOURCE = '/.well-known/oauth-protected-resource'

test('the MCP endpoint tells where its tokens come from, under the address it was asked at', async () => {
  for (const [origin, services] of [
    ['http://localhost:42010', undefined],
    ['http://127.0.0.1:42015', ['llm']],
  ] as const) {
    const { status, body, headers } = await at(`${origin}${RESOURCE}/api/v1/llm/mcp`, { ...(services ? { services } : {}) })
    expect([status, headers.get('access-control-allow-origin')]).toEqual([200, '*'])
    expect(body).toMatchObject({
      resource: `${origin}/api/v1/llm/mcp`,
      authorization_servers: ['http://localhost:42010'],
      bearer_methods_supported: ['header'],
    })
    expect(body.scopes_supported).not.toContain('*')
  }
  expect((await at(`http://localhost:42010${RESOURCE}`)).body.resource).toBe('http://localhost:42010')
  expect((await at(`http://localhost:42010${RESOURCE}/api/v1/core/users`)).status).toBe(404)
})

test('the authorization server tells its endpoints, and that PKCE is S256 alone', async () => {
  const { body } = await at('http://localhost:42010/.well-known/oauth-authorization-server')
  expect(body).toMatchObject({
    issuer: 'http://localhost:42010',
    authorization_endpoint: 'http://localhost:42010/authorize',
    token_endpoint: 'http://localhost:42010/api/v1/core/oauth/token',
    registration_endpoint: 'http://localhost:42010/api/v1/core/oauth/register',
    revocation_endpoint: 'http://localhost:42010/api/v1/core/oauth/revoke',
    code_challenge_methods_supported: ['S256'],
    response_types_supported: ['code'],
    token_endpoint_auth_methods_supported: ['none'],
    authorization_response_iss_parameter_supported: true,
    client_id_metadata_document_supported: true,
  })
  expect((await at('http://localhost:42010/.well-known/oauth-authorization-server/else')).status).toBe(404)
})

test('an issuer with a path has its document behind the well-known name', async () => {
  const under = await testServer({ environment: { WORKSPACE_URL: 'https://example.com/querent/' } })
  const { body } = await at('https://example.com/.well-known/oauth-authorization-server/querent', { of: under })
  expect([body.issuer, body.token_endpoint]).toEqual(['https://example.com/querent', 'https://example.com/querent/api/v1/core/oauth/token'])
  await under.close()
})

test('a 401 says where to learn how to get a token', async () => {
  const challenge = async (path: string, headers: Record<string, string> = {}) =>
    (
      await at(`http://localhost:42010${path}`, { headers: { 'content-type': 'application/json', ...headers }, method: path.endsWith('mcp') ? 'POST' : 'GET' })
    ).headers.get('www-authenticate')
  expect(await challenge('/api/v1/llm/mcp')).toBe(`Bearer resource_metadata="http://localhost:42010${RESOURCE}/api/v1/llm/mcp"`)
  expect(await challenge('/api/v1/core/users')).toBe(`Bearer resource_metadata="http://localhost:42010${RESOURCE}"`)
  expect(await challenge('/api/v1/llm/mcp', { authorization: 'Bearer qo_wrong_wrong' })).toMatch(/^Bearer error="invalid_token", resource_metadata=/)
})

test('behind a proxy the scheme is the one the client used, and a host that is none is not repeated', async () => {
  const { body } = await at(`http://data.example.com${RESOURCE}/api/v1/llm/mcp`, {
    headers: { 'x-forwarded-proto': 'https', 'x-forwarded-host': 'data.example.com' },
  })
  expect(body.resource).toBe('https://data.example.com/api/v1/llm/mcp')
  const forged = await at('http://localhost:42010/api/v1/core/users', { headers: { 'x-forwarded-host': 'a" , evil="x' } })
  expect(forged.headers.get('www-authenticate')).toBe(`Bearer resource_metadata="http://localhost:42010${RESOURCE}"`)
})

test('in production without the address of the workspace it is off', async () => {
  const off = await testServer({ environment: { APP_ENV: 'production', QUERENT_MASTER_KEYS: newMasterKey() } })
  for (const path of [RESOURCE, `${RESOURCE}/api/v1/llm/mcp`, '/.well-known/oauth-authorization-server'])
    expect((await at(`http://x${path}`, { of: off })).status).toBe(404)
  expect((await at('http://x/api/v1/core/users', { of: off })).headers.get('www-authenticate')).toBe('Bearer')
  expect((await off.request('POST /core/oauth/register', { as: null, body: { redirect_uris: ['http://127.0.0.1/cb'] } })).status).toBe(404)
  await off.close()
})
