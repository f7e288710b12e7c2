import { and, eq, inArray, sql } from 'drizzle-orm'
import { z } from 'zod'
import { grants, groups, users } from '#db/schema/identity.ts'
import { directoryOfGroup, requireOwnMembers } from '../access/kept-by-directory.ts'
import { requireEveryScope } from '../access/scopes.ts'
import { notFound, requireAdmin, requireUser, visible } from '../allow.ts'
import { atRevision, bumped, commitOne, unlessTaken } from '../commit.ts'
import { type Context, instantOf } from '../context.ts'
import { idFilter } from '../list-filters.ts'
import { type ListQuery, listQueries, matches, type Page, readPage } from '../pagination.ts'
import { stored, strict } from '../strict.ts'

export const Group = z
  .object({
    ...stored,
    group_id: z.string(),
    name: z.string().meta({ example: 'Sales' }),
    description: z.string(),
    permissions: z
      .record(z.string(), z.boolean())
      .meta({ description: 'Rights its members gain, such as create_datasources', example: { create_datasources: true } }),
    member_count: z.int(),
    directory_id: z.string().nullable().meta({ description: 'The directory that sets its name and members, by SCIM' }),
  })
  .meta({ id: 'Group' })
export type Group = z.infer<typeof Group>

const editable = {
  name: z.string().trim().min(1).max(120),
  description: z.string().max(2000),
  permissions: strict({ create_datasources: z.boolean(), create_models: z.boolean() }).partial().meta({ description: 'See GET /permissions' }),
}
export const NewGroup = strict({ name: editable.name, description: editable.description.default(''), permissions: editable.permissions.default({}) }).meta({
  id: 'NewGroup',
  example: { name: 'Sales', permissions: { create_datasources: true } },
})
export const GroupChange = strict(editable)
  .partial()
  .meta({ id: 'GroupChange', example: { description: 'Everyone who sells' } })

const columns = {
  id: groups.id,
  group_id: sql<string>`${groups.id}`.as('group_id'),
  name: groups.name,
  description: groups.description,
  permissions: groups.permissions,
  member_count: sql<number>`(select count(*) from ${grants} where ${grants.resource_type} = 'group' and ${grants.resource_id} = ${groups}.id)`.as(
    'member_count',
  ),
  directory_id: directoryOfGroup(sql`${groups}.id`).as('directory_id'),
  revision: groups.revision,
  created_at: groups.created_at,
  updated_at: groups.updated_at,
}

const sorts = { name: groups.name, updated_at: groups.updated_at }
export const groupQueries = listQueries(sorts, { user_id: idFilter('Groups this user is in') })

const groupsOf = (ctx: Context, userId: string) =>
  ctx.db
    .select({ id: grants.resource_id })
    .from(grants)
    .where(and(eq(grants.resource_type, 'group'), eq(grants.principal_type, 'user'), eq(grants.principal_id, userId)))

/** Members see their own groups, administrators all. */
export const listGroups = (ctx: Context, query: z.output<typeof groupQueries.list> | z.output<typeof groupQueries.page>): Promise<Page<Group>> =>
  readPage<Group>(ctx, {
    table: groups,
    columns,
    where: and(
      visible(ctx, 'group', groups.id, null),
      query.user_id === undefined ? undefined : inArray(groups.id, groupsOf(ctx, query.user_id)),
      matches(query.q, groups.name, groups.description),
    ),
    sorts,
    query,
  })

/** Fails with `not_found` when the group is absent or the caller is not in it. */
export async function getGroup(ctx: Context, id: string): Promise<Group> {
  const [group] = await ctx.db
    .select(columns)
    .from(groups)
    .where(and(eq(groups.id, id), visible(ctx, 'group', groups.id, null)))
  if (!group) throw notFound('group')
  return group
}

/** Administrators only. Fails with `already_exists` when the name is taken, in whatever case: "Sales" and "sales" are one. */
export async function createGroup(ctx: Context, input: z.infer<typeof NewGroup>): Promise<Group> {
  requireAdmin(ctx)
  if (Object.values(input.permissions).includes(true)) requireEveryScope(ctx, 'give permissions to a group')
  const at = instantOf(ctx)
  const id = ctx.newId('grp')
  const change = ctx.db
    .insert(groups)
    .values({ ...input, id, created_at: at, updated_at: at })
    .returning(columns)
  return unlessTaken(
    'name',
    'a group of this name exists',
    commitOne(ctx, change, { type: 'group.created', resource: { type: 'group', id }, details: { name: input.name } }),
  )
}

/** Administrators only. Fails with `not_found`, `already_exists`, `precondition_failed`. */
export async function updateGroup(ctx: Context, id: string, input: z.infer<typeof GroupChange>): Promise<Group> {
  requireAdmin(ctx)
  if (input.permissions !== undefined) requireEveryScope(ctx, 'change the permissions of a group')
  const before = await getGroup(ctx, id)
  if (input.name !== undefined && input.name !== before.name) await requireOwnMembers(ctx, id)
  const change = ctx.db
    .update(groups)
    .set({ ...input, ...bumped(ctx, groups) })
    .where(atRevision(ctx, groups, id))
    .returning(columns)
  return unlessTaken(
    'name',
    'a group of this name exists',
    commitOne(ctx, change, { type: 'group.updated', resource: { type: 'group', id }, details: { fields: Object.keys(input) } }),
  )
}

/** Administrators only. What was granted to the group is granted to nobody afterwards. */
export async function deleteGroup(ctx: Context, id: string): Promise<void> {
  requireAdmin(ctx)
  const { name } = await getGroup(ctx, id)
  await requireOwnMembers(ctx, id)
  const change = ctx.db
    .delete(groups)
    .where(atRevision(ctx, groups, id))
    .returning({ id: groups.id })
  await commitOne(ctx, change, { type: 'group.deleted', resource: { type: 'group', id }, details: { name } })
}

/** A member as other members see him. */
export const Member = z
  .object({ id: z.string(), user_id: z.string(), name: z.string(), email: z.string(), role: z.enum(['member', 'manager']) })
  .meta({ id: 'Member', description: 'A member of a group; what else is known of a user, administrators read from /users' })
export type Member = z.infer<typeof Member>

/** The members of a group the caller may see: who they are and what they are in the group. */
export async function listMembers(ctx: Context, id: string, query: ListQuery): Promise<Page<Member>> {
  requireUser(ctx)
  await getGroup(ctx, id)
  const level = sql`(select ${grants.level} from ${grants} where ${grants.resource_type} = 'group' and ${grants.principal_type} = 'user' and ${grants.resource_id} = ${id} and ${grants.principal_id} = ${users}.id)`
  return readPage<Member>(ctx, {
    table: users,
    columns: {
      id: users.id,
      user_id: sql<string>`${users.id}`.as('user_id'),
      name: users.name,
      email: users.email,
      role: sql<'member' | 'manager'>`iif(${level} = 'view', 'member', 'manager')`.as('role'),
    },
    where: and(sql`${level} is not null`, matches(query.q, users.email, users.name)),

    query,
  })
}
