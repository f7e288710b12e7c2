import * as oauth from 'oauth4webapi'
import type { Connection } from '../credentials.ts'
import { CommandFailure, EXIT } from '../exit-codes.ts'
import { reach } from '../service.ts'

const WAIT_MS = 15_000
/** What the commands do. A person may agree to less. */
const SCOPES = ['core:read', 'core:write', 'semantic:read', 'semantic:write', 'analytics:read', 'llm:read', 'llm:completions']
/** RFC 8252 §7.3: the port is one that is free at the time. */
const ANY_PORT = 'http://127.0.0.1/callback'

type Found = { server: oauth.AuthorizationServer; resource: string }
/** What one sign-in is held together by, from the address the browser opens to the one it ends at. */
export type Flow = { clientId: string; redirectUri: string; state: string; verifier: string }

/** The authorization server of one deployment, as a public client of OAuth 2.1 speaks to it. Each call fails with `CommandFailure`. */
export type AuthorizationServer = {
  register(name: string): Promise<string>
  /** Where the browser asks the person. */
  authorizationUrl(flow: Flow): Promise<string>
  /** Redeems what the browser came back with. */
  redeem(flow: Flow, address: URL): Promise<Connection>
  /** Renews, which ends the refresh token before. */
  renew(connection: Connection): Promise<Connection>
  revoke(connection: Connection): Promise<void>
}

/** The server that gives tokens for the deployment at `url` (RFC 9728, RFC 8414); `null` where there is none. */
export async function authorizationServerOf(url: string): Promise<AuthorizationServer | null> {
  // An http address is the user's own choice; one of https leads to nothing less.
  const insecure = new URL(url).protocol === 'http:'
  const means = {
    [oauth.customFetch]: (address: string, init: object) => reach(url, address, init),
    [oauth.allowInsecureRequests]: insecure,
    signal: () => AbortSignal.timeout(WAIT_MS),
  }
  const found = await told(url, () => find(url, means))
  if (found === null) return null
  const { server, resource } = found
  const as = (clientId: string): oauth.Client => ({ client_id: clientId })
  const kept = (clientId: string, { access_token, refresh_token, expires_in = 0 }: oauth.TokenEndpointResponse): Connection => {
    if (!refresh_token) throw new oauth.OperationProcessingError('there is no refresh token')
    return {
      issuer: server.issuer,
      clientId,
      accessToken: access_token,
      refreshToken: refresh_token,
      expiresAt: new Date(Date.now() + expires_in * 1000).toISOString(),
    }
  }
  return {
    register: (name) =>
      told(url, async () => {
        const metadata = {
          client_name: name,
          redirect_uris: [ANY_PORT],
          token_endpoint_auth_method: 'none',
          grant_types: ['authorization_code', 'refresh_token'],
        }
        const client = await oauth.processDynamicClientRegistrationResponse(await oauth.dynamicClientRegistrationRequest(server, metadata, means))
        return client.client_id
      }),

    async authorizationUrl({ clientId, redirectUri, state, verifier }) {
      const address = new URL(server.authorization_endpoint ?? '')
      const asked = {
        client_id: clientId,
        redirect_uri: redirectUri,
        response_type: 'code',
        scope: SCOPES.join(' '),
        state,
        code_challenge: await oauth.calculatePKCECodeChallenge(verifier),
        code_challenge_method: 'S256',
        resource,
      }
      for (const [name, value] of Object.entries(asked)) address.searchParams.set(name, value)
      return address.href
    },

    redeem: ({ clientId, redirectUri, state, verifier }, address) =>
      told(url, async () => {
        const parameters = oauth.validateAuthResponse(server, as(clientId), address, state)
        const response = await oauth.authorizationCodeGrantRequest(server, as(clientId), oauth.None(), parameters, redirectUri, verifier, means)
        return kept(clientId, await oauth.processAuthorizationCodeResponse(server, as(clientId), response))
      }),

    renew: ({ clientId, refreshToken }) =>
      told(url, async () => {
        const response = await oauth.refreshTokenGrantRequest(server, as(clientId), oauth.None(), refreshToken, means)
        return kept(clientId, await oauth.processRefreshTokenResponse(server, as(clientId), response))
      }),

    revoke: ({ clientId, refreshToken }) =>
      told(url, async () => oauth.processRevocationResponse(await oauth.revocationRequest(server, as(clientId), oauth.None(), refreshToken, means))),
  }
}

async function find(url: string, means: oauth.HttpRequestOptions<'GET'>): Promise<Found | null> {
  const origin = new URL(new URL(url).origin)
  const described = await oauth.resourceDiscoveryRequest(origin, means)
  if (described.status === 404) return null
  const { resource, authorization_servers: [issuer] = [] } = await oauth.processResourceDiscoveryResponse(origin, described)
  if (issuer === undefined) return null
  const server = await oauth.processDiscoveryResponse(new URL(issuer), await oauth.discoveryRequest(new URL(issuer), { ...means, algorithm: 'oauth2' }))
  oauth.checkProtocol(new URL(server.authorization_endpoint ?? ''), means[oauth.allowInsecureRequests] !== true)
  return { server, resource }
}

/** Its refusals in words, and what is no authorization server as such. */
async function told<T>(url: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (error instanceof CommandFailure) throw error
    if (error instanceof oauth.AuthorizationResponseError)
      throw new CommandFailure(EXIT.signedOut, error.error === 'access_denied' ? 'the sign-in was refused in the browser' : wordsOf(error))
    if (error instanceof oauth.ResponseBodyError) {
      if (error.error === 'invalid_grant') throw new CommandFailure(EXIT.signedOut, `the sign-in at ${url} has ended`, 'sign in anew with `querent login`')
      throw new CommandFailure(EXIT.refused, wordsOf(error))
    }
    if (error instanceof DOMException && error.name === 'TimeoutError') throw new CommandFailure(EXIT.unreachable, `${url} does not answer`)
    throw new CommandFailure(EXIT.failed, `${url} does not answer as Querent does: ${error instanceof Error ? error.message : error}`)
  }
}

const wordsOf = ({ error, error_description }: oauth.AuthorizationResponseError | oauth.ResponseBodyError): string => error_description ?? error
