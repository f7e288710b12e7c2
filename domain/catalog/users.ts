import { and, eq, inArray, not, or, type SQL, sql } from 'drizzle-orm'
import type { BatchItem } from 'drizzle-orm/batch'
import { z } from 'zod'
import { charts, dashboards } from '#db/schema/analytics.ts'
import { models, prompts } from '#db/schema/catalog.ts'
import { grants, invitations, signins, users } from '#db/schema/identity.ts'
import { jobs } from '#db/schema/jobs.ts'
import { datasources, files } from '#db/schema/semantics.ts'
import { webhooks } from '#db/schema/webhooks.ts'
import { invitationMail } from '../access/account-mails.ts'
import { newInvitation } from '../access/invitations.ts'
import { directoryOfUser, forgottenProfile, requireOwnName } from '../access/kept-by-directory.ts'
import { checkPassword } from '../access/password.ts'
import { requireEveryScope } from '../access/scopes.ts'
import { isAdmin, notFound, requireAdmin, requireUser } from '../allow.ts'
import { type AuditFacts, atRevision, bumped, commitOne, unlessTaken } from '../commit.ts'
import { type Context, instantOf } from '../context.ts'
import { Failure } from '../failure.ts'
import { equalTo, idFilter } from '../list-filters.ts'
import { requireMailer } from '../mail/outbox.ts'
import { listQueries, matches, type Page, readPage } from '../pagination.ts'
import { Instant, stored, strict } from '../strict.ts'

const Attributes = z.record(
  z.string().regex(/^[A-Za-z_][A-Za-z0-9_]{0,63}$/),
  z.union([z.string().max(500), z.number(), z.boolean(), z.array(z.string().max(500)).max(200)]),
)

export const User = z
  .object({
    ...stored,
    user_id: z.string(),
    email: z.string(),
    name: z.string(),
    role: z.enum(['admin', 'user', 'pending']),
    status: z.enum(['active', 'invited', 'disabled']),
    attributes: Attributes.meta({ description: 'Facts row filters may use' }),
    group_ids: z.array(z.string()),
    directory_id: z.string().nullable().meta({ description: 'The directory that sets name and address, by SCIM' }),
    last_active_at: Instant.nullable(),
  })
  .meta({ id: 'User' })
export type User = z.infer<typeof User>

const editable = {
  name: z.string().trim().min(1).max(120),
  email: z.email().max(254).toLowerCase(),
  role: z.enum(['admin', 'user', 'pending']),
  status: z.enum(['active', 'disabled']),
  attributes: Attributes,
}
export const NewUser = strict({
  email: editable.email,
  name: editable.name.optional(),
  role: editable.role.default('user'),
  attributes: Attributes.default({}),
  password: z.string().max(512).optional().meta({ description: '8 to 128 characters; without one, or with invite, the user is invited' }),
  invite: z.boolean().default(false).meta({ description: 'Answer a one-time invitation token instead of setting a password' }),
  send_mail: z.boolean().default(false).meta({ description: 'With invite: also mail the invitation to the address; needs a mailer' }),
}).meta({ id: 'NewUser', example: { email: 'ann@example.com', name: 'Ann', password: 'correct horse battery' } })
export const UserChange = strict(editable)
  .partial()
  .meta({ id: 'UserChange', example: { name: 'Ann Smith', attributes: { region: 'EU' } } })

export const CreatedUser = User.extend({
  invitation: z.object({ token: z.string(), expires_at: Instant }).nullable().meta({ description: 'Shown once' }),
}).meta({ id: 'CreatedUser' })

export const userColumns = {
  id: users.id,
  user_id: sql<string>`${users.id}`.as('user_id'),
  email: users.email,
  name: users.name,
  role: users.role,
  status: users.status,
  attributes: users.attributes,
  group_ids: sql<
    string[]
  >`(select json_group_array(${grants.resource_id}) from ${grants} where ${grants.resource_type} = 'group' and ${grants.principal_type} = 'user' and ${grants.principal_id} = ${users}.id)`
    .mapWith((text: string) => JSON.parse(text) as string[])
    .as('group_ids'),
  directory_id: directoryOfUser(sql`${users}.id`).as('directory_id'),
  last_active_at: users.last_active_at,
  revision: users.revision,
  created_at: users.created_at,
  updated_at: users.updated_at,
}

const sorts = { email: users.email, name: users.name, updated_at: users.updated_at }
export const userQueries = listQueries(sorts, {
  role: User.shape.role.optional().meta({ description: 'Users of this role' }),
  status: User.shape.status.optional().meta({ description: 'Users in this state' }),
  group_id: idFilter('Members of this group'),
})
export type UserListQuery = z.output<typeof userQueries.list> | z.output<typeof userQueries.page>

/** Administrators see all users, others themselves. */
export function listUsers(ctx: Context, query: UserListQuery): Promise<Page<User>> {
  const own = isAdmin(ctx) ? undefined : eq(users.id, requireUser(ctx).userId)
  return readPage<User>(ctx, {
    table: users,
    columns: userColumns,
    where: and(
      own,
      equalTo(users.role, query.role),
      equalTo(users.status, query.status),
      query.group_id === undefined ? undefined : inArray(users.id, membersOf(ctx, query.group_id)),
      matches(query.q, users.email, users.name),
    ),
    sorts,
    query,
  })
}

/** The ids of a group's members, as a subquery. */
export const membersOf = (ctx: Context, groupId: string) =>
  ctx.db
    .select({ id: grants.principal_id })
    .from(grants)
    .where(and(eq(grants.resource_type, 'group'), eq(grants.resource_id, groupId), eq(grants.principal_type, 'user')))

/** Fails with `not_found` for anyone but administrators and the user himself. */
export async function getUser(ctx: Context, id: string): Promise<User> {
  if (!isAdmin(ctx) && requireUser(ctx).userId !== id) throw notFound('user')
  const [user] = await ctx.db.select(userColumns).from(users).where(eq(users.id, id))
  if (!user) throw notFound('user')
  return user
}

/** Administrators only. Fails with `already_exists` when the address is taken, `invalid` when the password breaks the rules. */
export async function createUser(ctx: Context, input: z.infer<typeof NewUser>): Promise<z.infer<typeof CreatedUser>> {
  requireAdmin(ctx)
  requireEveryScope(ctx, 'make a user')
  const { password, invite, send_mail: isMailed, ...facts } = input
  if (invite && password !== undefined) throw new Failure('invalid', 'either a password or invite, not both', { param: 'password' })
  if (isMailed && password !== undefined) throw new Failure('invalid', 'only an invitation is mailed', { param: 'send_mail' })
  if (isMailed) await requireMailer(ctx)
  if (password !== undefined) checkPassword(password)
  const at = instantOf(ctx)
  const id = ctx.newId('usr')
  const invited = password === undefined
  const name = facts.name ?? facts.email.split('@')[0] ?? facts.email
  const change = ctx.db
    .insert(users)
    .values({
      ...facts,
      id,
      name,
      status: invited ? 'invited' : 'active',
      password_hash: password === undefined ? null : await ctx.ports.passwords.hash(password),
      created_at: at,
      updated_at: at,
    })
    .returning(userColumns)
  const invitation = invited ? await newInvitation(ctx, id) : null
  const mailed = invitation && { token: invitation.token, expiresAt: new Date(invitation.row.expires_at), by: requireUser(ctx).name }
  const mail = mailed && isMailed ? await invitationMail(ctx, { id, email: facts.email, name }, mailed) : []
  const also = invitation ? [ctx.db.insert(invitations).values(invitation.row), ...mail] : []
  const entry = { type: invited ? 'user.invited' : 'user.created', resource: { type: 'user', id }, details: { email: facts.email, role: facts.role } }
  const user = await unlessTaken('email', 'a user with this address exists', commitOne(ctx, change, entry, also))
  return { ...user, invitation: invitation ? { token: invitation.token, expires_at: invitation.row.expires_at } : null }
}

/** Administrators change everything, others their own name. The last active administrator stays one: `last_admin`. */
export async function updateUser(ctx: Context, id: string, input: z.infer<typeof UserChange>): Promise<User> {
  const before = await getUser(ctx, id)
  const beyond = Object.keys(input).filter((field) => field !== 'name')
  if (!isAdmin(ctx) && beyond.length) throw new Failure('forbidden', 'only an administrator can change this', { param: beyond[0] ?? '' })
  if (beyond.length > 0) requireEveryScope(ctx, `change the ${beyond.join(', ')} of a user`)
  const leaves = (input.role !== undefined && input.role !== 'admin') || input.status === 'disabled'
  if (input.status === 'active') await requireJoined(ctx, id)
  const isRenamed = (input.name !== undefined && input.name !== before.name) || (input.email !== undefined && input.email !== before.email)
  if (isRenamed) await requireOwnName(ctx, id)
  const change = ctx.db
    .update(users)
    .set({ ...input, ...bumped(ctx, users) })
    .where(and(atRevision(ctx, users, id), leaves ? keepsAnAdmin(id) : undefined))
    .returning(userColumns)
  const disabled = sql`exists (select 1 from ${users} where ${users.id} = ${id} and ${users.status} = 'disabled')`
  const ends: BatchItem<'sqlite'>[] = input.status === 'disabled' ? [ctx.db.delete(signins).where(and(eq(signins.user_id, id), disabled))] : []
  if (input.email !== undefined && input.email !== before.email) ends.push(noTokens(ctx, id, input.email))
  if (isRenamed) ends.push(forgottenProfile(ctx, before))
  const type = input.status === 'disabled' ? 'user.disabled' : 'user.updated'
  const entry = { type, resource: { type: 'user', id }, details: { fields: Object.keys(input) } }
  return unlessTaken('email', 'a user with this address exists', unlessLastAdmin(ctx, id, commitOne(ctx, change, entry, ends)))
}

/** Ends the tokens that were sent to the address the user had before this one. */
const noTokens = (ctx: Context, id: string, email: string) =>
  ctx.db
    .delete(invitations)
    .where(and(eq(invitations.user_id, id), sql`exists (select 1 from ${users} where ${users.id} = ${id} and ${users.email} = ${email})`))

/** An invited user becomes active by accepting: made active otherwise he would have no password and no way to set one. */
async function requireJoined(ctx: Context, id: string): Promise<void> {
  const [invited] = await ctx.db
    .select({ id: users.id })
    .from(users)
    .where(and(eq(users.id, id), eq(users.status, 'invited')))
  if (!invited) return
  throw new Failure('conflict', 'the user has not accepted the invitation yet', { param: 'status', hint: 'POST /users/{user_id}/invitation makes a new one' })
}

const OWNED = [datasources, files, models, prompts, charts, dashboards]

/**
 * Administrators only. What the user owned passes to `reassignTo`, else to the calling administrator, with the shares he gave on it: it never becomes visible
 * to more people. From then on the heir lends it, under his filters. What the user had shared on of others' lends nothing any more; only the shares of an
 * administrator, which stand for the owner's, pass to an heir who is one too.
 */
export async function deleteUser(ctx: Context, id: string, reassignTo: string | undefined): Promise<void> {
  requireAdmin(ctx)
  const user = await getUser(ctx, id)
  const heir = heirOf(ctx, id, reassignTo)
  await endUser(ctx, user, heir, { type: 'user.deleted', details: { email: user.email, reassigned_to: heir } })
}

function heirOf(ctx: Context, id: string, reassignTo: string | undefined): string {
  const heir = reassignTo ?? requireUser(ctx).userId
  if (heir === id) throw new Failure('invalid', 'objects cannot pass to the user that is deleted', { param: 'reassign_to' })
  return heir
}

/** Whether a user could be ended now, and who would be his heir. Fails with `invalid`, `not_found`, `last_admin`. */
export async function requireErasable(ctx: Context, { id }: User, reassignTo: string | undefined): Promise<string> {
  const heir = heirOf(ctx, id, reassignTo)
  const [known] = await ctx.db.select({ id: users.id }).from(users).where(eq(users.id, heir))
  if (!known) throw notFound('user', 'reassign_to')
  const [last] = await ctx.db
    .select({ id: users.id })
    .from(users)
    .where(and(eq(users.id, id), not(keepsAnAdmin(id))))
  if (last) throw lastAdmin()
  return heir
}

/** Deletes a user with what `traces` are of him, and passes on what he owned. `ended` is what the audit log says of it. */
export async function endUser(
  ctx: Context,
  { id, role }: Pick<User, 'id' | 'role'>,
  heir: string,
  ended: Pick<AuditFacts, 'type'> & { details: Record<string, unknown> },
  traces: BatchItem<'sqlite'>[] = [],
): Promise<void> {
  if (ctx.actor.type !== 'directory') requireAdmin(ctx)
  const [known] = await ctx.db.select({ role: users.role }).from(users).where(eq(users.id, heir))
  if (!known) throw notFound('user', 'reassign_to')
  const change = ctx.db
    .delete(users)
    .where(and(atRevision(ctx, users, id), eq(users.role, role), keepsAnAdmin(id)))
    .returning({ id: users.id })
  const gone = sql`not exists (select 1 from ${users} where ${users.id} = ${id})`
  const owned = OWNED.map((table) => inArray(grants.resource_id, ctx.db.select({ id: table.id }).from(table).where(eq(table.owner_id, id))))
  const passing = role === 'admin' && known.role === 'admin' ? undefined : or(...owned)
  const also = [
    // Before the objects: the heir's own are no inheritance.
    ctx.db
      .update(grants)
      .set({ created_by: heir })
      .where(and(eq(grants.created_by, id), passing, gone)),
    ...OWNED.map((table) =>
      ctx.db
        .update(table)
        .set({ owner_id: heir })
        .where(and(eq(table.owner_id, id), gone)),
    ),
  ]
  // A job goes on by its new owner's rights only when he says so.
  const idle = ctx.db
    .update(jobs)
    .set({ owner_id: heir, is_enabled: false, next_run_at: null, stopped_reason: 'its owner was deleted', scopes: [] })
    .where(and(eq(jobs.owner_id, id), gone))
  const untold = ctx.db.delete(webhooks).where(and(eq(webhooks.owner_id, id), gone))
  const entry = { ...ended, resource: { type: 'user', id } }
  await unlessLastAdmin(ctx, id, commitOne(ctx, change, entry, [...also, idle, untold, ...traces]))
}

/** The condition, part of the change itself, that an active administrator remains when this user is none any more. */
export const keepsAnAdmin = (leaving: string): SQL =>
  sql`(${users.role} <> 'admin' or ${users.status} <> 'active' or exists (
    select 1 from ${users} other where other.role = 'admin' and other.status = 'active' and other.id <> ${leaving}))`

const lastAdmin = () => new Failure('last_admin', 'this is the last active administrator', { hint: 'make another user an administrator first' })

/** Tells a change that was refused for the last administrator from one that came too late. */
async function unlessLastAdmin<T>(ctx: Context, leaving: string, change: Promise<T>): Promise<T> {
  try {
    return await change
  } catch (error) {
    if (!(error instanceof Failure) || error.code !== 'precondition_failed') throw error
    const [last] = await ctx.db
      .select({ id: users.id })
      .from(users)
      .where(and(eq(users.id, leaving), not(keepsAnAdmin(leaving))))
    if (last) throw lastAdmin()
    throw error
  }
}
