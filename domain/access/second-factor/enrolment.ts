import { and, eq, isNull, type SQL, sql } from 'drizzle-orm'
import type { BatchItem } from 'drizzle-orm/batch'
import { z } from 'zod'
import { secondFactors } from '#db/schema/second-factors.ts'
import { commit, commitOne } from '../../commit.ts'
import { type Context, instantOf } from '../../context.ts'
import { deploymentOf } from '../../deployment/effective.ts'
import { Failure } from '../../failure.ts'
import { admitCode, newRecoveryCodes, refuseCode, sealedIn } from './codes.ts'
import { factorMail } from './mail.ts'

export const Enrolment = z
  .object({
    secret: z.string().meta({ description: 'To type into an authenticator app that reads no picture', example: 'JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP' }),
    otpauth_url: z.string().meta({ description: 'To show as a QR code', example: 'otpauth://totp/Querent:ann%40example.com?secret=…&issuer=Querent' }),
  })
  .meta({ id: 'SecondFactorEnrolment', description: 'It counts for nothing until a code confirms it' })

type Person = { userId: string; email: string; name: string }

/** Begins anew each time, until it is confirmed. Fails with `conflict` when the account has a second factor. */
export async function startEnrolment(ctx: Context, { userId, email }: Omit<Person, 'name'>): Promise<z.infer<typeof Enrolment>> {
  const secret = ctx.ports.oneTimeCodes.newSecret()
  const sealed = await ctx.ports.vault.seal(sealedIn(userId), secret)
  const created_at = instantOf(ctx)
  const change = ctx.db
    .insert(secondFactors)
    .values({ user_id: userId, secret: sealed, created_at })
    .onConflictDoUpdate({ target: secondFactors.user_id, set: { secret: sealed, created_at, last_step: 0 }, setWhere: isNull(secondFactors.confirmed_at) })
    .returning({ id: secondFactors.user_id })
  const [begun] = await commit(ctx, change, { type: 'user.second_factor_begun', resource: { type: 'user', id: userId } })
  if (!begun) throw new Failure('conflict', 'the account has a second factor', { hint: 'remove it first: POST /api/v1/core/auths/second-factor/remove' })
  const { name: issuer } = await deploymentOf(ctx)
  return { secret, otpauth_url: ctx.ports.oneTimeCodes.address(secret, { issuer, account: email }) }
}

/**
 * Confirms what was begun by its first code, and answers the recovery codes. `also` are further statements, given the condition that it was confirmed just now. Fails
 * with `code` for a wrong one, `conflict` when nothing was begun, `rate_limited`.
 */
export async function confirmPending(
  ctx: Context,
  { userId, email, name }: Person,
  code: string,
  refusal: 'unauthenticated' | 'forbidden',
  also: (isConfirmed: SQL) => BatchItem<'sqlite'>[] = () => [],
): Promise<string[]> {
  const pending = and(eq(secondFactors.user_id, userId), isNull(secondFactors.confirmed_at))
  const [factor] = await ctx.db.select().from(secondFactors).where(pending)
  if (!factor) throw new Failure('conflict', 'no second factor was begun, or it is confirmed', { hint: 'begin one first' })
  const attempt = await admitCode(ctx, userId)
  const secret = (await ctx.ports.vault.open(sealedIn(userId), factor.secret)).expose()
  const step = /^\d{6}$/.test(code.replace(/\s/g, '')) ? ctx.ports.oneTimeCodes.stepOf(secret, code.replace(/\s/g, ''), ctx.now()) : null
  if (step === null) return refuseCode(ctx, userId, refusal)
  const at = instantOf(ctx)
  const change = ctx.db
    .update(secondFactors)
    .set({ confirmed_at: at, last_step: step })
    .where(and(pending, eq(secondFactors.created_at, factor.created_at)))
    .returning({ id: secondFactors.user_id })
  const isConfirmed = sql`exists (select 1 from ${secondFactors} where ${secondFactors.user_id} = ${userId} and ${secondFactors.confirmed_at} = ${at})`
  const { codes, statements } = await newRecoveryCodes(ctx, userId, isConfirmed)
  const told = await factorMail(ctx, { userId, email, name }, 'on', isConfirmed)
  const more = [...statements, ...also(isConfirmed), ...attempt.succeeded, ...told]
  await commitOne(ctx, change, { type: 'user.second_factor_set', resource: { type: 'user', id: userId } }, more)
  return codes
}
