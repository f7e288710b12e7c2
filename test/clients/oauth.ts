import { Client, type OAuthClientProvider, StreamableHTTPClientTransport, UnauthorizedError } from '@modelcontextprotocol/client'
import { expect } from 'vitest'
import { cases } from './case.ts'
import { useEveryTool } from './mcp.ts'
import type { Place } from './place.ts'

const REDIRECT = 'http://127.0.0.1:33418/callback'
type Kept = { information?: any; tokens?: any; verifier?: string; asked?: URL }

/** An app that keeps in memory what an app keeps, and notes where it would send the browser. */
function app(kept: Kept): OAuthClientProvider {
  return {
    redirectUrl: REDIRECT,
    clientMetadata: { client_name: 'Official client', redirect_uris: [REDIRECT] },
    state: () => 'state-1',
    clientInformation: () => kept.information,
    saveClientInformation: (information) => {
      kept.information = information
    },
    tokens: () => kept.tokens,
    saveTokens: (tokens) => {
      kept.tokens = tokens
    },
    redirectToAuthorization: (url) => {
      kept.asked = url
    },
    saveCodeVerifier: (verifier) => {
      kept.verifier = verifier
    },
    codeVerifier: () => kept.verifier ?? '',
    invalidateCredentials: (scope) => {
      if (scope === 'all' || scope === 'tokens') delete kept.tokens
    },
  }
}

/** The administrator as a person: by a password of his own, since a key connects no app. */
async function signedIn({ deployment: { api } }: Place): Promise<string> {
  const [email, password] = [`person-${crypto.randomUUID()}@example.com`, 'correct horse battery']
  await api.call('core', 'POST /users', { body: { email, name: 'Ann', role: 'admin', password } })
  return (await api.call('core', 'POST /auths/signin', { as: null, body: { email, password } })).body.token
}

/** What the consent page does when its reader says yes. */
async function agree({ deployment: { api } }: Place, as: string, asked: URL): Promise<URLSearchParams> {
  const { body, text } = await api.call('core', 'POST /oauth/authorizations', { as, body: { ...Object.fromEntries(asked.searchParams), approve: true } })
  if (!body.redirect_to?.startsWith(`${REDIRECT}?`)) throw new Error(text)
  return new URL(body.redirect_to).searchParams
}

const url = (place: Place): URL => new URL(`${place.llm}/mcp`)
const open = (era: 'auto' | 'legacy') => new Client({ name: 'querent-test', version: '1' }, { versionNegotiation: { mode: era } })

async function connect(place: Place, kept: Kept, era: 'auto' | 'legacy'): Promise<Client> {
  const first = new StreamableHTTPClientTransport(url(place), { authProvider: app(kept) })
  await expect(open(era).connect(first)).rejects.toThrow(UnauthorizedError)
  if (!kept.asked) throw new Error('the client asked nobody')
  await first.finishAuth(await agree(place, await signedIn(place), kept.asked))
  const client = open(era)
  await client.connect(new StreamableHTTPClientTransport(url(place), { authProvider: app(kept) }))
  return client
}

export const mcpOAuth = cases('MCP client, OAuth', {
  'connects with nothing but the URL, as of 2026': async (place) => {
    const client = await connect(place, {}, 'auto')
    await useEveryTool(client, place.model)
    await client.close()
  },
  'connects with nothing but the URL, as of 2025': async (place) => {
    const client = await connect(place, {}, 'legacy')
    await useEveryTool(client, place.model)
    await client.close()
  },
  'a token that ended is renewed without asking again': async (place) => {
    const kept: Kept = {}
    await (await connect(place, kept, 'auto')).close()
    const { refresh_token: before } = kept.tokens
    kept.tokens = { ...kept.tokens, access_token: `${kept.tokens.access_token.slice(0, -1)}x` }
    delete kept.asked
    const client = open('auto')
    await client.connect(new StreamableHTTPClientTransport(url(place), { authProvider: app(kept) }))
    expect((await client.listTools()).tools.length).toBeGreaterThan(0)
    expect([kept.asked, kept.tokens.refresh_token === before]).toEqual([undefined, false])
    await client.close()
  },
  'an app that was disconnected asks again': async (place) => {
    const kept: Kept = {}
    await (await connect(place, kept, 'auto')).close()
    await fetch(`http://127.0.0.1:${place.deployment.ports.core}/api/v1/core/oauth/revoke`, {
      method: 'POST',
      body: new URLSearchParams({ token: kept.tokens.refresh_token, client_id: kept.information.client_id }),
    })
    delete kept.asked
    await expect(open('auto').connect(new StreamableHTTPClientTransport(url(place), { authProvider: app(kept) }))).rejects.toThrow(UnauthorizedError)
    expect(String(kept.asked)).toContain('/authorize?')
  },
})
