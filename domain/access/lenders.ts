import { and, eq, inArray, ne, sql } from 'drizzle-orm'
import { grants, users } from '#db/schema/identity.ts'
import type { ResourceType } from '../allow.ts'
import type { Context } from '../context.ts'
import { Failure } from '../failure.ts'
import type { UserActor } from './actor.ts'

const groupsOf = sql<string>`(select json_group_array(${grants.resource_id}) from ${grants} where ${grants.resource_type} = 'group' and ${grants.principal_type} = 'user' and ${grants.principal_id} = ${users}.id)`

/**
 * Those who lend something, as they are now: their groups and attributes decide which row filters cut what they lend. Each id once.
 * Fails with `forbidden` when one of them is gone or no longer active: nobody lends what he could not see himself.
 */
export async function lendersOf(ctx: Context, ids: readonly string[]): Promise<UserActor[]> {
  const found = await activeUsers(ctx, ids)
  if (found.length < new Set(ids).size) throw new Failure('forbidden', 'whoever shows this can no longer see it')
  return found
}

/** The people of these ids who are active, as they are now; they hold no scope. */
export async function activeUsers(ctx: Context, ids: readonly string[]): Promise<UserActor[]> {
  const wanted = [...new Set(ids)]
  if (wanted.length === 0) return []
  const { id: userId, role, email, name, attributes } = users
  const found = await ctx.db
    .select({ userId, role, email, name, attributes, groups: groupsOf })
    .from(users)
    .where(and(inArray(users.id, wanted), eq(users.status, 'active'), ne(users.role, 'pending')))
  return found.map(({ groups, ...user }) => ({
    ...user,
    type: 'user',
    groupIds: JSON.parse(groups) as string[],
    credential: { type: 'signin', id: 'lent', expiresAt: null },
    scopes: [],
  }))
}

type Given = { principalType: string; principalId: string; level: string; by: string; role: string | null; status: string | null }

/**
 * Those through whose hands an object came to a user, beside its owner and administrators: each was given it with `own` and shared it on.
 * Of several ways the one with the fewest people. Fails with `forbidden` when each way leads through someone who is gone or may no longer share it.
 */
export async function sharersOf(ctx: Context, type: ResourceType, object: { id: string; owner_id: string }, viewer: UserActor): Promise<string[]> {
  const given: Given[] = await ctx.db
    .select({
      principalType: grants.principal_type,
      principalId: grants.principal_id,
      level: grants.level,
      by: grants.created_by,
      role: users.role,
      status: users.status,
    })
    .from(grants)
    .leftJoin(users, eq(users.id, grants.created_by))
    .where(and(eq(grants.resource_type, type), eq(grants.resource_id, object.id)))
    .orderBy(grants.id)
  // Who is deleted lends nothing any more: what he owned, and the shares he gave on it, passed to his heir.
  const isPlain = ({ by, role, status }: Given) => by === object.owner_id || by === 'system' || (role === 'admin' && status === 'active')
  const people = await activeUsers(
    ctx,
    given.filter((grant) => !isPlain(grant)).map(({ by }) => by),
  )
  const known = new Map(people.map((person) => [person.userId, person]))
  const from = (user: UserActor, needed: 'view' | 'own', before: string[]): string[] | null => {
    if (user.userId === object.owner_id || user.role === 'admin') return []
    const reaching = given.filter((grant) => reaches(grant, user) && (needed === 'view' || grant.level === 'own'))
    if (reaching.some(isPlain)) return []
    const ways = reaching.flatMap(({ by }) => {
      const sharer = before.includes(by) ? undefined : known.get(by)
      const rest = sharer ? from(sharer, 'own', [...before, by]) : null
      return rest ? [[by, ...rest]] : []
    })
    return ways.toSorted((one, other) => one.length - other.length)[0] ?? null
  }
  const way = from(viewer, 'view', [viewer.userId])
  if (way === null) throw new Failure('forbidden', 'whoever shared this may no longer share it', { hint: 'its owner or an administrator shares it again' })
  return way
}

const reaches = ({ principalType: type, principalId: id }: Given, user: UserActor): boolean =>
  type === 'everyone' || (type === 'user' && id === user.userId) || (type === 'group' && user.groupIds.includes(id))
