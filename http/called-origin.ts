import type { Context as Call } from 'hono'
import type { Env } from './inbound.ts'

/**
 * The origin a client called. A proxy in front tells the scheme; where the host is that of the issuer it is the issuer's. It is said only to who asked, so a forged
 * host deceives nobody else.
 */
export function calledOrigin(c: Call<Env>): string {
  const asked = new URL(c.req.url)
  const host = c.req.header('x-forwarded-host') ?? c.req.header('host') ?? asked.host
  const { oauth } = c.env.platform.settings
  const issuer = oauth && new URL(oauth.issuer)
  if (issuer && host === issuer.host) return issuer.origin
  const scheme = /^https?$/.test(c.req.header('x-forwarded-proto') ?? '') ? c.req.header('x-forwarded-proto') : asked.protocol.slice(0, -1)
  const told = `${scheme}://${host}`
  return URL.canParse(told) && /^[A-Za-z0-9.:[\]-]+$/.test(host) ? told : asked.origin
}
