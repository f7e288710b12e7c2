import { eq, sql } from 'drizzle-orm'
import { z } from 'zod'
import { signins, users } from '#db/schema/identity.ts'
import { signinTickets } from '#db/schema/second-factors.ts'
import { commit } from '../../commit.ts'
import type { Context } from '../../context.ts'
import { strict } from '../../strict.ts'
import { type Issued, newSignin, SignIn, type SigninManner } from '../signins/issue.ts'
import { admitCode, refuseCode, takeCode } from './codes.ts'
import { confirmPending, type Enrolment, startEnrolment } from './enrolment.ts'
import { factorMail } from './mail.ts'
import { openTicket, ticketGone } from './tickets.ts'

const Ticket = z.string().min(1).max(200)
const Code = z.string().trim().min(1).max(40).meta({ description: 'Six digits of the app, or a recovery code', example: '123456' })

export const TicketOnly = strict({ ticket: Ticket }).meta({ id: 'SignInTicket', example: { ticket: 'qt_…' } })
export const SecondStep = strict({ ticket: Ticket, code: Code }).meta({ id: 'SecondStep', example: { ticket: 'qt_…', code: '123456' } })

export const EnrolledSignIn = SignIn.extend({
  recovery_codes: z.array(z.string()).meta({ description: 'Each signs in once in place of a code. Shown once', example: ['abcd-efgh-2345'] }),
}).meta({ id: 'EnrolledSignIn' })

/**
 * The second step of a sign-in. A ticket signs in once, a code is taken once, also when both are sent twice at the same time. Fails with `unauthenticated` for a wrong or
 * used code and for a ticket that is over, `rate_limited` after ten wrong codes.
 */
export async function finishSignIn(ctx: Context, { ticket, code }: z.infer<typeof SecondStep>, manner: SigninManner): Promise<Issued> {
  const open = await openTicket(ctx, ticket, 'verify')
  const attempt = await admitCode(ctx, open.userId)
  const taken = await takeCode(ctx, open.userId, code)
  if (!taken) return refuseCode(ctx, open.userId, 'unauthenticated')
  const signin = await newSignin(ctx, open.userId, manner)
  const condition = sql`${users.id} = ${open.userId} and ${users.status} = 'active' and ${open.isOpen} and ${taken.unused}`
  const change = signin.insert(condition).returning({ id: signins.id })
  const isMade = sql`exists (select 1 from ${signins} where ${signins.id} = ${signin.id})`
  const told = taken.by === 'recovery_code' ? await factorMail(ctx, open, 'recovery_code', isMade) : []
  const entry = { type: 'user.signed_in', resource: { type: 'user', id: open.userId }, details: { second_factor: taken.by } }
  const also = [...taken.used, ctx.db.delete(signinTickets).where(eq(signinTickets.token_hmac, open.hmac)), ...attempt.succeeded, ...told]
  const [made] = await commit(signin.ctx, change, entry, also)
  if (!made) throw ticketGone()
  return signin.issue()
}

/** Sets a second factor up for whoever has to have one before he is signed in. Fails with `unauthenticated`. */
export async function enrolByTicket(ctx: Context, { ticket }: z.infer<typeof TicketOnly>): Promise<z.infer<typeof Enrolment>> {
  const { userId, email } = await openTicket(ctx, ticket, 'enrol')
  return startEnrolment(ctx, { userId, email })
}

/** Confirms it by its first code, and signs in. Fails with `unauthenticated`, `rate_limited`. */
export async function confirmByTicket(
  ctx: Context,
  { ticket, code }: z.infer<typeof SecondStep>,
  manner: SigninManner,
): Promise<Issued<z.infer<typeof EnrolledSignIn>>> {
  const open = await openTicket(ctx, ticket, 'enrol')
  const signin = await newSignin(ctx, open.userId, manner)
  const gone = ctx.db.delete(signinTickets).where(eq(signinTickets.token_hmac, open.hmac))
  const codes = await confirmPending(signin.ctx, open, code, 'unauthenticated', (isConfirmed) => [
    signin.insert(sql`${users.id} = ${open.userId} and ${users.status} = 'active' and ${open.isOpen} and ${isConfirmed}`),
    gone,
  ])
  const { body, renewal } = await signin.issue()
  return { body: { ...body, recovery_codes: codes }, renewal }
}
