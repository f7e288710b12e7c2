import { and, eq, inArray, type SQL, sql } from 'drizzle-orm'
import type { BatchItem } from 'drizzle-orm/batch'
import { isUniqueViolation } from '#db/errors.ts'
import { directories, directoryGroups, directoryUsers } from '#db/schema/directories.ts'
import { grants, groups, invitations, users } from '#db/schema/identity.ts'
import { identities } from '#db/schema/identity-providers.ts'
import { keepsAnAdmin } from '../../catalog/users.ts'
import { bumped, commit } from '../../commit.ts'
import { type Context, instantOf } from '../../context.ts'
import { actingAs } from '../acting-as.ts'
import { actorOf } from '../signins/issue.ts'
import { roleFor, type VouchedPerson } from './claims.ts'
import type { IdentityProviderRow } from './providers.ts'
import type { Refusal } from './refusals.ts'

type Account = { userId: string } | { refused: Refusal; userId?: string }
type Statement = BatchItem<'sqlite'>

/**
 * The account of somebody a provider vouches for, its role and groups as the provider says now: the one linked before, the one a directory keeps under the id the
 * provider names, one with the same verified address where the provider may link, or a new one where it may make some.
 */
export async function accountFor(ctx: Context, provider: IdentityProviderRow, person: VouchedPerson): Promise<Account> {
  const known = (await linked(ctx, provider, person)) ?? (await keptByDirectory(ctx, provider, person))
  if (known) return known
  if (person.email === null) return { refused: 'no_email' }
  if (!person.isVerified) return { refused: 'unverified_email' }
  try {
    return await joined(ctx, provider, person, person.email)
  } catch (error) {
    // Two tabs of one person: the other was first.
    if (!isUniqueViolation(error)) throw error
    return (await linked(ctx, provider, person)) ?? { refused: 'not_linked' }
  }
}

async function linked(ctx: Context, provider: IdentityProviderRow, person: VouchedPerson): Promise<Account | null> {
  const [row] = await ctx.db
    .select({ userId: users.id, role: users.role, status: users.status })
    .from(identities)
    .innerJoin(users, eq(users.id, identities.user_id))
    .where(and(eq(identities.provider_id, provider.id), eq(identities.subject, person.subject)))
  if (!row) return null
  if (row.status !== 'active') return { refused: 'disabled', userId: row.userId }
  await follow(ctx, provider, person, row)
  return { userId: row.userId }
}

/** Sets what the provider decides: the role where it maps roles, membership in the groups it maps. */
async function follow(ctx: Context, provider: IdentityProviderRow, person: VouchedPerson, { userId, role }: { userId: string; role: string }): Promise<void> {
  const wanted = roleFor(person, provider)
  const changes = await membershipChanges(ctx, provider, person, userId)
  const isOther = wanted !== null && wanted !== role
  if (!isOther && changes.statements.length === 0) return
  const acting = asUser(ctx, userId)
  // The last administrator stays one, whatever the provider says.
  const next = isOther ? sql`case when ${wanted === 'admin' ? sql`true` : keepsAnAdmin(userId)} then ${wanted} else ${users.role} end` : users.role
  const change = ctx.db
    .update(users)
    .set({ role: next as unknown as 'user', ...bumped(ctx, users) })
    .where(and(eq(users.id, userId), eq(users.status, 'active')))
    .returning({ id: users.id })
  const details = { by: provider.id, ...(isOther ? { role: wanted } : {}), groups_joined: changes.joined, groups_left: changes.left }
  await commit(acting, change, { type: 'user.updated', resource: { type: 'user', id: userId }, details }, changes.statements)
}

async function joined(ctx: Context, provider: IdentityProviderRow, person: VouchedPerson, email: string): Promise<Account> {
  const [holder] = await ctx.db.select({ id: users.id, role: users.role, status: users.status }).from(users).where(eq(users.email, email))
  if (!holder) return provider.creates_accounts ? create(ctx, provider, person, email) : { refused: 'no_account' }
  if (!provider.links_by_email) return { refused: 'not_linked', userId: holder.id }
  return link(ctx, provider, person, holder, eq(users.email, email))
}

/** The one account a directory keeps under the id the provider names. */
async function keptByDirectory(ctx: Context, provider: IdentityProviderRow, person: VouchedPerson): Promise<Account | null> {
  if (person.externalId === null) return null
  const kept = eq(directoryUsers.external_id, person.externalId)
  const [holder, another] = await ctx.db
    .select({ id: users.id, role: users.role, status: users.status })
    .from(directoryUsers)
    .innerJoin(users, eq(users.id, directoryUsers.user_id))
    .where(kept)
    .limit(2)
  if (!holder || another) return null
  try {
    return await link(ctx, provider, person, holder, sql`exists (select 1 from ${directoryUsers} where ${directoryUsers.user_id} = ${users.id} and ${kept})`)
  } catch (error) {
    if (!isUniqueViolation(error)) throw error
    return linked(ctx, provider, person)
  }
}

type Holder = { id: string; role: string; status: string }

/** Links an account that is `still` the one that was meant. */
async function link(ctx: Context, provider: IdentityProviderRow, person: VouchedPerson, holder: Holder, still: SQL): Promise<Account> {
  if (holder.status === 'disabled') return { refused: 'disabled', userId: holder.id }
  const change = ctx.db
    .insert(identities)
    .select(
      sql`select ${ctx.newId('idn')}, ${provider.id}, ${person.subject}, ${users.id}, ${instantOf(ctx)}, null from ${users}
        where ${users.id} = ${holder.id} and ${still} and ${users.status} <> 'disabled'`,
    )
    .returning({ id: identities.id })
  const isLinked = sql`exists (select 1 from ${identities} i where i.provider_id = ${provider.id} and i.subject = ${person.subject} and i.user_id = ${users.id})`
  const also: Statement[] =
    holder.status === 'invited'
      ? [
          ctx.db
            .update(users)
            .set({ status: 'active', ...bumped(ctx, users) })
            .where(and(eq(users.id, holder.id), eq(users.status, 'invited'), isLinked)),
          ctx.db.delete(invitations).where(eq(invitations.user_id, holder.id)),
        ]
      : []
  const entry = { type: 'user.linked', resource: { type: 'user', id: holder.id }, details: { identity_provider_id: provider.id } }
  const [made] = await commit(asUser(ctx, holder.id), change, entry, also)
  if (!made) return { refused: 'disabled', userId: holder.id }
  await follow(ctx, provider, person, { userId: holder.id, role: holder.role })
  return { userId: holder.id }
}

async function create(ctx: Context, provider: IdentityProviderRow, person: VouchedPerson, email: string): Promise<Account> {
  const userId = ctx.newId('usr')
  const at = instantOf(ctx)
  const role = roleFor(person, provider) ?? provider.default_role
  const name = person.name ?? email.split('@')[0] ?? email
  const change = ctx.db
    .insert(users)
    .values({ id: userId, email, name, role, status: 'active', attributes: {}, password_hash: null, created_at: at, updated_at: at })
    .returning({ id: users.id })
  const link = ctx.db.insert(identities).values({ id: ctx.newId('idn'), provider_id: provider.id, subject: person.subject, user_id: userId, created_at: at })
  const { statements, joined } = await membershipChanges(ctx, provider, person, userId)
  const details = { email, role, by: provider.id, groups_joined: joined }
  await commit(asUser(ctx, userId), change, { type: 'user.created', resource: { type: 'user', id: userId }, details }, [link, ...statements])
  return { userId }
}

/** Of the groups a provider maps, the person is in those it says and in no other; what it does not map stays. */
async function membershipChanges(ctx: Context, { group_mappings }: IdentityProviderRow, { groups: held }: VouchedPerson, userId: string) {
  const nothing = { statements: [] as Statement[], joined: [] as string[], left: [] as string[] }
  if (group_mappings.length === 0) return nothing
  const mapped = [...new Set(group_mappings.map(({ group_id }) => group_id))]
  const wanted = new Set(group_mappings.filter(({ value }) => held.includes(value)).map(({ group_id }) => group_id))
  const isMember = and(eq(grants.resource_type, 'group'), eq(grants.principal_type, 'user'), eq(grants.principal_id, userId))
  const [present, standing] = await ctx.db.batch([
    ctx.db
      .select({ id: grants.resource_id })
      .from(grants)
      .where(and(isMember, inArray(grants.resource_id, mapped))),
    // A group that a directory keeps is the directory's.
    ctx.db
      .select({ id: groups.id })
      .from(groups)
      .where(
        and(inArray(groups.id, mapped), sql`${groups.id} not in (select k.group_id from ${directoryGroups} k join ${directories} d on d.id = k.directory_id)`),
      ),
  ])
  const has = new Set(present.map(({ id }) => id).filter((id) => standing.some((group) => group.id === id)))
  const joined = standing.map(({ id }) => id).filter((id) => wanted.has(id) && !has.has(id))
  const left = [...has].filter((id) => !wanted.has(id))
  const at = instantOf(ctx)
  const rows = joined.map((group) => ({
    id: ctx.newId('shr'),
    resource_type: 'group',
    resource_id: group,
    principal_type: 'user' as const,
    principal_id: userId,
    level: 'view' as const,
    created_by: userId,
    created_at: at,
  }))
  const statements: Statement[] = [
    ...(rows.length ? [ctx.db.insert(grants).values(rows).onConflictDoNothing()] : []),
    ...(left.length ? [ctx.db.delete(grants).where(and(isMember, inArray(grants.resource_id, left)))] : []),
  ]
  return { statements, joined, left }
}

/** What happens to an account by its owner's own sign-in is his doing. */
const asUser = (ctx: Context, userId: string): Context => actingAs(ctx, actorOf(userId, { type: 'signin', id: '', expiresAt: null }))
