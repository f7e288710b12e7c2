import { condition } from '#domain/analyst/conditions/filter-parts.ts'
import { defaultDate } from '#domain/analyst/lexicon/display.ts'
import { clauseEnds } from '#domain/analyst/lexicon/english/sentences/function-words.ts'
import type { ColumnReference } from '#domain/analyst/reading/draft.ts'
import { isFree, type Reading, wordAt } from '#domain/analyst/reading/reading.ts'
import { timeStorageOf } from '#domain/semantics/compile/column-storage.ts'
import type { LayerTable } from '#domain/semantics/layer.ts'
import type { Filter } from '#domain/semantics/semantic-query.ts'
import { isTransactionTable, oneEach } from './transaction-tables.ts'

/** "Customers without invoices in 2023": the condition that no row of `table` is in the period at `at`, which ends the clause, and the item behind it; null where no such period stands there. */
export function absentWithin(reading: Reading, table: LayerTable, key: string, at: number): { filter: Filter; end: number } | null {
  const time = reading.items[at]?.time
  const next = reading.items[at + 1]
  const isLast = next === undefined || clauseEnds.has(wordAt(reading, at + 1))
  const date = time && isLast && isFree(reading, at) && !time.isComparison ? dateOf(reading, table) : null
  if (!time || !date) return null
  const within: Filter = condition(date, time.operator === 'not_equals' ? 'equals' : time.operator, time.values)
  const filter: Filter = {
    and: [condition({ table, column: columnNamed(table, key) }, 'is_not_empty', []), time.operator === 'not_equals' ? { not: within } : within],
  }
  return { filter: { not: filter }, end: at + 1 }
}

/** The date of a table's rows, or of the one transaction they belong to. */
function dateOf({ lexicon: { layer } }: Reading, table: LayerTable): ColumnReference | null {
  const heads = layer.tables.filter(
    (other) => other !== table && isTransactionTable(other) && layer.relationships.some((item) => item.fromTable === table.name && item.toTable === other.name),
  )
  for (const owner of [table, ...heads]) {
    const column = defaultDate(owner)
    if (column && timeStorageOf(column, layer.dialect) !== null && oneEach(layer, table, owner === table ? [] : [owner])) return { table: owner, column }
  }
  return null
}

function columnNamed(table: LayerTable, name: string): ColumnReference['column'] {
  return table.columns.find((column) => column.name === name) as ColumnReference['column']
}
