import { Failure, type FailureCode } from '#domain/failure.ts'

type DriverError = { errno?: number; code?: string; message?: string; fatal?: boolean }

const numbered = (code: FailureCode, message: string, ...numbers: number[]) => numbers.map((number) => [number, { code, message }] as const)

/** mariadb.com/kb/en/mariadb-error-code-reference and dev.mysql.com/doc/mysql-errors: the numbers are one list up to 1799, and differ above. */
const KNOWN = new Map([
  ...numbered('query_timeout', 'the query took too long', 1969, 3024),
  ...numbered(
    'query_invalid',
    'the statement does not compile',
    1064,
    1054,
    1052,
    1060,
    1066,
    1055,
    1056,
    1111,
    1140,
    1222,
    1241,
    1247,
    1248,
    1267,
    1271,
    1582,
  ),
  ...numbered(
    'query_invalid',
    'the statement does not compile',
    1583,
    1584,
    1270,
    1295,
    3065,
    3593,
    3594,
    3573,
    3574,
    3577,
    4005,
    4006,
    4007,
    4008,
    4015,
    4018,
    1221,
    1235,
    1093,
    1327,
    1193,
  ),
  ...numbered('query_invalid', 'the parameters do not fit the statement', 1210, 1243, 2031, 2027),
  ...numbered('function_not_allowed', 'the statement names a function there is not', 1305, 1630, 1128),
  ...numbered('table_not_allowed', 'the statement reads a table that cannot be read here', 1142, 1143, 1146, 1049, 1044, 1356, 1449),
  ...numbered('statement_not_allowed', 'the statement is not allowed', 1290, 1792, 1227, 1370),
  ...numbered('query_memory_exceeded', 'the query needs more memory than it may use', 1037, 1038, 1041, 1114, 1104, 3, 28),
  ...numbered('query_failed', 'a number went out of range', 1690, 1264, 1365, 1441),
  ...numbered('query_failed', 'a sub-query gave more than one row', 1242),
  ...numbered('query_failed', 'a value is not valid JSON', 3140, 3141, 3143, 4038, 4037),
  ...numbered('query_failed', 'another session holds a lock on the table', 1205, 1213, 3572),
  ...numbered('query_failed', 'the query was stopped on the server', 1317, 1028, 3169),
  ...numbered('overloaded', 'the database has no connection left', 1040, 1203, 1226),
  ...numbered('datasource_unreachable', 'the database refuses this user or password', 1045, 1698, 1251, 1862, 1820, 3118, 4151, 1130),
  ...numbered('datasource_unreachable', 'the database is shutting down', 1053, 1927),
])

/** Errors of the server are numbered from here on; those of the network have other numbers or none. */
const FIRST_OF_THE_SERVER = 1000

/** Whether the words of an error say only what the statement itself says. */
const TELLS_ITS_HINT: readonly string[] = ['the statement does not compile', 'the statement names a function there is not']

/** An error of the driver or the server as ours. Compile errors keep the server's words, which name only what was written; all others could quote data and are told by kind. */
export function mysqlFailure(error: unknown): Failure {
  if (error instanceof Failure) return error
  const { errno, code, message = '' } = (typeof error === 'object' && error !== null ? error : {}) as DriverError
  const known = errno === undefined ? undefined : KNOWN.get(errno)
  if (errno === 1146) {
    const table = /^Table '(?:[^'.]*\.)?(.+?)' doesn't exist/.exec(message)?.[1]
    if (table)
      return new Failure('table_not_allowed', `there is no table ${table.slice(0, 100)} to read here`, {
        hint: 'use the tables of this data source',
        cause: error,
      })
  }
  if (known) {
    const hint = TELLS_ITS_HINT.includes(known.message) ? message.replace(/\s+/g, ' ').slice(0, 300) : undefined
    return new Failure(known.code, known.message, { ...(hint && { hint }), ...(known.code === 'overloaded' && { retryAfter: 2 }), cause: error })
  }
  if (errno !== undefined && errno >= FIRST_OF_THE_SERVER) return new Failure('query_failed', 'the query failed while it ran', { cause: error })
  if (code === 'HANDSHAKE_NO_SSL_SUPPORT')
    return new Failure('datasource_unreachable', 'the database offers no encryption; ssl_mode disable or prefer goes without', { cause: error })
  if (code === 'HANDSHAKE_SSL_ERROR' || /certificate|self.signed|tls|ssl/i.test(message))
    return new Failure(
      'datasource_unreachable',
      'the encrypted connection failed: the certificate of the database is not trusted here, or not made for this host',
      { cause: error },
    )
  return new Failure('datasource_unreachable', 'the connection to the database was lost', { cause: error })
}

/** Whether the server refused who we are, and not what we asked. */
export function isSignInError(error: unknown): boolean {
  const errno = (error as DriverError | null)?.errno
  return errno !== undefined && [1045, 1698, 1251, 1044, 1049, 1862, 1820, 3118, 4151, 1130].includes(errno)
}
