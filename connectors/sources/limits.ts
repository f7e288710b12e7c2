import { Failure } from '#domain/failure.ts'

/** Longest statement, in bytes of UTF-8. */
export const MAX_SQL_BYTES = 64 * 1024
/** Most opening brackets: each may cost a parser a stack frame. */
const MAX_BRACKETS = 2000
/** Largest single value SQLite may make, in bytes. */
export const MAX_VALUE_BYTES = 16 * 1024 * 1024
/** A result is cut where it would pass this many bytes. */
export const MAX_RESULT_BYTES = 10 * 1024 * 1024
/** Most columns a table or a result may have. */
export const MAX_COLUMNS = 2000

/** Refuses what no engine should see: statements too long, empty, or holding a NUL, which a C parser takes for the end. */
export function assertStatementText(sql: string): void {
  if (sql.trim() === '') throw new Failure('query_invalid', 'the statement is empty')
  if (Buffer.byteLength(sql) > MAX_SQL_BYTES) throw new Failure('query_invalid', 'the statement is longer than 64 KB')
  if ((sql.match(/[([]/g)?.length ?? 0) > MAX_BRACKETS) throw new Failure('query_invalid', 'the statement is too long or too deeply nested')
  if (sql.includes('\0')) throw new Failure('query_invalid', 'the statement holds a NUL character')
}
