import { Failure, type FailureCode } from '#domain/failure.ts'

const coded = (code: FailureCode, message: string, ...numbers: number[]) => numbers.map((number) => [number, { code, message }] as const)
const DOES_NOT_COMPILE = 'the statement does not compile'

/** github.com/ClickHouse/ClickHouse/blob/master/src/Common/ErrorCodes.cpp */
const KNOWN = new Map([
  ...coded('query_timeout', 'the query took too long', 159, 160, 209),
  ...coded('query_invalid', DOES_NOT_COMPILE, 8, 15, 16, 35, 36, 42, 43, 44, 47, 53, 62, 63, 80, 130, 179, 184, 206, 207, 215, 258, 352, 386, 456, 479, 583),
  ...coded('query_invalid', 'the parameters do not fit the statement', 457),
  ...coded('function_not_allowed', 'the statement names a function there is not', 46),
  ...coded('table_not_allowed', 'the statement reads a table that cannot be read here', 60, 81, 497, 390),
  ...coded('statement_not_allowed', 'the statement is not allowed', 164, 452, 344, 31, 115),
  ...coded('query_memory_exceeded', 'the query needs more memory than it may use', 158, 191, 241, 307, 396, 243, 173),
  ...coded('query_failed', 'a number went out of range', 69, 153, 321, 407),
  ...coded('query_failed', 'a value could not be converted', 6, 27, 38, 41, 70, 72, 376, 467, 675, 676),
  ...coded('query_failed', 'a sub-query gave more than one row', 125),
  ...coded('query_failed', 'the query was stopped on the server', 394, 236),
  ...coded('overloaded', 'the database runs too many queries', 202, 203, 745),
  ...coded('datasource_unreachable', 'the database refuses this user or password', 192, 193, 194, 195, 516, 492),
  ...coded('datasource_unreachable', 'the database reaches no server of its own', 210, 279, 999),
])

/** A reply that is no result, by the number in it. Compile errors keep the server's words, which name only what was written; all others could quote data and are told by kind. */
export function clickhouseFailure(reply: string, status: number): Failure {
  const number = Number(/\bCode: (\d+)/.exec(reply)?.[1] ?? 0)
  const known = KNOWN.get(number)
  const cause = reply.slice(0, 2000)
  if (number === 60) {
    const table = /(?:table expression identifier '(?:[^'.]*\.)?([^']+)'|Table (?:\S+\.)?[`"]?([^`"\s]+?)[`"]? does(?: not|n't) exist)/
      .exec(reply)
      ?.slice(1)
      .find((name) => name !== undefined)
    if (table)
      return new Failure('table_not_allowed', `there is no table ${table.slice(0, 100)} to read here`, { hint: 'use the tables of this data source', cause })
  }
  if (known) {
    const tells = known.message === DOES_NOT_COMPILE || known.code === 'function_not_allowed'
    return new Failure(known.code, known.message, { ...(tells && { hint: wordsOf(reply) }), ...(known.code === 'overloaded' && { retryAfter: 2 }), cause })
  }
  if (number !== 0) return new Failure('query_failed', 'the query failed while it ran', { cause })
  if (status === 401 || status === 403) return new Failure('datasource_unreachable', 'the database refuses this user or password', { cause })
  return new Failure('datasource_unreachable', 'what answers at this host and port is not the HTTP interface of ClickHouse', { cause })
}

/** Whether the user's own profile is read-only, so that it may name no setting at all. */
export function refusesSettings(failure: unknown): boolean {
  return failure instanceof Failure && failure.code === 'statement_not_allowed' && /Cannot modify '.*' setting/.test(String(failure.details.cause))
}

/** Without the scope, which repeats the statement with what was put into it, and without names nobody wrote. */
function wordsOf(reply: string): string {
  const words = /DB::Exception: ([\s\S]*)/.exec(reply)?.[1] ?? ''
  return words
    .replace(/(?:: )?\(?[Ww]hile (?:processing|executing)[\s\S]*|[.:]? In scope [\s\S]*/, '')
    .replace(/\s*(?:\([A-Z_]+\)\.?)?\s*\(version [\s\S]*$/, '')
    .replace(/\.?\s*Maybe you meant[\s\S]*/, '')
    .replace(/\s+/g, ' ')
    .trim()
    .slice(0, 300)
}
