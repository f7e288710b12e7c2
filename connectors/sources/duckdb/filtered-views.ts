import type { DuckDBConnection } from '@duckdb/node-api'
import { rowBarrier } from '#domain/semantics/row-barrier.ts'
import type { RowPredicate, SourceTable } from '#domain/semantics/source.ts'
import { predicateText } from '../predicate-text.ts'
import { identifier } from '../quote.ts'

/**
 * Hides each table with row predicates behind a temporary view of its own name, for this connection alone. The engine resolves a bare name to the temporary
 * view first, wherever it stands; the guard refuses the name with a schema (`assertAllowed`).
 */
export async function showFiltered(connection: DuckDBConnection, tables: readonly SourceTable[], predicates: readonly RowPredicate[]): Promise<void> {
  const [place] = (await connection.runAndReadAll('select current_database(), current_schema()')).getRows()
  const home = `${identifier(String(place?.[0]))}.${identifier(String(place?.[1]))}`
  for (const [name, own] of Map.groupBy(predicates, (predicate) => predicate.table.toLowerCase())) {
    const table = tables.find((candidate) => candidate.name.toLowerCase() === name)
    if (!table) continue
    await connection.run(
      `create temp view ${identifier(table.name)} as select * from ${home}.${identifier(table.name)} where ${predicateText(own)}${rowBarrier('duckdb')}`,
    )
  }
}
