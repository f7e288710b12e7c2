import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { decodeJwt, decodeProtectedHeader, exportJWK, generateKeyPair, SignJWT, UnsecuredJWT } from 'jose'
import Provider from 'oidc-provider'
import { listen } from './listen.ts'

export type Person = Record<string, unknown>
type Pair = Awaited<ReturnType<typeof generateKeyPair>>
type Key = { kid: string; private: Pair['privateKey']; public: Record<string, unknown>; secret: Record<string, unknown> }
type Token = { header: Record<string, unknown>; payload: Record<string, any> }
export type Client = { client_id: string; redirect_uris: string[] } & Record<string, unknown>

/** An OpenID provider of the reference kind on loopback, whose tokens a test can spoil before they leave. */
export type OpenIdServer = {
  issuer: string
  /** Takes these clients from now on; nobody is signed in with it then. */
  register(...clients: Client[]): void
  people: Record<string, Person>
  /** Who signs in when asked; `null` presses Cancel. */
  who: string | null
  /** Changes an ID token before it is signed again. */
  spoil: ((token: Token) => void) | null
  /** Changes the document it describes itself by. */
  describe: ((metadata: Record<string, unknown>) => void) | null
  /** Signs by another key from now on; the earlier one is published no more. */
  rotate(): Promise<void>
  /** Signs by a key it does not publish. */
  forge: boolean
  /** Answers nothing but 503. */
  down: boolean
  /** Answers what it calls by itself: its back-channel logout. */
  calls: ((url: string, options: RequestInit) => Promise<Response>) | null
  /** A logout token, as it would send one. */
  logoutToken(claims: Record<string, unknown>): Promise<string>
  stop(): Promise<void>
}

const LOGOUT_EVENT = 'http://schemas.openid.net/event/backchannel-logout'

async function newKey(): Promise<Key> {
  const kid = crypto.randomUUID()
  const pair = await generateKeyPair('RS256', { extractable: true })
  const facts = { kid, alg: 'RS256', use: 'sig' }
  return {
    kid,
    private: pair.privateKey,
    public: { ...(await exportJWK(pair.publicKey)), ...facts },
    secret: { ...(await exportJWK(pair.privateKey)), ...facts },
  }
}

export async function openIdServer(): Promise<OpenIdServer> {
  let key = await newKey()
  const stranger = await newKey()
  let handler: ((request: IncomingMessage, response: ServerResponse) => void) | null = null
  let provider: Provider | null = null
  const server = createServer((request, response) => void answer(request, response))
  const { origin: issuer, stop } = await listen(server)

  async function sign({ header, payload }: Token): Promise<string> {
    if (header.alg === 'none') return new UnsecuredJWT(payload).encode()
    if (header.alg === 'HS256')
      return new SignJWT(payload).setProtectedHeader({ ...header, alg: 'HS256' }).sign(new TextEncoder().encode('client secret of the tests'))
    const { kid, private: secret } = mine.forge ? { kid: key.kid, private: stranger.private } : key
    return new SignJWT(payload).setProtectedHeader({ ...header, alg: 'RS256', kid }).sign(secret)
  }

  const changes: Record<string, (body: Record<string, any>) => Promise<Record<string, unknown>>> = {
    '/token': async (body) => {
      if (typeof body.id_token !== 'string') return body
      const token = { header: { ...decodeProtectedHeader(body.id_token) }, payload: { ...decodeJwt(body.id_token) } }
      mine.spoil?.(token)
      return { ...body, id_token: await sign(token) }
    },
    '/jwks': async () => ({ keys: [key.public] }),
    '/.well-known/openid-configuration': async (body) => {
      const metadata = { ...body }
      mine.describe?.(metadata)
      return metadata
    },
  }

  /** Lets a test change what is answered, once it is whole. */
  function intercept(path: string, response: ServerResponse): void {
    const change = changes[path]
    if (!change) return
    const end = response.end.bind(response)
    response.end = ((chunk: unknown) => {
      const text = typeof chunk === 'string' ? chunk : chunk ? Buffer.from(chunk as Uint8Array).toString() : '{}'
      void change(JSON.parse(text)).then((body) => {
        const changed = JSON.stringify(body)
        response.setHeader('content-length', Buffer.byteLength(changed))
        end(changed)
      })
      return response
    }) as typeof response.end
  }

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const path = (request.url ?? '/').split('?')[0] ?? '/'
    if (mine.down || !handler || !provider) return void response.writeHead(503).end()
    if (path.startsWith('/interaction/')) return interact(provider, request, response)
    intercept(path, response)
    handler(request, response)
  }

  async function interact(at: Provider, request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { prompt, params } = await at.interactionDetails(request, response)
    if (mine.who === null) return at.interactionFinished(request, response, { error: 'access_denied', error_description: 'pressed Cancel' })
    if (prompt.name === 'login') return at.interactionFinished(request, response, { login: { accountId: mine.who } })
    const grant = new at.Grant({ accountId: mine.who, clientId: params.client_id ?? '' })
    grant.addOIDCScope(params.scope ?? 'openid')
    await at.interactionFinished(request, response, { consent: { grantId: await grant.save() } }, { mergeWithLastSubmission: true })
  }

  const mine: OpenIdServer = {
    issuer,
    people: {},
    who: null,
    spoil: null,
    describe: null,
    forge: false,
    down: false,
    calls: null,
    register(...clients) {
      // It says at length that it is not set up for production.
      const { warn } = console
      console.warn = () => {}
      provider = new Provider(issuer, {
        clients: clients.map((client) => ({ client_secret: 'client secret of the tests', id_token_signed_response_alg: 'RS256', ...client })),
        jwks: { keys: [key.secret] },
        cookies: { keys: ['cookie key of the tests'] },
        scopes: ['openid', 'email', 'profile', 'groups'],
        claims: { openid: ['sub', 'sid'], email: ['email', 'email_verified'], profile: ['name'], groups: ['groups', 'realm_access'] },
        interactions: { url: (_: unknown, { uid }: { uid: string }) => `/interaction/${uid}` },
        ttl: Object.fromEntries(['AccessToken', 'AuthorizationCode', 'Grant', 'IdToken', 'Interaction', 'Session'].map((name) => [name, 600])),
        features: {
          devInteractions: { enabled: false },
          backchannelLogout: { enabled: true },
          rpInitiatedLogout: { enabled: true, logoutSource: (ctx: { body: string }, form: string) => void Object.assign(ctx, { body: form }) },
        },
        fetch: (url: string, options: RequestInit) => (mine.calls ?? fetch)(url, options),
        findAccount: (_: unknown, id: string) => ({ accountId: id, claims: () => ({ sub: id, ...mine.people[id] }) }),
      })
      console.warn = warn
      handler = provider.callback()
    },
    async rotate() {
      key = await newKey()
    },
    logoutToken: (claims) =>
      sign({
        header: { typ: 'logout+jwt' },
        payload: { iss: issuer, iat: Math.floor(Date.now() / 1000), jti: crypto.randomUUID(), events: { [LOGOUT_EVENT]: {} }, ...claims },
      }),
    stop,
  }
  return mine
}
