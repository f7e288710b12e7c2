import type { NetworkPolicy } from '#connectors/sources/safe-connect.ts'
import { isThisMachine, type MailServer, type MailServers } from '#domain/mail/mail-server.ts'
import type { Mailbox, Mailer } from '#domain/mail/mailer.ts'
import { createHttpMailer } from './http-mailer.ts'
import type { SmtpAddress } from './smtp-address.ts'

/** Mail servers and providers that administrators name; what speaks SMTP is loaded with the first of them. `ca`: certificates believed beside the system's. */
export const createMailServers = (network: Pick<NetworkPolicy, 'dial' | 'fetch'>, ca?: string): MailServers => ({
  types: ['smtp', 'http'],
  async open(server, secret, from) {
    if (server.type === 'http') return httpMailer(network, server, secret, from)
    const { createSmtpMailer } = await import('./smtp-mailer.ts')
    return createSmtpMailer({ server: addressOf(server, secret), from, network, ...(ca ? { ca } : {}) })
  },
})

/** Providers alone, where nothing speaks SMTP. */
export const createHttpMailServers = (network: Pick<NetworkPolicy, 'fetch'>): MailServers => ({
  types: ['http'],
  async open(server, secret, from) {
    if (server.type !== 'http') throw new Error('this runtime does not speak SMTP')
    return httpMailer(network, server, secret, from)
  },
})

const httpMailer = (
  { fetch }: Pick<NetworkPolicy, 'fetch'>,
  { url, format }: Extract<MailServer, { type: 'http' }>,
  key: string | null,
  from: Mailbox,
): Mailer => createHttpMailer({ url, key: key ?? '', format, from, fetch })

const addressOf = ({ host, port, security, user }: Extract<MailServer, { type: 'smtp' }>, secret: string | null): SmtpAddress => ({
  host,
  port,
  isSecure: security === 'tls',
  starttls: security === 'none' ? (isThisMachine(host) ? 'offered' : 'never') : 'required',
  credentials: user !== null && secret !== null ? { user, password: secret } : null,
})
