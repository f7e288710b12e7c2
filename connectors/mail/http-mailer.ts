import { toBase64 } from '#domain/access/base64.ts'
import { Failure } from '#domain/failure.ts'
import type { Handover, Mailbox, Mailer, OutgoingMail } from '#domain/mail/mailer.ts'

const WAIT_MS = 30_000
const REPLY_KEPT = 300

type Fetch = (input: string, init: RequestInit) => Promise<Response>

export type HttpMailerOptions = {
  url: string
  key: string
  /** Whose JSON is spoken: that of Resend, or that of Postmark. */
  format: 'resend' | 'postmark'
  from: Mailbox
  fetch: Fetch
}

/** Answers by which another try may meet another end: the key or address is wrong for now, or the provider is busy. */
const mayPass = (status: number): boolean => status >= 500 || [401, 402, 403, 404, 405, 408, 409, 425, 429].includes(status) || (status >= 300 && status < 400)

/**
 * Hands mails to a provider's HTTP interface: one POST of JSON for each. `resend` sends what `POST https://api.resend.com/emails` takes, with the mail's id as
 * `Idempotency-Key`; `postmark` what `POST https://api.postmarkapp.com/email` takes.
 */
export function createHttpMailer({ url, key, format, from, fetch }: HttpMailerOptions): Mailer {
  return {
    from,
    async send(mail, signal) {
      const headers = { 'content-type': 'application/json', accept: 'application/json', 'user-agent': 'Querent-Mail/1', ...credentialOf(format, key, mail) }
      const body = JSON.stringify(format === 'resend' ? resendBody(from, mail) : postmarkBody(from, mail))
      const limit = AbortSignal.any([signal, AbortSignal.timeout(WAIT_MS)])
      try {
        const response = await fetch(url, { method: 'POST', headers, body, redirect: 'manual', signal: limit })
        const said = (await response.text()).replace(/\s+/g, ' ').slice(0, REPLY_KEPT).replaceAll(key, '…')
        return handover(response.status, said)
      } catch (error) {
        signal.throwIfAborted()
        return { outcome: 'later', reply: reasonOf(error) }
      }
    },
  }
}

const handover = (status: number, said: string): Handover => ({
  outcome: status >= 200 && status < 300 ? 'taken' : mayPass(status) ? 'later' : 'never',
  reply: `${status} ${said}`.trim(),
})

function reasonOf(error: unknown): string {
  if (error instanceof Failure) return error.code === 'invalid' ? 'the address leads to where mail may not be sent from here' : error.message
  return error instanceof DOMException && error.name === 'TimeoutError' ? `no answer within ${WAIT_MS / 1000} seconds` : 'the connection failed'
}

const credentialOf = (format: HttpMailerOptions['format'], key: string, { id }: OutgoingMail): Record<string, string> =>
  format === 'resend' ? { authorization: `Bearer ${key}`, 'idempotency-key': id } : { 'x-postmark-server-token': key }

const mailbox = ({ address, name }: Mailbox): string => (name ? `"${name.replace(/["\\\r\n]/g, ' ')}" <${address}>` : address)

const resendBody = (from: Mailbox, { to, subject, text, html, headers, files }: OutgoingMail) => ({
  from: mailbox(from),
  to: [to.address],
  subject,
  text,
  html,
  headers,
  attachments: files.map(({ name, type, bytes, cid }) => ({
    filename: name,
    content_type: type,
    content: toBase64(bytes as Uint8Array<ArrayBuffer>),
    ...(cid ? { content_id: cid } : {}),
  })),
})

const postmarkBody = (from: Mailbox, { id, to, subject, text, html, headers, files }: OutgoingMail) => ({
  From: mailbox(from),
  To: to.address,
  Subject: subject,
  TextBody: text,
  HtmlBody: html,
  Headers: Object.entries(headers).map(([Name, Value]) => ({ Name, Value })),
  Metadata: { id },
  Attachments: files.map(({ name, type, bytes, cid }) => ({
    Name: name,
    ContentType: type,
    Content: toBase64(bytes as Uint8Array<ArrayBuffer>),
    ...(cid ? { ContentID: `cid:${cid}` } : {}),
  })),
})
