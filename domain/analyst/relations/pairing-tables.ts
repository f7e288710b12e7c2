import { labelWords } from '#domain/analyst/language/root.ts'
import { adjacencyStems } from '#domain/analyst/lexicon/english/meanings/places.ts'
import type { Layer, LayerColumn, LayerTable } from '#domain/semantics/layer.ts'

/** A table whose rows pair two rows of another: `border_info.border` and `border_info.state` both are states. */
export type Pairing = { table: LayerTable; of: LayerTable; key: string; subject: LayerColumn; object: LayerColumn }

/** Whether a label speaks of places beside each other: "border info". */
export const isOfAdjacency = (label: string): boolean => labelWords(label).some((word) => adjacencyStems.some((stem) => word.startsWith(stem)))

const known = new WeakMap<Layer, Pairing[]>()

/** Every way two rows of one table are paired by another; where a verb names one of the two references, that one is its object. */
export function pairingsOf(layer: Layer): Pairing[] {
  const pairings = known.get(layer) ?? layer.tables.flatMap((table) => pairingOf(layer, table) ?? [])
  known.set(layer, pairings)
  return pairings
}

function pairingOf({ tables, relationships }: Layer, table: LayerTable): Pairing | null {
  const references = relationships.filter((item) => item.fromTable === table.name && item.toTable !== table.name && item.fromColumns.length === 1)
  const [one, two] = references
    .flatMap((item) => references.filter((other) => other.toTable === item.toTable && other.toColumns[0] === item.toColumns[0]))
    .filter((item, at, all) => all.length === 4 && all.indexOf(item) === at)
  const of = tables.find((item) => item.name === one?.toTable)
  const [first, second] = [one, two].map((item) => table.columns.find((column) => column.name === item?.fromColumns[0]))
  const key = one?.toColumns[0]
  if (!of || !first || !second || key === undefined) return null
  const [subject, object] = resembles(second, of) && !resembles(first, of) ? [second, first] : [first, second]
  return { table, of, key, subject, object }
}

/** "State name" says no more than that it is a state; "border" says how the two belong together. */
function resembles({ label, name }: LayerColumn, { label: noun, primaryKey }: LayerTable): boolean {
  return primaryKey.includes(name) || labelWords(label).includes(noun.toLowerCase())
}
