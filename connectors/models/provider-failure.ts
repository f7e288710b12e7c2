import { Failure } from '#domain/failure.ts'

const UNREACHABLE = new Set(['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN', 'EHOSTUNREACH', 'ENETUNREACH', 'ConnectionRefused', 'FailedToOpenSocket'])

/** What a provider's client threw, as the failure a caller meets. The vendor's own words stay in the log. */
export function providerFailure(provider: string, error: unknown): Failure {
  if (error instanceof Failure) return error
  const status = memberOf(error, 'statusCode')
  const cause = error
  if (status === 429) {
    return new Failure('rate_limited', `the provider "${provider}" is limiting requests`, { retryAfter: retryAfter(error), cause })
  }
  if (status === 401 || status === 403) {
    return new Failure('provider_failed', `the provider "${provider}" refused its key`, { hint: 'check api_key of the provider', cause })
  }
  if (status === 404) {
    return new Failure('provider_failed', `the provider "${provider}" does not know this model or path`, { hint: 'check base_url and upstream', cause })
  }
  if (status === 408 || status === 504 || nameOf(error) === 'TimeoutError') {
    return new Failure('provider_timeout', `the provider "${provider}" took too long`, { cause })
  }
  if (typeof status === 'number' && status >= 400) {
    return new Failure('provider_failed', `the provider "${provider}" answered with status ${status}`, { cause })
  }
  if (isUnreachable(error)) return new Failure('provider_failed', `the provider "${provider}" cannot be reached`, { hint: 'check base_url', cause })
  return new Failure('provider_failed', `the provider "${provider}" sent a reply that could not be read`, { cause })
}

/** Seconds of a `Retry-After` header in either form (RFC 9110 §10.2.3), between 1 and 3600. */
function retryAfter(error: unknown): number {
  const headers = memberOf(error, 'responseHeaders')
  const value = typeof headers === 'object' && headers !== null ? memberOf(headers, 'retry-after') : undefined
  if (typeof value !== 'string') return 1
  const seconds = /^\d+$/.test(value) ? Number(value) : (Date.parse(value) - Date.now()) / 1000
  return Number.isFinite(seconds) ? Math.min(3600, Math.max(1, Math.ceil(seconds))) : 1
}

/** Whether the connection could not be made, found along the chain of causes. */
function isUnreachable(error: unknown, depth = 0): boolean {
  if (depth > 5 || typeof error !== 'object' || error === null) return false
  const code = memberOf(error, 'code')
  if (typeof code === 'string' && UNREACHABLE.has(code)) return true
  const inner = memberOf(error, 'errors')
  if (Array.isArray(inner) && inner.some((each) => isUnreachable(each, depth + 1))) return true
  return isUnreachable(memberOf(error, 'cause'), depth + 1)
}

const nameOf = (error: unknown): unknown => memberOf(error, 'name')

const memberOf = (value: unknown, name: string): unknown =>
  typeof value === 'object' && value !== null && name in value ? (value as Record<string, unknown>)[name] : undefined
