import type { Mailbox } from './mailer.ts'

/** `Querent <querent@example.com>`, or an address alone; null for anything else. */
export function parseMailbox(text: string): Mailbox | null {
  const [, quoted, plain, inBrackets, bare] = /^\s*(?:(?:"([^"<>\r\n]{0,120})"|([^"<>@\r\n]{0,120}?))\s*<([^<>\s]+)>|([^<>\s]+))\s*$/u.exec(text) ?? []
  const address = inBrackets ?? bare ?? ''
  return /^[^\s@"(),:;<>[\\\]]{1,64}@[a-z0-9.-]{1,253}$/i.test(address) ? { address, name: (quoted ?? plain ?? '').trim() } : null
}

/** As `parseMailbox` reads it. */
export const mailboxText = ({ address, name }: Mailbox): string => (name === '' ? address : `"${name}" <${address}>`)
