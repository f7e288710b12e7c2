import { eq, type SQL, sql } from 'drizzle-orm'
import { users } from '#db/schema/identity.ts'
import { mails } from '#db/schema/mails.ts'
import { auditStatement } from '../commit.ts'
import type { Context } from '../context.ts'
import { lettersOf } from '../mail/letters/letters.ts'
import { mailStatements } from '../mail/outbox.ts'

type Person = { id: string; email: string; name: string }

const DAY_MS = 24 * 3_600_000

const stamped = (ctx: Context) => ({ at: ctx.now(), timeZone: ctx.settings.timeZone })

/** The statements that mail an invitation to whom it is for. */
export async function invitationMail(ctx: Context, user: Person, { token, expiresAt, by }: { token: string; expiresAt: Date; by: string }) {
  const url = `${ctx.settings.mail.linksTo}/password#${token}`
  const letter = (await lettersOf(ctx)).invitation({ name: user.name, by, url, at: expiresAt, timeZone: ctx.settings.timeZone })
  return (await mailStatements(ctx, { kind: 'invitation', user, content: { letter }, expiresAt: earlier(ctx, expiresAt) })).statements
}

/** The same for a link by which an administrator lets an active user choose a new password. */
export async function resetMail(ctx: Context, user: Person, { token, expiresAt }: { token: string; expiresAt: Date }) {
  const url = `${ctx.settings.mail.linksTo}/password#${token}`
  const letter = (await lettersOf(ctx)).passwordReset({ name: user.name, url, at: expiresAt, timeZone: ctx.settings.timeZone })
  return (await mailStatements(ctx, { kind: 'invitation', user, content: { letter }, expiresAt: earlier(ctx, expiresAt) })).statements
}

const earlier = (ctx: Context, at: Date): Date => new Date(Math.min(at.getTime(), ctx.now().getTime() + DAY_MS))

/** The statements that tell a user that his password was changed, where `condition` says that it was. */
export async function passwordChangedMail(ctx: Context, user: Person, condition: SQL) {
  const letter = (await lettersOf(ctx)).passwordChanged({ name: user.name, url: `${ctx.settings.mail.linksTo}/forgot`, ...stamped(ctx) })
  return (await mailStatements(ctx, { kind: 'password_changed', user, content: { letter } }, condition)).statements
}

/** The statements that tell a user that an identity of a provider opens his account no more, where `condition` says so. */
export async function identityUnlinkedMail(ctx: Context, user: Person, provider: string, condition: SQL) {
  const facts = { name: user.name, provider, url: `${ctx.settings.mail.linksTo}/account/security`, ...stamped(ctx) }
  const letter = (await lettersOf(ctx)).identityUnlinked(facts)
  return (await mailStatements(ctx, { kind: 'identity_unlinked', user, content: { letter } }, condition)).statements
}

/** Tells a user, once a day at most, that failed sign-ins have locked his account for a while. */
export async function tellOfLock(ctx: Context, email: string): Promise<void> {
  const [user] = await ctx.db.select({ id: users.id, email: users.email, name: users.name }).from(users).where(eq(users.email, email))
  if (!user) return
  const since = new Date(ctx.now().getTime() - DAY_MS).toISOString()
  const untold = sql`${users.status} = 'active' and not exists (select 1 from ${mails} m where m.user_id = ${user.id} and m.kind = 'signin_locked' and m.created_at > ${since})`
  const letter = (await lettersOf(ctx)).signinLocked({ name: user.name, ip: ctx.request.ip, url: `${ctx.settings.mail.linksTo}/forgot`, ...stamped(ctx) })
  const [mail, ...rest] = (await mailStatements(ctx, { kind: 'signin_locked', user, content: { letter } }, untold)).statements
  if (!mail) return
  const entry = { type: 'user.signin_locked', resource: { type: 'user', id: user.id }, outcome: 'denied' as const }
  await ctx.db.batch([mail, auditStatement(ctx, entry, true), ...rest])
}
