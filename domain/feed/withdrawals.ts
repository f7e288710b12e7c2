import { lt } from 'drizzle-orm'
import { withdrawals } from '#db/schema/identity.ts'
import type { Context } from '../context.ts'

const KEPT_MS = 24 * 3_600_000

/** Forgets who lost what a day ago: whoever listens has been told. */
export async function forgetWithdrawals(ctx: Context): Promise<void> {
  await ctx.db.delete(withdrawals).where(lt(withdrawals.at, new Date(ctx.now().getTime() - KEPT_MS).toISOString()))
}
