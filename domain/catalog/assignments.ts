import { and, eq, getTableColumns, inArray, or, type SQL } from 'drizzle-orm'
import { z } from 'zod'
import { grants } from '#db/schema/identity.ts'
import { datasources } from '#db/schema/semantics.ts'
import { type Grant, type GrantPair, grantAccess, revokeAccess } from '../access/grants.ts'
import { requireOwnMembers } from '../access/kept-by-directory.ts'
import { requireOwned, SHAREABLE } from '../access/owned-object.ts'
import { requireEveryScope } from '../access/scopes.ts'
import { isAdmin, type Level, notFound, type ResourceType, requireUser, visible } from '../allow.ts'
import type { Context } from '../context.ts'
import { Failure } from '../failure.ts'
import { exampleId } from '../identifiers.ts'
import { ListQuery, type Page, readPage } from '../pagination.ts'
import { Instant, strict } from '../strict.ts'

type PrincipalType = 'user' | 'group' | 'model'

/** A named view of the grants table: one kind of object, one kind of principal. */
export type AssignmentKind = {
  path: string
  /** The name of its schema. */
  name: string
  resource: 'group' | 'model' | 'prompt' | 'job' | 'datasource'
  principal: PrincipalType
  /** What the caller must hold on the object to change its assignments. */
  needs: Level
  /** What the caller must hold on the object to see all of them; his own he always sees. */
  seenFrom: Level
  /** The member that tells the level: members and managers of groups, levels elsewhere, nothing for bindings. */
  rank: 'role' | 'level' | null
}

const shared = { needs: 'own', seenFrom: 'own', rank: 'level' } as const

export const ASSIGNMENTS = {
  usergroups: { path: 'usergroups', name: 'UserGroup', resource: 'group', principal: 'user', needs: 'edit', seenFrom: 'view', rank: 'role' },
  modelgroups: { path: 'modelgroups', name: 'ModelGroup', resource: 'model', principal: 'group', ...shared },
  modelusers: { path: 'modelusers', name: 'ModelUser', resource: 'model', principal: 'user', ...shared },
  promptgroups: { path: 'promptgroups', name: 'PromptGroup', resource: 'prompt', principal: 'group', ...shared },
  promptusers: { path: 'promptusers', name: 'PromptUser', resource: 'prompt', principal: 'user', ...shared },
  jobgroups: { path: 'jobgroups', name: 'JobGroup', resource: 'job', principal: 'group', ...shared },
  jobusers: { path: 'jobusers', name: 'JobUser', resource: 'job', principal: 'user', ...shared },
  datasourcegroups: { path: 'datasourcegroups', name: 'DatasourceGroup', resource: 'datasource', principal: 'group', ...shared },
  datasourceusers: { path: 'datasourceusers', name: 'DatasourceUser', resource: 'datasource', principal: 'user', ...shared },
  datasourcemodels: {
    path: 'datasourcemodels',
    name: 'DatasourceModel',
    resource: 'datasource',
    principal: 'model',
    needs: 'edit',
    seenFrom: 'view',
    rank: null,
  },
} as const satisfies Record<string, AssignmentKind>

export const keyOf = (type: AssignmentKind['resource'] | PrincipalType): string => `${type}_id`

const RANKS = {
  role: z.enum(['member', 'manager']),
  level: z.enum(['view', 'edit', 'own']),
}
const PREFIXES = { user: 'usr', group: 'grp', model: 'mdl', prompt: 'prm', job: 'job', datasource: 'ds' } as const
const id = z.string().min(1).max(64)

export type Assignment = Record<string, string>

/** The shapes of a kind: what is stored, what a POST takes, what a list filters by and what a DELETE of a pair names. */
export function shapesOf({ name, resource, principal, rank }: AssignmentKind) {
  const pair = { [keyOf(principal)]: id, [keyOf(resource)]: id }
  const ranked = rank ? { [rank]: RANKS[rank] } : {}
  const example = Object.fromEntries([principal, resource].map((type) => [keyOf(type), exampleId(PREFIXES[type])]))
  return {
    stored: z
      .object({ id: z.string(), ...pair, ...ranked, created_by: z.string(), created_at: Instant })
      .meta({ id: name }) as unknown as z.ZodType<Assignment>,
    fresh: strict({ ...pair, ...(rank ? { [rank]: RANKS[rank].optional() } : {}) }).meta({ id: `New${name}`, example }) as unknown as z.ZodType<Assignment>,
    query: ListQuery.omit({ q: true }).extend(Object.fromEntries(Object.keys(pair).map((key) => [key, id.optional()]))) as unknown as z.ZodType<
      ListQuery & Record<string, unknown>
    > &
      z.ZodObject,
    pair: z.object(pair),
  }
}

const toWire = (kind: AssignmentKind, grant: Grant): Assignment => ({
  id: grant.id,
  [keyOf(kind.principal)]: grant.principal_id,
  [keyOf(kind.resource)]: grant.resource_id,
  ...(kind.rank === 'role' ? { role: grant.level === 'view' ? 'member' : 'manager' } : kind.rank ? { level: grant.level } : {}),
  created_by: grant.created_by,
  created_at: grant.created_at,
})

const pairOf = (kind: AssignmentKind, input: Assignment): GrantPair => ({
  resource_type: kind.resource,
  resource_id: input[keyOf(kind.resource)] ?? '',
  principal_type: kind.principal,
  principal_id: input[keyOf(kind.principal)] ?? '',
})

function levelIn(kind: AssignmentKind, input: Assignment): Level | undefined {
  if (kind.rank === 'role') return input.role === undefined ? undefined : input.role === 'manager' ? 'edit' : 'view'
  return kind.rank ? (input.level as Level | undefined) : undefined
}

/** The assignments the caller may see: of objects he manages, and those that reach himself. */
export async function listAssignments(ctx: Context, kind: AssignmentKind, query: ListQuery & { [key: string]: unknown }): Promise<Page<Assignment>> {
  const filter = (type: AssignmentKind['resource'] | PrincipalType, column: typeof grants.resource_id | typeof grants.principal_id) => {
    const wanted = query[keyOf(type)]
    return typeof wanted === 'string' ? eq(column, wanted) : undefined
  }
  const page = await readPage<Grant>(ctx, {
    table: grants,
    columns: getTableColumns(grants),
    where: and(
      eq(grants.resource_type, kind.resource),
      eq(grants.principal_type, kind.principal),
      filter(kind.resource, grants.resource_id),
      filter(kind.principal, grants.principal_id),
      seen(ctx, kind),
    ),
    query,
  })
  return { ...page, items: page.items.map((grant) => toWire(kind, grant)) }
}

function seen(ctx: Context, kind: AssignmentKind): SQL | undefined {
  if (isAdmin(ctx)) return undefined
  const { userId, groupIds } = requireUser(ctx)
  const objects = (type: ResourceType, least: Level) => {
    const { table, id: key, owner } = SHAREABLE[type]
    return ctx.db
      .select({ id: key })
      .from(table)
      .where(visible(ctx, type, key, owner, least))
  }
  const managed = inArray(grants.resource_id, objects(kind.resource, kind.seenFrom))
  if (kind.principal === 'model') return and(managed, inArray(grants.principal_id, objects('model', 'view')))
  return or(managed, inArray(grants.principal_id, kind.principal === 'user' ? [userId] : groupIds))
}

/**
 * Assigns, idempotently. Fails with `not_found` naming the member whose object is absent or not visible, `forbidden` when the caller's level is too low,
 * and `extraction_required` for a data source that has not been extracted.
 */
export async function assign(ctx: Context, kind: AssignmentKind, input: Assignment): Promise<{ assignment: Assignment; created: boolean }> {
  if (kind.resource === 'group') requireEveryScope(ctx, 'add members to a group')
  const pair = pairOf(kind, input)
  await requireChange(ctx, kind, pair)
  if (kind.principal === 'model') await requireExtracted(ctx, pair.resource_id, 'datasource_id')
  const { grant, created } = await grantAccess(ctx, { ...pair, level: levelIn(kind, input) })
  return { assignment: toWire(kind, grant), created }
}

/** Takes an assignment back by its pair. */
export async function unassign(ctx: Context, kind: AssignmentKind, input: Assignment): Promise<void> {
  const pair = pairOf(kind, input)
  await requireChange(ctx, kind, pair)
  await revokeAccess(ctx, pair)
}

/** Takes an assignment back by its id. One of an object the caller cannot see is as absent as one that never was. */
export async function removeAssignment(ctx: Context, kind: AssignmentKind, assignmentId: string): Promise<void> {
  const isKind = and(eq(grants.id, assignmentId), eq(grants.resource_type, kind.resource), eq(grants.principal_type, kind.principal))
  const [grant] = await ctx.db.select().from(grants).where(isKind)
  if (!grant) throw notFound('assignment')
  try {
    await unassign(ctx, kind, toWire(kind, grant))
  } catch (error) {
    throw error instanceof Failure && error.code === 'not_found' ? notFound('assignment') : error
  }
}

async function requireChange(ctx: Context, kind: AssignmentKind, pair: GrantPair): Promise<void> {
  await requireOwned(ctx, kind.resource, pair.resource_id, kind.needs, keyOf(kind.resource))
  if (kind.resource === 'group') await requireOwnMembers(ctx, pair.resource_id)
  if (kind.principal === 'model') await requireOwned(ctx, 'model', pair.principal_id, 'edit', 'model_id')
}

/** Fails with `extraction_required` until an extraction of the data source has completed. */
export async function requireExtracted(ctx: Context, datasourceId: string, param: string): Promise<void> {
  const { extraction_status: status, last_extraction_at: at } = datasources
  const [source] = await ctx.db.select({ status, at }).from(datasources).where(eq(datasources.id, datasourceId))
  // A later extraction that runs or failed leaves what an earlier one found.
  if (source?.status === 'completed' || source?.at) return
  throw new Failure('extraction_required', 'the data source needs a completed semantic extraction first', {
    param,
    hint: `POST /api/v1/semantic/semanticextractions {"datasource_id":"${datasourceId}"}`,
  })
}
