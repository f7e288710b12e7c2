import type { AddressInfo } from 'node:net'
import PostalMime, { type Email } from 'postal-mime'
import { SMTPServer, type SMTPServerError, type SMTPServerOptions } from 'smtp-server'
import { createSmtpMailer } from '#connectors/mail/smtp-mailer.ts'
import { createNetworkPolicy } from '#connectors/sources/safe-connect.ts'
import type { Mailer } from '#domain/mail/mailer.ts'
import { mailCertificate } from './fixtures/mail-certificate.ts'

/** A mail as it arrived, and how. */
export type Arrived = Email & { to_address: string; user: string | null; isSecure: boolean; raw: string }

export type MailServer = {
  port: number
  /** The product's way to it, without a password; the sender is called Querent unless told otherwise. */
  mailer(name?: string): Mailer
  arrived: Arrived[]
  /** What the server says to a receiver or a message; nothing: it takes it. Thrown errors bear their status as `responseCode`. */
  rules: { receiver?: (address: string) => void; message?: (count: number) => void; cut?: (count: number) => boolean }
  /** The last mail to an address, once it is there. */
  mailTo(address: string, waitMs?: number): Promise<Arrived>
  close(): Promise<void>
}

/** What a server refuses with. */
export const refusal = (responseCode: number, message: string): SMTPServerError => Object.assign(new Error(message), { responseCode })

const WAIT_MS = 5_000

/** A real SMTP server on a free port of this machine, with STARTTLS unless told otherwise. It knows the user `querent` with the password `correct horse`. */
export async function startMailServer(options: SMTPServerOptions = {}): Promise<MailServer> {
  const arrived: Arrived[] = []
  const rules: MailServer['rules'] = {}
  let messages = 0
  const server = new SMTPServer({
    ...mailCertificate,
    logger: false,
    authOptional: true,
    closeTimeout: 200,
    onAuth: ({ username, password }, _session, done) =>
      username === 'querent' && password === 'correct horse' ? done(null, { user: username }) : done(refusal(535, '5.7.8 wrong user or password')),
    onRcptTo: ({ address }, _session, done) => answered(done, () => rules.receiver?.(address)),
    onData: (stream, session, done) => {
      const count = ++messages
      const parts: Buffer[] = []
      stream.on('data', (part: Buffer) => {
        parts.push(part)
        if (rules.cut?.(count)) for (const connection of server.connections) connection._socket?.destroy()
      })
      stream.on('end', async () => {
        const raw = Buffer.concat(parts).toString()
        const parsed = await PostalMime.parse(raw)
        answered(done, () => {
          rules.message?.(count)
          for (const { address } of session.envelope.rcptTo)
            arrived.push({ ...parsed, to_address: address, user: session.user ? String(session.user) : null, isSecure: session.secure, raw })
        })
      })
    },
    ...options,
  })
  server.on('error', () => {})
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.server.address() as AddressInfo
  return {
    port,
    mailer: (name = 'Querent') =>
      createSmtpMailer({
        server: { host: '127.0.0.1', port, isSecure: false, starttls: 'never', credentials: null },
        from: { address: 'querent@example.com', name },
        network: createNetworkPolicy({ allowedNets: ['127.0.0.0/8'], ownEndpoints: [] }),
      }),
    arrived,
    rules,
    async mailTo(address, waitMs = WAIT_MS) {
      const end = Date.now() + waitMs
      for (;;) {
        const found = arrived.findLast((mail) => mail.to_address === address)
        if (found) return found
        if (Date.now() > end) throw new Error(`no mail to ${address} arrived`)
        await new Promise((resolve) => setTimeout(resolve, 20))
      }
    },
    close: () => new Promise((resolve) => server.close(() => resolve())),
  }
}

function answered(done: (error?: Error | null) => void, rule: () => void): void {
  try {
    rule()
    done()
  } catch (error) {
    done(error as Error)
  }
}
