import { Failure } from '#domain/failure.ts'

type DriverError = { code?: string; message?: string; cause?: unknown; status?: number }

/** What a libSQL server says that a statement is too large for one reply. */
export const isTooLarge = (error: unknown): boolean => codesOf(error).includes('RESPONSE_TOO_LARGE')

/** An error of the driver or the server as ours. Compile errors keep the server's words, which name only what was written; those of a run could quote data. */
export function libsqlFailure(error: unknown): Failure {
  for (let inner: unknown = error, depth = 0; inner && depth < 5; inner = (inner as DriverError).cause, depth += 1) if (inner instanceof Failure) return inner
  const codes = codesOf(error)
  const said = String((error as DriverError | null)?.message ?? '')
  const words = said.replace(/^(?:[A-Z_]+: )+/, '').replace(/^SQL(?:ite)? (?:input )?error: /i, '')
  const status = /HTTP status (\d{3})/.exec(said)?.[1]
  if (status === '401' || status === '403' || codes.some((code) => code.startsWith('AUTH_'))) {
    return new Failure('datasource_unreachable', 'the server refuses this token', { hint: 'make a new token for this database', cause: error })
  }
  if (status === '404') return new Failure('datasource_unreachable', 'the server has no database at this address', { cause: error })
  if (status !== undefined || codes.includes('HRANA_PROTO_ERROR'))
    return new Failure('datasource_unreachable', 'the server does not answer as a libSQL server', { cause: error })
  const missing = /^no such table: (?:main\.)?([^()]+?)(?: \(at offset \d+\))?$/.exec(words)?.[1]
  if (missing)
    return new Failure('table_not_allowed', `there is no table ${missing.slice(0, 100)} to read here`, {
      hint: 'use the tables of this data source',
      cause: error,
    })
  if (/^no such function/.test(words)) return new Failure('function_not_allowed', words.slice(0, 200), { cause: error })
  if (codes.includes('ARGS_INVALID')) return new Failure('query_invalid', 'the parameters do not fit the statement', { cause: error })
  if (codes.includes('SQL_MANY_STATEMENTS')) return new Failure('statement_not_allowed', 'only a single SELECT may run', { cause: error })
  if (codes.some((code) => code === 'SQL_PARSE_ERROR' || code === 'SQL_INPUT_ERROR')) {
    return new Failure('query_invalid', 'the statement does not compile', { hint: words.replace(/ \(at offset \d+\)$/, '').slice(0, 300), cause: error })
  }
  if (/not authorized|permission|blocked/i.test(words))
    return new Failure('statement_not_allowed', 'the server does not allow this statement', { cause: error })
  if (/out of memory|too big/i.test(words)) return new Failure('query_memory_exceeded', 'the query needs more memory than it may use', { cause: error })
  if (/interrupt/i.test(words)) return new Failure('query_timeout', 'the query took too long', { cause: error })
  if (codes.some((code) => code.startsWith('SQLITE_'))) {
    const kind = /overflow/i.test(words) ? 'a number went out of range' : /json/i.test(words) ? 'a value is not valid JSON' : 'the query failed while it ran'
    return new Failure('query_failed', kind, { cause: error })
  }
  if (isCertificateError(error))
    return new Failure('datasource_unreachable', 'the server’s certificate is not trusted here, or not made for this host', { cause: error })
  return new Failure('datasource_unreachable', 'the connection to the database was lost', { cause: error })
}

function codesOf(error: unknown): string[] {
  const codes: string[] = []
  for (let inner = error as DriverError | null | undefined; inner && codes.length < 5; inner = inner.cause as DriverError | undefined)
    codes.push(String(inner.code ?? ''))
  return codes
}

const isCertificateError = (error: unknown): boolean => codesOf(error).some((code) => /CERT|SELF_SIGNED|UNABLE_TO_|ERR_TLS|ERR_SSL|EPROTO/.test(code))
