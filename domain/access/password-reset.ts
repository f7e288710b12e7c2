import { and, eq, inArray, lte, sql } from 'drizzle-orm'
import { z } from 'zod'
import { invitations, users } from '#db/schema/identity.ts'
import { mails } from '#db/schema/mails.ts'
import { commit } from '../commit.ts'
import { type Context, instantOf } from '../context.ts'
import { sendsMail } from '../mail/in-use.ts'
import { lettersOf } from '../mail/letters/letters.ts'
import { mailStatements, requireMailer } from '../mail/outbox.ts'
import { strict } from '../strict.ts'
import { admitAttempt, networkOf, purgeAttempts } from './attempts.ts'
import { offeredProviders } from './federation/providers.ts'
import { newInvitation } from './invitations.ts'
import { passwordsOpen, requirePasswords } from './policy/signin-policy.ts'

const LINK_HOURS = 2
const DAY_MS = 24 * 3_600_000
/** Mails with such a link that an account is sent within a day, whoever asks for them. */
const MAILS_A_DAY = 5
/** Requests from one network within fifteen minutes. */
const ASKED_FROM_ONE_NETWORK = 20

export const PasswordResetRequest = strict({ email: z.email().max(254).toLowerCase() }).meta({
  id: 'PasswordResetRequest',
  example: { email: 'ann@example.com' },
})

export const PasswordResetAsked = z
  .object({ expires_in: z.int().meta({ description: 'How long the link works, in seconds', example: LINK_HOURS * 3600 }) })
  .meta({ id: 'PasswordResetAsked' })

export const SignInWays = z
  .object({
    password: z.boolean().meta({ description: 'By e-mail address and password: `POST /auths/signin`' }),
    providers: z
      .array(
        z.object({
          id: z.string(),
          name: z.string().meta({ description: 'What the button says' }),
          start_url: z.string().meta({ description: 'Send the browser there; `?return_to=/path` says where it comes back to' }),
        }),
      )
      .meta({ description: 'Identity providers' }),
    password_reset: z.boolean().meta({ description: 'Whoever forgot the password is mailed a link: `POST /auths/password-reset`' }),
  })
  .meta({ id: 'SignInWays' })

/** What there is to sign in by. */
export async function signInWays(ctx: Context): Promise<z.infer<typeof SignInWays>> {
  const [password, providers, isMailed] = await Promise.all([passwordsOpen(ctx), offeredProviders(ctx), sendsMail(ctx)])
  return { password, providers, password_reset: password && isMailed }
}

/**
 * Mails a link by which a new password is chosen, to whoever has an account with this address and may sign in, or is invited. The answer is the same, after the same work,
 * whether there is one, and however many links the account was sent this day. Fails with `mail_not_configured`, and with `rate_limited` for a network that asks too often.
 */
export async function askPasswordReset(ctx: Context, { email }: z.infer<typeof PasswordResetRequest>): Promise<z.infer<typeof PasswordResetAsked>> {
  await requireMailer(ctx)
  await requirePasswords(ctx)
  await admitAttempt(ctx, [{ name: `password reset from ${networkOf(ctx.request.ip)}`, limit: ASKED_FROM_ONE_NETWORK }])
  const [known] = await ctx.db.select({ id: users.id, name: users.name }).from(users).where(eq(users.email, email))
  const user = { id: known?.id ?? '', name: known?.name ?? '', email }
  const { token, row } = await newInvitation(ctx, user.id, LINK_HOURS)
  const at = instantOf(ctx)
  const since = new Date(ctx.now().getTime() - DAY_MS).toISOString()
  const sent = sql`(select count(*) from ${mails} m where m.user_id = ${user.id} and m.kind = 'password_reset' and m.created_at > ${since})`
  const change = ctx.db
    .insert(invitations)
    .select(
      sql`select ${row.id}, ${row.token_hmac}, ${users.id}, ${row.created_at}, ${row.expires_at} from ${users} where ${and(
        eq(users.id, user.id),
        inArray(users.status, ['active', 'invited']),
      )} and ${sent} < ${MAILS_A_DAY}`,
    )
    .returning({ id: invitations.id })
  const expiresAt = new Date(row.expires_at)
  const { linksTo } = ctx.settings.mail
  const letter = (await lettersOf(ctx)).passwordReset({ name: user.name, url: `${linksTo}/password#${token}`, at: expiresAt, timeZone: ctx.settings.timeZone })
  const isMade = sql`exists (select 1 from ${invitations} where ${invitations.id} = ${row.id})`
  const mail = await mailStatements(ctx, { kind: 'password_reset', user, content: { letter }, expiresAt }, isMade)
  // Links made before keep their time: mails overtake each other.
  const over = ctx.db.delete(invitations).where(and(eq(invitations.user_id, user.id), lte(invitations.expires_at, at)))
  await commit(ctx, change, { type: 'user.password_reset_asked', resource: { type: 'user', id: user.id } }, [...mail.statements, over])
  ctx.defer(() => purgeAttempts(ctx))
  return { expires_in: LINK_HOURS * 3600 }
}
