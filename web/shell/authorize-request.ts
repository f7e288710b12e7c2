/** The names of an authorization request (RFC 6749 §4.1.1, RFC 7636 §4.3, RFC 8707 §2). Others are ignored, as §3.1 asks. */
const NAMES = ['client_id', 'redirect_uri', 'response_type', 'code_challenge', 'code_challenge_method', 'scope', 'state', 'resource']

// Kept as it came, before the router reads it: a router may write `state=1e5` as another number.
const first = location.pathname === '/authorize' ? location.search : ''

/** The page's own address as the app made it, to come back to after signing in. */
export const authorizeAddress = (): string => `/authorize${first || location.search}`

/** What the app asks; `null` where something is named twice, which no request may be (§3.1). */
export function authorizationRequest(): Record<string, string> | null {
  const given = new URLSearchParams(first || location.search)
  if (NAMES.some((name) => given.getAll(name).length > 1)) return null
  return Object.fromEntries(NAMES.flatMap((name) => (given.get(name) ? [[name, given.get(name) as string]] : [])))
}
