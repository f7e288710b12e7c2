/** Schemes a browser would run or read itself. */
const NEVER = ['about', 'blob', 'chrome', 'data', 'file', 'filesystem', 'ftp', 'intent', 'javascript', 'mailto', 'tel', 'vbscript', 'view-source', 'ws', 'wss']
const LOOPBACK = ['localhost', '127.0.0.1', '[::1]']
const LONGEST = 2_000

export const isLoopback = (url: URL): boolean => url.protocol === 'http:' && LOOPBACK.includes(url.hostname)

/**
 * What keeps an address from being a redirect URI, or null: it is absolute and without a fragment (RFC 6749 §3.1.2), and either https, http to this very machine
 * (RFC 8252 §7.3), or of an app's own scheme (§7.1).
 */
export function faultOfRedirect(text: string): string | null {
  if (text.length > LONGEST || !URL.canParse(text) || /[\p{Cc}\s\\]/u.test(text)) return 'no address'
  const url = new URL(text)
  const scheme = url.protocol.slice(0, -1)
  if (text.includes('#')) return 'an address with a fragment'
  if (url.username || url.password) return 'an address with a user'
  if (scheme === 'https') return null
  if (scheme === 'http') return isLoopback(url) ? null : 'http, which only addresses of the same machine may be'
  return NEVER.includes(scheme) || !/^[a-z][a-z0-9+.-]+$/.test(scheme) ? `of the scheme ${scheme}` : null
}

/** Whether a redirect URI is one of those registered: letter by letter (OAuth 2.1 §2.3.1), of loopback addresses with any port (RFC 8252 §7.3). */
export function isRegistered(asked: string, registered: readonly string[]): boolean {
  if (registered.includes(asked)) return true
  if (!URL.canParse(asked) || !isLoopback(new URL(asked)) || faultOfRedirect(asked) !== null) return false
  return registered.some((one) => URL.canParse(one) && isLoopback(new URL(one)) && withoutPort(one) === withoutPort(asked))
}

const withoutPort = (text: string): string => text.replace(/^(http:\/\/(?:\[::1\]|[^/:?]+))(?::\d{1,5})?/, '$1')

/** Whom a person is sent back to, as he can judge it: a host, or an app on his machine. */
export function redirectHost(text: string): { host: string; kind: 'web' | 'loopback' | 'app' } {
  const url = new URL(text)
  if (isLoopback(url)) return { host: url.host, kind: 'loopback' }
  return url.protocol === 'https:' ? { host: url.host, kind: 'web' } : { host: url.protocol, kind: 'app' }
}

/** The address a browser is sent to with the answer to an authorization request; `iss` tells who answers (RFC 9207). */
export function answerTo(redirectUri: string, answer: Record<string, string | undefined>): string {
  const query = new URLSearchParams(Object.entries(answer).filter((entry): entry is [string, string] => entry[1] !== undefined)).toString()
  return `${redirectUri}${redirectUri.includes('?') ? (/[?&]$/.test(redirectUri) ? '' : '&') : '?'}${query}`
}
