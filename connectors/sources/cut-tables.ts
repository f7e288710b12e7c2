import type { RowPredicate, TableShape } from '#domain/semantics/sources/source.ts'
import { identifier } from './quote.ts'

/** The tables (lower case) of which a statement may not read every row or not every column. */
export function cutTables(predicates: readonly RowPredicate[], shapes: readonly TableShape[]): Set<string> {
  return new Set(
    [...predicates.map(({ table }) => table), ...shapes.filter(({ hasHidden }) => hasHidden).map(({ table }) => table)].map((name) => name.toLowerCase()),
  )
}

/** What a view in place of the table (lower case) selects of it. */
export function shownColumns(table: string, shapes: readonly TableShape[]): string {
  const shape = shapes.find((candidate) => candidate.hasHidden && candidate.table.toLowerCase() === table)
  return shape ? shape.columns.map(identifier).join(', ') : '*'
}
