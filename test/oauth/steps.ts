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

export async function posted({ core }: OAuthPlace, path: string, form: Form | [string, string][]): Promise<{ status: number; body: any }> {
  const reply = await fetch(`${core}/api/v1/core/oauth/${path}`, { method: 'POST', body: new URLSearchParams(form) })
  const text = await reply.text()
  return { status: reply.status, body: text ? JSON.parse(text) : null }
}
export const errorOf = ({ status, body }: { status: number; body: any }): string => (status === 200 ? 'granted' : `${status} ${body?.error}`)

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

export const decide = (place: OAuthPlace, as: string, request: object, approve = true) =>
  place.call('POST /oauth/authorizations', { as, body: { ...request, approve } })

export async function asking(
  place: OAuthPlace,
  more: Record<string, unknown> = {},
): Promise<{ request: Record<string, unknown>; verifier: string; client: string }> {
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
export async function coded(place: OAuthPlace, more: Record<string, unknown> = {}): Promise<Made> {
  const { request, verifier, client } = await asking(place, more)
  const { token: as } = await place.person()
  const { body } = await decide(place, as, request)
  if (!body.redirect_to) throw new Error(JSON.stringify(body))
  return { client, verifier, as, code: new URL(body.redirect_to).searchParams.get('code') ?? '', redirect: String(request.redirect_uri) }
}

export const exchange = (place: OAuthPlace, { client, code, verifier, redirect }: Made, more: Form = {}) =>
  posted(place, 'token', { grant_type: 'authorization_code', client_id: client, code, code_verifier: verifier, redirect_uri: redirect, ...more })
export const renew = (place: OAuthPlace, client: string, refresh_token: string, more: Form = {}) =>
  posted(place, 'token', { grant_type: 'refresh_token', client_id: client, refresh_token, ...more })

export async function connected(place: OAuthPlace, more: Record<string, unknown> = {}): Promise<Made & { tokens: Tokens }> {
  const made = await coded(place, more)
  const { status, body } = await exchange(place, made)
  if (status !== 200) throw new Error(JSON.stringify(body))
  return { ...made, tokens: body }
}

export const whoAmI = async ({ call }: OAuthPlace, as: string): Promise<number> => (await call('GET /auths', { as })).status
export const mcp = async ({ llm }: OAuthPlace, as: string): Promise<number> => {
  const headers = { 'content-type': 'application/json', accept: 'application/json, text/event-stream', authorization: `Bearer ${as}` }
  const reply = await fetch(`${llm}${MCP_PATH}`, { method: 'POST', headers, body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/list' }) })
  await reply.text()
  return reply.status
}
export const wait = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))

export const told = (name: string, change: Record<string, unknown>, error: string): Flow => ({
  name: `request: ${name}`,
  expected: [error, 's', null],
  run: async (place) => {
    const { request } = await asking(place, change)
    const { body } = await decide(place, (await place.person()).token, request)
    const answer = new URL(body.redirect_to).searchParams
    return [answer.get('error'), answer.get('state'), answer.get('code')]
  },
})
export const nowhere = (name: string, change: Record<string, unknown>): Flow => ({
  name: `request: ${name}`,
  expected: [422, false],
  run: async (place) => {
    const { request } = await asking(place, change)
    const { status, body } = await decide(place, (await place.person()).token, request)
    return [status, 'redirect_to' in body]
  },
})
/** A code that is misused, and then used by whose it is. */
export const misused = (name: string, change: (made: Made, place: OAuthPlace) => Promise<Form> | Form, error: string): Flow => ({
  name: `code: ${name}`,
  expected: [error, 'granted'],
  run: async (place) => {
    const made = await coded(place)
    return [errorOf(await exchange(place, made, await change(made, place))), errorOf(await exchange(place, made))]
  },
})
export const misrenewed = (name: string, change: (made: Made & { tokens: Tokens }) => Form, error: string): Flow => ({
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
export const unregistered = (name: string, metadata: object, error: string): Flow => ({
  name: `registration: ${name}`,
  expected: `400 ${error}`,
  run: async (place) => errorOf(await register(place, metadata)),
})
