import { and, eq } from 'drizzle-orm'
import { signins, users } from '#db/schema/identity.ts'
import { federatedSignins } from '#db/schema/identity-providers.ts'
import { commit } from '../../commit.ts'
import { type Context, instantOf } from '../../context.ts'
import { actingAs } from '../acting-as.ts'
import { unauthenticated } from '../authenticate.ts'
import { parseRenewalToken } from '../signin-token.ts'
import { actorOf, type Issued, issued, renewedUntil } from './issue.ts'

/** Tabs that wake together renew with one cookie: the second is given what the first was. Later a cookie that was used is a stolen one. */
const GRACE_MS = 10_000

type Row = typeof signins.$inferSelect & { ends_at: string | null }

/**
 * Renews a page's sign-in: a fresh bearer token, and the renewal that takes the place of `token`. One that took its place more than ten seconds ago ends the
 * sign-in, because two hold it. Fails with `unauthenticated` in one wording for every cause.
 */
export async function renewSignin(ctx: Context, token: string): Promise<Issued> {
  const parsed = await parseRenewalToken(await ctx.ports.vault.subkey('signin-token'), token)
  if (!parsed) throw unauthenticated('malformed renewal')
  const row = await standing(ctx, parsed.signinId)
  const acting = actingAs(ctx, actorOf(row.user_id, { type: 'signin', id: row.id, expiresAt: row.expires_at }))
  if (parsed.generation === row.generation) {
    const renewed = await advance(acting, row)
    if (renewed) return issued(acting, renewed, { renewable: true })
    return again(acting, parsed.generation, await standing(ctx, row.id))
  }
  return again(acting, parsed.generation, row)
}

/** The sign-in, if it still holds. */
async function standing(ctx: Context, id: string): Promise<Row> {
  const [found] = await ctx.db
    .select({ row: signins, status: users.status, ends_at: federatedSignins.ends_at })
    .from(signins)
    .innerJoin(users, eq(users.id, signins.user_id))
    .leftJoin(federatedSignins, eq(federatedSignins.signin_id, signins.id))
    .where(eq(signins.id, id))
  if (!found) throw unauthenticated('unknown sign-in')
  if (found.status !== 'active') throw unauthenticated('inactive user')
  if (found.row.expires_at <= instantOf(ctx)) throw unauthenticated('expired sign-in')
  return { ...found.row, ends_at: found.ends_at }
}

async function advance(ctx: Context, row: Row): Promise<Row | undefined> {
  const at = instantOf(ctx)
  const { ip, userAgent: user_agent } = ctx.request
  // No entry of its own: as with the moment a key was last used, it is the use of a credential and no change of an object.
  const [renewed] = await ctx.db
    .update(signins)
    .set({ generation: row.generation + 1, rotated_at: at, last_seen_at: at, expires_at: renewedUntil(row.created_at, ctx.now(), row.ends_at), ip, user_agent })
    .where(and(eq(signins.id, row.id), eq(signins.generation, row.generation)))
    .returning()
  return renewed && { ...renewed, ends_at: row.ends_at }
}

async function again(ctx: Context, generation: number, row: Row): Promise<Issued> {
  const since = row.rotated_at === null ? Number.POSITIVE_INFINITY : ctx.now().getTime() - Date.parse(row.rotated_at)
  if (generation === row.generation - 1 && since <= GRACE_MS) return issued(ctx, row, { renewable: true })
  const facts = { type: 'user.signin_reused', resource: { type: 'user', id: row.user_id }, outcome: 'denied' as const, details: { signin_id: row.id } }
  await commit(ctx, ctx.db.delete(signins).where(eq(signins.id, row.id)).returning({ id: signins.id }), facts)
  throw unauthenticated('a renewal was used twice')
}
