import { delivererLabels, ownPayerLabels, quoteLabels } from '#domain/analyst/lexicon/english/business/money-labels.ts'
import { transactionLabels } from '#domain/analyst/lexicon/english/meanings/column-labels.ts'
import { nounPattern, wordPattern } from '#domain/analyst/lexicon/word-pattern.ts'
import type { Layer, LayerTable } from '#domain/semantics/layer.ts'

const transactionLabel = nounPattern(transactionLabels)
const delivererLabel = nounPattern(delivererLabels)
const payerLabel = wordPattern(ownPayerLabels)
const quoteLabel = wordPattern(quoteLabels)
const known = new WeakMap<Layer, Set<LayerTable>>()

/** Whether rows of a table are what the owner of the data bought: orders, and their lines, that refer to those who deliver and to nobody who pays. */
export function isBoughtIn(layer: Layer, table: LayerTable): boolean {
  let found = known.get(layer)
  if (!found) {
    found = boughtTables(layer)
    known.set(layer, found)
  }
  return found.has(table)
}

/** What the owner bought, and what was only offered, brings in nothing. */
export const isNoIncome = (layer: Layer, table: LayerTable): boolean => isBoughtIn(layer, table) || quoteLabel.test(table.label)

export const isDeliverer = ({ label }: LayerTable): boolean => delivererLabel.test(label)

function boughtTables(layer: Layer): Set<LayerTable> {
  const partnersOf = (table: LayerTable) =>
    layer.relationships.flatMap(({ fromTable, toTable }) => (fromTable === table.name ? layer.tables.filter(({ name }) => name === toTable) : []))
  const isSold = (table: LayerTable) =>
    [table, ...partnersOf(table)].some(({ label, columns }) => payerLabel.test(label) || columns.some((column) => payerLabel.test(column.label)))
  const orders = layer.tables.filter((table) => transactionLabel.test(table.label) && partnersOf(table).some(isDeliverer) && !isSold(table))
  const lines = layer.tables.filter((table) => partnersOf(table).some((partner) => orders.includes(partner)) && !isSold(table))
  return new Set([...orders, ...lines])
}
