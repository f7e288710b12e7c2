import { Failure } from '#domain/failure.ts'
import { nearestNames } from '../describe/nearest-names.ts'
import type { Layer, LayerColumn, LayerMeasure, LayerTable } from '../layer.ts'

type Index<T> = { exact: Map<string, T>; folded: Map<string, T>; names: string[] }
const tableIndexes = new WeakMap<Layer, Index<LayerTable>>()
const columnIndexes = new WeakMap<LayerTable, Index<LayerColumn>>()

/** The visible table of that name (`name` or `schema.name`), in any case. Fails with `query_invalid` and the nearest names. */
export function requireTable(layer: Layer, name: string): LayerTable {
  let index = tableIndexes.get(layer)
  if (!index) {
    index = indexOf(layer.tables)
    for (const table of layer.tables)
      if (!table.isHidden && !index.exact.has(`${table.schema}.${table.name}`)) index.exact.set(`${table.schema}.${table.name}`, table)
    tableIndexes.set(layer, index)
  }
  const found = index.exact.get(name) ?? index.folded.get(name.toLowerCase())
  if (found) return found
  throw unknownMember(`table "${name}"`, name, index.names)
}

/** The visible column of that name, in any case. Fails with `query_invalid` and the nearest names. */
export function requireColumn(table: LayerTable, name: string): LayerColumn {
  let index = columnIndexes.get(table)
  if (!index) {
    index = indexOf(table.columns)
    columnIndexes.set(table, index)
  }
  const found = index.exact.get(name) ?? index.folded.get(name.toLowerCase())
  if (found) return found
  throw unknownMember(`column "${name}" in table "${table.name}"`, name, index.names)
}

function indexOf<T extends { name: string; isHidden: boolean }>(items: T[]): Index<T> {
  const index: Index<T> = { exact: new Map(), folded: new Map(), names: [] }
  for (const item of items) {
    if (item.isHidden) continue
    if (!index.exact.has(item.name)) index.exact.set(item.name, item)
    if (!index.folded.has(item.name.toLowerCase())) index.folded.set(item.name.toLowerCase(), item)
    index.names.push(item.name)
  }
  return index
}

/** The measure of that name. Fails with `query_invalid` and the nearest names. */
export function requireMeasure(layer: Layer, name: string): LayerMeasure {
  const found = layer.measures.find((measure) => measure.name === name)
  if (found) return found
  throw unknownMember(
    `measure "${name}"`,
    name,
    layer.measures.map((measure) => measure.name),
  )
}

/** `query_invalid` for a name nobody defined. */
export function unknownMember(what: string, name: string, known: string[]): Failure {
  const nearest = nearestNames(name, known)
  const shown = nearest.length > 0 ? nearest : known.slice(0, 8)
  const hint = nearest.length > 0 ? `Did you mean ${shown.join(', ')}?` : `Known: ${shown.join(', ')}${known.length > shown.length ? ', …' : ''}`
  return new Failure('query_invalid', `there is no ${what}`, known.length > 0 ? { hint } : {})
}
