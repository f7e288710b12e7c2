import { and, asc, eq, inArray, ne, sql } from 'drizzle-orm'
import type { z } from 'zod'
import { groups, signins } from '#db/schema/identity.ts'
import { federatedSignins, identityProviders } from '#db/schema/identity-providers.ts'
import { notFound, requireAdmin } from '../../allow.ts'
import { atRevision, bumped, commitOne, unlessTaken } from '../../commit.ts'
import { type Context, instantOf } from '../../context.ts'
import { Failure } from '../../failure.ts'
import { flagged } from '../../list-filters.ts'
import { matches, type Page, readPage } from '../../pagination.ts'
import { passwordOffByPolicy } from '../policy/signin-policy.ts'
import { requireEveryScope } from '../scopes.ts'
import type { SealContext } from '../vault.ts'
import { addressesOf } from './addresses.ts'
import { OpenIdFailure, type OpenIdRegistration } from './openid-client.ts'
import {
  type IdentityProvider,
  type IdentityProviderChange,
  type IdentityProviderCheck,
  type identityProviderQueries,
  identityProviderSorts,
  type NewIdentityProvider,
  usualClaims,
} from './provider-shape.ts'

export type IdentityProviderRow = typeof identityProviders.$inferSelect

const columns = {
  id: identityProviders.id,
  identity_provider_id: sql<string>`${identityProviders.id}`.as('identity_provider_id'),
  name: identityProviders.name,
  issuer: identityProviders.issuer,
  client_id: identityProviders.client_id,
  has_client_secret: sql<boolean>`${identityProviders.client_secret} is not null`.mapWith(Boolean).as('has_client_secret'),
  client_auth: identityProviders.client_auth,
  scopes: identityProviders.scopes,
  claims: identityProviders.claims,
  group_mappings: identityProviders.group_mappings,
  role_mappings: identityProviders.role_mappings,
  default_role: identityProviders.default_role,
  allowed_groups: identityProviders.allowed_groups,
  allowed_domains: identityProviders.allowed_domains,
  creates_accounts: identityProviders.creates_accounts,
  links_by_email: identityProviders.links_by_email,
  trusts_email: identityProviders.trusts_email,
  single_logout: identityProviders.single_logout,
  session_hours: identityProviders.session_hours,
  is_enabled: identityProviders.is_enabled,
  revision: identityProviders.revision,
  created_at: identityProviders.created_at,
  updated_at: identityProviders.updated_at,
}

type Stored = Omit<IdentityProvider, 'claims' | 'redirect_uri' | 'backchannel_logout_uri' | 'post_logout_redirect_uri'> & Pick<IdentityProviderRow, 'claims'>

function shown(ctx: Context, row: Stored): IdentityProvider {
  const { redirectUri, backchannelLogoutUri, postLogoutRedirectUri } = addressesOf(ctx, row.id)
  const claims = { ...usualClaims, ...row.claims }
  return { ...row, claims, redirect_uri: redirectUri, backchannel_logout_uri: backchannelLogoutUri, post_logout_redirect_uri: postLogoutRedirectUri }
}

/** Administrators only. */
export async function listIdentityProviders(
  ctx: Context,
  query: z.output<typeof identityProviderQueries.list> | z.output<typeof identityProviderQueries.page>,
): Promise<Page<IdentityProvider>> {
  requireAdmin(ctx)
  const where = and(flagged(identityProviders.is_enabled, query.is_enabled), matches(query.q, identityProviders.name, identityProviders.issuer))
  const page = await readPage<Stored>(ctx, { table: identityProviders, columns, where, sorts: identityProviderSorts, query })
  return { ...page, items: page.items.map((row) => shown(ctx, row)) }
}

/** Administrators only. */
export async function getIdentityProvider(ctx: Context, id: string): Promise<IdentityProvider> {
  requireAdmin(ctx)
  const [row] = await ctx.db.select(columns).from(identityProviders).where(eq(identityProviders.id, id))
  if (!row) throw notFound('identity provider')
  return shown(ctx, row)
}

const sealed = (id: string): SealContext => ({ table: 'identity_providers', row: id, column: 'client_secret' })
const sealedSecret = (ctx: Context, id: string, secret: string | null) => (secret === null ? null : ctx.ports.vault.seal(sealed(id), secret))
const withOpenId = (scopes: string[]): string[] => [...new Set(['openid', ...scopes])]

/** Administrators only, by a credential with every scope: whom a provider vouches for, that one becomes. Fails with `already_exists`, `invalid`. */
export async function createIdentityProvider(ctx: Context, input: z.infer<typeof NewIdentityProvider>): Promise<IdentityProvider> {
  requireAdmin(ctx)
  requireEveryScope(ctx, 'decide who may sign in')
  await requireSound(ctx, input)
  const { client_secret, client_auth = client_secret === null ? 'none' : 'client_secret_basic', ...facts } = input
  requireSecret(client_auth, client_secret !== null)
  const id = ctx.newId('idp')
  const at = instantOf(ctx)
  const change = ctx.db
    .insert(identityProviders)
    .values({
      ...facts,
      client_auth,
      scopes: withOpenId(input.scopes),
      claims: { ...usualClaims, ...input.claims },
      client_secret: await sealedSecret(ctx, id, client_secret),
      id,
      created_at: at,
      updated_at: at,
    })
    .returning(columns)
  const entry = {
    type: 'identity_provider.created',
    resource: { type: 'identity_provider', id },
    details: { name: input.name, issuer: input.issuer, has_client_secret: client_secret !== null },
  }
  return shown(ctx, await unlessTaken('name', 'an identity provider of this name exists', commitOne(ctx, change, entry)))
}

/** Administrators only. A secret goes to the issuer it was given for alone. Disabling ends the provider's sign-ins; so does another issuer or client. */
export async function updateIdentityProvider(ctx: Context, id: string, input: z.infer<typeof IdentityProviderChange>): Promise<IdentityProvider> {
  const before = await getIdentityProvider(ctx, id)
  requireEveryScope(ctx, 'decide who may sign in')
  await requireSound(ctx, input)
  const { client_secret, scopes, claims, ...facts } = input
  const isMoved = input.issuer !== undefined && input.issuer !== before.issuer
  const hasSecret = client_secret === undefined ? before.has_client_secret && !isMoved : client_secret !== null
  requireSecret(input.client_auth ?? before.client_auth, hasSecret)
  if (input.is_enabled === false) await requireAnotherWay(ctx, id)
  const secret = client_secret === undefined ? (isMoved ? { client_secret: null } : {}) : { client_secret: await sealedSecret(ctx, id, client_secret) }
  const change = ctx.db
    .update(identityProviders)
    .set({
      ...facts,
      ...secret,
      ...(scopes === undefined ? {} : { scopes: withOpenId(scopes) }),
      ...(claims === undefined ? {} : { claims: { ...before.claims, ...claims } }),
      ...bumped(ctx, identityProviders),
    })
    .where(atRevision(ctx, identityProviders, id))
    .returning(columns)
  const ends = input.is_enabled === false || isMoved || (input.client_id !== undefined && input.client_id !== before.client_id)
  const entry = { type: 'identity_provider.updated', resource: { type: 'identity_provider', id }, details: { fields: Object.keys(input) } }
  return shown(ctx, await unlessTaken('name', 'an identity provider of this name exists', commitOne(ctx, change, entry, ends ? [endSignins(ctx, id)] : [])))
}

/** Administrators only. Its sign-ins end and its links to accounts go; the accounts stay. */
export async function deleteIdentityProvider(ctx: Context, id: string): Promise<void> {
  const { name } = await getIdentityProvider(ctx, id)
  requireEveryScope(ctx, 'decide who may sign in')
  await requireAnotherWay(ctx, id)
  const change = ctx.db
    .delete(identityProviders)
    .where(atRevision(ctx, identityProviders, id))
    .returning({ id: identityProviders.id })
  await commitOne(ctx, change, { type: 'identity_provider.deleted', resource: { type: 'identity_provider', id }, details: { name } }, [endSignins(ctx, id)])
}

const endSignins = (ctx: Context, id: string) =>
  ctx.db
    .delete(signins)
    .where(inArray(signins.id, ctx.db.select({ id: federatedSignins.signin_id }).from(federatedSignins).where(eq(federatedSignins.provider_id, id))))

/** While passwords are off, one way has to stay. */
async function requireAnotherWay(ctx: Context, id: string): Promise<void> {
  if (!(await passwordOffByPolicy(ctx))) return
  const [other] = await ctx.db
    .select({ id: identityProviders.id })
    .from(identityProviders)
    .where(and(eq(identityProviders.is_enabled, true), ne(identityProviders.id, id)))
    .limit(1)
  if (other) return
  throw new Failure('conflict', 'nobody could sign in: this is the only identity provider in use, and passwords are off', {
    hint: 'PUT /api/v1/core/auths/policy {"password":"on"} first',
  })
}

function requireSecret(auth: IdentityProviderRow['client_auth'], hasSecret: boolean): void {
  if (auth !== 'none' && !hasSecret) throw new Failure('invalid', `client_secret: needed for ${auth}`, { param: 'client_secret' })
}

async function requireSound(ctx: Context, { issuer, group_mappings }: z.infer<typeof IdentityProviderChange>): Promise<void> {
  if (issuer !== undefined && ctx.settings.appEnv === 'production' && !issuer.startsWith('https:')) {
    throw new Failure('invalid', 'issuer: https is needed in production', { param: 'issuer' })
  }
  const named = [...new Set(group_mappings?.map(({ group_id }) => group_id))]
  if (named.length === 0) return
  const known = await ctx.db.select({ id: groups.id }).from(groups).where(inArray(groups.id, named))
  const missing = named.find((id) => known.every((group) => group.id !== id))
  if (missing) throw new Failure('invalid', `group_mappings: there is no group ${JSON.stringify(missing)}`, { param: 'group_mappings' })
}

/** What a provider says of itself now. Administrators only. What is wrong with it is an answer, not a failure. */
export async function testIdentityProvider(ctx: Context, id: string): Promise<z.infer<typeof IdentityProviderCheck>> {
  const { issuer } = await getIdentityProvider(ctx, id)
  const since = performance.now()
  const outcome = await ctx.ports.openid.discover(issuer).catch((error: unknown) => {
    if (error instanceof OpenIdFailure) return error
    throw error
  })
  const latency_ms = Math.round(performance.now() - since)
  if (outcome instanceof OpenIdFailure) {
    const nothing = { authorization_endpoint: null, end_session_endpoint: null, backchannel_logout: false, keys: 0 }
    return { ok: false, latency_ms, message: outcome.message, ...nothing }
  }
  const { authorizationEndpoint, endSessionEndpoint, backchannelLogout, keys } = outcome
  const found = { authorization_endpoint: authorizationEndpoint, end_session_endpoint: endSessionEndpoint, backchannel_logout: backchannelLogout, keys }
  return { ok: true, latency_ms, message: 'The provider answers.', ...found }
}

/** The buttons of a sign-in page, by name. */
export async function offeredProviders(ctx: Context): Promise<{ id: string; name: string; start_url: string }[]> {
  const rows = await ctx.db
    .select({ id: identityProviders.id, name: identityProviders.name })
    .from(identityProviders)
    .where(eq(identityProviders.is_enabled, true))
    .orderBy(asc(identityProviders.name))
    .limit(50)
  return rows.map(({ id, name }) => ({ id, name, start_url: addressesOf(ctx, id).startUrl }))
}

/** A provider in use, for the ways people take. */
export async function providerInUse(ctx: Context, id: string): Promise<IdentityProviderRow | undefined> {
  const [row] = await ctx.db
    .select()
    .from(identityProviders)
    .where(and(eq(identityProviders.id, id), eq(identityProviders.is_enabled, true)))
  return row
}

/** How this deployment shows itself to a provider, its secret opened. */
export async function registrationOf(ctx: Context, row: IdentityProviderRow): Promise<OpenIdRegistration> {
  const clientSecret = row.client_secret ? (await ctx.ports.vault.open(sealed(row.id), row.client_secret)).expose() : null
  return { issuer: row.issuer, clientId: row.client_id, clientSecret, clientAuth: row.client_auth }
}
