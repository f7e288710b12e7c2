import { and, inArray, sql } from 'drizzle-orm'
import { z } from 'zod'
import { groups } from '#db/schema/identity.ts'
import { isAdmin, requireUser } from '../allow.ts'
import type { Context } from '../context.ts'
import { Failure } from '../failure.ts'

/** What a group can permit its members beside what all users may. */
export const PERMISSIONS = [
  { name: 'create_datasources', description: 'Connect data sources and upload files' },
  { name: 'create_models', description: 'Make custom models' },
] as const
export const Permission = z
  .object({ name: z.enum(['create_datasources', 'create_models']), description: z.string() })
  .meta({ id: 'Permission', example: PERMISSIONS[0] })
export type PermissionName = (typeof PERMISSIONS)[number]['name']

/** Lets administrators through, and users one of whose groups has the permission set; fails with `forbidden`. */
export async function requirePermission(ctx: Context, permission: PermissionName): Promise<void> {
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
