import { and, eq, inArray, or, type SQL, sql } from 'drizzle-orm'
import type { SQLiteColumn } from 'drizzle-orm/sqlite-core'
import { grants } from '#db/schema/identity.ts'
import type { UserActor } from './access/actor.ts'
import type { Context } from './context.ts'
import { Failure } from './failure.ts'

export type Level = 'view' | 'edit' | 'own'
export type ResourceType = 'datasource' | 'model' | 'prompt' | 'session' | 'chart' | 'dashboard' | 'group' | 'file' | 'job'

const RANK: Record<Level, number> = { view: 1, edit: 2, own: 3 }

const from = (least: Level): Level[] => (Object.keys(RANK) as Level[]).filter((level) => RANK[level] >= RANK[least])

/** One sentence for "absent" and "not yours to see", so that a reply tells nothing about what exists. */
export const notFound = (type: string, param?: string): Failure => new Failure('not_found', `no such ${type}`, param ? { param } : {})

/** The calling user. Guests and the platform itself are refused. */
export function requireUser(ctx: Context): UserActor {
  if (ctx.actor.type !== 'user') throw new Failure('forbidden', 'this credential cannot be used here')
  return ctx.actor
}

/** The calling administrator; everybody else is refused without a word about what exists. The platform itself passes. */
export function requireAdmin(ctx: Context): void {
  if (ctx.actor.type === 'system') return
  if (requireUser(ctx).role !== 'admin') throw new Failure('forbidden', 'administrators only')
}

export const isAdmin = (ctx: Context): boolean => ctx.actor.type === 'system' || (ctx.actor.type === 'user' && ctx.actor.role === 'admin')

/** The grants that reach the actor: his own, his groups', everyone's. */
export function reaching(actor: UserActor): SQL {
  const groups = actor.groupIds.length ? and(eq(grants.principal_type, 'group'), inArray(grants.principal_id, actor.groupIds)) : undefined
  return or(and(eq(grants.principal_type, 'user'), eq(grants.principal_id, actor.userId)), groups, eq(grants.principal_type, 'everyone')) as SQL
}

/** The ids of the objects of a kind that grants open to a user, without those he owns or administers. */
export const grantedIds = (ctx: Context, type: ResourceType) =>
  ctx.db
    .select({ id: grants.resource_id })
    .from(grants)
    .where(and(eq(grants.resource_type, type), reaching(requireUser(ctx))))

/** The condition that keeps a list to what the actor may see: owned, granted (at `least` that high), or all for an administrator. */
export function visible(ctx: Context, type: ResourceType, id: SQLiteColumn, owner: SQLiteColumn | null, least: Level = 'view'): SQL | undefined {
  if (isAdmin(ctx)) return undefined
  const actor = requireUser(ctx)
  const granted = inArray(
    id,
    ctx.db
      .select({ id: grants.resource_id })
      .from(grants)
      .where(and(eq(grants.resource_type, type), reaching(actor), least === 'view' ? undefined : inArray(grants.level, from(least)))),
  )
  return owner ? or(eq(owner, actor.userId), granted) : granted
}

/** The highest level the actor holds on an object: ownership, else his best grant; administrators own everything. `null` = not visible. */
async function levelOn(ctx: Context, type: ResourceType, object: { id: string; owner_id?: string | null }): Promise<Level | null> {
  if (isAdmin(ctx)) return 'own'
  const actor = requireUser(ctx)
  if (object.owner_id && object.owner_id === actor.userId) return 'own'
  const [best] = await ctx.db
    .select({ level: grants.level })
    .from(grants)
    .where(and(eq(grants.resource_type, type), eq(grants.resource_id, object.id), reaching(actor)))
    .orderBy(sql`case ${grants.level} when 'own' then 3 when 'edit' then 2 else 1 end desc`)
    .limit(1)
  return best?.level ?? null
}

/** The highest level the actor holds on each of some visible objects; what no grant names is told as `view`. A guest only looks. */
export async function levelsOn(ctx: Context, type: ResourceType, objects: { id: string; owner_id: string }[]): Promise<(object: { id: string }) => Level> {
  if (ctx.actor.type === 'guest') return () => 'view'
  if (isAdmin(ctx)) return () => 'own'
  const actor = requireUser(ctx)
  const levels = new Map<string, Level>(objects.flatMap(({ id, owner_id }) => (owner_id === actor.userId ? [[id, 'own']] : [])))
  const others = objects.filter(({ id }) => !levels.has(id)).map(({ id }) => id)
  const granted = others.length
    ? await ctx.db
        .select({ id: grants.resource_id, level: grants.level })
        .from(grants)
        .where(and(eq(grants.resource_type, type), inArray(grants.resource_id, others), reaching(actor)))
    : []
  for (const { id, level } of granted) if (RANK[level] > RANK[levels.get(id) ?? 'view']) levels.set(id, level)
  return ({ id }) => levels.get(id) ?? 'view'
}

/**
 * Lets an object through when the actor holds `needed` on it. Fails with `not_found` when it is absent or not visible,
 * `forbidden` when it is visible but the level is too low. `param` names the request member that held the id.
 */
export async function requireLevel<T extends { id: string; owner_id?: string | null }>(
  ctx: Context,
  type: ResourceType,
  object: T | undefined,
  needed: Level,
  param?: string,
): Promise<T> {
  if (!object) throw notFound(type, param)
  const level = await levelOn(ctx, type, object)
  if (!level) throw notFound(type, param)
  if (RANK[level] < RANK[needed]) throw new Failure('forbidden', `this needs the level "${needed}" on the ${type}`, param ? { param } : {})
  return object
}
