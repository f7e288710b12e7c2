/** How this deployment is known to an OpenID provider. */
export type OpenIdRegistration = {
  issuer: string
  clientId: string
  clientSecret: string | null
  clientAuth: 'client_secret_basic' | 'client_secret_post' | 'none'
}

/** What one way to the provider and back is held together by. */
export type OpenIdFlow = { redirectUri: string; state: string; nonce: string; verifier: string }

export type OpenIdMetadata = {
  authorizationEndpoint: string
  endSessionEndpoint: string | null
  backchannelLogout: boolean
  /** Keys that could sign a token. */
  keys: number
}

export type OpenIdClaims = { sub: string } & Record<string, unknown>

/**
 * Why a way to a provider led nowhere. `cancelled`: the person or the provider said no. `refused`: what came back cannot be trusted. `unavailable`: the
 * provider does not answer. `misconfigured`: it does not take this deployment as it is registered, or is no OpenID provider.
 */
export type OpenIdProblem = 'cancelled' | 'refused' | 'unavailable' | 'misconfigured'

export class OpenIdFailure extends Error {
  override name = 'OpenIdFailure'
  readonly problem: OpenIdProblem

  /** `message` is for administrators: it holds no token and no secret. */
  constructor(problem: OpenIdProblem, message: string, cause?: unknown) {
    super(message, { cause })
    this.problem = problem
  }
}

/** A relying party of OpenID Connect 1.0. Fails with `OpenIdFailure`, and nothing else. */
export type OpenIdClient = {
  /** What the provider says of itself, read anew, with its keys. */
  discover(issuer: string): Promise<OpenIdMetadata>
  /** Where to send the browser: authorization code with PKCE (S256), state and nonce. */
  authorizationUrl(registration: OpenIdRegistration, flow: OpenIdFlow & { scopes: string[] }): Promise<string>
  /**
   * Redeems what the browser came back with. The ID token's signature, issuer, audience, times and nonce were checked; claims of `wanted` that it lacks
   * come from the provider's user info.
   */
  redeem(
    registration: OpenIdRegistration,
    flow: OpenIdFlow & { parameters: URLSearchParams; wanted: string[]; now: Date },
  ): Promise<{ claims: OpenIdClaims; idToken: string; endSessionEndpoint: string | null }>
  /** A logout token of OpenID Connect Back-Channel Logout 1.0 §2.6, checked. */
  logoutToken(registration: OpenIdRegistration, token: string, now: Date): Promise<{ subject: string | null; session: string | null; issuedAt: Date }>
}
