import { and, eq, type SQL, sql } from 'drizzle-orm'
import type { BatchItem } from 'drizzle-orm/batch'
import { recoveryCodes, secondFactors } from '#db/schema/second-factors.ts'
import { recordAudit } from '../../commit.ts'
import { type Context, instantOf } from '../../context.ts'
import { Failure } from '../../failure.ts'
import { hashSecret } from '../api-key.ts'
import { type Attempt, admitAttempt } from '../attempts.ts'
import type { SealContext } from '../vault.ts'

const CODES = 10
const ALPHABET = '23456789abcdefghjkmnpqrstuvwxyz'
const LETTERS = 12
const MOST_FAILURES = 10

type Statement = BatchItem<'sqlite'>

export const sealedIn = (userId: string): SealContext => ({ table: 'second_factors', row: userId, column: 'secret' })

/** A code that was found right: the condition under which it is taken, and the statements that use it up. */
export type TakenCode = { by: 'totp' | 'recovery_code'; unused: SQL; used: Statement[] }

/** Sixty bits as three groups of four, without letters that look like digits. */
function newRecoveryCode(): string {
  let text = ''
  while (text.length < LETTERS) {
    for (const byte of crypto.getRandomValues(new Uint8Array(32))) {
      if (byte < 248 && text.length < LETTERS) text += ALPHABET[byte % ALPHABET.length]
    }
  }
  return `${text.slice(0, 4)}-${text.slice(4, 8)}-${text.slice(8)}`
}

const recoveryHmac = async (ctx: Context, userId: string, code: string): Promise<string> =>
  hashSecret(await ctx.ports.vault.subkey('signin-token'), `recovery ${userId} ${code.toLowerCase().replace(/[^0-9a-z]/g, '')}`)

/** Ten recovery codes, and the statements that put them in the place of those before, where `condition` holds. */
export async function newRecoveryCodes(ctx: Context, userId: string, condition: SQL) {
  const codes = Array.from({ length: CODES }, newRecoveryCode)
  const at = instantOf(ctx)
  const hmacs = await Promise.all(codes.map((code) => recoveryHmac(ctx, userId, code)))
  const rows = sql.join(
    hmacs.map((hmac) => sql`select ${hmac}, ${userId}, ${at} where ${condition}`),
    sql` union all `,
  )
  const statements: Statement[] = [
    ctx.db.delete(recoveryCodes).where(and(eq(recoveryCodes.user_id, userId), condition)),
    ctx.db.insert(recoveryCodes).select(rows),
  ]
  return { codes, statements }
}

/** Counts a try against the account: whoever is here has the password already. Fails with `rate_limited`. */
export const admitCode = (ctx: Context, userId: string): Promise<Attempt> =>
  admitAttempt(ctx, [{ name: `second factor of ${userId}`, limit: MOST_FAILURES, reset: true }])

/** Puts a wrong code on record, and says so. */
export async function refuseCode(ctx: Context, userId: string, code: 'unauthenticated' | 'forbidden'): Promise<never> {
  await recordAudit(ctx, { type: 'user.second_factor_refused', resource: { type: 'user', id: userId }, outcome: 'denied' })
  throw new Failure(code, 'the code is wrong, or was used before', { param: 'code', hint: 'each code of the app works once; wait for the next one' })
}

/** Whether a code of the app or a recovery code is right and unused now; `null` when not. */
export async function takeCode(ctx: Context, userId: string, code: string): Promise<TakenCode | null> {
  const digits = code.replace(/\s/g, '')
  return /^\d{6}$/.test(digits) ? takeDigits(ctx, userId, digits) : takeRecoveryCode(ctx, userId, code)
}

async function takeDigits(ctx: Context, userId: string, digits: string): Promise<TakenCode | null> {
  const [factor] = await ctx.db.select().from(secondFactors).where(eq(secondFactors.user_id, userId))
  if (!factor?.confirmed_at) return null
  const secret = (await ctx.ports.vault.open(sealedIn(userId), factor.secret)).expose()
  const step = ctx.ports.oneTimeCodes.stepOf(secret, digits, ctx.now())
  if (step === null || step <= factor.last_step) return null
  const isNew = and(eq(secondFactors.user_id, userId), sql`${secondFactors.last_step} < ${step}`)
  const used = ctx.db.update(secondFactors).set({ last_step: step }).where(isNew)
  return { by: 'totp', unused: sql`exists (select 1 from ${secondFactors} where ${isNew})`, used: [used] }
}

async function takeRecoveryCode(ctx: Context, userId: string, code: string): Promise<TakenCode | null> {
  const its = eq(recoveryCodes.code_hmac, await recoveryHmac(ctx, userId, code))
  const [found] = await ctx.db.select({ user: recoveryCodes.user_id }).from(recoveryCodes).where(its)
  if (!found) return null
  return { by: 'recovery_code', unused: sql`exists (select 1 from ${recoveryCodes} where ${its})`, used: [ctx.db.delete(recoveryCodes).where(its)] }
}
