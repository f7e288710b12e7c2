import { displayColumns } from '#domain/analyst/lexicon/display.ts'
import { plainNames } from '#domain/analyst/lexicon/english/meanings/column-labels.ts'
import { nameKey } from '#domain/analyst/lexicon/phrases.ts'
import type { Layer, LayerColumn, LayerTable } from '#domain/semantics/layer.ts'
import { happens, isFigure, refersTo, visible, wordsOf } from './facts.ts'
import type { Ref } from './terms.ts'

/** What tells the rows of a table apart for a reader, as columns to group by: of rows without a name that of the kind they are of, pizzas of their pizza type. */
export function shownOf(table: LayerTable, layer?: Layer): Ref[] {
  const own = displayColumns(table).map((column) => ({ table, column }))
  const isKey = own.every(({ column }) => table.primaryKey.includes(column.name))
  const noun = wordsOf(table.label)[0]
  const kind = layer && isKey && noun ? refersTo(layer, table).find((other) => other !== table && wordsOf(other.label)[0] === noun) : undefined
  return kind ? shownOf(kind) : own
}

/** What rows of what happens are of, where they have no name of their own and many of them tell the same: treatments by their description. */
export function kindShown(table: LayerTable, layer: Layer): Ref | null {
  const isNamed = shownOf(table, layer).some(({ table: of, column }) => of !== table || !table.primaryKey.includes(column.name))
  if (isNamed || !happens(layer, table) || table.rows === null) return null
  const isShared = ({ distinct }: LayerColumn) => distinct !== null && distinct * rowsOfKind < (table.rows ?? 0)
  const [column, ...others] = visible(table).filter((one) => !isFigure(one) && plainNames.has(nameKey(one.label)) && isShared(one))
  return column && others.length === 0 ? { table, column } : null
}

const rowsOfKind = 5
