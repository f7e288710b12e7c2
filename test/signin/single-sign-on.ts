import { anew, expectEqual, SECRET, type SigninCase, type Signing } from './signing.ts'

type Way = { signing: Signing; provider: any; who: string; email: string }

/** A provider of its own, and somebody it knows. */
async function way(signing: Signing, facts: Record<string, unknown> = {}): Promise<Way> {
  const { idp, call } = signing
  for (const { id } of (await call('GET /identity-providers?is_enabled=true')).body)
    await call(`PUT /identity-providers/${id}`, { body: { is_enabled: false } })
  Object.assign(idp, { spoil: null, describe: null, forge: false, down: false })
  const { body: provider, status } = await call('POST /identity-providers', {
    body: { name: anew(), issuer: idp.issuer, client_id: 'querent', client_secret: SECRET, creates_accounts: true, ...facts },
  })
  if (status !== 201) throw new Error(`no provider: ${JSON.stringify(provider)}`)
  idp.register({ client_id: 'querent', redirect_uris: [provider.redirect_uri], post_logout_redirect_uris: [provider.post_logout_redirect_uri] })
  const who = anew()
  const email = `${who}@example.com`
  idp.people[who] = { email, email_verified: true, name: 'Ann' }
  idp.who = who
  return { signing, provider, who, email }
}

/** The token of somebody the provider calls by this subject, who has just signed in. */
export async function tokenBySubject(signing: Signing, subject: string, facts: Record<string, unknown>): Promise<string> {
  const one = await way(signing, facts)
  signing.idp.people[subject] = { email: `${subject}@elsewhere.example`, email_verified: false }
  signing.idp.who = subject
  const browser = signing.browser()
  const at = await browser.open(startOf(one))
  const token = await tokenOf(one, browser)
  if (token === null) throw new Error(`not signed in: ${at.href}`)
  return token
}

const startOf = ({ signing, provider }: Way, returnTo?: string) =>
  `${signing.origin}/api/v1/core/auths/oidc/${provider.id}/start${returnTo ? `?return_to=${encodeURIComponent(returnTo)}` : ''}`

async function tokenOf({ signing }: Way, browser: ReturnType<Signing['browser']>): Promise<string | null> {
  const { origin } = signing
  const response = await browser.send(`${origin}/api/v1/core/auths/refresh`, { method: 'POST', headers: { origin, 'sec-fetch-site': 'same-origin' } })
  return response.status === 200 ? ((await response.json()) as { token: string }).token : null
}

/** Goes the whole way: the reason nobody was signed in, or `null`; and what the browser holds says the same. */
async function outcome(one: Way, browser = one.signing.browser()): Promise<string | null> {
  const at = await browser.open(startOf(one))
  const reason = at.searchParams.get('sso')
  const token = await tokenOf(one, browser)
  expectEqual('what the browser holds', token !== null, reason === null)
  return reason
}
/** Somebody whose account a provider made, signed in by it. */
export async function signedInBySso(signing: Signing): Promise<{ id: string; token: string; email: string }> {
  const one = await way(signing)
  const browser = signing.browser()
  await browser.open(startOf(one))
  const token = await tokenOf(one, browser)
  if (token === null) throw new Error('nobody was signed in')
  const { body } = await signing.call('GET /auths', { as: token })
  return { id: body.user.id, token, email: one.email }
}
const upTo = (one: Way, browser: ReturnType<Signing['browser']>) => browser.open(startOf(one), (url) => url.pathname.endsWith('/callback'))

/** The provider's token is spoiled on its way. */
const spoiled = (fault: string, spoil: (token: any) => void): SigninCase => ({
  flow: 'single sign-on',
  fault,
  async run(signing) {
    const one = await way(signing)
    signing.idp.spoil = spoil
    expectEqual('refusal', await outcome(one), 'refused')
    signing.idp.spoil = null
    expectEqual('and again without the fault', await outcome(one), null)
  },
})

const refused = (fault: string, wanted: string, person: Record<string, unknown>, facts: Record<string, unknown> = {}): SigninCase => ({
  flow: 'single sign-on',
  fault,
  async run(signing) {
    const one = await way(signing, facts)
    Object.assign(signing.idp.people[one.who] ?? {}, person)
    expectEqual('refusal', await outcome(one), wanted)
  },
})

const flow = 'single sign-on'

export const singleSignOnCases: SigninCase[] = [
  {
    flow,
    fault: 'none',
    async run(signing) {
      const one = await way(signing)
      const browser = signing.browser()
      const at = await browser.open(startOf(one, '/dashboards'))
      expectEqual('the place', at.href, `${signing.origin}/dashboards`)
      const token = await tokenOf(one, browser)
      const { body } = await signing.call('GET /auths', { as: token ?? '' })
      expectEqual('who', body.user?.email, one.email)
      const out = await signing.call('POST /auths/signout', { as: token ?? '' })
      expectEqual('sign-out address', new URL(out.body.sign_out_url).origin, signing.idp.issuer)
      expectEqual('after it', (await signing.call('GET /auths', { as: token ?? '' })).status, 401)
    },
  },
  spoiled('wrong issuer', (token) => Object.assign(token.payload, { iss: 'https://somebody.example' })),
  spoiled('wrong audience', (token) => Object.assign(token.payload, { aud: 'somebody else' })),
  spoiled('wrong nonce', (token) => Object.assign(token.payload, { nonce: 'n' })),
  spoiled('expired', (token) => Object.assign(token.payload, { iat: 1_600_000_000, exp: 1_600_000_600 })),
  spoiled('alg none', (token) => Object.assign(token.header, { alg: 'none' })),
  spoiled('signed with the client’s secret', (token) => Object.assign(token.header, { alg: 'HS256' })),
  refused('unverified address', 'unverified_email', { email_verified: false }),
  refused('no address', 'no_email', { email: undefined }),
  refused('domain not allowed', 'domain', {}, { allowed_domains: ['other.example'] }),
  refused('not in an allowed group', 'group', {}, { claims: { groups: 'groups' }, allowed_groups: ['staff'] }),
  refused('no account, and none made', 'no_account', {}, { creates_accounts: false }),
  {
    flow,
    fault: 'an account of that address, not linked',
    async run(signing) {
      const one = await way(signing)
      await signing.call('POST /users', { body: { email: one.email, password: 'correct horse battery' } })
      expectEqual('refusal', await outcome(one), 'not_linked')
    },
  },
  {
    flow,
    fault: 'disabled user',
    async run(signing) {
      const one = await way(signing)
      expectEqual('first', await outcome(one), null)
      const [user] = (await signing.call(`GET /users?q=${one.email}`)).body
      await signing.call(`PUT /users/${user.id}`, { body: { status: 'disabled' } })
      expectEqual('refusal', await outcome(one), 'disabled')
    },
  },
  {
    flow,
    fault: 'a key nobody published, then one that is',
    async run(signing) {
      const one = await way(signing)
      signing.idp.forge = true
      expectEqual('forged', await outcome(one), 'refused')
      signing.idp.forge = false
      await signing.idp.rotate()
      expectEqual('rotated', await outcome(one), null)
    },
  },
  {
    flow,
    fault: 'replayed state',
    async run(signing) {
      const one = await way(signing)
      const browser = signing.browser()
      const back = await upTo(one, browser)
      expectEqual('a browser that began nothing', (await signing.browser().open(back.href)).searchParams.get('sso'), 'expired')
      // One that began a way of its own holds a cookie too.
      const stranger = signing.browser()
      await upTo(one, stranger)
      expectEqual('another browser', (await stranger.open(back.href)).searchParams.get('sso'), 'expired')
      expectEqual('the browser that began', (await browser.open(back.href)).searchParams.get('sso'), null)
      expectEqual('again', (await browser.open(back.href)).searchParams.get('sso'), 'expired')
    },
  },
  {
    flow,
    fault: 'code used twice',
    async run(signing) {
      const one = await way(signing)
      const browser = signing.browser()
      const [first, second] = [await upTo(one, browser), await upTo(one, browser)]
      await browser.open(first.href)
      second.searchParams.set('code', first.searchParams.get('code') ?? '')
      expectEqual('refusal', (await browser.open(second.href)).searchParams.get('sso'), 'refused')
    },
  },
  {
    flow,
    fault: 'mix-up',
    async run(signing) {
      const one = await way(signing)
      const browser = signing.browser()
      const named = await upTo(one, browser)
      named.searchParams.set('iss', 'https://somebody.example')
      expectEqual('refusal', (await browser.open(named.href)).searchParams.get('sso'), 'refused')
    },
  },
  {
    flow,
    fault: 'open redirect',
    async run(signing) {
      const one = await way(signing)
      for (const place of ['//evil.example', 'https://evil.example/', '/\\evil.example', '/api/v1/core/auths']) {
        expectEqual(place, (await signing.browser().open(startOf(one, place))).href, `${signing.origin}/`)
      }
    },
  },
  {
    flow,
    fault: 'the provider is down',
    async run(signing) {
      const one = await way(signing)
      const browser = signing.browser()
      const back = await upTo(one, browser)
      signing.idp.down = true
      expectEqual('refusal', (await browser.open(back.href)).searchParams.get('sso'), 'unavailable')
    },
  },
  {
    flow,
    fault: 'the session ends at the provider',
    async run(signing) {
      const one = await way(signing)
      const browser = signing.browser()
      await browser.open(startOf(one))
      const token = (await tokenOf(one, browser)) ?? ''
      const tell = async (claims: Record<string, unknown>) =>
        (
          await signing.call(`POST /auths/oidc/${one.provider.id}/backchannel-logout`, {
            as: null,
            form: { logout_token: await signing.idp.logoutToken(claims) },
          })
        ).status
      expectEqual('of another client', await tell({ aud: 'somebody else', sub: one.who }), 400)
      expectEqual('still signed in', (await signing.call('GET /auths', { as: token })).status, 200)
      expectEqual('genuine', await tell({ aud: 'querent', sub: one.who }), 204)
      expectEqual('signed out', (await signing.call('GET /auths', { as: token })).status, 401)
    },
  },
]
