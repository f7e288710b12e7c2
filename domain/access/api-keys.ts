import { and, eq, gt, isNull, or, sql } from 'drizzle-orm'
import { z } from 'zod'
import { apiKeys } from '#db/schema/identity.ts'
import { isAdmin, notFound, requireUser } from '../allow.ts'
import { atRevision, bumped, commit, commitOne } from '../commit.ts'
import { type Context, instantOf } from '../context.ts'
import { Failure } from '../failure.ts'
import { idFilter } from '../list-filters.ts'
import { listQueries, matches, type Page, readPage } from '../pagination.ts'
import { Instant, stored, strict } from '../strict.ts'
import { hashSecret, newApiKey } from './api-key.ts'
import { grantsScope, Scope } from './scopes.ts'

export const ApiKey = z
  .object({
    ...stored,
    user_id: z.string(),
    name: z.string(),
    last4: z.string(),
    scopes: z.array(z.string()),
    expires_at: Instant.nullable(),
    revoked_at: Instant.nullable().meta({ description: 'It is refused from then on' }),
    last_used_at: Instant.nullable().meta({ description: 'To the minute' }),
  })
  .meta({ id: 'ApiKey' })
export type ApiKey = z.infer<typeof ApiKey>

export const CreatedApiKey = ApiKey.extend({ key: z.string().meta({ description: 'The key itself, shown once' }) }).meta({ id: 'CreatedApiKey' })
export type CreatedApiKey = z.infer<typeof CreatedApiKey>

const editable = {
  name: z.string().trim().min(1).max(120),
  scopes: z.array(Scope).min(1).max(20),
  expires_at: z.iso.datetime({ offset: true }).nullable(),
}
export const NewApiKey = strict({
  name: editable.name,
  scopes: editable.scopes.optional().meta({ description: 'Those of the credential it is made with when absent' }),
  expires_at: editable.expires_at.optional(),
}).meta({ id: 'NewApiKey', example: { name: 'Nightly report', scopes: ['llm:write', 'semantic:read'] } })
export const ApiKeyChange = strict(editable)
  .partial()
  .meta({ id: 'ApiKeyChange', example: { name: 'Weekly report' } })
export const ApiKeyRotation = strict({
  overlap_seconds: z.int().min(0).max(604_800).default(0).meta({ description: 'How long the old key still works' }),
}).meta({ id: 'ApiKeyRotation', example: { overlap_seconds: 3600 } })
const sorts = { name: apiKeys.name, updated_at: apiKeys.updated_at }
export const ApiKeyQuery = listQueries(sorts, { user_id: idFilter('Whose; only administrators see others’') }).list
export const UserApiKeyQuery = ApiKeyQuery.omit({ user_id: true })

const columns = {
  id: apiKeys.id,
  user_id: apiKeys.user_id,
  name: apiKeys.name,
  last4: apiKeys.last4,
  scopes: apiKeys.scopes,
  expires_at: apiKeys.expires_at,
  revoked_at: apiKeys.revoked_at,
  last_used_at: apiKeys.last_used_at,
  revision: apiKeys.revision,
  created_at: apiKeys.created_at,
  updated_at: apiKeys.updated_at,
}

/** The caller's keys; an administrator may name any user. */
export async function listApiKeys(ctx: Context, query: z.infer<typeof ApiKeyQuery>): Promise<Page<ApiKey>> {
  const { userId } = requireUser(ctx)
  const whose = query.user_id === undefined ? eq(apiKeys.user_id, userId) : eq(apiKeys.user_id, query.user_id)
  const where = and(whose, isAdmin(ctx) ? undefined : eq(apiKeys.user_id, userId), matches(query.q, apiKeys.name))
  return readPage<ApiKey>(ctx, { table: apiKeys, columns, where, sorts, query })
}

/** Fails with `not_found` for keys of others, except for administrators. */
export async function getApiKey(ctx: Context, id: string): Promise<ApiKey> {
  const own = isAdmin(ctx) ? undefined : eq(apiKeys.user_id, requireUser(ctx).userId)
  const [key] = await ctx.db
    .select(columns)
    .from(apiKeys)
    .where(and(eq(apiKeys.id, id), own))
  if (!key) throw notFound('API key')
  return key
}

/** Makes a key of the caller's own. A key made with a key gets no scope and no time that one does not have: `insufficient_scope`. */
export async function createApiKey(ctx: Context, input: z.infer<typeof NewApiKey>): Promise<CreatedApiKey> {
  const { userId, scopes: held, credential } = requireUser(ctx)
  const scopes = input.scopes ?? held
  const inherited = credential.type === 'api_key' ? credential.expiresAt : null
  const expires_at = input.expires_at === undefined ? inherited : instant(ctx, input.expires_at)
  requireWithin(ctx, scopes, expires_at)
  const at = instantOf(ctx)
  const id = ctx.newId('key')
  const { key, ...secret } = await newSecret(ctx)
  const change = ctx.db
    .insert(apiKeys)
    .values({ ...secret, id, user_id: userId, name: input.name, scopes, expires_at, created_at: at, updated_at: at })
    .returning(columns)
  const entry = { type: 'api_key.created', resource: { type: 'api_key', id }, details: { name: input.name, scopes, expires_at } }
  return { ...(await commitOne(ctx, change, entry)), key }
}

/** Renames a key of the caller's own, or changes what it may do and until when. Fails with `conflict` when it is revoked. */
export async function updateApiKey(ctx: Context, id: string, input: z.infer<typeof ApiKeyChange>): Promise<ApiKey> {
  const before = await ownLiveKey(ctx, id)
  const expires_at = input.expires_at === undefined ? undefined : instant(ctx, input.expires_at)
  // A later end makes a key anew, with all it may do.
  requireWithin(ctx, [...(input.scopes ?? []), ...(expires_at === undefined ? [] : before.scopes)], expires_at)
  const change = ctx.db
    .update(apiKeys)
    .set({ ...input, ...(expires_at === undefined ? {} : { expires_at }), ...bumped(ctx, apiKeys) })
    .where(atRevision(ctx, apiKeys, before.id))
    .returning(columns)
  return commitOne(ctx, change, { type: 'api_key.updated', resource: { type: 'api_key', id }, details: { fields: Object.keys(input) } })
}

/** Revokes a key from the next request on: one's own, or anybody's for administrators. A revoked key stays listed. `userId`, when given, must be whose it is. */
export async function revokeApiKey(ctx: Context, id: string, userId?: string): Promise<void> {
  const at = instantOf(ctx)
  const { user_id, name, revoked_at } = await getApiKey(ctx, id)
  if (userId !== undefined && userId !== user_id) throw notFound('API key')
  if (revoked_at !== null && revoked_at <= at) return
  const change = ctx.db
    .update(apiKeys)
    .set({ revoked_at: at, ...bumped(ctx, apiKeys) })
    .where(and(atRevision(ctx, apiKeys, id), or(isNull(apiKeys.revoked_at), gt(apiKeys.revoked_at, at))))
    .returning({ id: apiKeys.id })
  await commitOne(ctx, change, { type: 'api_key.revoked', resource: { type: 'api_key', id }, details: { user_id, name } })
}

/**
 * Makes a new key like this one, which is refused `overlapSeconds` from now. Of two rotations at the same time one succeeds; the other, and that of a
 * revoked or expired key, fails with `conflict`.
 */
export async function rotateApiKey(ctx: Context, id: string, overlapSeconds: number): Promise<CreatedApiKey> {
  const before = await ownLiveKey(ctx, id)
  requireWithin(ctx, before.scopes, before.expires_at)
  const at = instantOf(ctx)
  const ends = new Date(ctx.now().getTime() + overlapSeconds * 1000).toISOString()
  const newId = ctx.newId('key')
  const { key, lookup, secret_hmac, last4 } = await newSecret(ctx)
  const live = and(eq(apiKeys.id, id), isNull(apiKeys.revoked_at))
  const change = ctx.db
    .insert(apiKeys)
    .select(
      sql`select ${newId}, 1, ${at}, ${at}, ${lookup}, ${secret_hmac}, ${last4}, user_id, name, scopes, expires_at, null, null from ${apiKeys} where ${live}`,
    )
    .returning(columns)
  const old = ctx.db
    .update(apiKeys)
    .set({ revoked_at: ends, ...bumped(ctx, apiKeys) })
    .where(live)
  const entry = { type: 'api_key.rotated', resource: { type: 'api_key', id }, details: { replaced_by: newId, overlap_seconds: overlapSeconds } }
  const [made] = await commit(ctx, change, entry, [old])
  if (!made) throw ended()
  return { ...made, key }
}

const ended = () => new Failure('conflict', 'this API key is revoked or has expired', { hint: 'create a new one' })

/** Fails with `not_found` as `getApiKey` does, `forbidden` for an administrator who is not its owner. */
export async function requireOwnKey(ctx: Context, id: string): Promise<ApiKey> {
  const key = await getApiKey(ctx, id)
  if (key.user_id !== requireUser(ctx).userId) throw new Failure('forbidden', 'only its owner changes an API key', { hint: 'administrators can revoke it' })
  return key
}

async function ownLiveKey(ctx: Context, id: string): Promise<ApiKey> {
  const key = await requireOwnKey(ctx, id)
  if (key.revoked_at !== null || (key.expires_at !== null && key.expires_at <= instantOf(ctx))) throw ended()
  return key
}

/** A credential gives away no more than it has: no wider scope, and as an expiring key no later end. An app gives none: a key would outlive its connection. */
function requireWithin(ctx: Context, scopes: readonly string[], expiresAt: string | null | undefined): void {
  const { scopes: held, credential } = requireUser(ctx)
  if (credential.type === 'oauth') throw new Failure('forbidden', 'an app makes and changes no API keys')
  const beyond = scopes.find((scope) => !grantsScope(held, scope))
  if (beyond) throw new Failure('insufficient_scope', `this credential cannot give the scope "${beyond}", which it lacks`, { param: 'scopes' })
  if (credential.type !== 'api_key' || credential.expiresAt === null || expiresAt === undefined) return
  if (expiresAt === null || expiresAt > credential.expiresAt) {
    throw new Failure('insufficient_scope', 'a key cannot make a key that outlives it', { param: 'expires_at' })
  }
}

function instant(ctx: Context, text: string | null): string | null {
  if (text === null) return null
  const at = new Date(text).toISOString()
  if (at <= instantOf(ctx)) throw new Failure('invalid', 'expires_at must be in the future', { param: 'expires_at' })
  return at
}

async function newSecret(ctx: Context) {
  const { key, id, secret, last4 } = newApiKey(ctx.settings.appEnv === 'production' ? 'live' : 'dev')
  return { key, lookup: id, secret_hmac: await hashSecret(await ctx.ports.vault.subkey('api-key-pepper'), secret), last4 }
}
