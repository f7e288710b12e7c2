import { eq, sql } from 'drizzle-orm'
import { isUniqueViolation } from '#db/errors.ts'
import { apiKeys, users } from '#db/schema/identity.ts'
import { auditStatement } from '../commit.ts'
import { type Context, instantOf } from '../context.ts'
import { hashSecret, newApiKey, parseApiKey } from './api-key.ts'

export type FirstStart = { email: string; apiKey: string | null }

/**
 * Makes the first administrator and a key for him when there is no user at all; of several processes starting together one does.
 * Answers the key, to be printed once, or `null` when there was nothing to make. A key given by the operator must be a well-formed one.
 */
export async function makeFirstAdmin(ctx: Context, { email, apiKey }: FirstStart): Promise<string | null> {
  const [anyone] = await ctx.db.select({ id: users.id }).from(users).limit(1)
  if (anyone) return null
  const given = apiKey === null ? null : parseApiKey(apiKey)
  if (apiKey !== null && !given) throw new Error('QUERENT_ADMIN_API_KEY must have the form qk_<env>_<id><secret and checksum>; leave it out to have one made')
  const made = given
    ? { ...given, key: apiKey as string, last4: (apiKey as string).slice(-4) }
    : newApiKey(ctx.settings.appEnv === 'production' ? 'live' : 'dev')
  const at = instantOf(ctx)
  const userId = ctx.newId('usr')
  const pepper = await ctx.ports.vault.subkey('api-key-pepper')
  const stamps = { created_at: at, updated_at: at }
  const nobodyYet = sql`not exists (select 1 from ${users})`
  try {
    await ctx.db.batch([
      ctx.db.insert(users).select(sql`select ${userId}, 1, ${at}, ${at}, ${email}, 'Administrator', 'admin', 'active', '{}', null, null where ${nobodyYet}`),
      auditStatement(ctx, { type: 'user.created', resource: { type: 'user', id: userId }, details: { email, role: 'admin', first_start: true } }, true),
      ctx.db.insert(apiKeys).values({
        id: ctx.newId('key'),
        lookup: made.id,
        secret_hmac: await hashSecret(pepper, made.secret),
        last4: made.last4,
        user_id: userId,
        name: 'First administrator',
        scopes: ['*'],
        ...stamps,
      }),
    ])
  } catch (error) {
    const [winner] = await ctx.db.select({ id: users.id }).from(users).where(eq(users.email, email)).limit(1)
    if (winner || isUniqueViolation(error)) return null
    throw error
  }
  return made.key
}
