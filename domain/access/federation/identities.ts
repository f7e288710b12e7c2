import { and, asc, eq, inArray, type SQL, sql } from 'drizzle-orm'
import { z } from 'zod'
import { signins, users } from '#db/schema/identity.ts'
import { federatedSignins, identities, identityProviders, signinPolicies } from '#db/schema/identity-providers.ts'
import { notFound, requireAdmin, requireUser } from '../../allow.ts'
import { getUser } from '../../catalog/users.ts'
import { commit } from '../../commit.ts'
import type { Context } from '../../context.ts'
import { Failure } from '../../failure.ts'
import { exampleId } from '../../identifiers.ts'
import { Instant } from '../../strict.ts'
import { identityUnlinkedMail } from '../account-mails.ts'
import { requireEveryScope } from '../scopes.ts'

export const Identity = z
  .object({
    id: z.string().meta({ example: exampleId('idn') }),
    identity_id: z.string(),
    user_id: z.string(),
    identity_provider_id: z.string(),
    provider_name: z.string(),
    issuer: z.string(),
    subject: z.string().meta({ description: 'What the provider calls the person (`sub`)' }),
    is_last_way_in: z.boolean().meta({ description: 'Nothing else signs the person in: it cannot be unlinked' }),
    created_at: Instant,
    last_used_at: Instant.nullable(),
  })
  .meta({ id: 'Identity' })
export type Identity = z.infer<typeof Identity>

/** Whether something beside this identity signs its person in: another one of a provider in use, or a password where they count. */
function hasAnotherWay(ctx: Context, id: SQL, userId: SQL): SQL {
  const another = sql`exists (select 1 from ${identities} other join ${identityProviders} p on p.id = other.provider_id where other.user_id = ${userId} and other.id <> ${id} and p.is_enabled)`
  const count = ctx.settings.passwordForced ? sql`true` : sql`not exists (select 1 from ${signinPolicies} where ${signinPolicies.password} = 'off')`
  const password = sql`exists (select 1 from ${users} u where u.id = ${userId} and u.password_hash is not null) and ${count}`
  return sql`(${another} or (${password}))`
}

async function identitiesOf(ctx: Context, userId: string): Promise<Identity[]> {
  const other = hasAnotherWay(ctx, sql`${identities.id}`, sql`${identities.user_id}`)
  return ctx.db
    .select({
      id: identities.id,
      identity_id: sql<string>`${identities.id}`.as('identity_id'),
      user_id: identities.user_id,
      identity_provider_id: identities.provider_id,
      provider_name: identityProviders.name,
      issuer: identityProviders.issuer,
      subject: identities.subject,
      is_last_way_in: sql<boolean>`not ${other}`.mapWith(Boolean).as('is_last_way_in'),
      created_at: identities.created_at,
      last_used_at: identities.last_used_at,
    })
    .from(identities)
    .innerJoin(identityProviders, eq(identityProviders.id, identities.provider_id))
    .where(eq(identities.user_id, userId))
    .orderBy(asc(identities.id))
}

/** What the caller signs in by, beside a password. */
export const listOwnIdentities = (ctx: Context): Promise<Identity[]> => identitiesOf(ctx, requireUser(ctx).userId)

/** The same of any user. Administrators only. Fails with `not_found`. */
export async function listUserIdentities(ctx: Context, userId: string): Promise<Identity[]> {
  requireAdmin(ctx)
  await getUser(ctx, userId)
  return identitiesOf(ctx, userId)
}

/** Ends the link between the caller's account and an identity, and the sign-ins it vouched for. Fails with `not_found`, with `conflict` for the last way in. */
export async function unlinkOwnIdentity(ctx: Context, id: string): Promise<void> {
  const { userId } = requireUser(ctx)
  requireEveryScope(ctx, 'decide how you sign in')
  await unlink(ctx, userId, id)
}

/** The same of any user. Administrators only, by a credential with every scope. */
export async function unlinkUserIdentity(ctx: Context, userId: string, id: string): Promise<void> {
  requireAdmin(ctx)
  requireEveryScope(ctx, 'decide how people sign in')
  await unlink(ctx, userId, id)
}

async function unlink(ctx: Context, userId: string, id: string): Promise<void> {
  const [found] = await ctx.db
    .select({
      provider_id: identities.provider_id,
      provider: identityProviders.name,
      subject: identities.subject,
      user: { id: users.id, email: users.email, name: users.name },
    })
    .from(identities)
    .innerJoin(identityProviders, eq(identityProviders.id, identities.provider_id))
    .innerJoin(users, eq(users.id, identities.user_id))
    .where(and(eq(identities.id, id), eq(identities.user_id, userId)))
  if (!found) throw notFound('identity')
  const change = ctx.db
    .delete(identities)
    .where(and(eq(identities.id, id), eq(identities.user_id, userId), hasAnotherWay(ctx, sql`${id}`, sql`${userId}`)))
    .returning({ id: identities.id })
  const isGone = sql`not exists (select 1 from ${identities} where ${identities.id} = ${id})`
  const vouched = ctx.db
    .select({ id: federatedSignins.signin_id })
    .from(federatedSignins)
    .where(and(eq(federatedSignins.provider_id, found.provider_id), eq(federatedSignins.subject, found.subject)))
  const ends = ctx.db.delete(signins).where(and(eq(signins.user_id, userId), inArray(signins.id, vouched), isGone))
  const entry = { type: 'user.unlinked', resource: { type: 'user', id: userId }, details: { identity_provider_id: found.provider_id, identity_id: id } }
  // Right after the audit entry, which is written only if the link was ended.
  const told = await identityUnlinkedMail(ctx, found.user, found.provider, sql`changes() > 0`)
  const [gone] = await commit(ctx, change, entry, [...told, ends])
  if (gone) return
  throw new Failure('conflict', 'nothing else signs this person in: the last way in is not unlinked', {
    hint: 'set a password first (POST /api/v1/core/users/{user_id}/invitation), or disable the user',
  })
}
