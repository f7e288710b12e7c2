import type { Mailbox, Mailer } from './mailer.ts'

/** A mail server or provider that administrators named. What it knows the deployment by is kept apart. */
export type MailServer =
  | { type: 'smtp'; host: string; port: number; security: 'tls' | 'starttls' | 'none'; user: string | null }
  | { type: 'http'; url: string; format: 'resend' | 'postmark' }

/** The ways to mail servers that are named while the process runs. */
export type MailServers = {
  /** What this runtime speaks: Workers open no connections to port 25, 465 or 587. */
  types: readonly MailServer['type'][]
  /** Opens nothing before a mail is sent. */
  open(server: MailServer, secret: string | null, from: Mailbox): Promise<Mailer>
}

/** Where a password may cross the wire in the clear, because there is none. */
export const isThisMachine = (host: string): boolean => host === 'localhost' || /^127(?:\.\d{1,3}){3}$/.test(host) || host === '::1'
