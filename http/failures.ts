import { z } from 'zod'
import type { Failure, FailureCode } from '#domain/failure.ts'
import { exampleId } from '#domain/identifiers.ts'

type ErrorType =
  | 'invalid_request_error'
  | 'authentication_error'
  | 'permission_error'
  | 'not_found_error'
  | 'conflict_error'
  | 'rate_limit_error'
  | 'provider_error'
  | 'datasource_error'
  | 'internal_error'

export type FailureStatus = 400 | 401 | 403 | 404 | 405 | 409 | 412 | 413 | 415 | 422 | 423 | 429 | 500 | 502 | 503 | 504

/** The one place where a failure gets its status and type. */
export const FAILURES: Record<FailureCode | 'internal', readonly [FailureStatus, ErrorType]> = {
  malformed_request: [400, 'invalid_request_error'],
  unauthenticated: [401, 'authentication_error'],
  forbidden: [403, 'permission_error'],
  insufficient_scope: [403, 'permission_error'],
  resource_disabled: [403, 'permission_error'],
  not_found: [404, 'not_found_error'],
  method_not_allowed: [405, 'invalid_request_error'],
  conflict: [409, 'conflict_error'],
  already_exists: [409, 'conflict_error'],
  extraction_required: [409, 'conflict_error'],
  extraction_running: [409, 'conflict_error'],
  last_admin: [409, 'conflict_error'],
  session_busy: [409, 'conflict_error'],
  idempotency_in_progress: [409, 'conflict_error'],
  idempotency_reply_lost: [409, 'conflict_error'],
  idempotency_key_reused: [422, 'invalid_request_error'],
  precondition_failed: [412, 'conflict_error'],
  payload_too_large: [413, 'invalid_request_error'],
  unsupported_media_type: [415, 'invalid_request_error'],
  invalid: [422, 'invalid_request_error'],
  locked: [423, 'conflict_error'],
  rate_limited: [429, 'rate_limit_error'],
  statement_not_allowed: [422, 'datasource_error'],
  function_not_allowed: [422, 'datasource_error'],
  table_not_allowed: [422, 'datasource_error'],
  query_invalid: [422, 'datasource_error'],
  ambiguous_join: [422, 'datasource_error'],
  chart_not_drawable: [422, 'invalid_request_error'],
  query_timeout: [504, 'datasource_error'],
  query_memory_exceeded: [422, 'datasource_error'],
  query_failed: [422, 'datasource_error'],
  datasource_unreachable: [502, 'datasource_error'],
  source_unavailable_here: [503, 'datasource_error'],
  provider_failed: [502, 'provider_error'],
  provider_timeout: [504, 'provider_error'],
  provider_not_configured: [503, 'provider_error'],
  speech_not_configured: [503, 'provider_error'],
  mail_not_configured: [503, 'provider_error'],
  overloaded: [503, 'internal_error'],
  draining: [503, 'internal_error'],
  internal: [500, 'internal_error'],
}

/** The body of every error of every service: OpenAI's shape, so that existing SDKs show it. */
export const ErrorBody = z
  .object({
    error: z.object({
      message: z.string(),
      type: z.string(),
      code: z.string(),
      param: z.string().optional(),
      request_id: z.string(),
      details: z.array(z.object({ path: z.string(), message: z.string() })).optional(),
      hint: z.string().optional(),
    }),
  })
  .meta({
    id: 'Error',
    example: {
      error: {
        message: 'no such group',
        type: 'not_found_error',
        code: 'not_found',
        request_id: exampleId('req'),
      },
    },
  })
export type ErrorBody = z.infer<typeof ErrorBody>

/** A failure as it is sent: status, body, and the headers it brings along. */
export function failureReply(failure: Failure, requestId: string): { status: FailureStatus; body: ErrorBody; headers: Record<string, string> } {
  const [status, type] = FAILURES[failure.code]
  const { param, details, hint, retryAfter, allow } = failure.details
  const headers: Record<string, string> = {}
  if (status === 401) headers['www-authenticate'] = 'Bearer'
  if (retryAfter !== undefined || status === 429 || status === 503) headers['retry-after'] = String(Math.max(1, Math.ceil(retryAfter ?? 1)))
  if (allow) headers.allow = allow.join(', ')
  return {
    status,
    headers,
    body: {
      error: {
        message: failure.message,
        type,
        code: failure.code,
        ...(param === undefined ? {} : { param }),
        request_id: requestId,
        ...(details?.length ? { details } : {}),
        ...(hint === undefined ? {} : { hint }),
      },
    },
  }
}

/** What a caller is told of anything that was not expected; its cause stands in the log under the same id. */
export const internalBody = (requestId: string): ErrorBody => ({
  error: { message: 'internal error', type: FAILURES.internal[1], code: 'internal', request_id: requestId },
})
