import type { SQL } from 'drizzle-orm'
import type { Context } from '../../context.ts'
import { lettersOf } from '../../mail/letters/letters.ts'
import { mailStatements } from '../../mail/outbox.ts'

export type FactorNews = 'on' | 'off' | 'reset' | 'recovery_code'

/** The statements that tell a user what became of his second factor, where `condition` says that it did; none where no mail is sent. */
export async function factorMail(ctx: Context, user: { userId: string; email: string; name: string }, news: FactorNews, condition: SQL) {
  const facts = { name: user.name, url: `${ctx.settings.mail.linksTo}/account/security`, at: ctx.now(), timeZone: ctx.settings.timeZone }
  const letter = (await lettersOf(ctx)).secondFactor(news, facts)
  return (await mailStatements(ctx, { kind: 'second_factor', user: { id: user.userId, email: user.email, name: user.name }, content: { letter } }, condition))
    .statements
}
