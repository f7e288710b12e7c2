import type { Context as Call } from 'hono'
import { getCookie } from 'hono/cookie'
import { serialize } from 'hono/utils/cookie'
import { FEDERATION_PATH } from '#domain/access/federation/addresses.ts'
import type { Renewal } from '#domain/access/signins/issue.ts'
import { Failure } from '#domain/failure.ts'
import type { Env } from './inbound.ts'
import { headersFor } from './reply.ts'

/** The one route the cookie of a sign-in is sent to. */
const RENEWAL_PATH = '/api/v1/core/auths/refresh'
const FEDERATION = 'querent_oidc'

/**
 * Whether a page of this very origin calls: browsers say so themselves in `Sec-Fetch-Site`, which no page can set, and name the page's origin on every POST.
 * A caller that says neither is no page.
 */
export function fromOwnPage(c: Call<Env>): boolean {
  const site = c.req.header('sec-fetch-site')
  const origin = c.req.header('origin')
  if (site !== undefined && site !== 'same-origin') return false
  if (origin === undefined || !URL.canParse(origin)) return false
  if (site === 'same-origin') return true
  const { workspaceUrl } = c.var.ctx.settings
  return new URL(origin).host === c.req.header('host') || (workspaceUrl !== null && new URL(workspaceUrl).origin === origin)
}

/** Refuses a call that no page of this origin made. */
export function requireOwnPage(c: Call<Env>): void {
  if (!fromOwnPage(c))
    throw new Failure('forbidden', 'only a page of this origin renews its sign-in', { hint: 'anybody else signs in with POST /api/v1/core/auths/signin' })
}

/** Cookies do not tell ports apart: two deployments on one machine must not take each other's. */
function cookieName(c: Call<Env>, name = 'querent_refresh'): string {
  const port = /:(\d+)$/.exec(c.req.header('host') ?? '')?.[1]
  return `${secure(c) ? '__Secure-' : ''}${name}${port ? `_${port}` : ''}`
}

const secure = (c: Call<Env>): boolean => c.var.ctx.settings.appEnv === 'production'

export const renewalOf = (c: Call<Env>): string | undefined => getCookie(c, cookieName(c))

const cookie = (c: Call<Env>, value: string, more: { maxAge: number }): Record<string, string> => ({
  'set-cookie': serialize(cookieName(c), value, { path: RENEWAL_PATH, httpOnly: true, sameSite: 'Strict', secure: secure(c), ...more }),
})

/** The header that gives a page the renewal of its sign-in; none for anybody else. */
export const renewalHeaders = (c: Call<Env>, renewal: Renewal | null): Record<string, string> =>
  renewal ? cookie(c, renewal.token, { maxAge: Math.max(0, Math.floor((Date.parse(renewal.expiresAt) - c.var.ctx.now().getTime()) / 1000)) }) : {}

/** The header that takes it back. */
export const noRenewal = (c: Call<Env>): Record<string, string> => cookie(c, '', { maxAge: 0 })

/** What this browser holds of ways to identity providers it began. */
export const federationOf = (c: Call<Env>): string | undefined => getCookie(c, cookieName(c, FEDERATION))

/** Sends a browser on, with what it is to keep: the way it began to a provider (none: it is over), and its sign-in. */
export function sendOn(
  c: Call<Env>,
  location: string,
  { federation, renewal = null }: { federation?: { value: string; seconds: number }; renewal?: Renewal | null },
): Response {
  const headers = new Headers(headersFor(c.env.trace, { location }))
  // Lax, because the provider sends the browser back from another site.
  const options = { path: FEDERATION_PATH, httpOnly: true, sameSite: 'Lax', secure: secure(c), maxAge: federation?.seconds ?? 0 } as const
  headers.append('set-cookie', serialize(cookieName(c, FEDERATION), federation?.value ?? '', options))
  for (const cookie of Object.values(renewalHeaders(c, renewal))) headers.append('set-cookie', cookie)
  return new Response(null, { status: 303, headers })
}
