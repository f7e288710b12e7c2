import { and, eq } from 'drizzle-orm'
import { apiKeys, signins, users } from '#db/schema/identity.ts'
import { oauthConnections } from '#db/schema/oauth.ts'
import type { Context } from '../context.ts'
import { Failure } from '../failure.ts'
import type { UserActor } from './actor.ts'
import { unauthenticated } from './authenticate.ts'

/** How often longer work looks whether its caller may still have it. */
const WATCH_MS = 2_000

/** Tells `stop` why, within seconds, when the credential that work was asked for with holds no more. Lasts until what it answers is called. */
export function untilCredentialEnds(ctx: Context, stop: (failure: Failure) => void): () => void {
  const requireCredential = credentialWatch(ctx)
  const timer = setInterval(() => {
    ctx.defer(async () => {
      try {
        await requireCredential()
      } catch (error) {
        if (!(error instanceof Failure && error.code === 'unauthenticated')) throw error
        stop(error)
      }
    })
  }, WATCH_MS)
  return () => clearInterval(timer)
}

/**
 * For work that outlives the look at its credential: a function that fails with `unauthenticated` once the key was revoked or has expired, the sign-in
 * has ended, or the account is not active any more. It asks the database only when accounts may have changed since it last did.
 */
export function credentialWatch(ctx: Context): () => Promise<void> {
  const { actor } = ctx
  if (actor.type !== 'user') return async () => {}
  let seen = ctx.catalogVersion()
  let end = endOf(actor.credential.expiresAt)
  return async () => {
    const version = ctx.catalogVersion()
    if (version === null || version !== seen) {
      end = await endNow(ctx, actor.credential, actor.userId)
      seen = version
    }
    if (end <= ctx.now().getTime()) throw unauthenticated('the credential has ended')
  }
}

const endOf = (...instants: (string | null)[]): number => Math.min(...instants.map((at) => (at === null ? Number.POSITIVE_INFINITY : Date.parse(at))))

/** The moment a credential stops to hold, in milliseconds since 1970; one that does not hold has ended long ago. */
async function endNow(ctx: Context, { type, id, expiresAt }: UserActor['credential'], userId: string): Promise<number> {
  const isActive = and(eq(users.id, userId), eq(users.status, 'active'))
  if (type === 'job') {
    const [owner] = await ctx.db.select({ id: users.id }).from(users).where(isActive)
    return owner ? endOf(expiresAt) : 0
  }
  if (type === 'signin') {
    const [row] = await ctx.db.select({ expires: signins.expires_at }).from(signins).innerJoin(users, isActive).where(eq(signins.id, id))
    return row ? endOf(row.expires, expiresAt) : 0
  }
  if (type === 'oauth') {
    const [row] = await ctx.db
      .select({ expires: oauthConnections.expires_at })
      .from(oauthConnections)
      .innerJoin(users, isActive)
      .where(eq(oauthConnections.id, id))
    return row ? endOf(row.expires, expiresAt) : 0
  }
  const columns = { expires: apiKeys.expires_at, revoked: apiKeys.revoked_at }
  const [row] = await ctx.db.select(columns).from(apiKeys).innerJoin(users, isActive).where(eq(apiKeys.id, id))
  return row ? endOf(row.expires, row.revoked) : 0
}
