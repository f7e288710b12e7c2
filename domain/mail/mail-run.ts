import { eq } from 'drizzle-orm'
import { users } from '#db/schema/identity.ts'
import { mails } from '#db/schema/mails.ts'
import { notFound } from '../allow.ts'
import { auditStatement } from '../commit.ts'
import { type Context, instantOf } from '../context.ts'
import { Failure } from '../failure.ts'
import { type JobMail, writeJobMail } from '../jobs/job-mail.ts'
import { isLossOfRights } from '../jobs/owner.ts'
import { deliveryDelay, type deliveryRuns } from '../webhooks/delivery-run.ts'
import { mailerInUse } from './in-use.ts'
import { type Letter, letterHtml, letterText } from './letter.ts'
import { lookOf } from './look.ts'
import type { Handover, OutgoingMail } from './mailer.ts'
import { MAIL, type MailContent, sealedMail } from './outbox.ts'

const TRIES_KEPT = 30
/** Mails that bring their reader into an account he has not joined yet. */
const TO_INVITED = new Set<Row['kind']>(['invitation', 'password_reset'])
const AUTOMATIC = { 'Auto-Submitted': 'auto-generated', 'X-Auto-Response-Suppress': 'All' }

type Row = typeof mails.$inferSelect

/** No try helps: the server refuses for good, or there is nobody any more to whom it may go. */
class Undeliverable extends Failure {}

/** Hands mails over, each for up to a day. One that was taken is not handed over again, unless the process died before it could note that. */
export const mailRuns: typeof deliveryRuns = {
  kind: MAIL,
  // A process that is killed costs no mail.
  maxAttempts: Number.MAX_SAFE_INTEGER,
  async work(ctx, held) {
    const row = await read(ctx, held.run.subject_id)
    if (row.status !== 'queued') return []
    const at = instantOf(ctx)
    const started = performance.now()
    const { outcome, reply } = await handOver(ctx, row, held.signal)
    const tries = [...row.tries, { at, outcome, reply, duration_ms: Math.round(performance.now() - started) }].slice(-TRIES_KEPT)
    if (outcome === 'taken') return [changed(ctx, row.id, { tries, status: 'sent', content: null, completed_at: instantOf(ctx) })]
    await held.write([changed(ctx, row.id, { tries })])
    throw outcome === 'later' ? new Failure('datasource_unreachable', reply) : new Undeliverable('invalid', reply)
  },
  async retry(ctx, run, error) {
    if (error instanceof Undeliverable) return null
    const row = await read(ctx, run.subject_id).catch(() => null)
    if (!row) return null
    const delayMs = deliveryDelay(row.tries.length)
    return ctx.now().getTime() + delayMs > Date.parse(row.expires_at) ? null : { delayMs, statements: [] }
  },
  async ended(ctx, run, end) {
    const row = await read(ctx, run.subject_id).catch(() => null)
    if (!row) return []
    const reason = end.status === 'failed' ? end.error : 'cancelled'
    ctx.ports.log({ level: 'error', message: 'a mail was given up', mail: row.id, kind: row.kind, user: row.user_id, reason })
    return [
      changed(ctx, row.id, { status: 'failed', completed_at: instantOf(ctx) }),
      auditStatement(
        ctx,
        { type: 'mail.failed', resource: { type: 'mail', id: row.id }, outcome: 'failure', details: { kind: row.kind, user_id: row.user_id, reason } },
        true,
      ),
    ]
  },
}

async function read(ctx: Context, id: string): Promise<Row> {
  const [row] = await ctx.db.select().from(mails).where(eq(mails.id, id))
  if (!row) throw notFound('mail')
  return row
}

async function handOver(ctx: Context, row: Row, signal: AbortSignal): Promise<Handover> {
  const mailer = await mailerInUse(ctx)
  if (!mailer)
    return { outcome: 'later', reply: 'no mail leaves this process: the mail server was taken away, or is one that this runtime does not speak with' }
  if (row.expires_at <= instantOf(ctx)) return { outcome: 'never', reply: 'it came to its end before it could be sent' }
  const content = await contentOf(ctx, row)
  const [user] = await ctx.db.select({ email: users.email, status: users.status }).from(users).where(eq(users.id, row.user_id))
  const isReader = user?.status === 'active' || (user?.status === 'invited' && TO_INVITED.has(row.kind))
  if (!content || !isReader) return { outcome: 'never', reply: 'its reader has no active account any more' }
  if (user.email !== content.to.address) return { outcome: 'never', reply: 'its reader has another address by now' }
  const mail = await written(ctx, row, content, signal).catch((error) => {
    signal.throwIfAborted()
    if (error instanceof Failure) return { outcome: isLossOfRights(error) ? ('never' as const) : ('later' as const), reply: error.message }
    throw error
  })
  return 'outcome' in mail ? mail : mailer.send(mail, signal)
}

async function contentOf(ctx: Context, row: Row): Promise<MailContent | null> {
  return row.content ? (JSON.parse((await ctx.ports.vault.open(sealedMail(row.id), row.content)).expose()) as MailContent) : null
}

async function written(ctx: Context, row: Row, content: MailContent, signal: AbortSignal): Promise<OutgoingMail> {
  const { letter, figures, files, headers } = 'letter' in content ? alone(content.letter) : await writeJobMail(ctx, row, content.notice, signal)
  return {
    id: row.id,
    to: content.to,
    subject: letter.subject,
    text: letterText(letter, figures),
    html: letterHtml(letter, figures, await lookOf(ctx)),
    headers: { ...AUTOMATIC, ...headers },
    files,
  }
}

const alone = (letter: Letter): JobMail => ({ letter, figures: [], files: [], headers: {} })

const changed = (ctx: Context, id: string, set: Partial<Row>) => ctx.db.update(mails).set(set).where(eq(mails.id, id))
