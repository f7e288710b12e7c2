import { and, desc, eq, gt, ne } from 'drizzle-orm'
import { z } from 'zod'
import { signins } from '#db/schema/identity.ts'
import { notFound, requireUser } from '../../allow.ts'
import { commit } from '../../commit.ts'
import { type Context, instantOf } from '../../context.ts'
import { Instant } from '../../strict.ts'

export const SignInRecord = z
  .object({
    id: z.string(),
    device: z.string().meta({ description: 'Browser and system, as the client named itself', example: 'Firefox on Linux' }),
    ip: z.string().nullable(),
    is_current: z.boolean().meta({ description: 'The one this is asked with' }),
    last_seen_at: Instant.nullable().meta({ description: 'To the minute' }),
    created_at: Instant,
    expires_at: Instant.meta({ description: 'Unless it is renewed' }),
  })
  .meta({ id: 'SignInRecord' })

/** The caller's sign-ins that hold, the one seen last first. */
export async function listSignins(ctx: Context): Promise<z.infer<typeof SignInRecord>[]> {
  const { userId, credential } = requireUser(ctx)
  const rows = await ctx.db
    .select()
    .from(signins)
    .where(and(eq(signins.user_id, userId), gt(signins.expires_at, instantOf(ctx))))
    .orderBy(desc(signins.last_seen_at))
    .limit(200)
  return rows.map(({ id, user_agent, ip, last_seen_at, created_at, expires_at }) => ({
    id,
    device: deviceOf(user_agent),
    ip,
    is_current: credential.id === id,
    last_seen_at,
    created_at,
    expires_at,
  }))
}

/** Ends one of the caller's sign-ins: its tabs are refused from the next request on. Fails with `not_found` when it is not his. */
export async function endSignin(ctx: Context, id: string): Promise<void> {
  const { userId } = requireUser(ctx)
  const change = ctx.db
    .delete(signins)
    .where(and(eq(signins.id, id), eq(signins.user_id, userId)))
    .returning({ id: signins.id })
  const [ended] = await commit(ctx, change, { type: 'user.signin_ended', resource: { type: 'user', id: userId }, details: { signin_id: id } })
  if (!ended) throw notFound('sign-in')
}

/** Ends all of the caller's sign-ins but the one this is asked with. */
export async function endOtherSignins(ctx: Context): Promise<void> {
  const { userId, credential } = requireUser(ctx)
  const change = ctx.db
    .delete(signins)
    .where(and(eq(signins.user_id, userId), ne(signins.id, credential.id)))
    .returning({ id: signins.id })
  await commit(ctx, change, { type: 'user.signins_ended', resource: { type: 'user', id: userId } })
}

/** Later names include the earlier ones, so the first that is found is the one meant. */
const BROWSERS: [RegExp, string][] = [
  [/Edg(?:e|A|iOS)?\//, 'Edge'],
  [/OPR\//, 'Opera'],
  [/Firefox\/|FxiOS\//, 'Firefox'],
  [/HeadlessChrome\/|Chrome\/|CriOS\//, 'Chrome'],
  [/Safari\//, 'Safari'],
  [/curl\//, 'curl'],
  [/^node\b|undici/i, 'Node'],
  [/^Bun\//, 'Bun'],
  [/python/i, 'Python'],
]
const SYSTEMS: [RegExp, string][] = [
  [/iPhone|iPad/, 'iOS'],
  [/Android/, 'Android'],
  [/Windows/, 'Windows'],
  [/Mac OS X/, 'macOS'],
  [/CrOS/, 'ChromeOS'],
  [/Linux/, 'Linux'],
]

function deviceOf(userAgent: string | null): string {
  if (!userAgent) return 'Unknown client'
  const named = (names: [RegExp, string][]) => names.find(([pattern]) => pattern.test(userAgent))?.[1]
  const [browser, system] = [named(BROWSERS), named(SYSTEMS)]
  return browser && system ? `${browser} on ${system}` : (browser ?? system ?? 'Unknown client')
}
