import type { DuckDBConnection } from '@duckdb/node-api'
import type { RowPredicate, SourceTable, TableShape } from '#domain/semantics/sources/source.ts'
import { rowBarrier } from '#domain/semantics/sql/row-barrier.ts'
import { cutTables, shownColumns } from '../cut-tables.ts'
import { predicateText } from '../predicate-text.ts'
import { identifier } from '../quote.ts'

/**
 * Hides each table with row predicates or hidden columns behind a temporary view of its own name, for this connection alone. The engine resolves a bare name to the
 * temporary view first, wherever it stands; the guard refuses the name with a schema (`assertAllowed`).
 */
export async function showFiltered(
  connection: DuckDBConnection,
  tables: readonly SourceTable[],
  predicates: readonly RowPredicate[],
  shapes: readonly TableShape[] = [],
): Promise<void> {
  const [place] = (await connection.runAndReadAll('select current_database(), current_schema()')).getRows()
  const home = `${identifier(String(place?.[0]))}.${identifier(String(place?.[1]))}`
  const nameOf = (table: string) => `${home}.${identifier(table)}`
  for (const name of cutTables(predicates, shapes)) {
    const table = tables.find((candidate) => candidate.name.toLowerCase() === name)
    if (!table) continue
    const own = predicates.filter((predicate) => predicate.table.toLowerCase() === name)
    const rows = own.length > 0 ? ` where ${predicateText(own, nameOf)}${rowBarrier('duckdb')}` : ''
    await connection.run(`create temp view ${identifier(table.name)} as select ${shownColumns(name, shapes)} from ${nameOf(table.name)}${rows}`)
  }
}
