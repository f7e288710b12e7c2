import { and, eq, sql } from 'drizzle-orm'
import { directories, directoryGroups, directoryUsers } from '#db/schema/directories.ts'
import { users } from '#db/schema/identity.ts'
import type { Context } from '../context.ts'
import { Failure } from '../failure.ts'

const hint = 'change it in the directory, or disconnect the directory first'

/** The directory that keeps an account, as long as it is connected; as a subquery for a list of columns. */
export const directoryOfUser = (id: unknown) =>
  sql<string | null>`(select k.directory_id from ${directoryUsers} k join ${directories} d on d.id = k.directory_id where k.user_id = ${id})`
/** As `directoryOfUser`, for a group. */
export const directoryOfGroup = (id: unknown) =>
  sql<string | null>`(select k.directory_id from ${directoryGroups} k join ${directories} d on d.id = k.directory_id where k.group_id = ${id})`

/** Fails with `forbidden` where a directory sets a person's name and address. */
export async function requireOwnName(ctx: Context, userId: string): Promise<void> {
  const [kept] = await ctx.db
    .select({ name: directories.name })
    .from(directoryUsers)
    .innerJoin(directories, eq(directories.id, directoryUsers.directory_id))
    .where(eq(directoryUsers.user_id, userId))
  if (kept) throw new Failure('forbidden', `the directory "${kept.name}" sets the name and address of this person`, { hint })
}

/** Fails with `forbidden` where a directory sets a group's name and members. */
export async function requireOwnMembers(ctx: Context, groupId: string): Promise<void> {
  const [kept] = await ctx.db
    .select({ name: directories.name })
    .from(directoryGroups)
    .innerJoin(directories, eq(directories.id, directoryGroups.directory_id))
    .where(eq(directoryGroups.group_id, groupId))
  if (kept) throw new Failure('forbidden', `the directory "${kept.name}" sets the name and members of this group`, { hint })
}

/** What a directory that is connected no more said of an account: gone once somebody changes it by hand, so that the two never differ. */
export const forgottenProfile = (ctx: Context, { id, name, email }: { id: string; name: string; email: string }) =>
  ctx.db
    .delete(directoryUsers)
    .where(
      and(
        eq(directoryUsers.user_id, id),
        sql`exists (select 1 from ${users} where ${users.id} = ${id} and (${users.name} <> ${name} or ${users.email} <> ${email}))`,
      ),
    )
