import { and, eq, isNull, ne, sql } from 'drizzle-orm'
import { z } from 'zod'
import { signins, users } from '#db/schema/identity.ts'
import { oauthConnections } from '#db/schema/oauth.ts'
import { signinTickets } from '#db/schema/second-factors.ts'
import { requireUser } from '../allow.ts'
import { User } from '../catalog/users.ts'
import { commit, commitOne, recordAudit } from '../commit.ts'
import { type Context, instantOf } from '../context.ts'
import { Failure } from '../failure.ts'
import { Instant, strict } from '../strict.ts'
import { passwordChangedMail, tellOfLock } from './account-mails.ts'
import { actingAs } from './acting-as.ts'
import { admitAttempt, purgeAttempts, signinSubjects } from './attempts.ts'
import { providerSignOutUrl } from './federation/logout.ts'
import { checkPassword, needsRehash, verifyPassword } from './password.ts'
import { requirePasswords } from './policy/signin-policy.ts'
import { requireEveryScope } from './scopes.ts'
import { halfSigned, type SignInOutcome, secondStepOf } from './second-factor/tickets.ts'
import { actorOf, newSignin, type SigninManner } from './signins/issue.ts'

export const Credentials = strict({ email: z.email().max(254).toLowerCase(), password: z.string().min(1).max(4096) }).meta({
  id: 'Credentials',
  example: { email: 'ann@example.com', password: 'correct horse battery' },
})

export const PasswordChange = strict({
  current_password: z.string().min(1).max(4096).optional().meta({ description: 'Needed unless the account has no password yet' }),
  new_password: z.string().max(512).meta({ description: '8 to 128 characters' }),
}).meta({ id: 'PasswordChange', example: { current_password: 'correct horse battery', new_password: 'staple wrong donkey' } })

export const SignedOut = z.object({ sign_out_url: z.string().meta({ example: 'https://login.example.com/logout?id_token_hint=…' }) }).meta({ id: 'SignedOut' })

export const WhoAmI = z
  .object({
    user: User.pick({ id: true, user_id: true, email: true, name: true, role: true, group_ids: true, attributes: true }),
    credential: z.object({ type: z.enum(['api_key', 'signin', 'oauth']), id: z.string() }),
    scopes: z.array(z.string()),
    expires_at: Instant.nullable(),
  })
  .meta({ id: 'WhoAmI' })

/** Who is calling, by which credential, with which scopes. Reads no database: all of it was known to let the caller in. */
export function whoAmI(ctx: Context): z.infer<typeof WhoAmI> {
  const { userId, email, name, role, groupIds, attributes, credential, scopes } = requireUser(ctx)
  return {
    user: { id: userId, user_id: userId, email, name, role, group_ids: groupIds, attributes },
    credential: { type: credential.type === 'job' ? 'signin' : credential.type, id: credential.id },
    scopes,
    expires_at: credential.expiresAt,
  }
}

const wrong = () => new Failure('unauthenticated', 'wrong e-mail address or password')

/**
 * Signs a user in: a page of this origin until it is left alone for a week, anybody else for twelve hours. Unknown addresses, wrong passwords and inactive accounts fail alike with `unauthenticated`, after the same work;
 * too many failures with `rate_limited`.
 */
export async function signIn(ctx: Context, { email, password }: z.infer<typeof Credentials>, manner: SigninManner): Promise<SignInOutcome> {
  await requirePasswords(ctx)
  const attempt = await admitAttempt(ctx, signinSubjects(email, ctx.request.ip), ({ reset }) => reset && ctx.defer(() => tellOfLock(ctx, email)))
  const [user] = await ctx.db
    .select({ id: users.id, hash: users.password_hash, status: users.status, role: users.role })
    .from(users)
    .where(eq(users.email, email))
  const hash = user?.hash ?? null
  const matches = await checked(attempt.withdraw, verifyPassword(ctx.ports.passwords, password, hash))
  if (!user || !matches || hash === null || user.status !== 'active') {
    const reason = !user ? 'unknown address' : matches ? 'inactive account' : 'wrong password'
    await recordAudit(ctx, {
      type: 'user.signin_failed',
      resource: { type: 'user', id: user?.id ?? null },
      outcome: 'failure',
      code: 'unauthenticated',
      details: { reason },
    })
    ctx.defer(() => purgeAttempts(ctx))
    throw wrong()
  }
  const proved = sql`${users.id} = ${user.id} and ${users.status} = 'active' and ${users.password_hash} = ${hash}`
  const step = await secondStepOf(ctx, user)
  if (step) return halfSigned(actingAs(ctx, actorOf(user.id, { type: 'signin', id: '', expiresAt: null })), user.id, step, proved, attempt.succeeded)
  const signin = await newSignin(ctx, user.id, manner)
  const change = signin.insert(proved).returning({ id: signins.id })
  const over = ctx.db.delete(signins).where(and(eq(signins.user_id, user.id), sql`${signins.expires_at} <= ${instantOf(ctx)}`))
  const also = [...attempt.succeeded, over, ...(needsRehash(hash) ? [rehash(ctx, user.id, hash, await ctx.ports.passwords.hash(password))] : [])]
  const [made] = await commit(signin.ctx, change, { type: 'user.signed_in', resource: { type: 'user', id: user.id } }, also)
  if (!made) throw wrong()
  return signin.issue()
}

/**
 * Ends the sign-in it is called with, and answers where the browser signs out with the identity provider too, if there is such a place. Fails with `conflict` for an
 * API key, which is revoked and not signed out.
 */
export async function signOut(ctx: Context): Promise<string | null> {
  const { userId, credential } = requireUser(ctx)
  if (credential.type === 'oauth')
    throw new Failure('conflict', 'an app does not sign out', { hint: 'it gives its token back with POST /api/v1/core/oauth/revoke' })
  if (credential.type !== 'signin') {
    throw new Failure('conflict', 'an API key does not sign out', { hint: `revoke it with DELETE /api/v1/core/auths/api-keys/${credential.id}` })
  }
  const next = await providerSignOutUrl(ctx, credential.id)
  const change = ctx.db.delete(signins).where(eq(signins.id, credential.id)).returning({ id: signins.id })
  await commit(ctx, change, { type: 'user.signed_out', resource: { type: 'user', id: userId } })
  return next
}

/** Changes the caller's password, and ends his other sign-ins and the apps he has connected. Fails with `forbidden` when the current one is wrong, `invalid` when the new one breaks the rules. */
export async function changePassword(ctx: Context, input: z.infer<typeof PasswordChange>): Promise<void> {
  const { userId, credential, email, name } = requireUser(ctx)
  requireEveryScope(ctx, 'set a password')
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
  const apps = ctx.db.delete(oauthConnections).where(and(eq(oauthConnections.user_id, userId), changed))
  const tickets = ctx.db.delete(signinTickets).where(and(eq(signinTickets.user_id, userId), changed))
  // A first password replaces none that somebody could miss.
  const told = old === null ? [] : await passwordChangedMail(ctx, { id: userId, email, name }, sql`${users.password_hash} = ${hash}`)
  await commitOne(ctx, change, { type: 'user.password_changed', resource }, [others, apps, tickets, ...(attempt?.succeeded ?? []), ...told])
}

/** Counts a try, and takes it for failed unless the password is right. Fails with `invalid`, `forbidden`, `rate_limited`. */
export async function proveCurrent(ctx: Context, userId: string, hash: string, password: string | undefined) {
  if (password === undefined) throw new Failure('invalid', 'current_password is required', { param: 'current_password' })
  const attempt = await admitAttempt(ctx, [{ name: `password of ${userId}`, limit: 10, reset: true }])
  if (await checked(attempt.withdraw, verifyPassword(ctx.ports.passwords, password, hash))) return attempt
  await recordAudit(ctx, { type: 'user.password_refused', resource: { type: 'user', id: userId }, outcome: 'denied', code: 'forbidden' })
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
