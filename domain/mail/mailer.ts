export type Mailbox = { address: string; name: string }

/** A file that goes with a mail; one with a `cid` is shown where the HTML names it (`cid:…`). */
export type MailFile = { name: string; type: string; bytes: Uint8Array; cid?: string }

/** A mail as it is handed over. `id` is the same on every try. */
export type OutgoingMail = {
  id: string
  to: Mailbox
  subject: string
  text: string
  html: string
  headers: Record<string, string>
  files: MailFile[]
}

/**
 * What became of a mail that was handed over: taken, not now (it is tried again), or never (the server refused this receiver or this mail).
 * `reply` says what the server said, or why it was not reached: for administrators, without anything secret.
 */
export type Handover = { outcome: 'taken' | 'later' | 'never'; reply: string }

/** The way to people's mailboxes: an SMTP server, or a provider's HTTP interface. */
export type Mailer = {
  from: Mailbox
  /** Hands a mail over once. Rejects only when `signal` is aborted. */
  send(mail: OutgoingMail, signal: AbortSignal): Promise<Handover>
}
