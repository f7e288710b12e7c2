import type { UserActor } from '../access/actor.ts'
import { activeUsers } from '../access/lenders.ts'
import { requireOwned } from '../access/owned-object.ts'
import { grantsScope } from '../access/scopes.ts'
import { requireAdmin } from '../allow.ts'
import { resolveModel } from '../catalog/models.ts'
import type { Context } from '../context.ts'
import { Failure, type FailureCode } from '../failure.ts'
import type { IdPrefix } from '../identifiers.ts'
import { type JobKind, rightsOf } from './kinds.ts'

/** Failures that say that the owner has lost what his job needs. */
const LOST = new Set<FailureCode>(['not_found', 'forbidden', 'insufficient_scope', 'unauthenticated'])

export const isLossOfRights = (error: unknown): error is Failure => error instanceof Failure && LOST.has(error.code)

/** The owner of something that acts by itself, as he is now, with the scopes it was given. Fails with `forbidden` when he is gone or not active. */
export async function actingOwner(ctx: Context, object: { id: string; owner_id: string; scopes: string[] }): Promise<UserActor> {
  const [owner] = await activeUsers(ctx, [object.owner_id])
  if (!owner) throw new Failure('forbidden', 'its owner is gone, or not active any more')
  return { ...owner, credential: { type: 'job', id: object.id, expiresAt: null }, scopes: object.scopes }
}

/** The same work by another actor, ended by `signal`. `pinned` are the ids the next new objects of these kinds get. */
export function contextOf(ctx: Context, actor: UserActor, signal: AbortSignal, pinned: Partial<Record<IdPrefix, string>> = {}): Context {
  const left = new Map(Object.entries(pinned))
  return {
    db: ctx.db,
    settings: ctx.settings,
    ports: ctx.ports,
    span: ctx.span,
    signal,
    actor,
    service: ctx.service,
    request: ctx.request,
    expectedRevision: null,
    idempotencyId: null,
    catalogVersion: () => ctx.catalogVersion(),
    now: () => ctx.now(),
    newId: (prefix) => {
      const id = left.get(prefix)
      left.delete(prefix)
      return id ?? ctx.newId(prefix)
    },
    defer: (work) => ctx.defer(work),
  }
}

/** Lets a job through whose actor holds what it needs. Fails with `insufficient_scope`, `not_found`, `forbidden`, naming the member of the job. */
export async function requireRights(ctx: Context, scopes: readonly string[], kind: JobKind, payload: Record<string, unknown>): Promise<void> {
  const { scope, needs, isAdminOnly } = rightsOf(kind, payload)
  if (isAdminOnly) requireAdmin(ctx)
  if (!grantsScope(scopes, scope)) throw new Failure('insufficient_scope', `a job of kind ${kind} needs the scope "${scope}"`, { param: 'kind' })
  for (const { type, id, level, param } of needs) await requireOwned(ctx, type, id, level, param)
  if (typeof payload.model === 'string') await resolveModel(ctx, payload.model)
}
