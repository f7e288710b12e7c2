import { DoesNotParse, type ParserDialect, parseGeneric } from './generic-parser.ts'
import { assertPlainText } from './generic-text.ts'
import { walkStatement } from './generic-walk.ts'
import { createReferences, type Edit, type GuardedDialect, type References, spliced } from './references.ts'
import { doesNotParse, onlySelect, tooComplex } from './refusals.ts'
import type { GuardedStatement, GuardInput } from './statement.ts'

const PARSERS: Record<Exclude<GuardedDialect, 'postgres'>, ParserDialect> = { mysql: 'mysql', mariadb: 'mysql', clickhouse: 'clickhouse', sqlite: 'sqlite' }

/** What may stand behind the last semicolon. */
const BLANK = /^(?:\s|--[^\n]*(?:\n|$)|#[^\n]*(?:\n|$)|\/\*[^*]*\*\/)*$/

/** A statement without a semicolon that ends it. */
function withoutEnd(sql: string): string {
  const at = sql.lastIndexOf(';')
  return at >= 0 && BLANK.test(sql.slice(at + 1)) ? sql.slice(0, at) : sql
}

/** `guardStatement` for MySQL, MariaDB, ClickHouse and remote SQLite, as sqlparser-rs reads the statement. Where it and the engine may read a text differently, the text is refused. */
export async function guardGeneric(
  dialect: Exclude<GuardedDialect, 'postgres'>,
  { sql, tables, rowPredicates = [], rowLimit }: GuardInput,
): Promise<GuardedStatement> {
  const parser = PARSERS[dialect]
  assertPlainText(parser, sql)
  const [statement, ...more] = await parse(parser, sql)
  if (statement === undefined) throw doesNotParse('the statement is empty')
  const query = (statement as { Query?: Record<string, unknown> }).Query
  if (more.length > 0 || !query) throw onlySelect()
  // The parser stops at a word END behind a statement, and leaves what follows unread. Between brackets it must read to their end.
  await parse(parser, `SELECT * FROM (\n${withoutEnd(sql)}\n) AS querent_whole`)
  const references: References = createReferences(dialect, tables, rowPredicates)
  const edits: Edit[] = walkStatement(parser, sql, query, references)
  const { sql: guarded, params } = spliced(dialect, (start, end) => sql.slice(start, end), edits)
  return { sql: rowLimit === null ? guarded : await limited(parser, guarded, query, rowLimit), params }
}

async function parse(parser: ParserDialect, sql: string): Promise<unknown[]> {
  try {
    return await parseGeneric(parser, sql)
  } catch (error) {
    if (!(error instanceof DoesNotParse)) throw error
    throw /recursion|nested/.test(error.message) ? tooComplex() : doesNotParse(error.message.replace(/^sql parser error: /, ''))
  }
}

/**
 * Adds a limit where the statement has none: wrapping would lose the order in MariaDB and forbid two columns of one name. ClickHouse would take it for
 * the last part of a union only, so that is wrapped. A statement with a limit of its own keeps it: the reader of its rows stops at the row limit anyway.
 */
async function limited(parser: ParserDialect, sql: string, query: Record<string, unknown>, rowLimit: number): Promise<string> {
  if (query.limit_clause || query.fetch) return sql
  const bare = sql.replace(/[\s;]+$/, '')
  const isPlain = 'Select' in ((query.body ?? {}) as object)
  const text = parser === 'clickhouse' && !isPlain ? `SELECT * FROM (\n${bare}\n) LIMIT ${rowLimit}` : `${bare}\nLIMIT ${rowLimit}`
  const parsed = await parseGeneric(parser, text).catch(() => [])
  return parsed.length === 1 && (parsed[0] as { Query?: { limit_clause?: unknown } }).Query?.limit_clause ? text : sql
}
