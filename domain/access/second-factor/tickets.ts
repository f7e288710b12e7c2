import { and, eq, gt, lte, type SQL, sql } from 'drizzle-orm'
import { z } from 'zod'
import { users } from '#db/schema/identity.ts'
import { secondFactors, signinTickets } from '#db/schema/second-factors.ts'
import { commitOne } from '../../commit.ts'
import { type Context, instantOf } from '../../context.ts'
import { Failure } from '../../failure.ts'
import { Instant } from '../../strict.ts'
import { hashSecret } from '../api-key.ts'
import { secondFactorRequired } from '../policy/signin-policy.ts'
import { newTicketToken, parseTicketToken } from '../signin-token.ts'
import type { Issued, SignIn } from '../signins/issue.ts'

const MINUTES = 10

export const SecondFactorNeeded = z
  .object({
    ticket: z.string().meta({ description: 'For the second step alone; it opens nothing', example: 'qt_…' }),
    expires_at: Instant,
    enrol: z
      .boolean()
      .meta({ description: 'The account has no second factor yet and needs one: `POST /auths/signin/enrol`; else `POST /auths/signin/second-factor`' }),
  })
  .meta({ id: 'SecondFactorNeeded' })

/** What a first factor answers: a sign-in, or a ticket for the second step. */
export type HalfSigned = { half: z.infer<typeof SecondFactorNeeded> }
export type SignInOutcome<T extends SignIn = SignIn> = Issued<T> | HalfSigned

type Person = { id: string; role: 'admin' | 'user' | 'pending' }

/** Which second step a user has to take after his password: none, a code, or setting one up. */
export async function secondStepOf(ctx: Context, user: Person): Promise<'verify' | 'enrol' | null> {
  const [factor] = await ctx.db.select({ confirmed: secondFactors.confirmed_at }).from(secondFactors).where(eq(secondFactors.user_id, user.id))
  if (factor?.confirmed) return 'verify'
  return (await secondFactorRequired(ctx, user.role)) ? 'enrol' : null
}

/** A ticket and the statement that keeps it while `condition` holds of the user. */
export async function newTicket(ctx: Context, userId: string, purpose: 'verify' | 'enrol', condition: SQL) {
  const { token, secret } = newTicketToken()
  const created = instantOf(ctx)
  const expires_at = new Date(ctx.now().getTime() + MINUTES * 60_000).toISOString()
  const hmac = await ticketHmac(ctx, secret)
  const insert = ctx.db
    .insert(signinTickets)
    .select(sql`select ${hmac}, ${users.id}, ${purpose}, ${created}, ${expires_at} from ${users} where ${and(eq(users.id, userId), condition)}`)
  const half: HalfSigned = { half: { ticket: token, expires_at, enrol: purpose === 'enrol' } }
  return { insert, half }
}

/** Puts the first step on record and answers the ticket for the second. */
export async function halfSigned(
  ctx: Context,
  userId: string,
  purpose: 'verify' | 'enrol',
  condition: SQL,
  also: Parameters<typeof commitOne>[3] = [],
): Promise<HalfSigned> {
  const { insert, half } = await newTicket(ctx, userId, purpose, condition)
  const change = insert.returning({ user: signinTickets.user_id })
  const over = ctx.db.delete(signinTickets).where(lte(signinTickets.expires_at, instantOf(ctx)))
  await commitOne(ctx, change, { type: 'user.first_factor_passed', resource: { type: 'user', id: userId } }, [...also, over])
  return half
}

const ticketHmac = async (ctx: Context, secret: string): Promise<string> => hashSecret(await ctx.ports.vault.subkey('signin-token'), `ticket ${secret}`)

export const ticketGone = () =>
  new Failure('unauthenticated', 'the sign-in was begun too long ago, or is over', { param: 'ticket', hint: 'sign in again: POST /api/v1/core/auths/signin' })

export type OpenTicket = { userId: string; email: string; name: string; isOpen: SQL; hmac: string }

/** The user a ticket is of, if it still holds for this purpose. Fails with `unauthenticated`. */
export async function openTicket(ctx: Context, token: string, purpose: 'verify' | 'enrol'): Promise<OpenTicket> {
  const secret = parseTicketToken(token)
  if (!secret) throw ticketGone()
  const hmac = await ticketHmac(ctx, secret)
  const holds = and(eq(signinTickets.token_hmac, hmac), eq(signinTickets.purpose, purpose), gt(signinTickets.expires_at, instantOf(ctx)))
  const [row] = await ctx.db
    .select({ userId: users.id, email: users.email, name: users.name })
    .from(signinTickets)
    .innerJoin(users, and(eq(users.id, signinTickets.user_id), eq(users.status, 'active')))
    .where(holds)
  if (!row) throw ticketGone()
  return { ...row, hmac, isOpen: sql`exists (select 1 from ${signinTickets} where ${holds})` }
}
