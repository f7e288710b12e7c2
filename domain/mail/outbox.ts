import { type SQL, sql } from 'drizzle-orm'
import type { BatchItem } from 'drizzle-orm/batch'
import { runs } from '#db/schema/catalog.ts'
import { users } from '#db/schema/identity.ts'
import { mails } from '#db/schema/mails.ts'
import type { SealContext } from '../access/vault.ts'
import { type Context, instantOf } from '../context.ts'
import { Failure } from '../failure.ts'
import { sendsMail } from './in-use.ts'
import type { Letter } from './letter.ts'
import type { Mailbox } from './mailer.ts'

export const MAIL = 'mail'

type Statement = BatchItem<'sqlite'>

/** A mail nobody took for a day is given up. */
const DAY_MS = 24 * 3_600_000

type MailKind = (typeof mails.$inferSelect)['kind']

/** What a job has told: its words are set for each reader when the mail leaves. */
export type JobNotice = { event: string; subject: string; text: string }

/** What is sealed of a mail until it has been handed over. */
export type MailContent = { to: Mailbox } & ({ letter: Letter } | { notice: JobNotice })

export type NewMail = {
  kind: MailKind
  user: { id: string; email: string; name: string }
  content: { letter: Letter } | { notice: JobNotice }
  /** A mail that says something for a while only is given up sooner. */
  expiresAt?: Date
  /** Where a job sends it. */
  job?: { id: string; runId: string }
}

export const sealedMail = (id: string): SealContext => ({ table: 'mails', row: id, column: 'content' })

/** Fails with `mail_not_configured` where no mail is sent. */
export async function requireMailer(ctx: Context): Promise<void> {
  if (await sendsMail(ctx)) return
  throw new Failure('mail_not_configured', 'this deployment sends no mail', {
    hint: 'an administrator names a mail server in PATCH /api/v1/core/settings, or the operator sets SMTP_URL or MAIL_HTTP_URL',
  })
}

/**
 * The statements that put a mail on its way while `condition` holds of the user; they belong into the batch of what it tells of. Without a mailer there are none.
 */
export async function mailStatements(ctx: Context, mail: NewMail, condition: SQL = sql`true`): Promise<{ id: string; statements: Statement[] }> {
  if (!(await sendsMail(ctx))) return { id: '', statements: [] }
  const { kind, user, content, expiresAt, job } = mail
  const id = ctx.newId('mal')
  const at = instantOf(ctx)
  const sealed = await ctx.ports.vault.seal(sealedMail(id), JSON.stringify({ to: { address: user.email, name: user.name }, ...content }))
  const expires = (expiresAt ?? new Date(ctx.now().getTime() + DAY_MS)).toISOString()
  const written = ctx.db
    .insert(mails)
    .select(
      sql`select ${id}, ${kind}, ${users.id}, ${JSON.stringify(sealed)}, ${job?.id ?? null}, ${job?.runId ?? null}, 'queued', '[]', ${at}, ${expires}, null from ${users} where ${users.id} = ${user.id} and ${condition}`,
    )
  return { id, statements: [written, runOf(ctx, id, user.id)] }
}

/** The run that hands a mail over, if the mail is there and waits. */
export const runOf = (ctx: Context, mailId: string, userId: string, condition: SQL = sql`true`): Statement =>
  ctx.db
    .insert(runs)
    .select(
      sql`select ${ctx.newId('run')}, ${MAIL}, ${mails.id}, ${userId}, 'queued', 0, null, null, 0, null, ${instantOf(ctx)}, null, null from ${mails} where ${mails.id} = ${mailId} and ${mails.status} = 'queued' and ${condition}`,
    )
