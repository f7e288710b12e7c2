import type { UserActor } from '../access/actor.ts'
import { activeUsers } from '../access/lenders.ts'
import { requireOwned } from '../access/owned-object.ts'
import { isAdmin, notFound, requireUser } from '../allow.ts'
import type { Context } from '../context.ts'
import { Failure } from '../failure.ts'
import { requireMailer } from '../mail/outbox.ts'
import type { JobRow } from './job-shape.ts'
import { type JobKind, rightsOf } from './kinds.ts'
import { contextOf } from './owner.ts'

/** What is read of a job in its mails. */
export type Read = Pick<JobRow, 'payload' | 'owner_id'> & { kind: JobKind }

const PARAM = 'notify.user_ids'

/** The context of somebody who reads what a job shows. */
export const readingAs = (ctx: Context, reader: UserActor, signal: AbortSignal): Context => contextOf(ctx, { ...reader, scopes: ['*'] }, signal)

/** Lets a reader through who may see all that a job shows; fails with `not_found`. */
export async function requireSight(acting: Context, { kind, payload }: Pick<Read, 'kind' | 'payload'>): Promise<void> {
  for (const { type, id } of rightsOf(kind, payload).needs) await requireOwned(acting, type, id, 'view')
}

/**
 * Lets users be told of a job by mail: its owner, and those who may see what it shows, where the caller may share that.
 * Fails with `mail_not_configured`, `not_found` for a user who is not there, `forbidden` for a caller who may not share, `invalid` for a user who may not see.
 */
export async function requireReaders(ctx: Context, ids: readonly string[], job: Read): Promise<void> {
  if (ids.length === 0) return
  await requireMailer(ctx)
  const { userId } = requireUser(ctx)
  const { needs } = rightsOf(job.kind, job.payload)
  const others = ids.filter((id) => id !== userId && id !== job.owner_id)
  if (others.length > 0) {
    if (needs.length === 0 && !isAdmin(ctx)) throw new Failure('forbidden', 'of a job about no chart or other object only its owner is told', { param: PARAM })
    for (const { type, id } of needs) await requireOwned(ctx, type, id, 'own', PARAM)
  }
  const people = new Map((await activeUsers(ctx, ids)).map((person) => [person.userId, person]))
  for (const [index, id] of ids.entries()) {
    const reader = people.get(id)
    const param = `${PARAM}.${index}`
    if (!reader) throw notFound('user', param)
    await requireSight(readingAs(ctx, reader, ctx.signal), job).catch((error) => {
      if (!(error instanceof Failure)) throw error
      throw new Failure('invalid', `${reader.name} may not see what this job shows`, { param, hint: 'share it with him or her first' })
    })
  }
}
