import { and, eq, inArray, ne, sql } from 'drizzle-orm'
import { grants, users } from '#db/schema/identity.ts'
import type { Context } from '../context.ts'
import { Failure } from '../failure.ts'
import type { UserActor } from './actor.ts'

const groupsOf = sql<string>`(select json_group_array(${grants.resource_id}) from ${grants} where ${grants.resource_type} = 'group' and ${grants.principal_type} = 'user' and ${grants.principal_id} = ${users}.id)`

/**
 * Those who lend something, as they are now: their groups and attributes decide which row filters cut what they lend. Each id once.
 * Fails with `forbidden` when one of them is gone or no longer active: nobody lends what he could not see himself.
 */
export async function lendersOf(ctx: Context, ids: readonly string[]): Promise<UserActor[]> {
  const wanted = [...new Set(ids)]
  if (wanted.length === 0) return []
  const { id: userId, role, email, name, attributes } = users
  const found = await ctx.db
    .select({ userId, role, email, name, attributes, groups: groupsOf })
    .from(users)
    .where(and(inArray(users.id, wanted), eq(users.status, 'active'), ne(users.role, 'pending')))
  if (found.length < wanted.length) throw new Failure('forbidden', 'whoever shows this can no longer see it')
  return found.map(({ groups, ...user }) => ({
    ...user,
    type: 'user',
    groupIds: JSON.parse(groups) as string[],
    credential: { type: 'signin', id: 'lent', expiresAt: null },
    scopes: [],
  }))
}
