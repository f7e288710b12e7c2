import { type Browser, createBrowser } from './browser-jar.ts'
import { type TestServer, testServer } from './harness.ts'
import { type OpenIdServer, openIdServer } from './openid-server.ts'

export const SECRET = 'client secret of the tests'

export type SignOn = {
  server: TestServer
  idp: OpenIdServer
  /** Where people open the workspace. */
  origin: string
  /** Adds the provider, and registers this deployment with it. */
  provider(facts?: Record<string, unknown>, client?: Record<string, unknown>): Promise<any>
  browser(): Browser
  /** The whole way through the provider: the address the workspace is left at. */
  signIn(browser: Browser, provider: { id: string }, returnTo?: string): Promise<URL>
  /** The way up to the address the provider sends the browser back to. */
  upTo(browser: Browser, provider: { id: string }, returnTo?: string): Promise<URL>
  /** What a page of the workspace is answered when it asks for its token. */
  refresh(browser: Browser): Promise<{ status: number; body: any }>
  /** The newest reason a sign-in failed for, as the audit log has it. */
  lastRefusal(): Promise<Record<string, unknown> | undefined>
  stop(): Promise<void>
}

/** A deployment and an OpenID provider side by side, by the same clock. */
export async function singleSignOn(options: Parameters<typeof testServer>[0] = {}): Promise<SignOn> {
  const idp = await openIdServer()
  const server = await testServer(options)
  server.clock.now = new Date()
  const origin = server.settings.mail.linksTo
  const here = (url: string, init: { method: string; headers: Record<string, string> }) => {
    const { pathname, search } = new URL(url)
    if (!pathname.startsWith('/api/')) return Promise.resolve(new Response('page', { status: 200 }))
    return server.open(`${init.method} ${pathname}${search}`, { as: null, headers: init.headers })
  }
  const start = ({ id }: { id: string }, returnTo?: string) =>
    `${origin}/api/v1/core/auths/oidc/${id}/start${returnTo === undefined ? '' : `?return_to=${encodeURIComponent(returnTo)}`}`

  return {
    server,
    idp,
    origin,
    async provider(facts = {}, client = {}) {
      const made = await server.request('POST /core/identity-providers', {
        body: { name: 'Example SSO', issuer: idp.issuer, client_id: 'querent', client_secret: SECRET, ...facts },
      })
      if (made.status !== 201) throw new Error(made.text)
      idp.register({
        client_id: 'querent',
        redirect_uris: [made.body.redirect_uri],
        post_logout_redirect_uris: [made.body.post_logout_redirect_uri],
        backchannel_logout_uri: made.body.backchannel_logout_uri,
        backchannel_logout_session_required: true,
        ...client,
      })
      return made.body
    },
    browser: () => createBrowser({ [origin]: here }),
    signIn: (browser, provider, returnTo) => browser.open(start(provider, returnTo)),
    upTo: (browser, provider, returnTo) => browser.open(start(provider, returnTo), (url) => url.pathname.endsWith('/callback')),
    async refresh(browser) {
      const response = await browser.send(`${origin}/api/v1/core/auths/refresh`, { method: 'POST', headers: { origin, 'sec-fetch-site': 'same-origin' } })
      const text = await response.text()
      return { status: response.status, body: text === '' ? null : JSON.parse(text) }
    },
    async lastRefusal() {
      const { body } = await server.request('GET /core/audit-logs?type=user.signin_failed')
      return body[0]?.details
    },
    async stop() {
      await idp.stop()
      await server.close()
    },
  }
}
