import { lt } from 'drizzle-orm'
import { z } from 'zod'
import { oauthCodes } from '#db/schema/oauth.ts'
import { requireUser } from '../../allow.ts'
import { commitInsert, recordAudit } from '../../commit.ts'
import { type Context, instantOf } from '../../context.ts'
import { Failure, type OAuthError } from '../../failure.ts'
import { strict } from '../../strict.ts'
import { hashSecret } from '../api-key.ts'
import { APP_SCOPES, Scope } from '../scopes.ts'
import { newCodeToken } from '../signin-token.ts'
import { type Client, findClient } from './clients.ts'
import { answerTo, isRegistered, redirectHost } from './redirects.ts'
import { refuse } from './refusal.ts'
import { readResource, requireOAuth } from './resources.ts'

/** A code is exchanged at once, by the app that waits for it (RFC 6749 §4.1.2 allows ten minutes at most). */
const CODE_SECONDS = 60
/** What an app may do that asks for nothing by name: look, and ask questions. */
const USUAL = ['core:read', 'semantic:read', 'analytics:read', 'llm:completions']

const text = z.string().max(2_000)
const parameters = {
  client_id: z.string().min(1).max(500),
  redirect_uri: text.optional().meta({ description: 'May be left out by an app that registered a single one' }),
  response_type: text.optional(),
  code_challenge: text.optional(),
  code_challenge_method: text.optional(),
  scope: text.optional().meta({ description: 'Scopes of API keys, separated by spaces' }),
  state: text.optional(),
  resource: text.optional().meta({ description: 'The address the tokens are for (RFC 8707)' }),
}
const example = {
  client_id: 'app_01kap5x1m3z7v8q2r4t6w9y0bc',
  redirect_uri: 'http://127.0.0.1:33418/callback',
  response_type: 'code',
  code_challenge: 'E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM',
  code_challenge_method: 'S256',
  scope: 'semantic:read llm:completions',
  state: 'af0ifjsldkj',
}
export const AuthorizationRequest = strict(parameters).meta({ id: 'AuthorizationRequest', example })
export const AuthorizationDecision = strict({
  ...parameters,
  approve: z.boolean(),
  scopes: z.array(Scope).max(20).optional().meta({ description: 'Which of those asked for are given; all when absent' }),
}).meta({ id: 'AuthorizationDecision', example: { ...example, approve: true, scopes: ['semantic:read'] } })
export type AuthorizationRequest = z.infer<typeof AuthorizationRequest>

export const ConsentQuestion = z
  .object({
    redirect_to: z.string().nullable().meta({ description: 'Where the browser goes at once, as nothing is left to ask: the request was refused' }),
    app: z
      .object({
        client_id: z.string(),
        name: z.string().meta({ description: 'As the app calls itself' }),
        uri: z.string().nullable(),
        verified_host: z.string().nullable().meta({ description: 'The host its metadata document stands at; null for an app that registered itself' }),
      })
      .nullable(),
    redirect: z.object({ host: z.string(), kind: z.enum(['web', 'loopback', 'app']) }).nullable(),
    scopes: z.array(z.string()),
    resource: z.string().nullable(),
  })
  .meta({ id: 'ConsentQuestion' })
export const ConsentAnswer = z.object({ redirect_to: z.string() }).meta({ id: 'ConsentAnswer' })

type Asked = { client: Client; redirectUri: string; scopes: string[]; resource: string; challenge: string }

/**
 * What a person is asked before an app may act for him. A request that names no app known here, or a redirect URI that is not the app's, fails with `invalid`: nobody may be sent
 * there (RFC 6749 §4.1.2.1). Any other fault is an answer to the app.
 */
export async function askConsent(ctx: Context, request: AuthorizationRequest): Promise<z.infer<typeof ConsentQuestion>> {
  requireSignedIn(ctx)
  const { client, redirectUri } = await recognised(ctx, request)
  const asked = faultless(() => readRequest(ctx, request, client, redirectUri))
  if ('fault' in asked)
    return { redirect_to: refused(ctx, request, redirectUri, asked.fault, asked.why), app: null, redirect: null, scopes: [], resource: null }
  const { id: client_id, name, uri, verifiedHost: verified_host } = client
  return {
    redirect_to: null,
    app: { client_id, name, uri, verified_host },
    redirect: redirectHost(redirectUri),
    scopes: asked.scopes,
    resource: asked.resource,
  }
}

/** Takes a person's answer: an authorization code for the app, or `access_denied`. Fails as `askConsent`. */
export async function decideConsent(
  ctx: Context,
  { approve, scopes: given, ...request }: z.infer<typeof AuthorizationDecision>,
): Promise<z.infer<typeof ConsentAnswer>> {
  const { userId } = requireSignedIn(ctx)
  const { client, redirectUri } = await recognised(ctx, request)
  const asked = faultless(() => readRequest(ctx, request, client, redirectUri))
  if ('fault' in asked) return { redirect_to: refused(ctx, request, redirectUri, asked.fault, asked.why) }
  const details = { client_id: client.id, name: client.name, redirect_host: redirectHost(redirectUri).host, resource: asked.resource }
  if (!approve) {
    await recordAudit(ctx, { type: 'oauth.refused', resource: { type: 'user', id: userId }, outcome: 'denied', details })
    return { redirect_to: refused(ctx, request, redirectUri, 'access_denied', 'the person said no') }
  }
  const scopes = given ?? asked.scopes
  const beyond = scopes.find((scope) => !asked.scopes.includes(scope))
  if (beyond !== undefined) throw new Failure('invalid', `the app did not ask for the scope "${beyond}"`, { param: 'scopes' })
  if (scopes.length === 0) throw new Failure('invalid', 'an app without any scope can do nothing: refuse it instead', { param: 'scopes' })
  const code = await keepCode(ctx, userId, { ...asked, scopes }, details)
  return { redirect_to: answerTo(redirectUri, { code, state: request.state, iss: requireOAuth(ctx).issuer }) }
}

/** A key or another app could otherwise widen itself: only a person who has signed in agrees. */
function requireSignedIn(ctx: Context) {
  requireOAuth(ctx)
  const user = requireUser(ctx)
  if (user.credential.type !== 'signin') throw new Failure('forbidden', 'only somebody who has signed in connects an app')
  return user
}

async function recognised(ctx: Context, { client_id, redirect_uri }: AuthorizationRequest): Promise<{ client: Client; redirectUri: string }> {
  const client = await findClient(ctx, client_id)
  const [only, ...others] = client.redirectUris
  const redirectUri = redirect_uri ?? (others.length === 0 ? only : undefined)
  if (redirectUri === undefined) throw refuse('invalid_request', 'redirect_uri: required', 'redirect_uri')
  if (!isRegistered(redirectUri, client.redirectUris)) throw refuse('invalid_request', 'this address is none the app has registered', 'redirect_uri')
  return { client, redirectUri }
}

function readRequest(ctx: Context, request: AuthorizationRequest, client: Client, redirectUri: string): Asked {
  const { response_type, code_challenge: challenge, code_challenge_method: method, scope } = request
  if (response_type !== 'code') throw refuse('unsupported_response_type', 'response_type is code')
  // RFC 7636 §4.2 and §7.2: `plain` would show the verifier to whoever sees the request.
  if (challenge === undefined) throw refuse('invalid_request', 'code_challenge: PKCE is required')
  if (method !== 'S256') throw refuse('invalid_request', 'code_challenge_method is S256')
  if (!/^[A-Za-z0-9_-]{43}$/.test(challenge)) throw refuse('invalid_request', 'code_challenge is no SHA-256 in base64url')
  return { client, redirectUri, challenge, scopes: readScopes(scope), resource: readResource(ctx, request.resource) }
}

/** `*` is never given to an app, and `offline_access` is what each gets anyway. */
function readScopes(scope: string | undefined): string[] {
  const named = [...new Set((scope ?? '').split(' ').filter((name) => name !== '' && name !== 'offline_access'))]
  if (named.length === 0) return USUAL
  const unknown = named.find((name) => !APP_SCOPES.includes(name))
  if (unknown !== undefined) throw refuse('invalid_scope', `there is no scope "${unknown.slice(0, 64)}" for apps`)
  return named
}

function faultless(read: () => Asked): Asked | { fault: OAuthError; why: string } {
  try {
    return read()
  } catch (error) {
    if (error instanceof Failure && error.details.oauth) return { fault: error.details.oauth, why: error.message }
    throw error
  }
}

const refused = (ctx: Context, { state }: AuthorizationRequest, redirectUri: string, error: OAuthError, why: string): string =>
  // RFC 6749 §4.1.2.1: a description holds no quotation marks and no backslash.
  answerTo(redirectUri, { error, error_description: why.replaceAll(/[^\x20-\x21\x23-\x5b\x5d-\x7e]/g, "'"), state, iss: requireOAuth(ctx).issuer })

async function keepCode(
  ctx: Context,
  userId: string,
  { client, redirectUri, scopes, resource, challenge }: Asked,
  details: Record<string, unknown>,
): Promise<string> {
  const { token, secret } = newCodeToken()
  const insert = ctx.db.insert(oauthCodes).values({
    id: ctx.newId('req'),
    code_hmac: await hashSecret(await ctx.ports.vault.subkey('signin-token'), secret),
    user_id: userId,
    client_id: client.id,
    client_name: client.name,
    client_uri: client.uri,
    redirect_uri: redirectUri,
    code_challenge: challenge,
    scopes,
    resource,
    created_at: instantOf(ctx),
    expires_at: new Date(ctx.now().getTime() + CODE_SECONDS * 1000).toISOString(),
  })
  await commitInsert(ctx, insert, { type: 'oauth.agreed', resource: { type: 'user', id: userId }, details: { ...details, scopes } })
  return token
}

/** Forgets codes a day after they ended. */
export async function forgetCodes(ctx: Context): Promise<void> {
  await ctx.db.delete(oauthCodes).where(lt(oauthCodes.expires_at, new Date(ctx.now().getTime() - 86_400_000).toISOString()))
}
