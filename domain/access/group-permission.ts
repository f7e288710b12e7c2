import { and, inArray, sql } from 'drizzle-orm'
import { groups } from '#db/schema/identity.ts'
import { isAdmin, requireUser } from '../allow.ts'
import type { Context } from '../context.ts'
import { Failure } from '../failure.ts'

/** Lets administrators through, and users one of whose groups has the permission set; fails with `forbidden`. */
export async function requirePermission(ctx: Context, permission: 'create_models' | 'create_datasources'): Promise<void> {
  if (isAdmin(ctx)) return
  const { groupIds } = requireUser(ctx)
  const allowed = sql`json_extract(${groups.permissions}, ${`$.${permission}`}) = 1`
  const [group] = groupIds.length
    ? await ctx.db
        .select({ id: groups.id })
        .from(groups)
        .where(and(inArray(groups.id, groupIds), allowed))
        .limit(1)
    : []
  if (!group) throw new Failure('forbidden', `this needs the permission "${permission}"`, { hint: 'an administrator sets it on one of your groups' })
}
