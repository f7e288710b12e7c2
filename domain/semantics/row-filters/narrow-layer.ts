import { compileCondition } from '../compile/compile-condition.ts'
import type { Layer } from '../layer.ts'
import type { FilterCondition } from '../semantic-query.ts'
import { allOf } from '../sql/sql-tree.ts'

/** The layer with fewer rows in the tables that conditions name: one more row filter beside those that bind the caller. Fails with `query_invalid`. */
export function narrowLayer(layer: Layer, conditions: readonly FilterCondition[]): Layer {
  if (conditions.length === 0) return layer
  const tables = layer.tables.map((table) => {
    const own = conditions.flatMap((condition) => {
      const column = condition.table === table.name ? table.columns.find(({ name }) => name === condition.column) : undefined
      return column ? [compileCondition(condition, table, column, layer.dialect)] : []
    })
    const rowFilter = allOf([...(table.rowFilter ? [table.rowFilter] : []), ...own])
    return own.length > 0 && rowFilter ? { ...table, rowFilter } : table
  })
  return { ...layer, tables, version: `${layer.version}:${JSON.stringify(conditions)}` }
}
