import { and, eq, gt, sql } from 'drizzle-orm'
import { z } from 'zod'
import { invitations, signins, users } from '#db/schema/identity.ts'
import { oauthConnections } from '#db/schema/oauth.ts'
import { signinTickets } from '#db/schema/second-factors.ts'
import { bumped, commit } from '../commit.ts'
import { type Context, instantOf } from '../context.ts'
import { Failure } from '../failure.ts'
import { strict } from '../strict.ts'
import { passwordChangedMail } from './account-mails.ts'
import { hashSecret } from './api-key.ts'
import { checkPassword } from './password.ts'
import { requirePasswords } from './policy/signin-policy.ts'
import { newTicket, type SignInOutcome, secondStepOf } from './second-factor/tickets.ts'
import { parseInvitationToken } from './signin-token.ts'
import { newSignin, type SigninManner } from './signins/issue.ts'

export const InvitationAcceptance = strict({
  token: z.string().min(1).max(200),
  password: z.string().max(512).meta({ description: '8 to 128 characters' }),
  name: z.string().trim().min(1).max(120).optional(),
}).meta({ id: 'InvitationAcceptance', example: { token: 'qi_…', password: 'correct horse battery', name: 'Ann' } })

/**
 * Turns an invited account into an active one with a password, or gives an active one a new password and ends its other sign-ins, and signs it in. A token works once, also when used twice at the same time.
 * Fails with `not_found` for a token that is unknown, used or expired, `invalid` for a password that breaks the rules.
 */
export async function acceptInvitation(
  ctx: Context,
  { token, password, name }: z.infer<typeof InvitationAcceptance>,
  manner: SigninManner,
): Promise<SignInOutcome> {
  await requirePasswords(ctx)
  checkPassword(password)
  const secret = parseInvitationToken(token)
  if (!secret) throw gone()
  const at = instantOf(ctx)
  const token_hmac = await hashSecret(await ctx.ports.vault.subkey('signin-token'), secret)
  const isOpen = and(eq(invitations.token_hmac, token_hmac), gt(invitations.expires_at, at))
  const [invitation] = await ctx.db.select({ id: invitations.id, userId: invitations.user_id }).from(invitations).where(isOpen)
  if (!invitation) throw gone()
  const { userId } = invitation
  const [known] = await ctx.db
    .select({ id: users.id, email: users.email, name: users.name, status: users.status, role: users.role })
    .from(users)
    .where(eq(users.id, userId))
  if (!known || known.status === 'disabled') throw gone()
  const password_hash = await ctx.ports.passwords.hash(password)
  const signin = await newSignin(ctx, userId, manner)
  // A mailbox is no second factor: whoever has one needs it here too.
  const step = await secondStepOf(ctx, known)
  const change = ctx.db
    .update(users)
    .set({ password_hash, status: 'active', ...(name === undefined ? {} : { name }), ...bumped(ctx, users) })
    .where(and(eq(users.id, userId), eq(users.status, known.status), sql`exists (select 1 from ${invitations} where ${isOpen})`))
    .returning({ id: users.id })
  const accepted = sql`${users.id} = ${userId} and ${users.password_hash} = ${password_hash}`
  const told = known.status === 'active' ? await passwordChangedMail(ctx, known, accepted) : []
  const ticket = step ? await newTicket(ctx, userId, step, accepted) : null
  const also = [
    ctx.db.delete(signinTickets).where(and(eq(signinTickets.user_id, userId), sql`exists (select 1 from ${users} where ${accepted})`)),
    ...told,
    ctx.db.delete(signins).where(and(eq(signins.user_id, userId), sql`exists (select 1 from ${users} where ${accepted})`)),
    ctx.db.delete(oauthConnections).where(and(eq(oauthConnections.user_id, userId), sql`exists (select 1 from ${users} where ${accepted})`)),
    ...(ticket ? [ticket.insert] : [signin.insert(accepted)]),
    ctx.db.delete(invitations).where(and(eq(invitations.user_id, userId), sql`exists (select 1 from ${users} where ${accepted})`)),
  ]
  const [joined] = await commit(
    signin.ctx,
    change,
    { type: known.status === 'invited' ? 'user.joined' : 'user.password_reset', resource: { type: 'user', id: userId } },
    also,
  )
  if (!joined) throw gone()
  return ticket ? ticket.half : signin.issue()
}

const gone = () =>
  new Failure('not_found', 'no such invitation: it may have been used or have expired', { param: 'token', hint: 'ask an administrator for a new one' })
