import { and, count, eq, isNotNull, sql } from 'drizzle-orm'
import { z } from 'zod'
import { signins, users } from '#db/schema/identity.ts'
import { recoveryCodes, secondFactors } from '#db/schema/second-factors.ts'
import { notFound, requireAdmin, requireUser } from '../../allow.ts'
import { commitOne } from '../../commit.ts'
import type { Context } from '../../context.ts'
import { Failure } from '../../failure.ts'
import { Instant, strict } from '../../strict.ts'
import { secondFactorRequired } from '../policy/signin-policy.ts'
import { requireEveryScope } from '../scopes.ts'
import { proveCurrent } from '../signin.ts'
import { admitCode, newRecoveryCodes, refuseCode, takeCode } from './codes.ts'
import { confirmPending, type Enrolment, startEnrolment } from './enrolment.ts'
import { factorMail } from './mail.ts'

export const SecondFactor = z
  .object({
    is_set: z.boolean(),
    confirmed_at: Instant.nullable(),
    recovery_codes_left: z.int().meta({ example: 10 }),
    is_required: z.boolean().meta({ description: 'The sign-in policy asks for one' }),
  })
  .meta({ id: 'SecondFactor' })

export const EnrolmentRequest = strict({
  current_password: z.string().min(1).max(4096).optional().meta({ description: 'Needed where the account has a password' }),
}).meta({ id: 'EnrolmentRequest', example: { current_password: 'correct horse battery' } })

export const FactorCode = strict({ code: z.string().trim().min(1).max(40).meta({ description: 'Six digits of the app, or a recovery code' }) }).meta({
  id: 'FactorCode',
  example: { code: '123456' },
})

export const RecoveryCodes = z
  .object({ recovery_codes: z.array(z.string()).meta({ description: 'Each signs in once in place of a code. Shown once', example: ['abcd-efgh-2345'] }) })
  .meta({ id: 'RecoveryCodes' })

/** What the caller signs in with beside a password. */
export async function getSecondFactor(ctx: Context): Promise<z.infer<typeof SecondFactor>> {
  const { userId, role } = requireUser(ctx)
  const [factors, left] = await ctx.db.batch([
    ctx.db.select({ confirmed_at: secondFactors.confirmed_at }).from(secondFactors).where(eq(secondFactors.user_id, userId)),
    ctx.db.select({ n: count() }).from(recoveryCodes).where(eq(recoveryCodes.user_id, userId)),
  ])
  const confirmed_at = factors[0]?.confirmed_at ?? null
  return { is_set: confirmed_at !== null, confirmed_at, recovery_codes_left: left[0]?.n ?? 0, is_required: await secondFactorRequired(ctx, role) }
}

/** Begins to set one up. Whoever sits at an open screen has to know the password. Fails with `conflict`, `forbidden`, `invalid`, `rate_limited`. */
export async function beginSecondFactor(ctx: Context, input: z.infer<typeof EnrolmentRequest>): Promise<z.infer<typeof Enrolment>> {
  const { userId, email } = requireUser(ctx)
  requireEveryScope(ctx, 'set a second factor')
  const [user] = await ctx.db.select({ hash: users.password_hash }).from(users).where(eq(users.id, userId))
  const attempt = user?.hash ? await proveCurrent(ctx, userId, user.hash, input.current_password) : null
  await attempt?.withdraw()
  return startEnrolment(ctx, { userId, email })
}

/** Confirms it by its first code. Fails with `forbidden` for a wrong one, `conflict`, `rate_limited`. */
export async function confirmSecondFactor(ctx: Context, { code }: z.infer<typeof FactorCode>): Promise<z.infer<typeof RecoveryCodes>> {
  const { userId, email, name } = requireUser(ctx)
  requireEveryScope(ctx, 'set a second factor')
  return { recovery_codes: await confirmPending(ctx, { userId, email, name }, code, 'forbidden') }
}

/** Fails with `conflict` where there is none. */
async function requireFactor(ctx: Context, userId: string): Promise<void> {
  const [factor] = await ctx.db.select({ confirmed: secondFactors.confirmed_at }).from(secondFactors).where(eq(secondFactors.user_id, userId))
  if (!factor?.confirmed) throw new Failure('conflict', 'the account has no second factor', { hint: 'POST /api/v1/core/auths/second-factor' })
}

/** Gives out new recovery codes; those before are gone. Fails with `forbidden` for a wrong code, `rate_limited`. */
export async function renewRecoveryCodes(ctx: Context, { code }: z.infer<typeof FactorCode>): Promise<z.infer<typeof RecoveryCodes>> {
  const { userId } = requireUser(ctx)
  requireEveryScope(ctx, 'make recovery codes')
  await requireFactor(ctx, userId)
  const attempt = await admitCode(ctx, userId)
  const taken = await takeCode(ctx, userId, code)
  // A recovery code would be replaced by itself: the app's own word is needed.
  if (taken?.by !== 'totp') return refuseCode(ctx, userId, 'forbidden')
  // Nothing else names the moment, so that a code used twice at once gives codes to one of both.
  const change = ctx.db
    .update(secondFactors)
    .set({ confirmed_at: sql`${secondFactors.confirmed_at}` })
    .where(and(eq(secondFactors.user_id, userId), isNotNull(secondFactors.confirmed_at), taken.unused))
    .returning({ id: secondFactors.user_id })
  const { codes, statements } = await newRecoveryCodes(ctx, userId, taken.unused)
  const entry = { type: 'user.recovery_codes_renewed', resource: { type: 'user', id: userId } }
  await commitOne(ctx, change, entry, [...statements, ...taken.used, ...attempt.succeeded])
  return { recovery_codes: codes }
}

/** Takes the caller's second factor away. Fails with `conflict` where the policy asks for one, `forbidden` for a wrong code, `rate_limited`. */
export async function removeSecondFactor(ctx: Context, { code }: z.infer<typeof FactorCode>): Promise<void> {
  const { userId, email, name, role } = requireUser(ctx)
  requireEveryScope(ctx, 'remove a second factor')
  if (await secondFactorRequired(ctx, role)) throw new Failure('conflict', 'a second factor is required here', { hint: 'an administrator can reset it' })
  await requireFactor(ctx, userId)
  const attempt = await admitCode(ctx, userId)
  const taken = await takeCode(ctx, userId, code)
  if (!taken) return refuseCode(ctx, userId, 'forbidden')
  const told = await factorMail(
    ctx,
    { userId, email, name },
    'off',
    sql`not exists (select 1 from ${secondFactors} where ${secondFactors.user_id} = ${userId})`,
  )
  const change = ctx.db
    .delete(secondFactors)
    .where(and(eq(secondFactors.user_id, userId), taken.unused))
    .returning({ id: secondFactors.user_id })
  const codes = ctx.db.delete(recoveryCodes).where(eq(recoveryCodes.user_id, userId))
  await commitOne(ctx, change, { type: 'user.second_factor_removed', resource: { type: 'user', id: userId } }, [codes, ...attempt.succeeded, ...told])
}

/** Administrators only: for whoever lost app and codes. Ends his sign-ins; without a second factor there is nothing to do. Fails with `not_found`. */
export async function resetSecondFactor(ctx: Context, userId: string): Promise<void> {
  requireAdmin(ctx)
  requireEveryScope(ctx, 'reset a second factor')
  const [user] = await ctx.db.select({ email: users.email, name: users.name }).from(users).where(eq(users.id, userId))
  if (!user) throw notFound('user')
  const [factor] = await ctx.db.select({ id: secondFactors.user_id }).from(secondFactors).where(eq(secondFactors.user_id, userId))
  if (!factor) return
  const isGone = sql`not exists (select 1 from ${secondFactors} where ${secondFactors.user_id} = ${userId})`
  const told = await factorMail(ctx, { userId, ...user }, 'reset', isGone)
  const change = ctx.db.delete(secondFactors).where(eq(secondFactors.user_id, userId)).returning({ id: secondFactors.user_id })
  const also = [ctx.db.delete(recoveryCodes).where(eq(recoveryCodes.user_id, userId)), ctx.db.delete(signins).where(eq(signins.user_id, userId)), ...told]
  await commitOne(ctx, change, { type: 'user.second_factor_reset', resource: { type: 'user', id: userId } }, also)
}
