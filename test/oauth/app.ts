import { signins } from '#db/schema/identity.ts'
import { newSigninToken } from '#domain/access/signin-token.ts'
import { newId } from '#domain/identifiers.ts'
import type { TestServer } from '#test/harness.ts'

export const REDIRECT = 'http://127.0.0.1:33418/callback'
export const MCP_PATH = '/api/v1/llm/mcp'
export const MCP = `http://localhost:42010${MCP_PATH}`

export type Tokens = { access_token: string; refresh_token: string; expires_in: number; scope: string; token_type: string }
export type Answer = { status: number; body: any }

/** A verifier and its challenge (RFC 7636 §4.1 and §4.2). */
export async function pkce(): Promise<{ verifier: string; challenge: string }> {
  const base64url = (bytes: Uint8Array): string => Buffer.from(bytes).toString('base64url')
  const verifier = base64url(crypto.getRandomValues(new Uint8Array(32)))
  return { verifier, challenge: base64url(new Uint8Array(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(verifier)))) }
}

/** A person who has signed in, without the work of a password. */
export async function person(server: TestServer, facts: { role?: 'admin' | 'user' } = {}): Promise<{ id: string; token: string }> {
  const { id } = await server.account(facts)
  const now = server.clock.now.getTime()
  const [signin, ends] = [newId('sgn', now), new Date(now + 43_200_000)]
  await server.db.insert(signins).values({ id: signin, user_id: id, created_at: new Date(now).toISOString(), expires_at: ends.toISOString() })
  return { id, token: await newSigninToken(await server.vault.subkey('signin-token'), signin, ends) }
}

export async function registered(server: TestServer, metadata: object = {}): Promise<string> {
  const { body } = await server.request('POST /core/oauth/register', { as: null, body: { redirect_uris: [REDIRECT], client_name: 'An app', ...metadata } })
  return body.client_id
}

export const asked = (client_id: string, challenge: string, more: Record<string, unknown> = {}) => ({
  client_id,
  redirect_uri: REDIRECT,
  response_type: 'code',
  code_challenge: challenge,
  code_challenge_method: 'S256',
  state: 'st-1',
  ...more,
})

/** What a person who agrees is sent back with. */
export async function agreed(server: TestServer, as: string, request: object): Promise<URLSearchParams> {
  const { status, body, text } = await server.request('POST /core/oauth/authorizations', { as, body: { ...request, approve: true } })
  if (status !== 200) throw new Error(text)
  return new URL(body.redirect_to).searchParams
}

export async function posted(server: TestServer, path: 'token' | 'revoke', form: Record<string, string> | [string, string][]): Promise<Answer> {
  const headers = { 'content-type': 'application/x-www-form-urlencoded' }
  const { status, body } = await server.request(`POST /core/oauth/${path}`, { as: null, raw: new URLSearchParams(form).toString(), headers })
  return { status, body }
}

/** An app that somebody has connected, with all it needs to go on. */
export async function connected(
  server: TestServer,
  as: string,
  more: Record<string, unknown> = {},
): Promise<{ client: string; code: string; verifier: string; tokens: Tokens }> {
  const [{ verifier, challenge }, client] = [await pkce(), await registered(server)]
  const code = (await agreed(server, as, asked(client, challenge, more))).get('code') ?? ''
  const resource: Record<string, string> = typeof more.resource === 'string' ? { resource: more.resource } : {}
  const { status, body } = await posted(server, 'token', {
    grant_type: 'authorization_code',
    client_id: client,
    code,
    code_verifier: verifier,
    redirect_uri: REDIRECT,
    ...resource,
  })
  if (status !== 200) throw new Error(JSON.stringify(body))
  return { client, code, verifier, tokens: body }
}

export const renewed = (server: TestServer, client: string, refresh_token: string, more: Record<string, string> = {}): Promise<Answer> =>
  posted(server, 'token', { grant_type: 'refresh_token', client_id: client, refresh_token, ...more })
