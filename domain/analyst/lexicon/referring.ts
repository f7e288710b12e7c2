import type { Layer, LayerTable } from '#domain/semantics/layer.ts'

/** The tables whose rows refer to rows of another. */
export function tablesReferring({ tables, relationships }: Layer, table: LayerTable): LayerTable[] {
  const names = new Set(relationships.filter((item) => item.toTable === table.name && item.fromTable !== table.name).map((item) => item.fromTable))
  return tables.filter((item) => names.has(item.name))
}
