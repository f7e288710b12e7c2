import { MCP_PATH, REDIRECT } from './app.ts'
import {
  asking,
  coded,
  connected,
  decide,
  errorOf,
  exchange,
  type Flow,
  mcp,
  misrenewed,
  misused,
  nowhere,
  posted,
  renew,
  told,
  unregistered,
  wait,
  whoAmI,
} from './steps.ts'

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
