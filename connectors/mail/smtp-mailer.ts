import { createTransport } from 'nodemailer'
import type { NetworkPolicy } from '#connectors/sources/safe-connect.ts'
import { Failure } from '#domain/failure.ts'
import type { Handover, Mailbox, Mailer } from '#domain/mail/mailer.ts'
import type { SmtpAddress } from './smtp-address.ts'

const CONNECT_MS = 10_000
/** How long the server may stay silent within a session. */
const SILENCE_MS = 30_000
/** How long one mail may take in all. */
const WAIT_MS = 120_000
const REPLY_KEPT = 300

export type SmtpMailerOptions = {
  server: SmtpAddress
  from: Mailbox
  network: Pick<NetworkPolicy, 'dial'>
  /** Certificates that are believed beside the system's. */
  ca?: string
  waits?: { connectMs: number; silenceMs: number }
}

type SmtpError = { code?: string; command?: string; responseCode?: number; response?: string; message?: string }

/**
 * Hands mails to an SMTP server, each over a connection of its own that the network policy dials. Certificates are always checked, and without TLS nothing is sent but
 * where the address allows it.
 */
export function createSmtpMailer({
  server,
  from,
  network,
  ca,
  waits: { connectMs, silenceMs } = { connectMs: CONNECT_MS, silenceMs: SILENCE_MS },
}: SmtpMailerOptions): Mailer {
  const { host, port, isSecure, starttls, credentials } = server
  const transport = createTransport({
    host,
    port,
    secure: isSecure,
    requireTLS: starttls === 'required',
    ignoreTLS: starttls === 'never',
    ...(credentials ? { auth: { user: credentials.user, pass: credentials.password } } : {}),
    ...(ca ? { tls: { ca } } : {}),
    connectionTimeout: connectMs,
    greetingTimeout: connectMs,
    socketTimeout: silenceMs,
    socketCloseTimeout: 1_000,
    disableFileAccess: true,
    disableUrlAccess: true,
    getSocket: (_options, done) => {
      network.dial(host, port, { signal: AbortSignal.timeout(connectMs), param: 'SMTP_URL' }).then(
        (connection) => done(null, { connection }),
        (error) => done(error),
      )
    },
  })
  return {
    from,
    async send({ id, to, subject, text, html, headers, files }, signal) {
      const limit = AbortSignal.any([signal, AbortSignal.timeout(WAIT_MS)])
      try {
        const info = await transport.sendMail({
          from,
          to,
          subject,
          text,
          html,
          headers,
          messageId: `<${id}@${from.address.split('@')[1]}>`,
          attachments: files.map(({ name, type, bytes, cid }) => ({
            filename: name,
            contentType: type,
            content: Buffer.from(bytes),
            ...(cid ? { cid, contentDisposition: 'inline' as const } : {}),
          })),
          signal: limit,
        })
        return { outcome: 'taken', reply: cut(info.response) }
      } catch (error) {
        signal.throwIfAborted()
        return failed(error as Error & SmtpError)
      }
    },
  }
}

/** A 5xx about the receiver or the mail is the last word; one about the session (signing in, sender, greeting) is for the operator to mend, and the mail waits. */
function failed(error: Error & SmtpError): Handover {
  const { code, command = '', responseCode = 0, response } = error
  const isLast = responseCode >= 500 && (command === 'RCPT TO' || command === 'DATA')
  const tooLarge = code === 'EMESSAGE' && command === 'MAIL FROM'
  return { outcome: isLast || tooLarge ? 'never' : 'later', reply: cut(response ? `${command}: ${response}` : reasonOf(error)) }
}

function reasonOf(error: Error & SmtpError): string {
  if (error instanceof Failure) {
    return error.code === 'invalid' ? 'the mail server stands where mail may not be sent from here: MAIL_ALLOWED_NETS lists networks' : error.message
  }
  switch (error.code) {
    case 'ETLS':
      return `no TLS with the mail server: ${error.message}`
    case 'ETIMEDOUT':
    case 'EABORT':
      return 'the mail server does not answer in time'
    case 'ECONNECTION':
    case 'ESOCKET':
      return `the connection to the mail server failed: ${error.message}`
    case 'EAUTH':
      return 'the mail server refuses user or password'
    default:
      return error.message || 'the mail server could not be spoken with'
  }
}

const cut = (text = ''): string => text.replace(/\s+/g, ' ').trim().slice(0, REPLY_KEPT)
