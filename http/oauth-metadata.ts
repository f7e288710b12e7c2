import type { OpenAPIHono } from '@hono/zod-openapi'
import type { Context as Call } from 'hono'
import { MCP_PATH, RESOURCE_PATHS } from '#domain/access/oauth/resources.ts'
import { APP_SCOPES, MCP_SCOPES } from '#domain/access/scopes.ts'
import { Failure } from '#domain/failure.ts'
import { calledOrigin } from './called-origin.ts'
import type { Env } from './inbound.ts'
import { json } from './reply.ts'
import { createRouter } from './router.ts'

const RESOURCE = '/.well-known/oauth-protected-resource'
const SERVER = '/.well-known/oauth-authorization-server'
/** Programs of any page may read what is no secret; the header with their version is sent by MCP clients. */
const PUBLIC = { 'access-control-allow-origin': '*', 'cache-control': 'public, max-age=300' }

/** Where apps learn how to get a token: every service answers alike, as each is an origin of its own where they stand apart. */
export function oauthMetadata(): OpenAPIHono<Env> {
  const router = createRouter()
  // Not kept by anybody in between: it repeats the host it was asked at.
  for (const path of RESOURCE_PATHS)
    router.get(`${RESOURCE}${path}`, async (c) => json(c, await protectedResource(c, path), 200, { ...PUBLIC, 'cache-control': 'no-store' }))
  router.get(SERVER, (c) => json(c, authorizationServer(c), 200, PUBLIC))
  // RFC 8414 §3.1: of an issuer with a path the document stands at the root of its host, the path behind it.
  router.get(`${SERVER}/*`, (c) => {
    const { issuer } = settingsOf(c)
    if (c.req.path !== `${SERVER}${new URL(issuer).pathname.replace(/\/+$/, '')}`) throw new Failure('not_found', 'no such path')
    return json(c, authorizationServer(c), 200, PUBLIC)
  })
  return router
}

function settingsOf(c: Call<Env>): { issuer: string } {
  const { oauth } = c.env.platform.settings
  if (oauth === null) throw new Failure('not_found', 'no such path')
  return oauth
}

/** RFC 9728 §2. `resource` is the address that was asked, which the client compares with the one it knows (§3.3). */
async function protectedResource(c: Call<Env>, path: string): Promise<Record<string, unknown>> {
  const { issuer } = settingsOf(c)
  return {
    resource: `${calledOrigin(c)}${path}`,
    authorization_servers: [issuer],
    scopes_supported: path === MCP_PATH ? MCP_SCOPES : APP_SCOPES,
    bearer_methods_supported: ['header'],
    resource_name: await c.env.platform.deploymentName(),
  }
}

/** RFC 8414 §2, with RFC 9207 §3 and the client ID metadata documents of the draft. */
function authorizationServer(c: Call<Env>): Record<string, unknown> {
  const { issuer } = settingsOf(c)
  const api = `${issuer}/api/v1/core/oauth`
  return {
    issuer,
    authorization_endpoint: `${issuer}/authorize`,
    token_endpoint: `${api}/token`,
    registration_endpoint: `${api}/register`,
    revocation_endpoint: `${api}/revoke`,
    scopes_supported: APP_SCOPES,
    response_types_supported: ['code'],
    response_modes_supported: ['query'],
    grant_types_supported: ['authorization_code', 'refresh_token'],
    token_endpoint_auth_methods_supported: ['none'],
    revocation_endpoint_auth_methods_supported: ['none'],
    code_challenge_methods_supported: ['S256'],
    authorization_response_iss_parameter_supported: true,
    client_id_metadata_document_supported: true,
  }
}

/** What a 401 says of how to get a token (RFC 6750 §3, RFC 9728 §5.1); `undefined` = nothing more than that a token is needed. */
export function challenge(c: Call<Env>): string {
  if (c.env.platform.settings.oauth === null) return 'Bearer'
  const path = c.req.path === MCP_PATH ? MCP_PATH : ''
  const sent = c.req.header('authorization') === undefined ? '' : 'error="invalid_token", '
  return `Bearer ${sent}resource_metadata="${calledOrigin(c)}${RESOURCE}${path}"`
}
