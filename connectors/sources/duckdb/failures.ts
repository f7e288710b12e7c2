import { Failure } from '#domain/failure.ts'
import { firstLines } from './guard.ts'

/** DuckDB's error kinds as ours. Compile errors keep the engine's words, which name only the caller's own tables; run-time errors could quote data and are told by kind. */
export function duckdbFailure(error: unknown, interrupted: boolean): Failure {
  if (error instanceof Failure) return error
  if (interrupted) return new Failure('query_timeout', 'the query took too long', { cause: error })
  const message = (error instanceof Error ? error.message : String(error)).replace(/^Failed to extract statements: /, '')
  const kind = /^([A-Za-z ]+?) ?Error:/.exec(message)?.[1]?.toLowerCase() ?? ''
  const missing = /^Catalog Error: (Table|Scalar|Aggregate|Macro|Table Function|Scalar Function)\b.* with name "?(.+?)"? does not exist/.exec(message)
  if (missing?.[1] === 'Table')
    return new Failure('table_not_allowed', `there is no table ${missing[2]?.slice(0, 100)} to read here`, {
      hint: 'use the tables of this data source',
      cause: error,
    })
  if (missing) return new Failure('function_not_allowed', `there is no function ${missing[2]?.slice(0, 100)}`, { cause: error })
  if (kind === 'parser' || kind === 'binder' || kind === 'catalog')
    return new Failure('query_invalid', 'the statement does not compile', { hint: firstLines(message), cause: error })
  if (kind === 'out of memory' || /bad_alloc|cannot allocate/i.test(message))
    return new Failure('query_memory_exceeded', 'the query needs more memory than it may use', { cause: error })
  if (kind === 'permission') return new Failure('statement_not_allowed', 'the statement is not allowed', { cause: error })
  const kinds: Record<string, string> = {
    conversion: 'a value could not be converted; try_cast gives null instead',
    'out of range': 'a number went out of range',
    'invalid input': 'an argument has a value that is not allowed',
    io: 'the stored file could not be read',
  }
  return new Failure('query_failed', kinds[kind] ?? 'the query failed while it ran', { cause: error })
}

/** Errors after which DuckDB refuses all further work in the instance. */
export function isFatal(error: unknown): boolean {
  return error instanceof Error && /^(INTERNAL|FATAL) Error/.test(error.message)
}
