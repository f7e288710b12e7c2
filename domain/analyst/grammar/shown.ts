import { displayColumns } from '#domain/analyst/lexicon/display.ts'
import type { Layer, LayerTable } from '#domain/semantics/layer.ts'
import { refersTo, wordsOf } from './facts.ts'
import type { Ref } from './terms.ts'

/** What tells the rows of a table apart for a reader, as columns to group by: of rows without a name that of the kind they are of, pizzas of their pizza type. */
export function shownOf(table: LayerTable, layer?: Layer): Ref[] {
  const own = displayColumns(table).map((column) => ({ table, column }))
  const isKey = own.every(({ column }) => table.primaryKey.includes(column.name))
  const noun = wordsOf(table.label)[0]
  const kind = layer && isKey && noun ? refersTo(layer, table).find((other) => other !== table && wordsOf(other.label)[0] === noun) : undefined
  return kind ? shownOf(kind) : own
}
