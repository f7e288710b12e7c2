import { and, eq, ne, or, type SQL } from 'drizzle-orm'
import { z } from 'zod'
import { models } from '#db/schema/catalog.ts'
import { grants, groups, users } from '#db/schema/identity.ts'
import { isAdmin, type Level, notFound, type ResourceType, requireLevel } from '../allow.ts'
import { type AuditFacts, commit } from '../commit.ts'
import { type Context, instantOf } from '../context.ts'
import { Instant } from '../strict.ts'
import { findOwned } from './owned-object.ts'

export const Grant = z
  .object({
    id: z.string(),
    resource_type: z.string(),
    resource_id: z.string(),
    principal_type: z.enum(['user', 'group', 'everyone', 'model']),
    principal_id: z.string().meta({ description: '"*" for everyone' }),
    level: z.enum(['view', 'edit', 'own']),
    created_by: z.string(),
    created_at: Instant,
  })
  .meta({ id: 'Grant' })
export type Grant = z.infer<typeof Grant>

/** One object and one who gains from it; there is at most one grant per pair. */
export type GrantPair = { resource_type: ResourceType; resource_id: string; principal_type: Grant['principal_type']; principal_id: string }

const isPair = (pair: GrantPair) =>
  and(
    eq(grants.resource_type, pair.resource_type),
    eq(grants.resource_id, pair.resource_id),
    eq(grants.principal_type, pair.principal_type),
    eq(grants.principal_id, pair.principal_id),
  )

/**
 * Grants a level on an object the caller may share (which its own verb has checked). Idempotent: an existing grant is answered, at the level asked for;
 * without a level a new grant is for viewing and an existing one stays. The owner or an administrator who gives what somebody else gave before stands in for
 * it from then on. Fails with `not_found` naming the principal's field, `forbidden` when the level is above the caller's own.
 */
export async function grantAccess(ctx: Context, { level, ...pair }: GrantPair & { level?: Level | undefined }): Promise<{ grant: Grant; created: boolean }> {
  await requirePrincipal(ctx, pair)
  const given = level ?? 'view'
  const object = await requireLevel(ctx, pair.resource_type, await findOwned(ctx, pair.resource_type, pair.resource_id), given)
  const id = ctx.newId('shr')
  const author = ctx.actor.type === 'user' ? ctx.actor.userId : ctx.actor.type
  const insert = ctx.db.insert(grants).values({ ...pair, id, level: given, created_by: author, created_at: instantOf(ctx) })
  const target = [grants.resource_type, grants.resource_id, grants.principal_type, grants.principal_id]
  const takesOver = object.owner_id !== null && (object.owner_id === author || isAdmin(ctx))
  const set = { ...(level === undefined ? {} : { level }), ...(takesOver ? { created_by: author } : {}) }
  const differs: (SQL | undefined)[] = [
    level === undefined ? undefined : ne(grants.level, level),
    takesOver ? and(ne(grants.created_by, author), ne(grants.created_by, object.owner_id ?? '')) : undefined,
  ]
  const change =
    Object.keys(set).length === 0
      ? insert.onConflictDoNothing({ target }).returning()
      : insert.onConflictDoUpdate({ target, set, setWhere: or(...differs) }).returning()
  const [written] = await commit(ctx, change, auditFacts(pair, 'given', { level: given }))
  if (written) return { grant: written, created: written.id === id }
  const [kept] = await ctx.db.select().from(grants).where(isPair(pair))
  if (!kept) throw notFound(pair.resource_type)
  return { grant: kept, created: false }
}

/** Takes a grant back; it holds from the next request. Fails with `not_found` when there is none. */
export async function revokeAccess(ctx: Context, pair: GrantPair): Promise<void> {
  const change = ctx.db.delete(grants).where(isPair(pair)).returning({ id: grants.id })
  const [gone] = await commit(ctx, change, auditFacts(pair, 'taken'))
  if (!gone) throw notFound('assignment')
}

/** Whom everybody may find, to share with him: active users. */
export const isToBeFound = and(eq(users.status, 'active'), ne(users.role, 'pending'))

const PRINCIPALS = { user: users, group: groups, model: models }

/** Nobody but an administrator gives anything to a user whom `GET /people` does not tell of: he is as absent as one who never was. */
async function requirePrincipal(ctx: Context, { principal_type: type, principal_id: id }: GrantPair): Promise<void> {
  if (type === 'everyone') return
  const table = PRINCIPALS[type]
  const [known] = await ctx.db
    .select({ id: table.id })
    .from(table)
    .where(and(eq(table.id, id), type === 'user' && !isAdmin(ctx) ? isToBeFound : undefined))
  if (!known) throw notFound(type, `${type}_id`)
}

/** Memberships and bindings are grants too, but an auditor looks for them under their own names. */
function auditFacts(pair: GrantPair, step: 'given' | 'taken', more: Record<string, unknown> = {}): AuditFacts {
  const [given, taken] =
    pair.resource_type === 'group' ? ['member_added', 'member_removed'] : pair.principal_type === 'model' ? ['bound', 'unbound'] : ['shared', 'unshared']
  return {
    type: `${pair.resource_type}.${step === 'given' ? given : taken}`,
    resource: { type: pair.resource_type, id: pair.resource_id },
    details: { principal_type: pair.principal_type, principal_id: pair.principal_id, ...more },
  }
}
