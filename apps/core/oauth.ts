import type { Context as Call } from 'hono'
import { z } from 'zod'
import { ClientRequest, RegisteredClient, registerClient } from '#domain/access/oauth/clients.ts'
import { grantTokens, revokeToken, TokenReply, type TokenRequest } from '#domain/access/oauth/tokens.ts'
import { Failure } from '#domain/failure.ts'
import { takeJsonBody } from '#http/body.ts'
import { ErrorBody } from '#http/failures.ts'
import type { Env } from '#http/inbound.ts'
import { headersFor, json } from '#http/reply.ts'
import { body, createRouter, reply, route } from '#http/router.ts'

/** What a program of OAuth sends is small. */
const MOST_BYTES = 32_768

export const OAuthErrorBody = z.object({ error: z.string(), error_description: z.string() }).meta({
  id: 'OAuthError',
  description: 'As RFC 6749 §5.2 says',
  example: { error: 'invalid_grant', error_description: 'the code is unknown, used, or expired' },
})

/** No parameter is longer, in characters. */
const LONGEST = 8_000

const text = { type: 'string' as const, maxLength: LONGEST }
const named = { ...text, minLength: 1 }
type TextField = { type: 'string'; description?: string; enum?: string[]; minLength?: number; maxLength?: number }
const form = (properties: Record<string, TextField>, required: string[]) => ({
  content: { 'application/x-www-form-urlencoded': { schema: { type: 'object' as const, required, properties } } },
  required: true as const,
})
const tokenForm = form(
  {
    grant_type: { type: 'string', enum: ['authorization_code', 'refresh_token'] },
    client_id: named,
    code: text,
    redirect_uri: text,
    code_verifier: text,
    refresh_token: text,
    scope: text,
    resource: { ...text, description: 'As in the authorization request (RFC 8707)' },
  },
  ['grant_type', 'client_id'],
)
const revocationForm = form({ token: named, token_type_hint: text, client_id: text }, ['token'])
/** Read whole by `registerClient`, which refuses in the form of RFC 7591. */
const ClientMetadata = z.unknown().meta({
  id: 'ClientMetadata',
  ...z.toJSONSchema(ClientRequest, { target: 'openapi-3.0', io: 'input' }),
  description: 'As RFC 7591 §2 says: redirect_uris, client_name and client_uri are kept, other members are ignored',
  example: { redirect_uris: ['http://127.0.0.1:33418/callback'], client_name: 'My app' },
})
const refused = reply(OAuthErrorBody, 'Refused, with the code OAuth has for it')
const unknown = reply(OAuthErrorBody, 'invalid_client')
const access = { who: 'anyone' as const, rawBody: true as const }

/** Pages of other origins speak to these too, without cookies: apps that run in a browser. */
const ANY_ORIGIN = { 'access-control-allow-origin': '*', vary: 'Origin' }

/** The endpoints programs call, in the forms OAuth 2.1 has for them; what people see stands in `oauth-consent.ts`. */
export const oauth = createRouter()
  .openapi(
    route({
      method: 'post',
      path: '/oauth/register',
      operationId: 'registerOAuthClient',
      summary: 'Register an app (RFC 7591)',
      description:
        'For apps that have no metadata document of their own. Every app is a public client: it is given no secret and proves itself with PKCE. One that nobody connects within a day is forgotten.',
      access: { who: 'anyone', maxBytes: MOST_BYTES },
      request: { body: body(ClientMetadata) },
      responses: {
        201: reply(RegisteredClient, 'The app as registered'),
        400: reply(z.union([OAuthErrorBody, ErrorBody]), 'Refused, with the code OAuth has for it; or no JSON'),
      },
      fails: ['not_found', 'rate_limited'],
    }),
    (c) => answering(c, async () => json(c, await registerClient(c.var.ctx, c.req.valid('json')), 201, ANY_ORIGIN)) as never,
  )
  .openapi(
    route({
      method: 'post',
      path: '/oauth/token',
      operationId: 'grantOAuthTokens',
      summary: 'Exchange a code or a refresh token (OAuth 2.1 §3.2)',
      description:
        'Access tokens hold for an hour. Each refresh token works once and is replaced; one that is used again later than ten seconds after that ends all tokens of its connection, and so does a code used twice.',
      access,
      request: { body: tokenForm },
      responses: { 200: reply(TokenReply, 'A token, and the one that renews it'), 400: refused, 401: unknown },
      fails: ['not_found'],
    }),
    (c) => answering(c, async () => json(c, await grantTokens(c.var.ctx, await readForm(c)), 200, { pragma: 'no-cache', ...ANY_ORIGIN })) as never,
  )
  .openapi(
    route({
      method: 'post',
      path: '/oauth/revoke',
      operationId: 'revokeOAuthToken',
      summary: 'Give back a token (RFC 7009)',
      description: 'An access or a refresh token: either ends its whole connection. A token that is none is answered alike.',
      access,
      request: { body: revocationForm },
      responses: { 200: { description: 'It holds no more' }, 400: refused, 401: unknown },
      fails: ['not_found'],
    }),
    (c) =>
      answering(c, async () => {
        await revokeToken(c.var.ctx, await readForm(c))
        return new Response(null, { status: 200, headers: headersFor(c.env.trace, ANY_ORIGIN) })
      }) as never,
  )

/** The parameters of a form, none of which may come twice (RFC 6749 §3.2). */
async function readForm(c: Call<Env>): Promise<TokenRequest> {
  if (!/^application\/x-www-form-urlencoded\b/i.test(c.req.header('content-type') ?? '')) {
    throw new Failure('unsupported_media_type', 'send the parameters as application/x-www-form-urlencoded')
  }
  await takeJsonBody(c.req, MOST_BYTES)
  const given = new URLSearchParams(await c.req.text())
  const twice = [...new Set(given.keys())].find((name) => given.getAll(name).length > 1)
  if (twice !== undefined)
    throw new Failure('invalid', `${twice.slice(0, 64)}: given twice`, { oauth: twice === 'resource' ? 'invalid_target' : 'invalid_request' })
  const long = [...given].find(([, value]) => value.length > LONGEST)?.[0]
  if (long !== undefined) throw new Failure('invalid', `${long.slice(0, 64)}: at most ${LONGEST} characters`, { oauth: 'invalid_request' })
  // An empty value is one left out (RFC 6749 §3.1).
  return Object.fromEntries([...given].filter(([, value]) => value !== ''))
}

/** Refusals that have a code of OAuth are told in its form; all others as everywhere. */
async function answering(c: Call<Env>, work: () => Promise<Response>): Promise<Response> {
  try {
    return await work()
  } catch (error) {
    if (!(error instanceof Failure) || !error.details.oauth) throw error
    c.env.trace.errorCode = error.details.oauth
    const told = { error: error.details.oauth, error_description: error.message }
    return json(c, told, told.error === 'invalid_client' ? 401 : 400, ANY_ORIGIN)
  }
}
