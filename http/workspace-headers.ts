/**
 * The policy of the workspace's pages: nothing from elsewhere, no inline script, no `eval`, framed by nobody. Inline styles are needed by the scroll lock of
 * its dialogs; `blob:` by pictures made and recordings heard on the page.
 */
const POLICY = [
  "default-src 'self'",
  "script-src 'self'",
  "style-src 'self' 'unsafe-inline'",
  "img-src 'self' data: blob:",
  "media-src 'self' blob:",
  "connect-src 'self'",
  "font-src 'self'",
  "frame-src 'self'",
  "object-src 'none'",
  "base-uri 'none'",
  "form-action 'self'",
  "frame-ancestors 'none'",
].join('; ')

/** What every file of the workspace is sent with. */
export const WORKSPACE_HEADERS: Record<string, string> = {
  'content-security-policy': POLICY,
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  'cross-origin-opener-policy': 'same-origin',
  'permissions-policy': 'microphone=(self), camera=(), geolocation=()',
}

/** Names that hold the hash of their content never change their meaning; the page that names them is asked for anew each time. */
export const HASHED = 'public, max-age=31536000, immutable'
export const NEVER_KEPT = 'no-store'
export const ASKED_AGAIN = 'no-cache'

/** The same for Cloudflare's static assets: a `_headers` file. */
export const headersFile = (): string => {
  const lines = (headers: Record<string, string>) => Object.entries(headers).map(([name, value]) => `  ${name}: ${value}`)
  return ['/*', ...lines(WORKSPACE_HEADERS), '/', ...lines({ 'cache-control': NEVER_KEPT }), '/assets/*', ...lines({ 'cache-control': HASHED }), ''].join('\n')
}
