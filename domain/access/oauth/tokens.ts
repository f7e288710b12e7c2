import { and, eq, gt, isNull, lte, sql } from 'drizzle-orm'
import { z } from 'zod'
import { users } from '#db/schema/identity.ts'
import { oauthClients, oauthCodes, oauthConnections } from '#db/schema/oauth.ts'
import { commit } from '../../commit.ts'
import { type Context, instantOf } from '../../context.ts'
import { actingAs } from '../acting-as.ts'
import { equalText, hashSecret } from '../api-key.ts'
import { newAccessToken, newRefreshToken, parseAccessToken, parseCodeToken, parseRefreshToken } from '../signin-token.ts'
import { actorOf } from '../signins/issue.ts'
import { refuse } from './refusal.ts'
import { readResource, requireOAuth } from './resources.ts'

const DAY = 86_400_000
const ACCESS_MS = 3_600_000
/** A connection ends when nothing renewed it for so long, or after so long in all. */
const IDLE_DAYS = 30
const MOST_DAYS = 365
/** Processes of one app that renew at the same time: the second is given what the first was. Later a token that was used is a stolen one. */
const GRACE_MS = 10_000

export const TokenReply = z
  .object({
    access_token: z.string(),
    token_type: z.literal('Bearer'),
    expires_in: z.int().meta({ description: 'Seconds' }),
    refresh_token: z.string().meta({ description: 'Takes the place of the one before' }),
    scope: z.string(),
  })
  .meta({ id: 'TokenReply' })
export type TokenReply = z.infer<typeof TokenReply>

/** The parameters of a token request, each at most once. */
export type TokenRequest = Record<string, string | undefined>
type Connection = typeof oauthConnections.$inferSelect
type Code = typeof oauthCodes.$inferSelect

const keyOf = (ctx: Context) => ctx.ports.vault.subkey('signin-token')

/** Tokens for a code or a refresh token (RFC 6749 §4.1.3 and §6). Every refusal has its OAuth code. */
export async function grantTokens(ctx: Context, request: TokenRequest): Promise<TokenReply> {
  requireOAuth(ctx)
  const { grant_type, client_id } = request
  if (grant_type === undefined) throw refuse('invalid_request', 'grant_type: required')
  if (grant_type !== 'authorization_code' && grant_type !== 'refresh_token')
    throw refuse('unsupported_grant_type', 'grant_type is authorization_code or refresh_token')
  // §3.2.1: a public client names itself.
  if (!client_id) throw refuse('invalid_client', 'client_id: required')
  return grant_type === 'refresh_token' ? refresh(ctx, request, client_id) : exchange(ctx, request, client_id)
}

const noCode = () => refuse('invalid_grant', 'the code is unknown, used, expired, or not for this request')

async function exchange(ctx: Context, { code, redirect_uri, code_verifier, resource }: TokenRequest, clientId: string): Promise<TokenReply> {
  const secret = code === undefined ? null : parseCodeToken(code)
  if (!secret) throw noCode()
  const [found] = await ctx.db
    .select()
    .from(oauthCodes)
    .where(eq(oauthCodes.code_hmac, await hashSecret(await keyOf(ctx), secret)))
  if (!found) throw noCode()
  if (found.connection_id !== null) return endReused(ctx, found)
  if (found.client_id !== clientId || found.expires_at <= instantOf(ctx)) throw noCode()
  // RFC 6749 §4.1.3: the same redirect URI again, letter by letter; OAuth 2.1 leaves it out.
  if (redirect_uri !== undefined && redirect_uri !== found.redirect_uri) throw noCode()
  if (!(await provesCode(code_verifier, found.code_challenge))) throw refuse('invalid_grant', 'code_verifier does not belong to the code')
  if (resource !== undefined && readResource(ctx, resource) !== found.resource) throw refuse('invalid_target', 'the code is for another resource')
  return (await connect(ctx, found)) ?? endReused(ctx, found)
}

/** RFC 7636 §4.6. */
async function provesCode(verifier: string | undefined, challenge: string): Promise<boolean> {
  if (verifier === undefined || !/^[A-Za-z0-9._~-]{43,128}$/.test(verifier)) return false
  const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(verifier)))
  return equalText(
    btoa(String.fromCharCode(...digest))
      .replaceAll('+', '-')
      .replaceAll('/', '_')
      .replaceAll('=', ''),
    challenge,
  )
}

/** Uses a code, once also when two do at the same time: null for the second. */
async function connect(ctx: Context, code: Code): Promise<TokenReply | null> {
  const id = ctx.newId('con')
  const at = instantOf(ctx)
  const expires_at = new Date(ctx.now().getTime() + IDLE_DAYS * DAY).toISOString()
  const isActive = sql`exists (select 1 from ${users} where ${users.id} = ${code.user_id} and ${users.status} = 'active')`
  const used = ctx.db
    .update(oauthCodes)
    .set({ connection_id: id })
    .where(and(eq(oauthCodes.id, code.id), isNull(oauthCodes.connection_id), gt(oauthCodes.expires_at, at), isActive))
    .returning({ id: oauthCodes.id })
  const made = ctx.db
    .insert(oauthConnections)
    .select(
      sql`select ${id}, user_id, client_id, client_name, client_uri, redirect_uri, scopes, resource, ${at}, ${expires_at}, 0, null, ${at} from ${oauthCodes} where id = ${code.id} and connection_id = ${id}`,
    )
  const seen = ctx.db.update(oauthClients).set({ last_used_at: at }).where(eq(oauthClients.id, code.client_id))
  const ended = ctx.db.delete(oauthConnections).where(and(eq(oauthConnections.user_id, code.user_id), lte(oauthConnections.expires_at, at)))
  const acting = actingAs(ctx, actorOf(code.user_id, { type: 'oauth', id, expiresAt: expires_at }))
  const { client_id, client_name: name, scopes, resource } = code
  const [row] = await commit(
    acting,
    used,
    { type: 'oauth.connected', resource: { type: 'oauth_connection', id }, details: { client_id, name, scopes, resource } },
    [made, seen, ended],
  )
  return row ? issue(ctx, { id, generation: 0, expires_at, scopes }) : null
}

/** RFC 6749 §4.1.2: what a code was exchanged for ends when it is used again, as one of the two is a thief. */
async function endReused(ctx: Context, { id, user_id, client_id }: Code): Promise<never> {
  const [code] = await ctx.db.select({ connection: oauthCodes.connection_id }).from(oauthCodes).where(eq(oauthCodes.id, id))
  if (code?.connection) await end(ctx, { id: code.connection, user_id, client_id }, 'oauth.code_reused')
  throw noCode()
}

const noRefresh = () => refuse('invalid_grant', 'the refresh token is unknown, used, expired, or of another app')

async function refresh(ctx: Context, { refresh_token, scope, resource }: TokenRequest, clientId: string): Promise<TokenReply> {
  const parsed = refresh_token === undefined ? null : await parseRefreshToken(await keyOf(ctx), refresh_token)
  if (!parsed) throw noRefresh()
  const row = await standing(ctx, parsed.connectionId)
  if (row.client_id !== clientId) throw noRefresh()
  // RFC 6749 §6: never more than was agreed to. A narrower wish is answered with what holds, told in `scope` (§3.3).
  const wider = scope?.split(' ').find((name) => name !== '' && name !== 'offline_access' && !row.scopes.includes(name))
  if (wider !== undefined) throw refuse('invalid_scope', 'the scopes are wider than those that were agreed to')
  if (resource !== undefined && readResource(ctx, resource) !== row.resource) throw refuse('invalid_target', 'the refresh token is for another resource')
  if (parsed.generation !== row.generation) return again(ctx, parsed.generation, row)
  const renewed = await advance(ctx, row)
  return renewed ? issue(ctx, renewed) : again(ctx, parsed.generation, await standing(ctx, row.id))
}

/** A connection that still holds, of somebody whose account does. */
async function standing(ctx: Context, id: string): Promise<Connection> {
  const [found] = await ctx.db
    .select({ row: oauthConnections })
    .from(oauthConnections)
    .innerJoin(users, and(eq(users.id, oauthConnections.user_id), eq(users.status, 'active')))
    .where(and(eq(oauthConnections.id, id), gt(oauthConnections.expires_at, instantOf(ctx))))
  if (!found) throw noRefresh()
  return found.row
}

async function advance(ctx: Context, row: Connection): Promise<Connection | undefined> {
  const at = instantOf(ctx)
  const ends = Math.min(ctx.now().getTime() + IDLE_DAYS * DAY, Date.parse(row.created_at) + MOST_DAYS * DAY)
  // No entry of its own, as with sign-ins of pages: it is the use of a credential and no change of an object.
  const [renewed] = await ctx.db
    .update(oauthConnections)
    .set({ generation: row.generation + 1, rotated_at: at, last_used_at: at, expires_at: new Date(ends).toISOString() })
    .where(and(eq(oauthConnections.id, row.id), eq(oauthConnections.generation, row.generation)))
    .returning()
  return renewed
}

/** OAuth 2.1 §4.3.1: a refresh token that was used ends all tokens of its family, but for the moment two processes renew together. */
async function again(ctx: Context, generation: number, row: Connection): Promise<TokenReply> {
  const since = row.rotated_at === null ? Number.POSITIVE_INFINITY : ctx.now().getTime() - Date.parse(row.rotated_at)
  if (generation === row.generation - 1 && since <= GRACE_MS) return issue(ctx, row)
  await end(ctx, row, 'oauth.refresh_reused')
  throw noRefresh()
}

async function end(ctx: Context, { id, user_id, client_id }: Pick<Connection, 'id' | 'user_id' | 'client_id'>, type: string): Promise<void> {
  const acting = actingAs(ctx, actorOf(user_id, { type: 'oauth', id, expiresAt: null }))
  const change = ctx.db.delete(oauthConnections).where(eq(oauthConnections.id, id)).returning({ id: oauthConnections.id })
  await commit(acting, change, { type, resource: { type: 'oauth_connection', id }, outcome: 'denied', details: { client_id } })
}

async function issue(
  ctx: Context,
  { id, generation, expires_at, scopes }: Pick<Connection, 'id' | 'generation' | 'expires_at' | 'scopes'>,
): Promise<TokenReply> {
  const key = await keyOf(ctx)
  const ends = Math.min(ctx.now().getTime() + ACCESS_MS, Date.parse(expires_at))
  const [access_token, refresh_token] = await Promise.all([newAccessToken(key, id, new Date(ends)), newRefreshToken(key, id, generation)])
  return {
    access_token,
    token_type: 'Bearer',
    expires_in: Math.max(0, Math.floor((ends - ctx.now().getTime()) / 1000)),
    refresh_token,
    scope: scopes.join(' '),
  }
}

/**
 * Ends what a token belongs to, all tokens of its family with it (RFC 7009 §2.1). A token that is none is none afterwards either: no failure (§2.2).
 * Fails with `invalid_request` without a token, `invalid_client` for that of another app.
 */
export async function revokeToken(ctx: Context, { token, client_id }: TokenRequest): Promise<void> {
  requireOAuth(ctx)
  if (!token) throw refuse('invalid_request', 'token: required')
  const key = await keyOf(ctx)
  const parsed = (await parseRefreshToken(key, token)) ?? (await parseAccessToken(key, token))
  if (!parsed) return
  const [row] = await ctx.db.select().from(oauthConnections).where(eq(oauthConnections.id, parsed.connectionId))
  if (!row) return
  if (client_id !== undefined && client_id !== row.client_id) throw refuse('invalid_client', 'the token is of another app')
  const acting = actingAs(ctx, actorOf(row.user_id, { type: 'oauth', id: row.id, expiresAt: null }))
  const change = ctx.db.delete(oauthConnections).where(eq(oauthConnections.id, row.id)).returning({ id: oauthConnections.id })
  await commit(acting, change, { type: 'oauth.revoked', resource: { type: 'oauth_connection', id: row.id }, details: { client_id: row.client_id, by: 'app' } })
}
