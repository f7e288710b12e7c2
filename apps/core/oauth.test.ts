import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { auditLogs } from '#db/schema/catalog.ts'
import { oauthClients, oauthCodes, oauthConnections } from '#db/schema/oauth.ts'
import { forgetOAuth } from '#domain/access/oauth/connections.ts'
import { Failure } from '#domain/failure.ts'
import { type TestServer, testServer } from '#test/harness.ts'
import { agreed, asked, connected, MCP, person, pkce, posted, REDIRECT, registered, renewed } from '#test/oauth/app.ts'

/** What the metadata documents of apps say, by their address. */
const documents = new Map<string, unknown>()
let server: TestServer
let ann: Awaited<ReturnType<typeof person>>
beforeAll(async () => {
  server = await testServer({
    ports: {
      clientDocuments: {
        read: async (url) => {
          if (!documents.has(url)) throw new Failure('invalid', 'it answered 404')
          return documents.get(url)
        },
      },
    },
  })
})
beforeEach(async () => {
  ann = await person(server)
})
afterAll(() => server.close())

const whoAmI = (as: string) => server.request('GET /core/auths', { as })
const later = (seconds: number) => {
  server.clock.now = new Date(server.clock.now.getTime() + seconds * 1000)
}
const ask = (as: string, request: object) => server.request('POST /core/oauth/authorizations/ask', { as, body: request })
const types = async (type: string) => (await server.db.select().from(auditLogs).where(eq(auditLogs.type, type))).length
const exchange = (form: Record<string, string>) => posted(server, 'token', { grant_type: 'authorization_code', redirect_uri: REDIRECT, ...form })

describe('the way to a token', () => {
  test('an app registers, is agreed to, and acts for the person within its scopes', async () => {
    const [{ verifier, challenge }, client] = [await pkce(), await registered(server, { client_name: 'Report \u202e maker' })]
    const request = asked(client, challenge, { scope: 'semantic:read core:read', resource: 'http://localhost:42010' })
    const { body: question } = await ask(ann.token, request)
    expect(question).toEqual({
      redirect_to: null,
      app: { client_id: client, name: 'Report maker', uri: null, verified_host: null },
      redirect: { host: '127.0.0.1:33418', kind: 'loopback' },
      scopes: ['semantic:read', 'core:read'],
      resource: 'http://localhost:42010',
    })
    const answer = await agreed(server, ann.token, request)
    expect([answer.get('state'), answer.get('iss')]).toEqual(['st-1', 'http://localhost:42010'])
    const { status, body } = await exchange({ client_id: client, code: answer.get('code') ?? '', code_verifier: verifier })
    expect([status, body.token_type, body.expires_in, body.scope]).toEqual([200, 'Bearer', 3600, 'semantic:read core:read'])
    expect((await whoAmI(body.access_token)).body).toMatchObject({
      user: { id: ann.id },
      credential: { type: 'oauth' },
      scopes: ['semantic:read', 'core:read'],
    })
    expect((await server.request('GET /semantic/datasources', { as: body.access_token })).status).toBe(200)
    expect((await server.request('GET /analytics/charts', { as: body.access_token })).status).toBe(403)
    expect((await server.request('POST /core/prompts', { as: body.access_token, body: { command: '/x', title: 'x', content: 'x' } })).status).toBe(403)
  })

  test('a person gives less than is asked, and never more', async () => {
    const [{ verifier, challenge }, client] = [await pkce(), await registered(server)]
    const request = asked(client, challenge, { scope: 'semantic:read semantic:write' })
    const more = await server.request('POST /core/oauth/authorizations', { as: ann.token, body: { ...request, approve: true, scopes: ['core:write'] } })
    expect([more.status, more.body.error.param]).toEqual([422, 'scopes'])
    const answer = await agreed(server, ann.token, { ...request, scopes: ['semantic:read'] })
    const { body } = await exchange({ client_id: client, code: answer.get('code') ?? '', code_verifier: verifier })
    expect(body.scope).toBe('semantic:read')
  })

  test('a refusal is told to the app', async () => {
    const [{ challenge }, client] = [await pkce(), await registered(server)]
    const { body } = await server.request('POST /core/oauth/authorizations', { as: ann.token, body: { ...asked(client, challenge), approve: false } })
    const answer = new URL(body.redirect_to).searchParams
    expect([answer.get('error'), answer.get('state'), answer.get('code'), answer.get('iss')]).toEqual(['access_denied', 'st-1', null, 'http://localhost:42010'])
  })

  test('an app known by its metadata document needs no registration', async () => {
    const id = 'https://app.example.com/oauth/client.json'
    documents.set(id, { client_id: id, client_name: 'Example', redirect_uris: ['https://app.example.com/cb'], token_endpoint_auth_method: 'none' })
    const { verifier, challenge } = await pkce()
    const request = asked(id, challenge, { redirect_uri: 'https://app.example.com/cb' })
    const { body } = await ask(ann.token, request)
    expect([body.app.verified_host, body.redirect]).toEqual(['app.example.com', { host: 'app.example.com', kind: 'web' }])
    const code = (await agreed(server, ann.token, request)).get('code') ?? ''
    const { status } = await posted(server, 'token', {
      grant_type: 'authorization_code',
      client_id: id,
      code,
      code_verifier: verifier,
      redirect_uri: 'https://app.example.com/cb',
    })
    expect(status).toBe(200)
  })

  test('a loopback redirect has any port, everything else stands letter by letter', async () => {
    const { challenge } = await pkce()
    const client = await registered(server, { redirect_uris: ['http://localhost/callback', 'https://app.example.com/cb?x=1', 'cursor://anysphere/oauth'] })
    const statusOf = async (redirect_uri: string) => (await ask(ann.token, asked(client, challenge, { redirect_uri }))).status
    for (const uri of ['http://localhost:51234/callback', 'http://localhost/callback', 'https://app.example.com/cb?x=1', 'cursor://anysphere/oauth']) {
      expect([uri, await statusOf(uri)]).toEqual([uri, 200])
    }
    for (const uri of [
      'http://localhost:51234/callback/',
      'http://localhost:51234/other',
      'http://127.0.0.1:51234/callback',
      'http://localhost.evil.example/callback',
      'http://localhost:80@evil.example/callback',
      'https://app.example.com/cb?x=2',
      'https://app.example.com/cb',
      'https://app.example.com.evil.example/cb?x=1',
      'https://app.example.com:8443/cb?x=1',
      'cursor://anysphere/oauth/../x',
    ]) {
      expect([uri, await statusOf(uri)]).toEqual([uri, 422])
    }
  })
})

describe('codes', () => {
  const faults: [string, (made: { client: string; verifier: string; code: string }) => Promise<Record<string, string>>, string][] = [
    ['another app’s', async (made) => ({ ...flat(made), client_id: await registered(server) }), 'invalid_grant'],
    ['with a wrong verifier', async (made) => ({ ...flat(made), code_verifier: (await pkce()).verifier }), 'invalid_grant'],
    ['without a verifier', async ({ client, code }) => ({ client_id: client, code }), 'invalid_grant'],
    ['with the challenge as the verifier', async (made) => ({ ...flat(made), code_verifier: 'x'.repeat(43) }), 'invalid_grant'],
    ['for another redirect URI', async (made) => ({ ...flat(made), redirect_uri: 'http://127.0.0.1:33419/callback' }), 'invalid_grant'],
    ['for another resource', async (made) => ({ ...flat(made), resource: 'http://localhost:42010/api/v1/core' }), 'invalid_target'],
    ['made up', async (made) => ({ ...flat(made), code: `qa_${'x'.repeat(49)}` }), 'invalid_grant'],
    ['without an app', async ({ code, verifier }) => ({ code, code_verifier: verifier }), 'invalid_client'],
  ]
  const flat = ({ client, verifier, code }: { client: string; verifier: string; code: string }) => ({ client_id: client, code, code_verifier: verifier })
  const made = async (more: object = {}) => {
    const [{ verifier, challenge }, client] = [await pkce(), await registered(server)]
    return { client, verifier, code: (await agreed(server, ann.token, asked(client, challenge, { resource: MCP, ...more }))).get('code') ?? '' }
  }

  test.each(faults)('a code %s is refused, and stays good for whose it is', async (_what, change, error) => {
    const mine = await made()
    const { status, body } = await exchange(await change(mine))
    expect([status, body.error]).toEqual([error === 'invalid_client' ? 401 : 400, error])
    expect((await exchange(flat(mine))).status).toBe(200)
  })

  test('a code used twice ends what it was exchanged for, whoever uses it', async () => {
    const mine = await made()
    const { body: tokens } = await exchange(flat(mine))
    expect((await exchange({ ...flat(mine), client_id: 'app_thief', code_verifier: 'y'.repeat(43) })).body.error).toBe('invalid_grant')
    expect((await server.request('POST /llm/mcp', { as: tokens.access_token, body: { jsonrpc: '2.0', id: 1, method: 'tools/list' } })).status).toBe(401)
    expect((await renewed(server, mine.client, tokens.refresh_token)).body.error).toBe('invalid_grant')
    expect(await types('oauth.code_reused')).toBe(1)
  })

  test('of two exchanges at the same time one at most holds, and its tokens end', async () => {
    const mine = await made()
    const replies = await Promise.all([exchange(flat(mine)), exchange(flat(mine)), exchange(flat(mine))])
    expect(replies.filter(({ status }) => status === 200).length).toBeLessThanOrEqual(1)
    expect(await server.db.select().from(oauthConnections).where(eq(oauthConnections.client_id, mine.client))).toEqual([])
  })

  test('a code ends after a minute', async () => {
    const mine = await made()
    later(61)
    expect((await exchange(flat(mine))).body.error).toBe('invalid_grant')
  })

  test('an account that was disabled meanwhile is given nothing', async () => {
    const mine = await made()
    await server.request(`PATCH /core/users/${ann.id}`, { body: { status: 'disabled' } })
    expect((await exchange(flat(mine))).body.error).toBe('invalid_grant')
  })
})

describe('refresh tokens', () => {
  test('each works once, and takes the place of the one before', async () => {
    const { client, tokens } = await connected(server, ann.token)
    const first = await renewed(server, client, tokens.refresh_token)
    expect([first.status, first.body.refresh_token === tokens.refresh_token]).toEqual([200, false])
    const second = await renewed(server, client, first.body.refresh_token)
    expect([second.status, (await whoAmI(second.body.access_token)).status]).toEqual([200, 200])
  })

  test('one that is used again ends the whole family', async () => {
    const { client, tokens } = await connected(server, ann.token)
    const { body: next } = await renewed(server, client, tokens.refresh_token)
    later(11)
    expect((await renewed(server, client, tokens.refresh_token)).body.error).toBe('invalid_grant')
    expect([(await renewed(server, client, next.refresh_token)).status, (await whoAmI(next.access_token)).status]).toEqual([400, 401])
    expect(await types('oauth.refresh_reused')).toBe(1)
  })

  test('processes that renew at the same time are given the same', async () => {
    const { client, tokens } = await connected(server, ann.token)
    const replies = await Promise.all([1, 2, 3].map(() => renewed(server, client, tokens.refresh_token)))
    expect(new Set(replies.map(({ body }) => body.refresh_token)).size).toBe(1)
  })

  test.each([
    ['of another app', async () => ({ client_id: await registered(server) }), 'invalid_grant'],
    ['with wider scopes', async () => ({ scope: 'semantic:read core:write' }), 'invalid_scope'],
    ['for another resource', async () => ({ resource: MCP }), 'invalid_target'],
    ['that is an access token', async (tokens: { access_token: string }) => ({ refresh_token: tokens.access_token }), 'invalid_grant'],
    [
      'that was tampered with',
      async (tokens: { refresh_token: string }) => ({ refresh_token: tokens.refresh_token.replace(/.(.{60})$/, 'A$1') }),
      'invalid_grant',
    ],
  ])('one %s is refused and ends nothing', async (_what, change, error) => {
    const { client, tokens } = await connected(server, ann.token, { scope: 'semantic:read core:read' })
    const { status, body } = await renewed(server, client, tokens.refresh_token, await change(tokens))
    expect([status, body.error]).toEqual([400, error])
    expect((await renewed(server, client, tokens.refresh_token)).status).toBe(200)
  })

  test('a connection ends when nothing renewed it for thirty days', async () => {
    const { client, tokens } = await connected(server, ann.token)
    later(30 * 86_400 + 1)
    expect((await renewed(server, client, tokens.refresh_token)).body.error).toBe('invalid_grant')
  })
})

describe('access tokens', () => {
  test('one for the MCP endpoint opens that alone', async () => {
    const { tokens } = await connected(server, ann.token, { resource: MCP, scope: 'core:read semantic:read' })
    expect((await whoAmI(tokens.access_token)).status).toBe(401)
    const reply = await server.open('POST /llm/mcp', { as: tokens.access_token, body: { jsonrpc: '2.0', id: 1, method: 'tools/list' } })
    const { result } = JSON.parse((await reply.text()).replace(/^(?:event: message\n)?data: /, ''))
    expect(result.tools.map(({ name }: any) => name).toSorted()).toEqual(['describe_table', 'list_datasources', 'list_models'])
  })

  test('one ends after an hour', async () => {
    const { tokens } = await connected(server, ann.token)
    later(3599)
    expect((await whoAmI(tokens.access_token)).status).toBe(200)
    later(2)
    expect((await whoAmI(tokens.access_token)).status).toBe(401)
  })

  test('they follow what the person may at the moment', async () => {
    const boss = await person(server, { role: 'admin' })
    const { tokens } = await connected(server, boss.token, { scope: 'core:read' })
    const statusOf = async () => (await server.request('GET /core/audit-logs', { as: tokens.access_token })).status
    expect(await statusOf()).toBe(200)
    await server.request(`PATCH /core/users/${boss.id}`, { body: { role: 'user' } })
    expect(await statusOf()).toBe(403)
    await server.request(`PATCH /core/users/${boss.id}`, { body: { status: 'disabled' } })
    expect(await statusOf()).toBe(401)
  })

  test('a changed password ends them', async () => {
    const { client, tokens } = await connected(server, ann.token)
    const changed = await server.request('POST /core/auths/password', { as: ann.token, body: { new_password: 'staple wrong donkey' } })
    expect(changed.status).toBe(204)
    expect([(await whoAmI(tokens.access_token)).status, (await renewed(server, client, tokens.refresh_token)).status]).toEqual([401, 400])
  })

  test('an app with every scope makes itself no key, no password and no other app', async () => {
    const scope = 'core:read core:write llm:read llm:write semantic:write analytics:write audio:write'
    const { tokens } = await connected(server, ann.token, { scope })
    const as = tokens.access_token
    const key = await server.request('POST /core/auths/api-keys', { as, body: { name: 'mine', scopes: ['core:read'] } })
    expect([key.status, key.body.error.code]).toEqual([403, 'forbidden'])
    expect((await server.request('POST /core/auths/password', { as, body: { new_password: 'staple wrong donkey' } })).status).toBe(403)
    const { challenge } = await pkce()
    const request = asked(await registered(server), challenge)
    expect([
      (await ask(as, request)).status,
      (await server.request('POST /core/oauth/authorizations', { as, body: { ...request, approve: true } })).status,
    ]).toEqual([403, 403])
    const { key: api } = await server.account()
    expect((await ask(api, request)).status).toBe(403)
  })
})

describe('requests that are refused', () => {
  test.each<[string, Record<string, unknown>, string]>([
    ['without PKCE', { code_challenge: undefined, code_challenge_method: undefined }, 'invalid_request'],
    ['with plain PKCE', { code_challenge_method: 'plain' }, 'invalid_request'],
    ['without a PKCE method, which would be plain', { code_challenge_method: undefined }, 'invalid_request'],
    ['with a challenge that is none', { code_challenge: 'short' }, 'invalid_request'],
    ['for a token at once', { response_type: 'token' }, 'unsupported_response_type'],
    ['for every scope', { scope: '*' }, 'invalid_scope'],
    ['for a scope there is not', { scope: 'semantic:read everything' }, 'invalid_scope'],
    ['for another deployment', { resource: 'https://evil.example/api/v1/llm/mcp' }, 'invalid_target'],
    ['for an address that is no resource', { resource: 'http://localhost:42010/api/v1/llm/mcp/x' }, 'invalid_target'],
    ['for a resource with a fragment', { resource: `${MCP}#` }, 'invalid_target'],
  ])('one %s is answered to the app', async (_what, change, error) => {
    const [{ challenge }, client] = [await pkce(), await registered(server)]
    const request = JSON.parse(JSON.stringify(asked(client, challenge, change)))
    for (const reply of [
      await ask(ann.token, request),
      await server.request('POST /core/oauth/authorizations', { as: ann.token, body: { ...request, approve: true } }),
    ]) {
      const answer = new URL(reply.body.redirect_to)
      expect([answer.origin, answer.searchParams.get('error'), answer.searchParams.get('state')]).toEqual(['http://127.0.0.1:33418', error, 'st-1'])
    }
  })

  test.each<[string, () => Promise<Record<string, unknown>>]>([
    ['of an unknown app', async () => ({ client_id: 'app_unknown' })],
    ['to an address that is not the app’s', async () => ({ client_id: await registered(server), redirect_uri: 'https://evil.example/cb' })],
    ['whose document is at a private address', async () => ({ client_id: 'http://127.0.0.1/client.json' })],
    ['whose document names another app', async () => ({ client_id: document('https://a.example/c.json', { client_id: 'https://b.example/c.json' }) })],
    ['whose document cannot be read', async () => ({ client_id: 'https://gone.example/c.json' })],
    ['whose document holds a secret', async () => ({ client_id: document('https://s.example/c.json', { client_secret: 'x' }) })],
    ['whose document is not at a path', async () => ({ client_id: document('https://p.example/', {}) })],
    ['whose document has no redirect', async () => ({ client_id: document('https://r.example/c.json', { redirect_uris: [] }) })],
  ])('one %s sends nobody anywhere', async (_what, change) => {
    const { challenge } = await pkce()
    const request = asked('x', challenge, await change())
    for (const reply of [
      await ask(ann.token, request),
      await server.request('POST /core/oauth/authorizations', { as: ann.token, body: { ...request, approve: true } }),
    ]) {
      expect([reply.status, reply.body.redirect_to]).toEqual([422, undefined])
    }
  })
  const document = (id: string, more: object): string => {
    documents.set(id, { client_id: id, redirect_uris: [REDIRECT], ...more })
    return id
  }

  test('parameters twice, other grants and other bodies', async () => {
    const refused = async (form: [string, string][]) => (await posted(server, 'token', form)).body.error
    expect(
      await refused([
        ['grant_type', 'refresh_token'],
        ['grant_type', 'refresh_token'],
      ]),
    ).toBe('invalid_request')
    expect(
      await refused([
        ['grant_type', 'refresh_token'],
        ['resource', 'a'],
        ['resource', 'b'],
      ]),
    ).toBe('invalid_target')
    expect(
      await refused([
        ['grant_type', 'password'],
        ['client_id', 'x'],
      ]),
    ).toBe('unsupported_grant_type')
    expect(await refused([['client_id', 'x']])).toBe('invalid_request')
    expect(await refused([['client_id', 'x'.repeat(8_001)]])).toBe('invalid_request')
    expect((await server.request('POST /core/oauth/token', { as: null, body: { grant_type: 'refresh_token' } })).status).toBe(415)
    const large = await server.request('POST /core/oauth/token', {
      as: null,
      raw: `grant_type=${'x'.repeat(40_000)}`,
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
    })
    expect(large.status).toBe(413)
  })
})

describe('registration', () => {
  const register = (metadata: unknown) => server.request('POST /core/oauth/register', { as: null, body: metadata })

  test('every app is a public client, whatever it asks for', async () => {
    const { status, body } = await register({
      redirect_uris: [REDIRECT],
      token_endpoint_auth_method: 'client_secret_basic',
      jwks: {},
      logo_uri: 'javascript:x',
    })
    expect([status, body.token_endpoint_auth_method, body.client_secret, body.client_name]).toEqual([201, 'none', undefined, '127.0.0.1:33418'])
  })

  test.each([
    [{}, 'invalid_redirect_uri'],
    [{ redirect_uris: [] }, 'invalid_redirect_uri'],
    [{ redirect_uris: 'http://localhost' }, 'invalid_redirect_uri'],
    [{ redirect_uris: ['http://evil.example/cb'] }, 'invalid_redirect_uri'],
    [{ redirect_uris: ['javascript:alert(1)'] }, 'invalid_redirect_uri'],
    [{ redirect_uris: ['data:text/html,x'] }, 'invalid_redirect_uri'],
    [{ redirect_uris: ['https://a.example/#x'] }, 'invalid_redirect_uri'],
    [{ redirect_uris: ['https://user:x@a.example/'] }, 'invalid_redirect_uri'],
    [{ redirect_uris: ['https://a.example\\@evil.example/'] }, 'invalid_redirect_uri'],
    [{ redirect_uris: Array(11).fill(REDIRECT) }, 'invalid_redirect_uri'],
    [{ redirect_uris: [REDIRECT], grant_types: ['client_credentials'] }, 'invalid_client_metadata'],
    [{ redirect_uris: [REDIRECT], client_name: 7 }, 'invalid_client_metadata'],
  ])('%j is refused', async (metadata, error) => {
    const { status, body } = await register(metadata)
    expect([status, body.error]).toEqual([400, error])
  })

  test('a network registers so many and no more', async () => {
    later(3600)
    const statuses: number[] = []
    for (let n = 0; n < 32; n += 1) statuses.push((await register({ redirect_uris: [REDIRECT] })).status)
    expect([statuses.filter((status) => status === 201).length, statuses.at(-1)]).toEqual([30, 429])
    later(3600)
  })

  test('what nobody uses is forgotten, what is used stays', async () => {
    const { client, tokens } = await connected(server, ann.token)
    const idle = await registered(server)
    later(2 * 86_400)
    await forgetOAuth(server.querent.systemContext('core'))
    const known = (await server.db.select().from(oauthClients)).map(({ id }) => id)
    expect([known.includes(client), known.includes(idle)]).toEqual([true, false])
    expect((await renewed(server, client, tokens.refresh_token)).status).toBe(200)
    expect(await server.db.select().from(oauthCodes)).toEqual([])
  })
})

describe('ending', () => {
  test.each(['access_token', 'refresh_token'] as const)('an app gives its %s back', async (which) => {
    const { client, tokens } = await connected(server, ann.token)
    expect((await posted(server, 'revoke', { token: tokens[which], client_id: 'app_other' })).body.error).toBe('invalid_client')
    expect((await whoAmI(tokens.access_token)).status).toBe(200)
    expect((await posted(server, 'revoke', { token: tokens[which], client_id: client, token_type_hint: 'anything' })).status).toBe(200)
    expect([(await whoAmI(tokens.access_token)).status, (await renewed(server, client, tokens.refresh_token)).status]).toEqual([401, 400])
    expect((await posted(server, 'revoke', { token: tokens[which], client_id: client })).status).toBe(200)
  })

  test('a token that is none is no fault, none at all is', async () => {
    expect((await posted(server, 'revoke', { token: 'nonsense' })).status).toBe(200)
    expect((await posted(server, 'revoke', { client_id: 'x' })).body.error).toBe('invalid_request')
  })

  test('a person sees his apps, and ends them', async () => {
    const { client, tokens } = await connected(server, ann.token, { scope: 'semantic:read' })
    const bob = await person(server)
    const { body: apps } = await server.request('GET /core/oauth/connections', { as: ann.token })
    expect(apps).toMatchObject([{ client_id: client, name: 'An app', redirect_host: '127.0.0.1:33418', scopes: ['semantic:read'] }])
    expect((await server.request('GET /core/oauth/connections', { as: bob.token })).body).toEqual([])
    expect((await server.request(`DELETE /core/oauth/connections/${apps[0].id}`, { as: bob.token })).status).toBe(404)
    expect((await server.request(`DELETE /core/oauth/connections/${apps[0].id}`, { as: ann.token })).status).toBe(204)
    expect((await whoAmI(tokens.access_token)).status).toBe(401)
    expect((await server.request('GET /core/oauth/connections', { as: ann.token })).body).toEqual([])
  })
})
