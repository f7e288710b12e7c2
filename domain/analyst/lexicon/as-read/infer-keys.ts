import type { Layer, LayerTable } from '#domain/semantics/layer.ts'

const known = new WeakMap<Layer, Layer>()

/** The layer with columns that join tables marked as identifiers, and as primary keys of tables without one. */
export function withKeysInferred(layer: Layer): Layer {
  const told = known.get(layer) ?? keyed(layer)
  known.set(layer, told)
  return told
}

function keyed(layer: Layer): Layer {
  const ends = new Set(
    layer.relationships.flatMap(({ fromTable, fromColumns, toTable, toColumns }) => [
      ...fromColumns.map((column) => `${fromTable}.${column}`),
      ...toColumns.map((column) => `${toTable}.${column}`),
    ]),
  )
  return {
    ...layer,
    tables: layer.tables.map((table) => ({
      ...table,
      primaryKey: table.primaryKey.length > 0 ? table.primaryKey : keyOf(table, layer),
      columns: table.columns.map((column) =>
        column.semanticType === 'measure' && ends.has(`${table.name}.${column.name}`) ? { ...column, semanticType: 'identifier' } : column,
      ),
    })),
  }
}

function keyOf({ name, columns, rows }: LayerTable, { relationships }: Layer): string[] {
  const [key] = columns.filter(
    (column) => column.distinct === rows && relationships.some((item) => item.toTable === name && item.toColumns.join() === column.name),
  )
  return key ? [key.name] : []
}
