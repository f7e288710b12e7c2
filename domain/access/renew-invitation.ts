import { and, eq, ne } from 'drizzle-orm'
import { z } from 'zod'
import { invitations, users } from '#db/schema/identity.ts'
import { notFound, requireAdmin } from '../allow.ts'
import { atRevision, bumped, commitOne } from '../commit.ts'
import type { Context } from '../context.ts'
import { Failure } from '../failure.ts'
import { Instant } from '../strict.ts'
import { newInvitation } from './invitations.ts'
import { requireEveryScope } from './scopes.ts'

export const Invitation = z
  .object({ token: z.string(), expires_at: Instant })
  .meta({ id: 'Invitation', description: 'A one-time token to hand over, told once', example: { token: 'qi_…', expires_at: '2026-11-30T12:00:00.000Z' } })

/**
 * Makes a new one-time token with which a user sets a password: an invited one joins with it, an active one replaces a password forgotten. Those made before end.
 * Administrators only. Fails with `not_found`, `conflict` for a disabled user.
 */
export async function renewInvitation(ctx: Context, userId: string): Promise<z.infer<typeof Invitation>> {
  requireAdmin(ctx)
  requireEveryScope(ctx, 'let a user set a password')
  const [user] = await ctx.db.select({ status: users.status }).from(users).where(eq(users.id, userId))
  if (!user) throw notFound('user')
  if (user.status === 'disabled') throw new Failure('conflict', 'the user is disabled', { hint: 'set the status to active first' })
  const { token, row } = await newInvitation(ctx, userId)
  const change = ctx.db
    .update(users)
    .set(bumped(ctx, users))
    .where(and(atRevision(ctx, users, userId), ne(users.status, 'disabled')))
    .returning({ id: users.id })
  const type = user.status === 'invited' ? 'user.invited' : 'user.password_reset_offered'
  const also = [ctx.db.delete(invitations).where(eq(invitations.user_id, userId)), ctx.db.insert(invitations).values(row)]
  await commitOne(ctx, change, { type, resource: { type: 'user', id: userId } }, also)
  return { token, expires_at: row.expires_at }
}
