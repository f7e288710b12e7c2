import { Failure } from '#domain/failure.ts'
import type { Layer, LayerColumn, LayerMeasure, LayerTable } from './layer.ts'
import { nearestNames } from './nearest-names.ts'

/** The visible table of that name (`name` or `schema.name`), in any case. Fails with `query_invalid` and the nearest names. */
export function requireTable(layer: Layer, name: string): LayerTable {
  const visible = layer.tables.filter((table) => !table.isHidden)
  const found =
    visible.find((table) => table.name === name) ??
    visible.find((table) => `${table.schema}.${table.name}` === name) ??
    visible.find((table) => table.name.toLowerCase() === name.toLowerCase())
  if (found) return found
  throw unknownMember(
    `table "${name}"`,
    name,
    visible.map((table) => table.name),
  )
}

/** The visible column of that name, in any case. Fails with `query_invalid` and the nearest names. */
export function requireColumn(table: LayerTable, name: string): LayerColumn {
  const visible = table.columns.filter((column) => !column.isHidden)
  const found = visible.find((column) => column.name === name) ?? visible.find((column) => column.name.toLowerCase() === name.toLowerCase())
  if (found) return found
  throw unknownMember(
    `column "${name}" in table "${table.name}"`,
    name,
    visible.map((column) => column.name),
  )
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
