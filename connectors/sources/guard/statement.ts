import type { RowPredicate, SourceParam } from '#domain/semantics/sources/source.ts'
import { assertStatementText } from '../limits.ts'
import type { GuardedDialect, GuardedTable } from './references.ts'

export type GuardInput = {
  /** What a person or a model wrote. */
  sql: string
  /** What it may read: bare names, or names with the schema they stand in. */
  tables: readonly (string | GuardedTable)[]
  /** Put on every reference to their table; several on one table all hold. */
  rowPredicates?: readonly RowPredicate[]
  /** Rows the statement may give at most; null where the reader of the rows stops by itself. */
  rowLimit: number | null
}

/** What may run: the statement as written but for its table references and its limit, and the values of its placeholders in the order they stand in it. */
export type GuardedStatement = { sql: string; params: SourceParam[] }

/**
 * The one way a statement from outside reaches a server. It is parsed, and refused unless it is one SELECT made of listed kinds of syntax, listed functions and the
 * tables given; each reference to a table with row predicates is replaced by those of its rows that may be seen; and the whole is limited. Nothing is printed anew.
 * DuckDB sources are guarded in their runner (`duckdb/guard.ts`), SQLite files by the engine itself (`sqlite/authorizer.ts`).
 * Fails with `statement_not_allowed`, `function_not_allowed`, `table_not_allowed` and `query_invalid`.
 */
export async function guardStatement(dialect: GuardedDialect, input: GuardInput): Promise<GuardedStatement> {
  assertStatementText(input.sql)
  if (dialect === 'postgres') return (await import('./postgres.ts')).guardPostgres(input)
  return (await import('./generic.ts')).guardGeneric(dialect, input)
}
