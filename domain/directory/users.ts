import { and, asc, eq, inArray, ne, type SQL, sql } from 'drizzle-orm'
import type { z } from 'zod'
import { isUniqueViolation } from '#db/errors.ts'
import { directories, directoryUsers } from '#db/schema/directories.ts'
import { apiKeys, grants, groups, invitations, signinLinks, signins, users } from '#db/schema/identity.ts'
import { oauthConnections } from '#db/schema/oauth.ts'
import { notFound } from '../allow.ts'
import { endUser, keepsAnAdmin } from '../catalog/users.ts'
import { bumped, commit, commitInsert } from '../commit.ts'
import { type Context, instantOf } from '../context.ts'
import { Failure } from '../failure.ts'
import { ENTERPRISE, USER, USERS } from './attributes.ts'
import { requireDirectory, scimBase } from './directories.ts'
import { listResponse, type ScimListQuery, soughtBy } from './listing.ts'
import { patched, readOperations, type ScimPatch } from './patch.ts'
import { projected, type Wanted, wants } from './projection.ts'
import { refused } from './refusals.ts'
import { accountOf, profileOf, userNameOf } from './user-resource.ts'
import { emails, userName, userReach } from './user-terms.ts'
import { type Attributes, attributesOf } from './values.ts'

const TRIES = 5

const columns = {
  id: users.id,
  revision: users.revision,
  role: users.role,
  status: users.status,
  email: users.email,
  name: users.name,
  attributes: users.attributes,
  created_at: users.created_at,
  updated_at: users.updated_at,
  directory_id: directoryUsers.directory_id,
  external_id: directoryUsers.external_id,
  user_name: userName,
  profile: directoryUsers.profile,
  emails: emails.mapWith((text: string) => JSON.parse(text) as Attributes[]),
}
type Row = Awaited<ReturnType<typeof rowOf>>

async function rowOf(ctx: Context, id: string) {
  const [row] = await ctx.db.select(columns).from(users).leftJoin(directoryUsers, eq(directoryUsers.user_id, users.id)).where(eq(users.id, id))
  if (!row) throw notFound('user')
  return row
}

/** The attributes a directory may set, as they stand. */
function attributesIn(row: Row): Attributes {
  const { displayName = row.name, ...profile } = (row.profile ?? {}) as Attributes
  return {
    ...(row.external_id === null ? {} : { externalId: row.external_id }),
    userName: row.user_name,
    ...profile,
    displayName,
    active: row.status !== 'disabled',
    emails: row.emails,
  }
}

type Membership = { user_id: string; id: string; name: string }

async function membershipsOf(ctx: Context, ids: string[]): Promise<Membership[]> {
  if (ids.length === 0) return []
  return ctx.db
    .select({ user_id: grants.principal_id, id: groups.id, name: groups.name })
    .from(grants)
    .innerJoin(groups, eq(groups.id, grants.resource_id))
    .where(and(eq(grants.resource_type, 'group'), eq(grants.principal_type, 'user'), inArray(grants.principal_id, ids)))
    .orderBy(asc(groups.id))
}

function shown(ctx: Context, row: Row, memberships: Membership[], wanted: Wanted): Attributes {
  const base = scimBase(ctx)
  const own = attributesIn(row)
  const held = memberships.filter(({ user_id }) => user_id === row.id)
  const resource: Attributes = {
    schemas: [USER, ...(own[ENTERPRISE] === undefined ? [] : [ENTERPRISE])],
    id: row.id,
    ...own,
    ...(held.length ? { groups: held.map(({ id, name }) => ({ value: id, $ref: `${base}/Groups/${id}`, display: name, type: 'direct' })) } : {}),
    meta: {
      resourceType: 'User',
      created: row.created_at,
      lastModified: row.updated_at,
      location: `${base}/Users/${row.id}`,
      version: `W/"${row.revision}"`,
    },
  }
  return projected(USERS, resource, wanted)
}

export type Shown = { resource: Attributes; revision: number }

async function shownOne(ctx: Context, row: Row, wanted: Wanted): Promise<Shown> {
  const memberships = wants(USERS, 'groups', wanted) ? await membershipsOf(ctx, [row.id]) : []
  return { resource: shown(ctx, row, memberships, wanted), revision: row.revision }
}

/** The accounts a directory asks for: all there are, by whomever they were made. */
export async function listScimUsers(ctx: Context, query: ScimListQuery) {
  requireDirectory(ctx)
  const { where, order, limit, offset } = soughtBy(USERS, userReach, sql`${users.id}`, query)
  const from = () => ctx.db.select(columns).from(users).leftJoin(directoryUsers, eq(directoryUsers.user_id, users.id)).where(where)
  const [counted] = await ctx.db.select({ n: sql<number>`count(*)` }).from(users).leftJoin(directoryUsers, eq(directoryUsers.user_id, users.id)).where(where)
  const rows =
    limit === 0
      ? []
      : await from()
          .orderBy(...order)
          .limit(limit)
          .offset(offset)
  const memberships = wants(USERS, 'groups', query)
    ? await membershipsOf(
        ctx,
        rows.map(({ id }) => id),
      )
    : []
  return listResponse(
    rows.map((row) => shown(ctx, row, memberships, query)),
    counted?.n ?? 0,
    query.startIndex,
  )
}

/** Fails with `not_found`. */
export async function getScimUser(ctx: Context, id: string, wanted: Wanted): Promise<Shown> {
  requireDirectory(ctx)
  return shownOne(ctx, await rowOf(ctx, id), wanted)
}

const taken = () => refused('uniqueness', 'a user with this userName or e-mail address exists')

/** Makes an account whose person signs in by an identity provider. Fails with `uniqueness`, `invalidValue`. */
export async function createScimUser(ctx: Context, body: Record<string, unknown>, wanted: Wanted): Promise<Shown> {
  const { directoryId, defaultRole } = requireDirectory(ctx)
  const resource = attributesOf(USERS, body)
  const user_name = userNameOf(resource)
  const { email, ...account } = accountOf(resource, { resource: {}, attributes: {} })
  if (await isAddressOfAnother(ctx, user_name, null)) throw taken()
  const at = instantOf(ctx)
  const id = ctx.newId('usr')
  const insert = ctx.db.insert(users).values({
    ...account,
    id,
    email,
    role: defaultRole,
    status: resource.active === false ? 'disabled' : 'active',
    created_at: at,
    updated_at: at,
  })
  const record = { user_id: id, directory_id: directoryId, external_id: externalIdOf(resource), user_name, profile: profileOf(resource) }
  const entry = { type: 'user.created', resource: { type: 'user', id }, details: { email, role: defaultRole, by: directoryId } }
  await unlessUnique(commitInsert(ctx, insert, entry, [ctx.db.insert(directoryUsers).values(record)]))
  return shownOne(ctx, await rowOf(ctx, id), wanted)
}

const externalIdOf = ({ externalId }: Attributes): string | null => (typeof externalId === 'string' && externalId !== '' ? externalId : null)

/** An account no directory has said anything of is called by its address. */
async function isAddressOfAnother(ctx: Context, name: string, id: string | null): Promise<boolean> {
  const [other] = await ctx.db
    .select({ id: users.id })
    .from(users)
    .leftJoin(directoryUsers, eq(directoryUsers.user_id, users.id))
    .where(and(eq(users.email, name.toLowerCase()), sql`${directoryUsers.user_id} is null`, id === null ? undefined : ne(users.id, id)))
  return other !== undefined
}

async function unlessUnique<T>(work: Promise<T>): Promise<T> {
  try {
    return await work
  } catch (error) {
    throw isUniqueViolation(error) ? taken() : error
  }
}

/** Sets all a directory says of a user; what is not sent is gone, but for `active`, which stays. Fails as `patchScimUser`. */
export function replaceScimUser(ctx: Context, id: string, body: Record<string, unknown>, wanted: Wanted): Promise<Shown> {
  requireDirectory(ctx)
  const resource = attributesOf(USERS, body)
  userNameOf(resource)
  return save(ctx, id, wanted, ({ active = true }) => ({ active, ...resource }))
}

/** Changes a user by operations. Fails with `not_found`, `precondition_failed`, `last_admin`, `forbidden`, `uniqueness`, and what is wrong with the operations. */
export function patchScimUser(ctx: Context, id: string, patch: z.infer<typeof ScimPatch>, wanted: Wanted): Promise<Shown> {
  requireDirectory(ctx)
  const operations = readOperations(USERS, patch)
  return save(ctx, id, wanted, (before) => patched(before, operations))
}

/** Writes what a change makes of a user. Without `If-Match`, a change that came between is taken in and this one made again. */
async function save(ctx: Context, id: string, wanted: Wanted, change: (before: Attributes) => Attributes): Promise<Shown> {
  for (let tries = 0; tries < TRIES; tries++) {
    const row = await rowOf(ctx, id)
    if (ctx.expectedRevision !== null && ctx.expectedRevision !== row.revision) break
    const before = attributesIn(row)
    const after = change(structuredClone(before))
    if (row.directory_id === requireDirectory(ctx).directoryId && isSame(before, after)) return shownOne(ctx, row, wanted)
    if (await written(ctx, row, before, after)) return shownOne(ctx, await rowOf(ctx, id), wanted)
  }
  throw new Failure('precondition_failed', 'the user changed since it was read')
}

const isSame = (one: Attributes, other: Attributes): boolean => {
  const sorted = (all: Attributes) => JSON.stringify(Object.entries(all).toSorted(([a], [b]) => (a < b ? -1 : 1)))
  return sorted(one) === sorted(other)
}

/** Whether the change was made: not when another was faster. */
async function written(ctx: Context, row: Row, before: Attributes, after: Attributes): Promise<boolean> {
  const { directoryId } = requireDirectory(ctx)
  const user_name = userNameOf(after)
  const account = accountOf(after, { resource: before, attributes: row.attributes })
  // Whoever sets an administrator's address could have a new password sent to it.
  if (row.role === 'admin' && account.email !== row.email)
    throw new Failure('forbidden', 'an administrator’s e-mail address is changed by an administrator, not by a directory')
  if (user_name.toLowerCase() !== row.user_name.toLowerCase() && (await isAddressOfAnother(ctx, user_name, row.id))) throw taken()
  const wasActive = row.status !== 'disabled'
  const isActive = after.active !== false
  const status = isActive === wasActive ? row.status : isActive ? 'active' : 'disabled'
  const statement = ctx.db
    .update(users)
    .set({ ...account, status, ...bumped(ctx, users) })
    .where(and(eq(users.id, row.id), eq(users.revision, row.revision), isActive ? undefined : keepsAnAdmin(row.id)))
    .returning({ id: users.id })
  const type = isActive === wasActive ? 'user.updated' : isActive ? 'user.enabled' : 'user.disabled'
  const fields = [...new Set([...Object.keys(before), ...Object.keys(after)])].filter((name) => JSON.stringify(before[name]) !== JSON.stringify(after[name]))
  const entry = { type, resource: { type: 'user', id: row.id }, details: { by: directoryId, fields } }
  const record = ctx.db.run(
    // Right after the audit entry, which is written only if the account was.
    sql`insert into ${directoryUsers} (user_id, directory_id, external_id, user_name, profile)
      select ${row.id}, ${directoryId}, ${externalIdOf(after)}, ${user_name}, ${JSON.stringify(profileOf(after))} where changes() > 0
      on conflict (user_id) do update set directory_id = excluded.directory_id, external_id = excluded.external_id, user_name = excluded.user_name, profile = excluded.profile`,
  ) as never
  const [made] = await unlessUnique(commit(ctx, statement, entry, [record, ...(isActive ? [] : endOf(ctx, row.id))]))
  if (made) return true
  if (!isActive) await requireNotLast(ctx, row.id)
  return false
}

/** What a person held when the directory took the access away, and what does not come back with it: sign-ins, links, API keys, connected apps. */
function endOf(ctx: Context, id: string) {
  const at = instantOf(ctx)
  const isDisabled: SQL = sql`exists (select 1 from ${users} where ${users.id} = ${id} and ${users.status} = 'disabled')`
  const { db } = ctx
  return [
    db.delete(signins).where(and(eq(signins.user_id, id), isDisabled)),
    db.delete(signinLinks).where(and(eq(signinLinks.user_id, id), isDisabled)),
    db.delete(invitations).where(and(eq(invitations.user_id, id), isDisabled)),
    db.delete(oauthConnections).where(and(eq(oauthConnections.user_id, id), isDisabled)),
    db
      .update(apiKeys)
      .set({ revoked_at: at, ...bumped(ctx, apiKeys) })
      .where(and(eq(apiKeys.user_id, id), sql`(${apiKeys.revoked_at} is null or ${apiKeys.revoked_at} > ${at})`, isDisabled)),
  ]
}

async function requireNotLast(ctx: Context, id: string): Promise<void> {
  const [free] = await ctx.db
    .select({ id: users.id })
    .from(users)
    .where(and(eq(users.id, id), keepsAnAdmin(id)))
  if (!free) throw new Failure('last_admin', 'this is the last active administrator')
}

/** Deletes a user a directory keeps. What the person owned passes to whoever connected the directory, else to the oldest other administrator. */
export async function deleteScimUser(ctx: Context, id: string): Promise<void> {
  const { directoryId } = requireDirectory(ctx)
  const row = await rowOf(ctx, id)
  if (row.directory_id === null) throw new Failure('forbidden', 'this account was not made or taken over by a directory: an administrator deletes it')
  const isHeir = and(eq(users.role, 'admin'), eq(users.status, 'active'), ne(users.id, id))
  const connected = sql`(select created_by from ${directories} where ${directories.id} = ${directoryId})`
  const [heir] = await ctx.db.select({ id: users.id }).from(users).where(isHeir).orderBy(sql`${users.id} = ${connected} desc`, asc(users.id)).limit(1)
  if (!heir) throw new Failure('last_admin', 'this is the last active administrator')
  await endUser(ctx, row, heir.id, { type: 'user.deleted', details: { email: row.email, reassigned_to: heir.id, by: directoryId } })
}
