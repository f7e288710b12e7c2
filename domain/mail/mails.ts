import { and, eq, sql } from 'drizzle-orm'
import type { z } from 'zod'
import { users } from '#db/schema/identity.ts'
import { mails } from '#db/schema/mails.ts'
import { notFound, requireAdmin, requireUser } from '../allow.ts'
import { commit, commitInsert } from '../commit.ts'
import { type Context, instantOf } from '../context.ts'
import { Failure } from '../failure.ts'
import { equalTo } from '../list-filters.ts'
import { type Page, readPage } from '../pagination.ts'
import { lettersOf } from './letters/letters.ts'
import type { Mail, MailListQuery, MailPageQuery } from './mail-shape.ts'
import { mailStatements, requireMailer, runOf } from './outbox.ts'

const columns = {
  id: mails.id,
  mail_id: sql<string>`${mails.id}`.as('mail_id'),
  kind: mails.kind,
  user_id: mails.user_id,
  status: mails.status,
  tries: mails.tries,
  job_id: mails.job_id,
  job_run_id: mails.job_run_id,
  created_at: mails.created_at,
  expires_at: mails.expires_at,
  completed_at: mails.completed_at,
}

/** Mails that wait, were sent or were given up; never what they say. Administrators only. */
export async function listMails(ctx: Context, query: z.output<typeof MailListQuery> | z.output<typeof MailPageQuery>): Promise<Page<Mail>> {
  requireAdmin(ctx)
  const where = and(equalTo(mails.status, query.status), equalTo(mails.kind, query.kind), equalTo(mails.user_id, query.user_id))
  return readPage<Mail>(ctx, { table: mails, columns, where, query })
}

/** Administrators only. Fails with `not_found`. */
export async function getMail(ctx: Context, id: string): Promise<Mail> {
  requireAdmin(ctx)
  const [mail] = await ctx.db.select(columns).from(mails).where(eq(mails.id, id))
  if (!mail) throw notFound('mail')
  return mail
}

/** Tries a mail that was given up once more, for as long as it is worth sending. Administrators only. Fails with `not_found`, `conflict`, `mail_not_configured`. */
export async function retryMail(ctx: Context, id: string): Promise<Mail> {
  const { status, expires_at, kind, user_id } = await getMail(ctx, id)
  await requireMailer(ctx)
  if (status !== 'failed') throw new Failure('conflict', status === 'sent' ? 'this mail was sent' : 'this mail is still on its way')
  const day = new Date(ctx.now().getTime() + 24 * 3_600_000).toISOString()
  // A link in it that ended works no more, however often it is sent.
  const isBound = kind === 'password_reset'
  if (isBound && expires_at <= instantOf(ctx)) throw new Failure('conflict', 'the link in this mail has ended', { hint: 'have a new one made' })
  const change = ctx.db
    .update(mails)
    .set({ status: 'queued', completed_at: null, ...(isBound ? {} : { expires_at: day }) })
    .where(and(eq(mails.id, id), eq(mails.status, 'failed')))
    .returning({ id: mails.id })
  const unless = sql`not exists (select 1 from runs r where r.subject_id = ${id} and r.status in ('queued', 'running'))`
  const [again] = await commit(ctx, change, { type: 'mail.retried', resource: { type: 'mail', id }, details: { kind, user_id } }, [
    runOf(ctx, id, user_id, unless),
  ])
  if (!again) throw new Failure('conflict', 'this mail is still on its way')
  return getMail(ctx, id)
}

/** Sends the caller a mail that says nothing, to try the mail server out. Administrators only. Fails with `mail_not_configured`. */
export async function sendTestMail(ctx: Context): Promise<Mail> {
  requireAdmin(ctx)
  await requireMailer(ctx)
  const { userId } = requireUser(ctx)
  const [user] = await ctx.db.select({ id: users.id, email: users.email, name: users.name }).from(users).where(eq(users.id, userId))
  if (!user) throw notFound('user')
  const { id, statements } = await mailStatements(ctx, { kind: 'test', user, content: { letter: (await lettersOf(ctx)).test(user.name) } })
  const [first, ...also] = statements
  if (!first) throw notFound('user')
  await commitInsert(ctx, first, { type: 'mail.tested', resource: { type: 'mail', id } }, also)
  return getMail(ctx, id)
}
