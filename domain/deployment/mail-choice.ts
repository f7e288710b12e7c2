import type { z } from 'zod'
import type { Sealed } from '#db/schema/catalog.ts'
import type { Context } from '../context.ts'
import { Failure } from '../failure.ts'
import { SEALED_MAIL_SECRET } from '../mail/in-use.ts'
import { isThisMachine, type MailServer } from '../mail/mail-server.ts'
import type { MailServerInput } from './settings-shape.ts'

type Input = z.infer<typeof MailServerInput>
const PARAM = 'mail.server'

/** What is kept of a mail server, and the secret that goes with it; `undefined`: the one that is kept stays. */
export type ChosenMail = { server: MailServer; secret: string | null | undefined }

/**
 * Checks a mail server that an administrator names. A secret that is kept goes to the server it was given for alone. Fails with `invalid` for one this runtime does not
 * speak with or a password that would cross the network in the clear, with `conflict` where links of mails would lead nowhere.
 */
export function chosenMail(ctx: Context, { secret, ...server }: Input, before: MailServer | null): ChosenMail {
  const { types } = ctx.ports.mailServers
  if (!types.includes(server.type)) {
    throw new Failure('invalid', 'this runtime sends mail by a provider’s HTTP interface alone', { param: `${PARAM}.type`, hint: 'send {"type":"http",…}' })
  }
  if (ctx.settings.appEnv === 'production' && ctx.settings.workspaceUrl === null) {
    throw new Failure('conflict', 'the links in mails begin with WORKSPACE_URL, which the operator has not set', { param: PARAM })
  }
  const stays = secret === undefined && before !== null && isSame(before, server)
  const hasSecret = stays || typeof secret === 'string'
  if (server.type === 'http' && !hasSecret) throw new Failure('invalid', 'a provider needs its key', { param: `${PARAM}.secret` })
  if (server.type === 'smtp') requireSound(server, typeof secret === 'string', stays)
  return { server, secret: stays ? undefined : (secret ?? null) }
}

const isSame = (a: MailServer, b: MailServer): boolean => JSON.stringify(addressee(a)) === JSON.stringify(addressee(b))
const addressee = (server: MailServer) => (server.type === 'smtp' ? [server.host, server.port, server.security, server.user] : [server.url, server.format])

function requireSound({ host, security, user }: Extract<MailServer, { type: 'smtp' }>, isGiven: boolean, stays: boolean): void {
  if (user === null && isGiven) throw new Failure('invalid', 'a password goes with a user', { param: `${PARAM}.user` })
  if (user !== null && !isGiven && !stays) throw new Failure('invalid', 'a user goes with a password', { param: `${PARAM}.secret` })
  if (user !== null && security === 'none' && !isThisMachine(host)) {
    throw new Failure('invalid', 'a password does not cross the network in the clear', { param: `${PARAM}.security`, hint: 'tls or starttls' })
  }
}

export const sealMailSecret = (ctx: Context, secret: string | null): Promise<Sealed> | null =>
  secret === null ? null : ctx.ports.vault.seal(SEALED_MAIL_SECRET, secret)
