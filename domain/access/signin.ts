import { and, eq, isNull, ne, sql } from 'drizzle-orm'
import { z } from 'zod'
import { signins, users } from '#db/schema/identity.ts'
import { requireUser } from '../allow.ts'
import { sealAudit } from '../catalog/audit-chain.ts'
import { getUser, User } from '../catalog/users.ts'
import { commit, commitOne, recordAudit } from '../commit.ts'
import { type Context, instantOf } from '../context.ts'
import { Failure } from '../failure.ts'
import { Instant, strict } from '../strict.ts'
import { actingAs } from './acting-as.ts'
import type { UserActor } from './actor.ts'
import { hashSecret } from './api-key.ts'
import { admitAttempt, purgeAttempts, signinSubjects } from './attempts.ts'
import { checkPassword, needsRehash, verifyPassword } from './password.ts'
import { newSigninToken } from './signin-token.ts'

const SIGNIN_HOURS = 12

export const Credentials = strict({ email: z.email().max(254).toLowerCase(), password: z.string().min(1).max(4096) }).meta({
  id: 'Credentials',
  example: { email: 'ann@example.com', password: 'correct horse battery' },
})

export const SignIn = z
  .object({ token: z.string().meta({ description: 'Shown once' }), token_type: z.literal('Bearer'), expires_at: Instant, user: User })
  .meta({ id: 'SignIn' })
export type SignIn = z.infer<typeof SignIn>

export const PasswordChange = strict({
  current_password: z.string().min(1).max(4096).optional().meta({ description: 'Needed unless the account has no password yet' }),
  new_password: z.string().max(512).meta({ description: '8 to 128 characters' }),
}).meta({ id: 'PasswordChange', example: { current_password: 'correct horse battery', new_password: 'staple wrong donkey' } })

export const WhoAmI = z
  .object({
    user: User.pick({ id: true, user_id: true, email: true, name: true, role: true, group_ids: true, attributes: true }),
    credential: z.object({ type: z.enum(['api_key', 'signin']), id: z.string() }),
    scopes: z.array(z.string()),
    expires_at: Instant.nullable(),
  })
  .meta({ id: 'WhoAmI' })

/** Who is calling, by which credential, with which scopes. Reads no database: all of it was known to let the caller in. */
export function whoAmI(ctx: Context): z.infer<typeof WhoAmI> {
  const { userId, email, name, role, groupIds, attributes, credential, scopes } = requireUser(ctx)
  return {
    user: { id: userId, user_id: userId, email, name, role, group_ids: groupIds, attributes },
    credential: { type: credential.type, id: credential.id },
    scopes,
    expires_at: credential.expiresAt,
  }
}

/** A new sign-in of a user: the token to hand over once, the row that remembers its HMAC, and the context of what he does next. */
export async function newSignin(ctx: Context, userId: string) {
  const { token, secret } = newSigninToken()
  const id = ctx.newId('sgn')
  const expires_at = new Date(ctx.now().getTime() + SIGNIN_HOURS * 3_600_000).toISOString()
  const token_hmac = await hashSecret(await ctx.ports.vault.subkey('signin-token'), secret)
  const credential: UserActor['credential'] = { type: 'signin', id, expiresAt: expires_at }
  const actor: UserActor = { type: 'user', userId, role: 'user', email: '', name: '', groupIds: [], attributes: {}, credential, scopes: ['*'] }
  return { token, expires_at, row: { id, token_hmac, user_id: userId, created_at: instantOf(ctx), expires_at }, ctx: actingAs(ctx, actor) }
}

const wrong = () => new Failure('unauthenticated', 'wrong e-mail address or password')

/**
 * Signs a user in for twelve hours. Unknown addresses, wrong passwords and inactive accounts fail alike with `unauthenticated`, after the same work;
 * too many failures with `rate_limited`.
 */
export async function signIn(ctx: Context, { email, password }: z.infer<typeof Credentials>): Promise<SignIn> {
  const attempt = await admitAttempt(ctx, signinSubjects(email, ctx.request.ip))
  const [user] = await ctx.db.select({ id: users.id, hash: users.password_hash, status: users.status }).from(users).where(eq(users.email, email))
  const hash = user?.hash ?? null
  const matches = await checked(attempt.withdraw, verifyPassword(ctx.ports.passwords, password, hash))
  if (!user || !matches || hash === null || user.status !== 'active') {
    const reason = !user ? 'unknown address' : matches ? 'inactive account' : 'wrong password'
    await recordAudit(ctx, { type: 'user.signin_failed', resource: { type: 'user', id: user?.id ?? null }, outcome: 'failure', details: { reason } })
    ctx.defer(() => purgeAttempts(ctx))
    throw wrong()
  }
  const { token, expires_at, row, ctx: signedIn } = await newSignin(ctx, user.id)
  const unchanged = sql`${users.id} = ${user.id} and ${users.status} = 'active' and ${users.password_hash} = ${hash}`
  const change = ctx.db
    .insert(signins)
    .select(sql`select ${row.id}, ${row.token_hmac}, ${users.id}, ${row.created_at}, ${row.expires_at} from ${users} where ${unchanged}`)
    .returning({ id: signins.id })
  const over = ctx.db.delete(signins).where(and(eq(signins.user_id, user.id), sql`${signins.expires_at} <= ${row.created_at}`))
  const also = [...attempt.succeeded, over, ...(needsRehash(hash) ? [rehash(ctx, user.id, hash, await ctx.ports.passwords.hash(password))] : [])]
  const [made] = await commit(signedIn, change, { type: 'user.signed_in', resource: { type: 'user', id: user.id } }, also)
  if (!made) throw wrong()
  ctx.defer(() => sealAudit(ctx))
  return { token, token_type: 'Bearer', expires_at, user: await getUser(signedIn, user.id) }
}

/** Ends the sign-in it is called with. Fails with `conflict` for an API key, which is revoked and not signed out. */
export async function signOut(ctx: Context): Promise<void> {
  const { userId, credential } = requireUser(ctx)
  if (credential.type !== 'signin') {
    throw new Failure('conflict', 'an API key does not sign out', { hint: `revoke it with DELETE /api/v1/core/auths/api-keys/${credential.id}` })
  }
  const change = ctx.db.delete(signins).where(eq(signins.id, credential.id)).returning({ id: signins.id })
  await commit(ctx, change, { type: 'user.signed_out', resource: { type: 'user', id: userId } })
}

/** Changes the caller's password and ends his other sign-ins. Fails with `forbidden` when the current one is wrong, `invalid` when the new one breaks the rules. */
export async function changePassword(ctx: Context, input: z.infer<typeof PasswordChange>): Promise<void> {
  const { userId, credential } = requireUser(ctx)
  checkPassword(input.new_password, 'new_password')
  const [user] = await ctx.db.select({ hash: users.password_hash }).from(users).where(eq(users.id, userId))
  const old = user?.hash ?? null
  const attempt = old === null ? null : await proveCurrent(ctx, userId, old, input.current_password)
  const hash = await ctx.ports.passwords.hash(input.new_password)
  const resource = { type: 'user', id: userId }
  const change = ctx.db
    .update(users)
    .set({ password_hash: hash })
    .where(and(eq(users.id, userId), old === null ? isNull(users.password_hash) : eq(users.password_hash, old)))
    .returning({ id: users.id })
  const changed = sql`exists (select 1 from ${users} where ${users.id} = ${userId} and ${users.password_hash} = ${hash})`
  const others = ctx.db.delete(signins).where(and(eq(signins.user_id, userId), ne(signins.id, credential.id), changed))
  await commitOne(ctx, change, { type: 'user.password_changed', resource }, [others, ...(attempt?.succeeded ?? [])])
}

async function proveCurrent(ctx: Context, userId: string, hash: string, password: string | undefined) {
  if (password === undefined) throw new Failure('invalid', 'current_password is required', { param: 'current_password' })
  const attempt = await admitAttempt(ctx, [{ name: `password of ${userId}`, limit: 10, reset: true }])
  if (await checked(attempt.withdraw, verifyPassword(ctx.ports.passwords, password, hash))) return attempt
  await recordAudit(ctx, { type: 'user.password_refused', resource: { type: 'user', id: userId }, outcome: 'denied' })
  throw new Failure('forbidden', 'the current password is another one', { param: 'current_password' })
}

/** The outcome of a check, or its failure after the attempt has been taken back. */
async function checked(withdraw: () => Promise<void>, check: Promise<boolean>): Promise<boolean> {
  try {
    return await check
  } catch (error) {
    await withdraw()
    throw error
  }
}

const rehash = (ctx: Context, userId: string, old: string, hash: string) =>
  ctx.db
    .update(users)
    .set({ password_hash: hash })
    .where(and(eq(users.id, userId), eq(users.password_hash, old)))
