import { and, eq, ne } from 'drizzle-orm'
import { z } from 'zod'
import { invitations, users } from '#db/schema/identity.ts'
import { notFound, requireAdmin, requireUser } from '../allow.ts'
import { atRevision, bumped, commitOne } from '../commit.ts'
import type { Context } from '../context.ts'
import { Failure } from '../failure.ts'
import { requireMailer } from '../mail/outbox.ts'
import { Instant, strict } from '../strict.ts'
import { invitationMail, resetMail } from './account-mails.ts'
import { newInvitation } from './invitations.ts'
import { requireEveryScope } from './scopes.ts'

export const Invitation = z
  .object({ token: z.string(), expires_at: Instant })
  .meta({ id: 'Invitation', description: 'A one-time token to hand over, told once', example: { token: 'qi_…', expires_at: '2026-11-30T12:00:00.000Z' } })

export const InvitationRequest = strict({
  send_mail: z.boolean().default(false).meta({ description: 'Also mail the token to the user, as a link; needs a mailer' }),
}).meta({ id: 'InvitationRequest', example: { send_mail: true } })

/**
 * Makes a new one-time token with which a user sets a password: an invited one joins with it, an active one replaces a password forgotten. Those made before end.
 * Administrators only. Fails with `not_found`, `conflict` for a disabled user, `mail_not_configured`.
 */
export async function renewInvitation(
  ctx: Context,
  userId: string,
  { send_mail: isMailed = false }: Partial<z.infer<typeof InvitationRequest>> = {},
): Promise<z.infer<typeof Invitation>> {
  requireAdmin(ctx)
  requireEveryScope(ctx, 'let a user set a password')
  if (isMailed) await requireMailer(ctx)
  const [user] = await ctx.db.select({ id: users.id, email: users.email, name: users.name, status: users.status }).from(users).where(eq(users.id, userId))
  if (!user) throw notFound('user')
  if (user.status === 'disabled') throw new Failure('conflict', 'the user is disabled', { hint: 'set the status to active first' })
  const { token, row } = await newInvitation(ctx, userId)
  const change = ctx.db
    .update(users)
    .set(bumped(ctx, users))
    .where(and(atRevision(ctx, users, userId), ne(users.status, 'disabled')))
    .returning({ id: users.id })
  const type = user.status === 'invited' ? 'user.invited' : 'user.password_reset_offered'
  const facts = { token, expiresAt: new Date(row.expires_at), by: requireUser(ctx).name }
  const mail = isMailed ? await (user.status === 'invited' ? invitationMail : resetMail)(ctx, user, facts) : []
  const also = [ctx.db.delete(invitations).where(eq(invitations.user_id, userId)), ctx.db.insert(invitations).values(row), ...mail]
  await commitOne(ctx, change, { type, resource: { type: 'user', id: userId } }, also)
  return { token, expires_at: row.expires_at }
}
