import { whereLabels } from '#domain/analyst/lexicon/english/meanings/places.ts'
import type { Layer, LayerTable } from '#domain/semantics/layer.ts'
import { refersTo, visible, wordsOf } from './facts.ts'
import type { Group } from './terms.ts'

/** What tells where rows are from: a column of places, the broadest of several, one that is called so, or rows of another table that they refer to; null where nothing does. */
export function placeOf(table: LayerTable, layer: Layer): Group | null {
  const [geo] = visible(table)
    .filter(({ semanticType, type }) => semanticType === 'geo' && type === 'text')
    .sort((a, b) => (a.distinct ?? 0) - (b.distinct ?? 0))
  if (geo) return { kind: 'column', ref: { table, column: geo } }
  for (const said of whereLabels) {
    const column = visible(table).find(({ label, type }) => type === 'text' && isCalled(label, said))
    if (column) return { kind: 'column', ref: { table, column } }
    const referred = refersTo(layer, table).find(({ label, isHidden }) => !isHidden && isCalled(label, said))
    if (referred) return { kind: 'rows', table: referred }
  }
  return null
}

function isCalled(label: string, said: string): boolean {
  const words = wordsOf(label)
  return words.at(-1) === said || (words.at(-1) === 'name' && words.at(-2) === said)
}
