import { eq } from 'drizzle-orm'
import { deploymentSettings } from '#db/schema/deployment.ts'
import type { SealContext } from '../access/vault.ts'
import type { Context } from '../context.ts'
import { deploymentOf, inForce, SETTINGS_ID } from '../deployment/effective.ts'
import type { MailServer } from './mail-server.ts'
import { parseMailbox } from './mailbox.ts'
import type { Mailer } from './mailer.ts'

/** Where the password of the mail server, or the provider's key, is sealed. */
export const SEALED_MAIL_SECRET: SealContext = { table: 'deployment_settings', row: SETTINGS_ID, column: 'mail_secret' }

/** Whether mails are written here. That there is a way to mailboxes from this very process is another question. */
export async function sendsMail(ctx: Context): Promise<boolean> {
  if (ctx.ports.mailer) return true
  const { 'mail.server': server, 'mail.from': from } = await deploymentOf(ctx)
  return server !== null && from !== null
}

/** A mail server of the settings with its sender and what it knows the deployment by, read in one piece: a secret never meets a server it was not given for. */
export async function keptMail(ctx: Context): Promise<{ server: MailServer | null; from: string | null; secret: () => Promise<string | null> }> {
  const [row] = await ctx.db.select().from(deploymentSettings).where(eq(deploymentSettings.id, SETTINGS_ID))
  const { 'mail.server': server, 'mail.from': from } = inForce(ctx, row?.stored ?? {})
  const sealed = row?.mail_secret ?? null
  return { server, from, secret: async () => (sealed === null ? null : (await ctx.ports.vault.open(SEALED_MAIL_SECRET, sealed)).expose()) }
}

/** The way to mailboxes: the operator's, else that of the settings; `null` where there is none from this process. */
export async function mailerInUse(ctx: Context): Promise<Mailer | null> {
  if (ctx.ports.mailer) return ctx.ports.mailer
  const { server, from, secret } = await keptMail(ctx)
  const sender = from === null ? null : parseMailbox(from)
  if (!server || !sender || !ctx.ports.mailServers.types.includes(server.type)) return null
  return ctx.ports.mailServers.open(server, await secret(), sender)
}
