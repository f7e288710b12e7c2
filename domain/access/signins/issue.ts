import { type SQL, sql } from 'drizzle-orm'
import { z } from 'zod'
import { signins, users } from '#db/schema/identity.ts'
import { getUser, User } from '../../catalog/users.ts'
import { type Context, instantOf } from '../../context.ts'
import { Instant } from '../../strict.ts'
import { actingAs } from '../acting-as.ts'
import type { UserActor } from '../actor.ts'
import { newRenewalToken, newSigninToken } from '../signin-token.ts'

const HOUR = 3_600_000
/** What a client without a cookie is given, who would have to ask for the password again. */
const TOKEN_HOURS = 12
/** What a page is given, which renews it. */
const PAGE_TOKEN_HOURS = 1
/** A page's sign-in ends when nothing renewed it for so long, or after so long in all. */
const IDLE_DAYS = 7
const MOST_DAYS = 30

export const SignIn = z
  .object({ token: z.string().meta({ description: 'Shown once' }), token_type: z.literal('Bearer'), expires_at: Instant, user: User })
  .meta({ id: 'SignIn' })
export type SignIn = z.infer<typeof SignIn>

/** Where a sign-in is used: a page of this origin keeps a renewal in its cookie, anybody else does not. */
export type SigninManner = {
  renewable: boolean
  /** It ends then at the latest. */
  endsAt?: string
}

/** What a sign-in answers, and the cookie that goes with it. */
export type Issued<T extends SignIn = SignIn> = { body: T; renewal: Renewal | null }
export type Renewal = { token: string; expiresAt: string }

const keyOf = (ctx: Context) => ctx.ports.vault.subkey('signin-token')

/** A new sign-in of a user: the statement that keeps it while `condition` holds of the user, the context of what he does next, and what to answer then. */
export async function newSignin(ctx: Context, userId: string, { renewable, endsAt }: SigninManner) {
  const id = ctx.newId('sgn')
  const at = ctx.now()
  const usual = new Date(at.getTime() + (renewable ? IDLE_DAYS * 24 : TOKEN_HOURS) * HOUR).toISOString()
  const expires_at = endsAt !== undefined && endsAt < usual ? endsAt : usual
  const { ip, userAgent } = ctx.request
  const created = instantOf(ctx)
  const insert = (condition: SQL) =>
    ctx.db
      .insert(signins)
      .select(sql`select ${id}, ${users.id}, ${created}, ${expires_at}, 0, null, ${created}, ${ip}, ${userAgent} from ${users} where ${condition}`)
  const acting = actingAs(ctx, actorOf(userId, { type: 'signin', id, expiresAt: expires_at }))
  const issue = (): Promise<Issued> => issued(acting, { id, user_id: userId, expires_at, generation: 0 }, { renewable })
  return { id, ctx: acting, insert, issue }
}

/** The bearer token of a sign-in as it stands, and the renewal that goes with it. */
export async function issued(
  ctx: Context,
  row: { id: string; user_id: string; expires_at: string; generation: number },
  { renewable }: SigninManner,
): Promise<Issued> {
  const key = await keyOf(ctx)
  const ends = Math.min(ctx.now().getTime() + (renewable ? PAGE_TOKEN_HOURS : TOKEN_HOURS) * HOUR, Date.parse(row.expires_at))
  // A token names whole seconds.
  const expiresAt = new Date(Math.floor(ends / 1000) * 1000)
  const [token, user] = await Promise.all([newSigninToken(key, row.id, expiresAt), getUser(ctx, row.user_id)])
  return {
    body: { token, token_type: 'Bearer', expires_at: expiresAt.toISOString(), user },
    renewal: renewable ? { token: await newRenewalToken(key, row.id, row.generation), expiresAt: row.expires_at } : null,
  }
}

/** When a sign-in that is renewed now will end; `endsAt` where a provider vouched for it. */
export function renewedUntil(createdAt: string, now: Date, endsAt: string | null): string {
  const limit = endsAt === null ? Number.POSITIVE_INFINITY : Date.parse(endsAt)
  return new Date(Math.min(now.getTime() + IDLE_DAYS * 24 * HOUR, Date.parse(createdAt) + MOST_DAYS * 24 * HOUR, limit)).toISOString()
}

/** Whoever has just proved to be this user; his rights are looked up with the token he is given. */
export const actorOf = (userId: string, credential: UserActor['credential']): UserActor => ({
  type: 'user',
  userId,
  role: 'user',
  email: '',
  name: '',
  groupIds: [],
  attributes: {},
  credential,
  scopes: ['*'],
})
