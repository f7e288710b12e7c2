import type { DeploymentSettings } from '#web/api/core.gen.ts'

type Server = DeploymentSettings['mail']['server']

export type MailDraft = {
  type: 'none' | 'smtp' | 'http'
  host: string
  port: string
  security: 'tls' | 'starttls' | 'none'
  user: string
  url: string
  format: 'resend' | 'postmark'
  secret: string
}

const EMPTY: MailDraft = { type: 'none', host: '', port: '587', security: 'starttls', user: '', url: 'https://', format: 'resend', secret: '' }

/** A mail server as a form holds it; its secret is never known here. */
export function draftOf(server: Server): MailDraft {
  if (!server) return EMPTY
  if (server.type === 'http') return { ...EMPTY, type: 'http', url: server.url, format: server.format }
  return { ...EMPTY, type: 'smtp', host: server.host, port: String(server.port), security: server.security, user: server.user ?? '' }
}

/** What is sent of it: a secret that was not typed stays the one that is kept. */
export function serverOf({ type, host, port, security, user, url, format, secret }: MailDraft) {
  const typed = secret ? { secret } : {}
  if (type === 'none') return null
  return type === 'http' ? { type, url, format, ...typed } : { type, host, port: Number(port), security, user: user || null, ...typed }
}
