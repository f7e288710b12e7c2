import { MCP_PATH, pkce, REDIRECT } from './app.ts'

/** One flow or fault of OAuth over HTTP: what came of it, and what has to. */
export type Flow = { name: string; run(place: OAuthPlace): Promise<unknown>; expected: unknown }

/** A running deployment, by the name apps know it and the addresses it is reached at, and somebody who has signed in there. */
export type OAuthPlace = {
  call(line: string, options?: { as?: string | null; body?: unknown }): Promise<{ status: number; body: any }>
  issuer: string
  core: string
  llm: string
  adminKey: string
  person(): Promise<{ token: string; password: string }>
}

type Form = Record<string, string>
type Tokens = { access_token: string; refresh_token: string; scope: string; expires_in: number }
type Made = { client: string; code: string; verifier: string; as: string; redirect: string }

async function posted({ core }: OAuthPlace, path: string, form: Form | [string, string][]): Promise<{ status: number; body: any }> {
  const reply = await fetch(`${core}/api/v1/core/oauth/${path}`, { method: 'POST', body: new URLSearchParams(form) })
  const text = await reply.text()
  return { status: reply.status, body: text ? JSON.parse(text) : null }
}
const errorOf = ({ status, body }: { status: number; body: any }): string => (status === 200 ? 'granted' : `${status} ${body?.error}`)

async function register({ core }: OAuthPlace, metadata: object = { redirect_uris: [REDIRECT] }): Promise<{ status: number; body: any }> {
  const headers = { 'content-type': 'application/json' }
  const reply = await fetch(`${core}/api/v1/core/oauth/register`, { method: 'POST', headers, body: JSON.stringify(metadata) })
  return { status: reply.status, body: await reply.json() }
}

const apps = new Map<string, Promise<string>>()
/** One registration for all flows: a network registers thirty in a quarter of an hour. */
function appOf(place: OAuthPlace): Promise<string> {
  const known = apps.get(place.core) ?? register(place).then(({ body }) => body.client_id)
  apps.set(place.core, known)
  return known
}

const decide = (place: OAuthPlace, as: string, request: object, approve = true) =>
  place.call('POST /oauth/authorizations', { as, body: { ...request, approve } })

async function asking(place: OAuthPlace, more: Record<string, unknown> = {}): Promise<{ request: Record<string, unknown>; verifier: string; client: string }> {
  const [{ verifier, challenge }, client] = [await pkce(), await appOf(place)]
  const request = {
    client_id: client,
    redirect_uri: REDIRECT,
    response_type: 'code',
    code_challenge: challenge,
    code_challenge_method: 'S256',
    state: 's',
    ...more,
  }
  return { request: JSON.parse(JSON.stringify(request)), verifier, client }
}

/** A code that waits to be exchanged. */
async function coded(place: OAuthPlace, more: Record<string, unknown> = {}): Promise<Made> {
  const { request, verifier, client } = await asking(place, more)
  const { token: as } = await place.person()
  const { body } = await decide(place, as, request)
  if (!body.redirect_to) throw new Error(JSON.stringify(body))
  return { client, verifier, as, code: new URL(body.redirect_to).searchParams.get('code') ?? '', redirect: String(request.redirect_uri) }
}

const exchange = (place: OAuthPlace, { client, code, verifier, redirect }: Made, more: Form = {}) =>
  posted(place, 'token', { grant_type: 'authorization_code', client_id: client, code, code_verifier: verifier, redirect_uri: redirect, ...more })
const renew = (place: OAuthPlace, client: string, refresh_token: string, more: Form = {}) =>
  posted(place, 'token', { grant_type: 'refresh_token', client_id: client, refresh_token, ...more })

async function connected(place: OAuthPlace, more: Record<string, unknown> = {}): Promise<Made & { tokens: Tokens }> {
  const made = await coded(place, more)
  const { status, body } = await exchange(place, made)
  if (status !== 200) throw new Error(JSON.stringify(body))
  return { ...made, tokens: body }
}

const whoAmI = async ({ call }: OAuthPlace, as: string): Promise<number> => (await call('GET /auths', { as })).status
const mcp = async ({ llm }: OAuthPlace, as: string): Promise<number> => {
  const headers = { 'content-type': 'application/json', accept: 'application/json, text/event-stream', authorization: `Bearer ${as}` }
  const reply = await fetch(`${llm}${MCP_PATH}`, { method: 'POST', headers, body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/list' }) })
  await reply.text()
  return reply.status
}
const wait = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))

const told = (name: string, change: Record<string, unknown>, error: string): Flow => ({
  name: `request: ${name}`,
  expected: [error, 's', null],
  run: async (place) => {
    const { request } = await asking(place, change)
    const { body } = await decide(place, (await place.person()).token, request)
    const answer = new URL(body.redirect_to).searchParams
    return [answer.get('error'), answer.get('state'), answer.get('code')]
  },
})
const nowhere = (name: string, change: Record<string, unknown>): Flow => ({
  name: `request: ${name}`,
  expected: [422, false],
  run: async (place) => {
    const { request } = await asking(place, change)
    const { status, body } = await decide(place, (await place.person()).token, request)
    return [status, 'redirect_to' in body]
  },
})
/** A code that is misused, and then used by whose it is. */
const misused = (name: string, change: (made: Made, place: OAuthPlace) => Promise<Form> | Form, error: string): Flow => ({
  name: `code: ${name}`,
  expected: [error, 'granted'],
  run: async (place) => {
    const made = await coded(place)
    return [errorOf(await exchange(place, made, await change(made, place))), errorOf(await exchange(place, made))]
  },
})
const misrenewed = (name: string, change: (made: Made & { tokens: Tokens }) => Form, error: string): Flow => ({
  name: `refresh: ${name}`,
  expected: [error, 'granted'],
  run: async (place) => {
    const made = await connected(place, { scope: 'core:read semantic:read' })
    return [
      errorOf(await renew(place, made.client, made.tokens.refresh_token, change(made))),
      errorOf(await renew(place, made.client, made.tokens.refresh_token)),
    ]
  },
})
const unregistered = (name: string, metadata: object, error: string): Flow => ({
  name: `registration: ${name}`,
  expected: `400 ${error}`,
  run: async (place) => errorOf(await register(place, metadata)),
})

export const FLOWS: readonly Flow[] = [
  {
    name: 'a token for all, of the scopes agreed to',
    expected: [true, 'core:read', 200, 403],
    run: async (place) => {
      const { tokens } = await connected(place, { scope: 'core:read' })
      const prompts = await place.call('POST /prompts', { as: tokens.access_token, body: { command: '/x', title: 'x', content: 'x' } })
      return [tokens.expires_in > 3590 && tokens.expires_in <= 3600, tokens.scope, await whoAmI(place, tokens.access_token), prompts.status]
    },
  },
  {
    name: 'a token for the MCP endpoint opens that alone',
    expected: [200, 401],
    run: async (place) => {
      const { tokens } = await connected(place, { resource: `${place.llm}${MCP_PATH}` })
      return [await mcp(place, tokens.access_token), await whoAmI(place, tokens.access_token)]
    },
  },
  {
    name: 'a loopback address of another port',
    expected: 'granted',
    run: async (place) => errorOf(await exchange(place, await coded(place, { redirect_uri: REDIRECT.replace(/:\d+/, ':51999') }))),
  },
  {
    name: 'the answer names its issuer',
    expected: true,
    run: async (place) => {
      const { request } = await asking(place)
      const { body } = await decide(place, (await place.person()).token, request)
      return new URL(body.redirect_to).searchParams.get('iss') === place.issuer
    },
  },
  {
    name: 'a refusal',
    expected: ['access_denied', null],
    run: async (place) => {
      const { request } = await asking(place)
      const { body } = await decide(place, (await place.person()).token, request, false)
      const answer = new URL(body.redirect_to).searchParams
      return [answer.get('error'), answer.get('code')]
    },
  },
  {
    name: 'renewed three times',
    expected: ['granted', 'granted', 'granted', 200],
    run: async (place) => {
      const { client, tokens } = await connected(place)
      const results: unknown[] = []
      let { refresh_token, access_token } = tokens
      for (let n = 0; n < 3; n += 1) {
        const reply = await renew(place, client, refresh_token)
        results.push(errorOf(reply))
        ;({ refresh_token, access_token } = reply.body)
      }
      return [...results, await whoAmI(place, access_token)]
    },
  },
  {
    name: 'eight processes renew at once',
    expected: [8, 1],
    run: async (place) => {
      const { client, tokens } = await connected(place)
      const replies = await Promise.all(Array.from({ length: 8 }, () => renew(place, client, tokens.refresh_token)))
      return [replies.filter(({ status }) => status === 200).length, new Set(replies.map(({ body }) => body.refresh_token)).size]
    },
  },
  {
    name: 'an app gives its token back',
    expected: [200, 401, '400 invalid_grant'],
    run: async (place) => {
      const { client, tokens } = await connected(place)
      const { status } = await posted(place, 'revoke', { token: tokens.refresh_token, client_id: client })
      return [status, await whoAmI(place, tokens.access_token), errorOf(await renew(place, client, tokens.refresh_token))]
    },
  },
  {
    name: 'a person disconnects an app',
    expected: [1, 204, 401],
    run: async (place) => {
      const { as, tokens } = await connected(place)
      const { body } = await place.call('GET /oauth/connections', { as })
      const { status } = await place.call(`DELETE /oauth/connections/${body[0].id}`, { as })
      return [body.length, status, await whoAmI(place, tokens.access_token)]
    },
  },
  misused('of another app', () => ({ client_id: 'app_01kap5x1m3z7v8q2r4t6w9y0bc' }), '400 invalid_grant'),
  misused('stolen, without the verifier', () => ({ code_verifier: '' }), '400 invalid_grant'),
  misused('with a wrong verifier', () => ({ code_verifier: 'w'.repeat(43) }), '400 invalid_grant'),
  misused('for another redirect address', () => ({ redirect_uri: 'http://127.0.0.1:1/callback' }), '400 invalid_grant'),
  misused('for another resource', (_, { llm }) => ({ resource: `${llm}${MCP_PATH}` }), '400 invalid_target'),
  misused('for a foreign resource', () => ({ resource: 'https://evil.example/' }), '400 invalid_target'),
  misused('as a refresh token', ({ code }) => ({ grant_type: 'refresh_token', refresh_token: code }), '400 invalid_grant'),
  misused('of an app that does not say who it is', () => ({ client_id: '' }), '401 invalid_client'),
  {
    name: 'code: replayed, which ends its tokens',
    expected: ['400 invalid_grant', 401, '400 invalid_grant'],
    run: async (place) => {
      const made = await connected(place)
      return [
        errorOf(await exchange(place, made)),
        await whoAmI(place, made.tokens.access_token),
        errorOf(await renew(place, made.client, made.tokens.refresh_token)),
      ]
    },
  },
  {
    name: 'code: exchanged eight times at once, of which no token is left',
    expected: [true, []],
    run: async (place) => {
      const made = await coded(place)
      const replies = await Promise.all(Array.from({ length: 8 }, () => exchange(place, made)))
      const { body } = await place.call('GET /oauth/connections', { as: made.as })
      return [replies.filter(({ status }) => status === 200).length <= 1, body]
    },
  },
  {
    name: 'refresh: used again, which ends its family',
    expected: ['400 invalid_grant', '400 invalid_grant', 401],
    run: async (place) => {
      const { client, tokens } = await connected(place)
      const { body: next } = await renew(place, client, tokens.refresh_token)
      // Two processes may renew together for ten seconds.
      await wait(10_500)
      const again = errorOf(await renew(place, client, tokens.refresh_token))
      return [again, errorOf(await renew(place, client, next.refresh_token)), await whoAmI(place, next.access_token)]
    },
  },
  misrenewed('of another app', () => ({ client_id: 'app_01kap5x1m3z7v8q2r4t6w9y0bc' }), '400 invalid_grant'),
  misrenewed('with wider scopes', () => ({ scope: 'core:read core:write' }), '400 invalid_scope'),
  misrenewed('for another resource', () => ({ resource: 'https://evil.example/' }), '400 invalid_target'),
  misrenewed('that is an access token', ({ tokens }) => ({ refresh_token: tokens.access_token }), '400 invalid_grant'),
  misrenewed('tampered with', ({ tokens }) => ({ refresh_token: tokens.refresh_token.replace(/.(.{70})$/, 'Z$1') }), '400 invalid_grant'),
  told('without PKCE', { code_challenge: undefined, code_challenge_method: undefined }, 'invalid_request'),
  told('with plain PKCE', { code_challenge_method: 'plain' }, 'invalid_request'),
  told('for a token at once', { response_type: 'token' }, 'unsupported_response_type'),
  told('for every scope', { scope: '*' }, 'invalid_scope'),
  told('for a foreign resource', { resource: 'https://evil.example/api/v1/llm/mcp' }, 'invalid_target'),
  nowhere('of an unknown app', { client_id: 'app_01kap5x1m3z7v8q2r4t6w9y0bc' }),
  nowhere('to a foreign address', { redirect_uri: 'https://evil.example/callback' }),
  nowhere('to the address with another path', { redirect_uri: `${REDIRECT}/x` }),
  nowhere('to an address that only begins like it', { redirect_uri: 'http://127.0.0.1:33418@evil.example/callback' }),
  nowhere('of an app described on this machine', { client_id: 'https://127.0.0.1/client.json' }),
  nowhere('of an app described in the network of the cloud', { client_id: 'https://169.254.169.254/client.json' }),
  nowhere('of an app described by a name of this machine', { client_id: 'https://localhost/client.json' }),
  nowhere('of an app described without TLS', { client_id: 'http://app.example.com/client.json' }),
  {
    name: 'consent: by a key, by an app and by nobody',
    expected: [403, 403, 401],
    run: async (place) => {
      const { request } = await asking(place)
      const { tokens } = await connected(place, { scope: 'core:write' })
      const statuses: number[] = []
      for (const as of [place.adminKey, tokens.access_token, null]) {
        statuses.push((await place.call('POST /oauth/authorizations', { as, body: { ...request, approve: true } })).status)
      }
      return statuses
    },
  },
  {
    name: 'consent: by a form of another page, which has the cookies and no token',
    expected: [401, 401],
    run: async (place) => {
      const { request } = await asking(place)
      const statuses: number[] = []
      for (const type of ['text/plain', 'application/json']) {
        const headers = { 'content-type': type, origin: 'https://evil.example', cookie: 'querent_refresh=x' }
        const body = JSON.stringify({ ...request, approve: true })
        statuses.push((await fetch(`${place.core}/api/v1/core/oauth/authorizations`, { method: 'POST', headers, body })).status)
      }
      return statuses
    },
  },
  {
    name: 'an app with every scope makes itself no key',
    expected: 403,
    run: async (place) => {
      const { tokens } = await connected(place, { scope: 'core:read core:write semantic:write analytics:write llm:write audio:write' })
      return (await place.call('POST /auths/api-keys', { as: tokens.access_token, body: { name: 'mine', scopes: ['core:read'] } })).status
    },
  },
  unregistered('of an http address elsewhere', { redirect_uris: ['http://app.example.com/cb'] }, 'invalid_redirect_uri'),
  unregistered('of a script', { redirect_uris: ['javascript:alert(1)'] }, 'invalid_redirect_uri'),
  unregistered('of an address with a fragment', { redirect_uris: ['https://app.example.com/#x'] }, 'invalid_redirect_uri'),
  unregistered('of another grant', { redirect_uris: [REDIRECT], grant_types: ['client_credentials'] }, 'invalid_client_metadata'),
  {
    name: 'parameters given twice, and other grants',
    expected: ['400 invalid_request', '400 unsupported_grant_type', '400 invalid_request'],
    run: async (place) => [
      errorOf(
        await posted(place, 'token', [
          ['grant_type', 'refresh_token'],
          ['grant_type', 'refresh_token'],
        ]),
      ),
      errorOf(await posted(place, 'token', { grant_type: 'client_credentials', client_id: 'x' })),
      errorOf(await posted(place, 'token', { client_id: 'x' })),
    ],
  },
  {
    name: 'a changed password ends what was connected',
    expected: [200, 204, 401],
    run: async (place) => {
      const person = await place.person()
      const { request, verifier, client } = await asking(place)
      const { body } = await decide(place, person.token, request)
      const code = new URL(body.redirect_to).searchParams.get('code') ?? ''
      const { body: tokens } = await exchange(place, { client, code, verifier, as: person.token, redirect: REDIRECT })
      const before = await whoAmI(place, tokens.access_token)
      const change = { current_password: person.password, new_password: 'staple wrong donkey' }
      const { status } = await place.call('POST /auths/password', { as: person.token, body: change })
      return [before, status, await whoAmI(place, tokens.access_token)]
    },
  },
]
