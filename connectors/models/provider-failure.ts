import { Failure } from '#domain/failure.ts'

const UNREACHABLE = new Set([
  'ECONNREFUSED',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ETIMEDOUT',
  'UND_ERR_CONNECT_TIMEOUT',
  'ConnectionRefused',
  'FailedToOpenSocket',
])
const CUT = new Set(['ECONNRESET', 'EPIPE', 'UND_ERR_SOCKET', 'UND_ERR_ABORTED', 'ConnectionReset', 'ConnectionClosed'])
/** Statuses after which the same request may succeed; 529 is Anthropic's overload. */
const PASSING = new Set([408, 409, 425, 429, 500, 502, 503, 504, 522, 524, 529])
const LONGEST_RETRY_SECONDS = 3600

/** What a provider's client threw, as the failure a caller meets. The vendor's own words stay in the log. */
export function providerFailure(provider: string, error: unknown): Failure {
  if (error instanceof Failure) return error
  const status = memberOf(error, 'statusCode')
  return typeof status === 'number' && status >= 300 ? refusal(provider, status, error) : breakdown(provider, error)
}

function refusal(provider: string, status: number, cause: unknown): Failure {
  const transient = PASSING.has(status)
  const wait = retryAfter(cause)
  const details = { transient, cause, ...(wait === undefined ? {} : { retryAfter: wait }) }
  if (status === 429) {
    // A spent quota has the status of a limit, and no end.
    const spent = String(memberOf(cause, 'responseBody') ?? '').includes('insufficient_quota')
    return new Failure('rate_limited', `the provider "${provider}" is limiting requests`, { ...details, transient: !spent })
  }
  if (status === 401 || status === 403) {
    return new Failure('provider_failed', `the provider "${provider}" refused its key`, { hint: 'check api_key of the provider', cause })
  }
  if (status === 404) {
    return new Failure('provider_failed', `the provider "${provider}" does not know this model or path`, { hint: 'check base_url and upstream', cause })
  }
  if (status < 400) {
    return new Failure('provider_failed', `the provider "${provider}" answered with a redirect, which is not followed`, { hint: 'check base_url', cause })
  }
  if (status === 408 || status === 504 || status === 524) return new Failure('provider_timeout', `the provider "${provider}" took too long`, details)
  return new Failure('provider_failed', `the provider "${provider}" answered with status ${status}`, details)
}

function breakdown(provider: string, cause: unknown): Failure {
  if (memberOf(cause, 'name') === 'TimeoutError') {
    return new Failure('provider_timeout', `the provider "${provider}" took too long`, { transient: true, cause })
  }
  if (hasCode(cause, UNREACHABLE)) {
    return new Failure('provider_failed', `the provider "${provider}" cannot be reached`, { hint: 'check base_url', transient: true, cause })
  }
  if (hasCode(cause, CUT)) return new Failure('provider_failed', `the provider "${provider}" closed the connection`, { transient: true, cause })
  return new Failure('provider_failed', `the provider "${provider}" sent a reply that could not be read`, { cause })
}

/** Seconds of `retry-after-ms` (OpenAI, Azure) or of a `Retry-After` header in either form (RFC 9110 §10.2.3), between 1 and 3600. */
function retryAfter(error: unknown): number | undefined {
  const headers = memberOf(error, 'responseHeaders')
  const millis = Number(memberOf(headers, 'retry-after-ms') ?? Number.NaN)
  const value = memberOf(headers, 'retry-after')
  const text = typeof value === 'string' ? value.trim() : ''
  const seconds = millis >= 0 ? millis / 1000 : /^\d+(\.\d+)?$/.test(text) ? Number(text) : (Date.parse(text) - Date.now()) / 1000
  return Number.isFinite(seconds) ? Math.min(LONGEST_RETRY_SECONDS, Math.max(1, Math.ceil(seconds))) : undefined
}

/** Whether an error, or one it was caused by, has one of these codes. */
function hasCode(error: unknown, codes: Set<string>, depth = 0): boolean {
  if (depth > 5 || typeof error !== 'object' || error === null) return false
  const code = memberOf(error, 'code')
  if (typeof code === 'string' && codes.has(code)) return true
  const inner = memberOf(error, 'errors')
  if (Array.isArray(inner) && inner.some((each) => hasCode(each, codes, depth + 1))) return true
  return hasCode(memberOf(error, 'cause'), codes, depth + 1)
}

const memberOf = (value: unknown, name: string): unknown =>
  typeof value === 'object' && value !== null && name in value ? (value as Record<string, unknown>)[name] : undefined
