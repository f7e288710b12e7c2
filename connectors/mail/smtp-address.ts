import { isThisMachine } from '#domain/mail/mail-server.ts'

/** A mail server as `SMTP_URL` names it. */
export type SmtpAddress = {
  host: string
  port: number
  /** TLS from the first byte, as on port 465. */
  isSecure: boolean
  /** Otherwise: whether STARTTLS is asked for. */
  starttls: 'required' | 'offered' | 'never'
  credentials: { user: string; password: string } | null
}

const PORTS = { 'smtps:': 465, 'smtp:': 587 } as const

/**
 * Reads `smtps://user:password@host:465` and `smtp://user:password@host:587`. Over `smtp:` STARTTLS is required, on this machine only used where it is offered, and
 * with `?tls=none` not used. Answers null for what is no such address, and for a password that would cross the network in the clear.
 */
export function parseSmtpUrl(text: string): SmtpAddress | null {
  if (!URL.canParse(text)) return null
  const url = new URL(text)
  const port = PORTS[url.protocol as keyof typeof PORTS]
  const host = url.hostname.replace(/^\[(.*)\]$/, '$1')
  const keys = [...url.searchParams.keys()]
  const tls = url.searchParams.get('tls')
  if (!port || !host || (url.pathname !== '' && url.pathname !== '/') || keys.some((key) => key !== 'tls') || (tls !== null && tls !== 'none')) return null
  const credentials = readCredentials(url)
  if (credentials === undefined || (tls === 'none' && (url.protocol === 'smtps:' || (credentials && !isThisMachine(host))))) return null
  const starttls = tls === 'none' ? 'never' : isThisMachine(host) ? 'offered' : 'required'
  return { host, port: Number(url.port || port), isSecure: url.protocol === 'smtps:', starttls, credentials }
}

function readCredentials({ username, password }: URL): SmtpAddress['credentials'] | undefined {
  if (!username && !password) return null
  if (!username || !password) return undefined
  try {
    return { user: decodeURIComponent(username), password: decodeURIComponent(password) }
  } catch {
    return undefined
  }
}
