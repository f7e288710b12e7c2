import { createRemoteJWKSet, errors, customFetch as joseFetch, jwtVerify } from 'jose'
import * as oauth from 'oauth4webapi'
import type { Network } from '#connectors/sources/network.ts'
import { type OpenIdClaims, type OpenIdClient, OpenIdFailure, type OpenIdRegistration } from '#domain/access/federation/openid-client.ts'
import { Failure } from '#domain/failure.ts'

const WAIT_MS = 10_000
/** A document of a provider is a few kilobytes. */
const MOST_BYTES = 1_000_000
/** Metadata changes rarely; keys are read for every token, so that one taken back opens nothing. */
const METADATA_MS = 5 * 60_000
const TOLERANCE_SECONDS = 30
/** How old a logout token may be, whatever it says of itself. */
const LOGOUT_SECONDS = 120
const LOGOUT_EVENT = 'http://schemas.openid.net/event/backchannel-logout'
/** Signatures of key pairs: the provider's secret half is nobody else's. */
const ALGORITHMS = ['RS256', 'RS384', 'RS512', 'PS256', 'PS384', 'PS512', 'ES256', 'ES384', 'ES512', 'EdDSA', 'Ed25519']

type Server = oauth.AuthorizationServer

/** A relying party over the network policy, with the same code on every runtime. `insecure`: http is spoken too, as while developing. */
export function createOpenIdClient({ fetch: call, insecure }: { fetch: Network['fetch']; insecure: boolean }): OpenIdClient {
  const known = new Map<string, { server: Server; until: number }>()

  /** One call: no redirect is followed, a large document is not read, nobody is waited for long. */
  const fetch = async (url: string, options: object): Promise<Response> => {
    const response = await call(url, { ...options, redirect: 'manual', signal: AbortSignal.timeout(WAIT_MS) } as RequestInit)
    return new Response(await limited(response), { status: response.status, headers: response.headers })
  }
  const means = { [oauth.customFetch]: fetch, [oauth.allowInsecureRequests]: insecure }

  async function read(issuer: string): Promise<Server> {
    const url = new URL(issuer)
    if (!insecure && url.protocol !== 'https:') throw new OpenIdFailure('misconfigured', 'the issuer must be an https address')
    return oauth.processDiscoveryResponse(url, await oauth.discoveryRequest(url, { ...means, algorithm: 'oidc' }))
  }

  /** A fresh object each time, because the library remembers keys by it. */
  async function serverOf(issuer: string): Promise<Server> {
    const kept = known.get(issuer)
    if (kept && kept.until > Date.now()) return { ...kept.server }
    const server = await read(issuer)
    if (known.size >= 100) known.clear()
    known.set(issuer, { server, until: Date.now() + METADATA_MS })
    return { ...server }
  }

  const keysOf = (server: Server) => createRemoteJWKSet(new URL(needed(server, 'jwks_uri')), { [joseFetch]: fetch, timeoutDuration: WAIT_MS })

  return {
    discover: (issuer) =>
      told(async () => {
        const server = await read(issuer)
        known.delete(issuer)
        needed(server, 'token_endpoint')
        const authorizationEndpoint = needed(server, 'authorization_endpoint')
        const keys = await keysAt(needed(server, 'jwks_uri'), fetch)
        if (keys === 0) throw new OpenIdFailure('misconfigured', 'the provider publishes no key that could sign a token')
        return {
          authorizationEndpoint,
          endSessionEndpoint: server.end_session_endpoint ?? null,
          backchannelLogout: server.backchannel_logout_supported === true,
          keys,
        }
      }),

    authorizationUrl: ({ issuer, clientId }, { redirectUri, scopes, state, nonce, verifier }) =>
      told(async () => {
        const url = new URL(needed(await serverOf(issuer), 'authorization_endpoint'))
        const asked = {
          client_id: clientId,
          redirect_uri: redirectUri,
          response_type: 'code',
          scope: scopes.join(' '),
          state,
          nonce,
          code_challenge: await oauth.calculatePKCECodeChallenge(verifier),
          code_challenge_method: 'S256',
        }
        for (const [name, value] of Object.entries(asked)) url.searchParams.set(name, value)
        return url.href
      }),

    redeem: (registration, { parameters, redirectUri, state, nonce, verifier, wanted, now }) =>
      told(async () => {
        const server = await serverOf(registration.issuer)
        const client = clientOf(registration, now)
        const answered = oauth.validateAuthResponse(server, client, parameters, state)
        const response = await oauth.authorizationCodeGrantRequest(server, client, authOf(registration), answered, redirectUri, verifier, means)
        const tokens = await oauth.processAuthorizationCodeResponse(server, client, response, { expectedNonce: nonce, requireIdToken: true })
        await oauth.validateApplicationLevelSignature(server, response, means)
        const claims = oauth.getValidatedIdTokenClaims(tokens)
        if (!claims || tokens.id_token === undefined) throw new OpenIdFailure('refused', 'the provider sent no ID token')
        const back = { idToken: tokens.id_token, endSessionEndpoint: server.end_session_endpoint ?? null }
        const more = wanted.some((name) => claims[name] === undefined) && server.userinfo_endpoint !== undefined
        if (!more) return { claims: claims as OpenIdClaims, ...back }
        const said = await oauth.userInfoRequest(server, client, tokens.access_token, means)
        const info = await oauth.processUserInfoResponse(server, client, claims.sub, said)
        return { claims: { ...info, ...claims } as OpenIdClaims, ...back }
      }),

    logoutToken: ({ issuer, clientId }, token, now) =>
      told(async () => {
        const server = await serverOf(issuer)
        const { payload } = await jwtVerify(token, keysOf(server), {
          issuer: server.issuer,
          audience: clientId,
          algorithms: ALGORITHMS,
          currentDate: now,
          clockTolerance: TOLERANCE_SECONDS,
          maxTokenAge: LOGOUT_SECONDS,
          requiredClaims: ['iat', 'jti', 'events'],
        })
        const { events, nonce, sub, sid, iat = 0 } = payload
        const isLogout = typeof events === 'object' && events !== null && typeof (events as Record<string, unknown>)[LOGOUT_EVENT] === 'object'
        if (!isLogout || nonce !== undefined || (typeof sub !== 'string' && typeof sid !== 'string')) {
          throw new OpenIdFailure('refused', 'this is no logout token')
        }
        return { subject: typeof sub === 'string' ? sub : null, session: typeof sid === 'string' ? sid : null, issuedAt: new Date(iat * 1000) }
      }),
  }
}

/** Times are told by the context's clock. */
const clientOf = ({ clientId }: OpenIdRegistration, now: Date): oauth.Client => ({
  client_id: clientId,
  [oauth.clockSkew]: Math.round((now.getTime() - Date.now()) / 1000),
  [oauth.clockTolerance]: TOLERANCE_SECONDS,
})

function authOf({ clientSecret, clientAuth }: OpenIdRegistration): oauth.ClientAuth {
  if (clientAuth === 'none') return oauth.None()
  if (clientSecret === null) throw new OpenIdFailure('misconfigured', 'the client secret is missing')
  return clientAuth === 'client_secret_post' ? oauth.ClientSecretPost(clientSecret) : oauth.ClientSecretBasic(clientSecret)
}

function needed(server: Server, name: 'authorization_endpoint' | 'token_endpoint' | 'jwks_uri'): string {
  const value = server[name]
  if (typeof value !== 'string' || !URL.canParse(value)) throw new OpenIdFailure('misconfigured', `the provider names no ${name}`)
  return value
}

async function keysAt(address: string, fetch: (url: string, options: object) => Promise<Response>): Promise<number> {
  const response = await fetch(address, { headers: { accept: 'application/json' } })
  const body: unknown = response.ok ? await response.json().catch(() => null) : null
  const keys = typeof body === 'object' && body !== null && 'keys' in body && Array.isArray(body.keys) ? body.keys : []
  return keys.filter(({ kty, use }) => kty !== 'oct' && (use === undefined || use === 'sig')).length
}

async function limited(response: Response): Promise<Uint8Array<ArrayBuffer> | null> {
  if (!response.body || response.status === 204 || response.status === 304) return null
  const pieces: Uint8Array[] = []
  let length = 0
  for await (const piece of response.body as unknown as AsyncIterable<Uint8Array>) {
    length += piece.byteLength
    if (length > MOST_BYTES) throw new OpenIdFailure('unavailable', 'the provider sends more than a megabyte')
    pieces.push(piece)
  }
  const bytes = new Uint8Array(length)
  let at = 0
  for (const piece of pieces) {
    bytes.set(piece, at)
    at += piece.byteLength
  }
  return bytes
}

/** The provider's own registration is at fault, not what it sent. */
const OWN_FAULTS = new Set(['invalid_client', 'unauthorized_client', 'unsupported_grant_type', 'invalid_scope', 'unsupported_response_type', 'invalid_request'])

/** Whatever goes wrong, in the words of the port. */
async function told<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    throw failureOf(error)
  }
}

function failureOf(error: unknown): OpenIdFailure {
  if (error instanceof OpenIdFailure) return error
  if (error instanceof Failure) {
    if (error.code === 'invalid') {
      return new OpenIdFailure('misconfigured', 'the provider’s address leads to where nothing may be called from here: see IDENTITY_ALLOWED_NETS', error)
    }
    return new OpenIdFailure('unavailable', error.message, error)
  }
  if (error instanceof oauth.AuthorizationResponseError) return ofOAuth(error.error, error.error_description, error)
  if (error instanceof oauth.ResponseBodyError) return ofOAuth(error.error, error.error_description, error)
  if (error instanceof oauth.OperationProcessingError || error instanceof oauth.UnsupportedOperationError) {
    if (error.code === oauth.HTTP_REQUEST_FORBIDDEN || error.code === oauth.REQUEST_PROTOCOL_FORBIDDEN) {
      return new OpenIdFailure('misconfigured', 'the provider names an address that is not https', error)
    }
    const isDocument = error.code === oauth.RESPONSE_IS_NOT_CONFORM || error.code === oauth.RESPONSE_IS_NOT_JSON || error.code === oauth.PARSE_ERROR
    return new OpenIdFailure(isDocument ? 'unavailable' : 'refused', error.message, error)
  }
  if (error instanceof errors.JWKSTimeout) return new OpenIdFailure('unavailable', 'the provider’s keys cannot be read', error)
  if (error instanceof errors.JOSEError) return new OpenIdFailure('refused', error.message, error)
  return new OpenIdFailure(
    'unavailable',
    error instanceof Error && error.name === 'TimeoutError' ? 'the provider does not answer in time' : 'the provider cannot be reached',
    error,
  )
}

function ofOAuth(code: string, description: string | undefined, cause: unknown): OpenIdFailure {
  const words = `the provider answered ${code.slice(0, 60)}${description ? `: ${description.slice(0, 300)}` : ''}`
  if (OWN_FAULTS.has(code)) return new OpenIdFailure('misconfigured', words, cause)
  if (code === 'server_error' || code === 'temporarily_unavailable') return new OpenIdFailure('unavailable', words, cause)
  return new OpenIdFailure(code === 'invalid_grant' ? 'refused' : 'cancelled', words, cause)
}
