import type { Layer } from '../layer.ts'
import { type RowPredicate, tablesReadBy } from '../sources/source.ts'
import { printCondition } from '../sql/sql-printer.ts'

/** The conditions the caller's row filters put on the layer's tables, for a statement that the compiler did not write. */
export function rowPredicatesOf({ tables, dialect }: Pick<Layer, 'tables' | 'dialect'>): RowPredicate[] {
  return tables.flatMap(({ name, rowFilter }) => (rowFilter ? [{ table: name, ...printCondition(rowFilter, dialect) }] : []))
}

/** The tables a compiled statement reads that names these, with those by which its rows are cut. */
export function withTablesRead({ tables, dialect }: Layer, names: readonly string[]): string[] {
  const named = tables.filter(({ name }) => names.includes(name))
  return [...new Set([...names, ...tablesReadBy(rowPredicatesOf({ tables: named, dialect }))])]
}
