import { withComposedDates } from '#domain/semantics/compile/composed-dates.ts'
import type { Layer, LayerTable } from '#domain/semantics/layer.ts'

const known = new WeakMap<Layer, Layer>()

/** The layer with the dates that tables keep in parts, in the place of those parts: "in March" is a month of that date, not a value. */
export function withDatesOfParts(layer: Layer): Layer {
  const told = known.get(layer) ?? replaced(withComposedDates(layer))
  known.set(layer, told)
  known.set(told, told)
  return told
}

function replaced(layer: Layer): Layer {
  const tables = layer.tables.map((table) => (partsOf(table).size > 0 ? withoutParts(table) : table))
  return tables.some((table, index) => table !== layer.tables[index]) ? { ...layer, tables } : layer
}

const partsOf = ({ columns }: LayerTable): Set<string> => new Set(columns.flatMap(({ parts }) => (parts ? Object.values(parts) : [])))

function withoutParts(table: LayerTable): LayerTable {
  const parts = partsOf(table)
  return { ...table, columns: table.columns.map((column) => (parts.has(column.name) ? { ...column, isHidden: true } : column)) }
}
