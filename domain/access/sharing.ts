import { z } from 'zod'
import type { Level, ResourceType } from '../allow.ts'
import type { Context } from '../context.ts'
import { exampleId } from '../identifiers.ts'
import { strict } from '../strict.ts'
import { type Grant, type GrantPair, grantAccess, revokeAccess } from './grants.ts'
import { requireOwned } from './owned-object.ts'

const id = z.string().min(1).max(64)
const level = z.enum(['view', 'edit', 'own']).optional().meta({ description: 'view when absent; an existing share then keeps its level' })

export const UserShare = strict({ user_id: id, level }).meta({ id: 'UserShare', example: { user_id: exampleId('usr'), level: 'view' } })
export const GroupShare = strict({ group_id: id, level }).meta({ id: 'GroupShare', example: { group_id: exampleId('grp'), level: 'view' } })

export type Shared = { type: ResourceType; id: string }
export type Principal = { type: 'user' | 'group'; id: string }

const pairOf = ({ type, id }: Shared, principal: Principal): GrantPair => ({
  resource_type: type,
  resource_id: id,
  principal_type: principal.type,
  principal_id: principal.id,
})

/** Shares an object, idempotently. Needs `own`. Fails with `not_found` for the object, or naming the principal's member, and `forbidden`. */
export async function share(ctx: Context, object: Shared, principal: Principal, level?: Level): Promise<{ grant: Grant; created: boolean }> {
  await requireOwned(ctx, object.type, object.id, 'own')
  return grantAccess(ctx, { ...pairOf(object, principal), level })
}

/** Takes a share back, which holds from the next request. Needs `own`. Fails with `not_found`, also when there is no such share, and `forbidden`. */
export async function unshare(ctx: Context, object: Shared, principal: Principal): Promise<void> {
  await requireOwned(ctx, object.type, object.id, 'own')
  await revokeAccess(ctx, pairOf(object, principal))
}
