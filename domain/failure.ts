/** Every code a caller can meet. `http/failures.ts` maps each to its status and error type; nothing else may. */
export type FailureCode =
  | 'malformed_request'
  | 'unauthenticated'
  | 'forbidden'
  | 'insufficient_scope'
  | 'resource_disabled'
  | 'not_found'
  | 'method_not_allowed'
  | 'conflict'
  | 'already_exists'
  | 'extraction_required'
  | 'extraction_running'
  | 'last_admin'
  | 'session_busy'
  | 'idempotency_in_progress'
  | 'idempotency_reply_lost'
  | 'idempotency_key_reused'
  | 'precondition_failed'
  | 'payload_too_large'
  | 'unsupported_media_type'
  | 'invalid'
  | 'locked'
  | 'rate_limited'
  | 'statement_not_allowed'
  | 'function_not_allowed'
  | 'table_not_allowed'
  | 'query_invalid'
  | 'ambiguous_join'
  | 'chart_not_drawable'
  | 'query_timeout'
  | 'query_memory_exceeded'
  | 'query_failed'
  | 'datasource_unreachable'
  | 'source_unavailable_here'
  | 'provider_failed'
  | 'provider_timeout'
  | 'provider_not_configured'
  | 'speech_not_configured'
  | 'mail_not_configured'
  | 'overloaded'
  | 'draining'

/** The error codes of OAuth a client meets: RFC 6749 §4.1.2.1 and §5.2, RFC 7591 §3.2.2, RFC 8707 §2. */
export type OAuthError =
  | 'invalid_request'
  | 'invalid_client'
  | 'invalid_grant'
  | 'unsupported_grant_type'
  | 'unsupported_response_type'
  | 'invalid_scope'
  | 'invalid_target'
  | 'access_denied'
  | 'invalid_redirect_uri'
  | 'invalid_client_metadata'

/** The detail codes of SCIM a client meets: RFC 7644 §3.12. */
export type ScimError = 'invalidFilter' | 'tooMany' | 'uniqueness' | 'mutability' | 'invalidSyntax' | 'invalidPath' | 'noTarget' | 'invalidValue'

export type FailureDetails = {
  /** The request member at fault, dotted (`connection.file_id`). */
  param?: string
  /** What the caller can do next. */
  hint?: string
  /** One entry per member at fault. */
  details?: { path: string; message: string }[]
  /** Seconds until a retry can succeed; becomes `Retry-After`. */
  retryAfter?: number
  /** Methods the path does answer; becomes `Allow`. */
  allow?: string[]
  /** The code OAuth has for it (RFC 6749 §5.2): what its endpoints answer in place of ours. */
  oauth?: OAuthError
  /** The code SCIM has for it, told by its endpoints. */
  scim?: ScimError
  /** The same call may succeed a moment later: a provider's overload, a lost connection. Never sent. */
  transient?: boolean
  /** Kept for the log, never sent. */
  cause?: unknown
}

/** The one expected error: its message is shown to the caller, so it names no SQL, driver text or secret. */
export class Failure extends Error {
  override name = 'Failure'
  readonly code: FailureCode
  readonly details: FailureDetails

  constructor(code: FailureCode, message: string, details: FailureDetails = {}) {
    super(message, { cause: details.cause })
    this.code = code
    this.details = details
  }
}
