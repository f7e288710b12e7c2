import { and, eq, gt, lte, sql } from 'drizzle-orm'
import { z } from 'zod'
import { signinLinks, signins, users } from '#db/schema/identity.ts'
import { commit, commitInsert } from '../../commit.ts'
import { type Context, instantOf } from '../../context.ts'
import { Failure } from '../../failure.ts'
import { strict } from '../../strict.ts'
import { hashSecret } from '../api-key.ts'
import { newLinkToken, parseLinkToken } from '../signin-token.ts'
import { type Issued, newSignin, SignIn, type SigninManner } from './issue.ts'

const LINK_MINUTES = 15

export const LinkToken = strict({ token: z.string().min(1).max(200) }).meta({ id: 'LinkToken', example: { token: 'ql_…' } })

export const LinkedSignIn = SignIn.extend({
  needs_password: z.boolean().meta({ description: 'The account has no password yet: set one with POST /auths/password' }),
}).meta({ id: 'LinkedSignIn' })

/**
 * A one-time token that signs a user in, valid a quarter of an hour: for whoever may read the deployment's own output, which is where it is told. The
 * platform alone makes one. Fails with `not_found` when there is no such active account.
 */
export async function makeSigninLink(ctx: Context, email: string): Promise<{ token: string; expires_at: string }> {
  if (ctx.actor.type !== 'system') throw new Failure('forbidden', 'only the platform makes such a link')
  const [user] = await ctx.db
    .select({ id: users.id })
    .from(users)
    .where(and(eq(users.email, email.toLowerCase()), eq(users.status, 'active')))
  if (!user) throw new Failure('not_found', `no active account has the address ${email}`)
  const { token, secret } = newLinkToken()
  const created_at = instantOf(ctx)
  const expires_at = new Date(ctx.now().getTime() + LINK_MINUTES * 60_000).toISOString()
  const token_hmac = await hashSecret(await ctx.ports.vault.subkey('signin-token'), secret)
  const insert = ctx.db.insert(signinLinks).values({ id: ctx.newId('lnk'), token_hmac, user_id: user.id, created_at, expires_at })
  const over = ctx.db.delete(signinLinks).where(lte(signinLinks.expires_at, created_at))
  await commitInsert(ctx, insert, { type: 'user.link_made', resource: { type: 'user', id: user.id } }, [over])
  return { token, expires_at }
}

const gone = () => new Failure('not_found', 'no such link: it may have been used or have expired', { param: 'token', hint: 'make a new one' })

/** Signs in by a one-time link. It works once, also when used twice at the same time. Fails with `not_found` when it is unknown, used or expired. */
export async function signInByLink(ctx: Context, { token }: z.infer<typeof LinkToken>, manner: SigninManner): Promise<Issued<z.infer<typeof LinkedSignIn>>> {
  const secret = parseLinkToken(token)
  if (!secret) throw gone()
  const token_hmac = await hashSecret(await ctx.ports.vault.subkey('signin-token'), secret)
  const isOpen = and(eq(signinLinks.token_hmac, token_hmac), gt(signinLinks.expires_at, instantOf(ctx)))
  const [link] = await ctx.db.select({ userId: signinLinks.user_id }).from(signinLinks).where(isOpen)
  if (!link) throw gone()
  const signin = await newSignin(ctx, link.userId, manner)
  const open = sql`${users.id} = ${link.userId} and ${users.status} = 'active' and exists (select 1 from ${signinLinks} where ${isOpen})`
  const change = signin.insert(open).returning({ id: signins.id })
  const used = ctx.db.delete(signinLinks).where(eq(signinLinks.token_hmac, token_hmac))
  const [made] = await commit(signin.ctx, change, { type: 'user.signed_in', resource: { type: 'user', id: link.userId }, details: { by: 'link' } }, [used])
  if (!made) throw gone()
  const [user] = await ctx.db.select({ hash: users.password_hash }).from(users).where(eq(users.id, link.userId))
  const { body, renewal } = await signin.issue()
  return { body: { ...body, needs_password: user?.hash == null }, renewal }
}
