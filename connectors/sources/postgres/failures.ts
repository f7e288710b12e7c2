import { Failure, type FailureCode } from '#domain/failure.ts'

type DriverError = { code?: string; message?: string; name?: string }

/** By SQLSTATE, or the class it begins with. */
const KNOWN: Record<string, { code: FailureCode; message: string }> = {
  '42P01': { code: 'table_not_allowed', message: 'the statement reads a table that cannot be read here' },
  '42501': { code: 'table_not_allowed', message: 'the user of the connection may not read what the statement names' },
  '42P02': { code: 'query_invalid', message: 'the parameters do not fit the statement' },
  '08P01': { code: 'query_invalid', message: 'the parameters do not fit the statement' },
  '42': { code: 'query_invalid', message: 'the statement does not compile' },
  '0A': { code: 'query_invalid', message: 'the statement asks for what this server cannot do' },
  '54': { code: 'query_invalid', message: 'the statement is too long or too deeply nested' },
  '25006': { code: 'statement_not_allowed', message: 'only reading is allowed' },
  '22012': { code: 'query_failed', message: 'the query divided by zero' },
  '22003': { code: 'query_failed', message: 'a number went out of range' },
  '22P02': { code: 'query_failed', message: 'a value cannot be read as the type it is cast to' },
  '22007': { code: 'query_failed', message: 'a value cannot be read as a date or time' },
  '22008': { code: 'query_failed', message: 'a date or time went out of range' },
  '21000': { code: 'query_failed', message: 'a sub-query gave more than one row' },
  '53300': { code: 'overloaded', message: 'the database has no connection left' },
  '53': { code: 'query_memory_exceeded', message: 'the query needs more memory or space than the server has' },
  '57014': { code: 'query_timeout', message: 'the query took too long' },
  '57P03': { code: 'datasource_unreachable', message: 'the database is starting or stopping' },
  '57P': { code: 'datasource_unreachable', message: 'the database closed the connection' },
  '28': { code: 'datasource_unreachable', message: 'the database refuses this user or password' },
  '3D000': { code: 'datasource_unreachable', message: 'the server has no database of this name' },
  '08': { code: 'datasource_unreachable', message: 'the connection to the database was lost' },
}

/** What the server says of statements that do not compile repeats their own words. */
const TELLS_ITS_HINT = new Set(['42P02', '42', '0A', '54'])

/** An error of the driver or the server as ours. Only compile errors keep the server's words: those of others could quote data. */
export function postgresFailure(error: unknown): Failure {
  if (error instanceof Failure) return error
  const { code = '', message = '' } = (typeof error === 'object' && error !== null ? error : {}) as DriverError
  if (!isServerError(error)) return lost(error, code, message)
  const state = [code, code.slice(0, 3), code.slice(0, 2)].find((part) => Object.hasOwn(KNOWN, part))
  const known = state === undefined ? undefined : KNOWN[state]
  if (state === undefined || !known) return new Failure('query_failed', 'the query failed while it ran', { cause: error })
  if (state === '42P01') {
    const table = /^relation "(.+)" does not exist/.exec(message)?.[1]
    return new Failure('table_not_allowed', table ? `there is no table ${table.slice(0, 100)} to read here` : known.message, {
      hint: 'use the tables of this data source',
      cause: error,
    })
  }
  const hint = TELLS_ITS_HINT.has(state) ? message.replaceAll(/\s+/g, ' ').slice(0, 300) : undefined
  return new Failure(known.code, known.message, { ...(hint && { hint }), ...(known.code === 'overloaded' && { retryAfter: 2 }), cause: error })
}

function lost(error: unknown, code: string, message: string): Failure {
  if (/CERT|SELF_SIGNED|UNABLE_TO_|ERR_TLS|ERR_SSL|EPROTO/.test(code) || /certificate/i.test(message)) {
    return new Failure('datasource_unreachable', 'the server’s certificate is not trusted here, or not made for this host', {
      hint: 'ssl_mode "require" encrypts without checking the certificate',
      cause: error,
    })
  }
  if (code === 'SASL_SIGNATURE_MISMATCH' || code === 'AUTH_TYPE_NOT_IMPLEMENTED') {
    return new Failure('datasource_unreachable', 'the database asks for a way to sign in that is not supported', { cause: error })
  }
  return new Failure('datasource_unreachable', 'the connection to the database was lost', { cause: error })
}

/** Whether the server answered with an error, and the connection goes on. */
export function isServerError(error: unknown): boolean {
  const { name, code } = (error ?? {}) as DriverError
  return name === 'PostgresError' && typeof code === 'string' && /^[0-9A-Z]{5}$/.test(code) && !code.startsWith('57P')
}
