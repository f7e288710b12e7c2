import { eq } from 'drizzle-orm'
import type { z } from 'zod'
import { users } from '#db/schema/identity.ts'
import { requireEveryScope } from '../access/scopes.ts'
import { notFound, requireAdmin, requireUser } from '../allow.ts'
import { recordAudit } from '../commit.ts'
import type { Context } from '../context.ts'
import { Failure } from '../failure.ts'
import { keptMail, mailerInUse } from '../mail/in-use.ts'
import { letterHtml, letterText } from '../mail/letter.ts'
import { lettersOf } from '../mail/letters/letters.ts'
import { lookOf } from '../mail/look.ts'
import { parseMailbox } from '../mail/mailbox.ts'
import type { Handover, Mailer, OutgoingMail } from '../mail/mailer.ts'
import { SETTINGS_ID } from './effective.ts'
import { chosenMail } from './mail-choice.ts'
import type { MailTrial, MailTried } from './settings-shape.ts'

const WAIT_MS = 20_000

/**
 * Hands a mail to a mail server that is not saved yet, or to the one in use, and tells what it said: to the caller's own address, once. Administrators only, by a
 * credential with every scope. Fails as saving it does, and with `mail_not_configured` where there is none to try.
 */
export async function tryMail(ctx: Context, input: z.infer<typeof MailTrial>): Promise<z.infer<typeof MailTried>> {
  requireAdmin(ctx)
  requireEveryScope(ctx, 'try a mail server')
  const { userId } = requireUser(ctx)
  const [user] = await ctx.db.select({ email: users.email, name: users.name }).from(users).where(eq(users.id, userId))
  if (!user) throw notFound('user')
  const mailer = await mailerOf(ctx, input)
  const letter = (await lettersOf(ctx)).test(user.name)
  const mail: OutgoingMail = {
    id: ctx.newId('mal'),
    to: { address: user.email, name: user.name },
    subject: letter.subject,
    text: letterText(letter),
    html: letterHtml(letter, [], await lookOf(ctx)),
    headers: { 'Auto-Submitted': 'auto-generated' },
    files: [],
  }
  const started = performance.now()
  const { outcome, reply } = await handOver(ctx, mailer, mail)
  const details = { outcome, reply, server: input.server ? withoutSecret(input.server) : null }
  await recordAudit(ctx, { type: 'settings.mail_tried', resource: { type: 'settings', id: SETTINGS_ID }, details })
  return { outcome, reply, to: user.email, duration_ms: Math.round(performance.now() - started) }
}

const withoutSecret = ({ secret: _secret, ...server }: NonNullable<z.infer<typeof MailTrial>['server']>) => server

async function handOver(ctx: Context, mailer: Mailer, mail: OutgoingMail): Promise<Handover> {
  const late = AbortSignal.timeout(WAIT_MS)
  try {
    return await mailer.send(mail, AbortSignal.any([ctx.signal, late]))
  } catch (error) {
    if (late.aborted) return { outcome: 'later', reply: `no answer within ${WAIT_MS / 1000} seconds` }
    throw error
  }
}

async function mailerOf(ctx: Context, { server: input, from: given }: z.infer<typeof MailTrial>): Promise<Mailer> {
  if (!input) {
    const mailer = await mailerInUse(ctx)
    if (!mailer) throw new Failure('mail_not_configured', 'there is no mail server to try', { hint: 'send one: {"server": {…}, "from": "…"}' })
    return mailer
  }
  const kept = await keptMail(ctx)
  const isFixed = 'mail.server' in ctx.settings.fixed
  const { server, secret } = chosenMail(ctx, input, isFixed ? null : kept.server)
  const from = parseMailbox(given ?? kept.from ?? '')
  if (!from) throw new Failure('invalid', 'mails need a sender', { param: 'from' })
  return ctx.ports.mailServers.open(server, secret === undefined ? await kept.secret() : secret, from)
}
