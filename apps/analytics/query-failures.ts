import type { FailureCode } from '#domain/failure.ts'

/** What running a stored query can fail with. */
export const QUERY_FAILURES: FailureCode[] = [
  'resource_disabled',
  'extraction_required',
  'statement_not_allowed',
  'function_not_allowed',
  'table_not_allowed',
  'query_invalid',
  'query_timeout',
  'query_memory_exceeded',
  'query_failed',
  'datasource_unreachable',
  'source_unavailable_here',
]

/** What storing a chart can fail with, for its query is tried first. */
export const TRIED_FAILURES: FailureCode[] = [...QUERY_FAILURES, 'ambiguous_join']
