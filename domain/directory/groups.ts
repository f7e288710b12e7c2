import { and, asc, eq, inArray, type SQL, sql } from 'drizzle-orm'
import type { z } from 'zod'
import { isUniqueViolation } from '#db/errors.ts'
import { directoryGroups } from '#db/schema/directories.ts'
import { grants, groups, users } from '#db/schema/identity.ts'
import { notFound } from '../allow.ts'
import { atRevision, bumped, commitInsert, commitOne } from '../commit.ts'
import { type Context, instantOf } from '../context.ts'
import { Failure } from '../failure.ts'
import { GROUP, GROUPS, named, placeOf } from './attributes.ts'
import { requireDirectory, scimBase } from './directories.ts'
import type { Reach } from './filter.ts'
import { listResponse, type ScimListQuery, soughtBy } from './listing.ts'
import { chosenIds, type MemberStep, memberIds, memberStatements, requireUsers } from './members.ts'
import { type Operation, readOperations, type ScimPatch } from './patch.ts'
import { projected, type Wanted, wants } from './projection.ts'
import { refused } from './refusals.ts'
import type { Shown } from './users.ts'
import { type Attributes, singleValue } from './values.ts'

const LONGEST_NAME = 256

const columns = {
  id: groups.id,
  revision: groups.revision,
  name: groups.name,
  created_at: groups.created_at,
  updated_at: groups.updated_at,
  directory_id: directoryGroups.directory_id,
  external_id: directoryGroups.external_id,
}
type Row = Awaited<ReturnType<typeof rowOf>>

async function rowOf(ctx: Context, id: string) {
  const [row] = await ctx.db.select(columns).from(groups).leftJoin(directoryGroups, eq(directoryGroups.group_id, groups.id)).where(eq(groups.id, id))
  if (!row) throw notFound('group')
  return row
}

const COLUMNS: Record<string, { value: SQL; equals?: (value: string) => SQL }> = {
  id: { value: sql`${groups.id}` },
  externalId: {
    value: sql`${directoryGroups.external_id}`,
    equals: (id) => sql`${groups.id} in (select group_id from directory_groups where external_id = ${id})`,
  },
  displayName: { value: sql`${groups.name}`, equals: (name) => sql`${groups.name} = ${name} collate nocase` },
  'meta.created': { value: sql`${groups.created_at}` },
  'meta.lastModified': { value: sql`${groups.updated_at}` },
  'meta.resourceType': { value: sql`'Group'` },
}

const members: Reach = {
  of: (sub) => {
    const value = { value: sql`m.principal_id`, display: sql`u.name`, type: sql`'User'` }[sub.toLowerCase()]
    return { value: value ?? sql`null`, type: 'string', caseExact: sub.toLowerCase() === 'value' }
  },
  any: (condition) =>
    sql`exists (select 1 from ${grants} m join ${users} u on u.id = m.principal_id
      where m.resource_type = 'group' and m.resource_id = ${groups.id} and m.principal_type = 'user' and ${condition})`,
}

function groupReach(path: string): Reach | null {
  const place = placeOf(GROUPS, path)
  if (!place) return null
  const { attribute, sub } = place
  if (attribute.name === 'members') return sub ? null : members
  const column = COLUMNS[sub ? `${attribute.name}.${sub.name}` : attribute.name]
  const { type, caseExact } = sub ?? attribute
  return column ? { one: { ...column, type, caseExact } } : null
}

type Member = { group_id: string; id: string; name: string }

async function membersOf(ctx: Context, ids: string[]): Promise<Map<string, Member[]>> {
  if (ids.length === 0) return new Map()
  const rows = await ctx.db
    .select({ group_id: grants.resource_id, id: users.id, name: users.name })
    .from(grants)
    .innerJoin(users, eq(users.id, grants.principal_id))
    .where(and(eq(grants.resource_type, 'group'), eq(grants.principal_type, 'user'), inArray(grants.resource_id, ids)))
    .orderBy(asc(users.id))
  return Map.groupBy(rows, ({ group_id }) => group_id)
}

function shown(ctx: Context, row: Row, members: Member[], wanted: Wanted): Attributes {
  const base = scimBase(ctx)
  const resource: Attributes = {
    schemas: [GROUP],
    id: row.id,
    ...(row.external_id === null ? {} : { externalId: row.external_id }),
    displayName: row.name,
    ...(members.length ? { members: members.map(({ id, name }) => ({ value: id, $ref: `${base}/Users/${id}`, display: name, type: 'User' })) } : {}),
    meta: {
      resourceType: 'Group',
      created: row.created_at,
      lastModified: row.updated_at,
      location: `${base}/Groups/${row.id}`,
      version: `W/"${row.revision}"`,
    },
  }
  return projected(GROUPS, resource, wanted)
}

async function shownOne(ctx: Context, id: string, wanted: Wanted): Promise<Shown> {
  const row = await rowOf(ctx, id)
  const all = wants(GROUPS, 'members', wanted) ? await membersOf(ctx, [id]) : new Map<string, Member[]>()
  return { resource: shown(ctx, row, all.get(id) ?? [], wanted), revision: row.revision }
}

/** The groups there are, by whomever they were made. */
export async function listScimGroups(ctx: Context, query: ScimListQuery) {
  requireDirectory(ctx)
  const { where, order, limit, offset } = soughtBy(GROUPS, groupReach, sql`${groups.id}`, query)
  const ofRecord = eq(directoryGroups.group_id, groups.id)
  const [counted] = await ctx.db.select({ n: sql<number>`count(*)` }).from(groups).leftJoin(directoryGroups, ofRecord).where(where)
  const found = ctx.db.select(columns).from(groups).leftJoin(directoryGroups, ofRecord).where(where)
  const rows =
    limit === 0
      ? []
      : await found
          .orderBy(...order)
          .limit(limit)
          .offset(offset)
  const all = wants(GROUPS, 'members', query)
    ? await membersOf(
        ctx,
        rows.map(({ id }) => id),
      )
    : new Map<string, Member[]>()
  return listResponse(
    rows.map((row) => shown(ctx, row, all.get(row.id) ?? [], query)),
    counted?.n ?? 0,
    query.startIndex,
  )
}

/** Fails with `not_found`. */
export async function getScimGroup(ctx: Context, id: string, wanted: Wanted): Promise<Shown> {
  requireDirectory(ctx)
  return shownOne(ctx, id, wanted)
}

const taken = () => refused('uniqueness', 'a group of this displayName exists')

/** What a directory wants of a group. Absent: as it is. */
type Wish = { name?: string; externalId?: string | null; steps: MemberStep[] }

const given = (body: Record<string, unknown>, name: string): unknown => Object.entries(body).find(([key]) => key.toLowerCase() === name.toLowerCase())?.[1]

function nameIn(value: unknown): string {
  const name = typeof value === 'string' ? value.trim() : ''
  if (name === '') throw refused('invalidValue', 'displayName: a text is needed')
  if (name.length > LONGEST_NAME) throw refused('invalidValue', `displayName: at most ${LONGEST_NAME} characters`)
  return name
}

function externalIdIn(value: unknown): string | null {
  const attribute = placeOf(GROUPS, 'externalId')?.attribute
  const id = attribute ? singleValue(attribute, value) : undefined
  return typeof id === 'string' && id !== '' ? id : null
}

/** Makes a group. Fails with `uniqueness`, `invalidValue`. */
export async function createScimGroup(ctx: Context, body: Record<string, unknown>, wanted: Wanted): Promise<Shown> {
  const { directoryId } = requireDirectory(ctx)
  const name = nameIn(given(body, 'displayName'))
  const steps: MemberStep[] = [{ how: 'add', ids: memberIds(given(body, 'members')) }]
  await requireUsers(ctx, steps)
  const at = instantOf(ctx)
  const id = ctx.newId('grp')
  const insert = ctx.db.insert(groups).values({ id, name, description: '', permissions: {}, created_at: at, updated_at: at })
  const record = ctx.db
    .insert(directoryGroups)
    .values({ group_id: id, directory_id: directoryId, external_id: externalIdIn(given(body, 'externalId')), change_id: id })
  const entry = { type: 'group.created', resource: { type: 'group', id }, details: { name, by: directoryId, joined: steps[0]?.ids.length ?? 0 } }
  await unlessUnique(commitInsert(ctx, insert, entry, [record, ...memberStatements(ctx, id, directoryId, steps, sql`1`)]))
  return shownOne(ctx, id, wanted)
}

async function unlessUnique<T>(work: Promise<T>): Promise<T> {
  try {
    return await work
  } catch (error) {
    throw isUniqueViolation(error) ? taken() : error
  }
}

/** Sets name and, where they are sent, id and members. Fails as `patchScimGroup`. */
export function replaceScimGroup(ctx: Context, id: string, body: Record<string, unknown>, wanted: Wanted): Promise<Shown> {
  requireDirectory(ctx)
  const members = given(body, 'members')
  const steps: MemberStep[] = members === undefined ? [] : [{ how: 'set', ids: memberIds(members) }]
  return save(ctx, id, { name: nameIn(given(body, 'displayName')), externalId: externalIdIn(given(body, 'externalId')), steps }, wanted)
}

/** Changes a group by operations. Fails with `not_found`, `precondition_failed`, `uniqueness`, and what is wrong with the operations. */
export function patchScimGroup(ctx: Context, id: string, patch: z.infer<typeof ScimPatch>, wanted: Wanted): Promise<Shown> {
  requireDirectory(ctx)
  return save(ctx, id, readOperations(GROUPS, patch).reduce(wishAfter, { steps: [] }), wanted)
}

function wishAfter(wish: Wish, { op, place: { attribute, sub }, chosen, value }: Operation): Wish {
  const isGone = op === 'remove' || value === null
  if (attribute.name === 'displayName') {
    if (isGone) throw refused('mutability', 'displayName: a group needs one')
    return { ...wish, name: nameIn(value) }
  }
  if (attribute.name === 'externalId') return { ...wish, externalId: isGone ? null : externalIdIn(value) }
  if (attribute.name !== 'members') throw refused('mutability', `${attribute.name} is set by the server`)
  if (sub && named(attribute.subAttributes ?? [], 'value') !== sub) throw refused('mutability', `members.${sub.name} is set by the server`)
  if (op === 'remove') {
    const ids = chosen ? chosenIds(chosen) : memberIds(value)
    // Without a word about which: all of them.
    const isAll = !chosen && (value === undefined || value === null)
    return { ...wish, steps: [...wish.steps, isAll ? { how: 'set', ids: [] } : { how: 'remove', ids }] }
  }
  const step: MemberStep = { how: op === 'replace' && !chosen ? 'set' : 'add', ids: memberIds(value) }
  return { ...wish, steps: [...wish.steps, step] }
}

/** Writes at once what is wanted of a group. Members are added and removed one by one, so that of two changes at the same time neither undoes the other. */
async function save(ctx: Context, id: string, { name, externalId, steps }: Wish, wanted: Wanted): Promise<Shown> {
  const { directoryId } = requireDirectory(ctx)
  const before = await rowOf(ctx, id)
  await requireUsers(ctx, steps)
  const changeId = ctx.newId('req')
  const change = ctx.db
    .update(groups)
    .set({ ...(name === undefined ? {} : { name }), ...bumped(ctx, groups) })
    .where(atRevision(ctx, groups, id))
    .returning({ id: groups.id })
  const kept = externalId === undefined ? sql`external_id` : sql`excluded.external_id`
  const record = ctx.db.run(
    // Right after the audit entry, which is written only if the group was changed.
    sql`insert into ${directoryGroups} (group_id, directory_id, external_id, change_id)
      select ${id}, ${directoryId}, ${externalId ?? null}, ${changeId} where changes() > 0
      on conflict (group_id) do update set directory_id = excluded.directory_id, external_id = ${kept}, change_id = excluded.change_id`,
  ) as never
  const isMade = sql`exists (select 1 from ${directoryGroups} where ${directoryGroups.group_id} = ${id} and ${directoryGroups.change_id} = ${changeId})`
  const details = {
    by: directoryId,
    ...(name === undefined || name === before.name ? {} : { name }),
    ...Object.fromEntries(steps.map(({ how, ids }) => [`members_${how}`, ids.length > 20 ? ids.length : ids])),
  }
  const entry = { type: 'group.updated', resource: { type: 'group', id }, details }
  await unlessUnique(commitOne(ctx, change, entry, [record, ...memberStatements(ctx, id, directoryId, steps, isMade)]))
  return shownOne(ctx, id, wanted)
}

/** Deletes a group a directory keeps. */
export async function deleteScimGroup(ctx: Context, id: string): Promise<void> {
  const { directoryId } = requireDirectory(ctx)
  const { name, directory_id } = await rowOf(ctx, id)
  if (directory_id === null) throw new Failure('forbidden', 'this group was not made or taken over by a directory: an administrator deletes it')
  const change = ctx.db
    .delete(groups)
    .where(atRevision(ctx, groups, id))
    .returning({ id: groups.id })
  await commitOne(ctx, change, { type: 'group.deleted', resource: { type: 'group', id }, details: { name, by: directoryId } })
}
