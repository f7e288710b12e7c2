import type { Layer } from '#domain/semantics/layer.ts'
import type { Filter, FilterCondition, SemanticQuery } from '#domain/semantics/semantic-query.ts'

/**
 * A table that refers to another twice pairs its rows (`borders.state`, `borders.neighbour`). Where one reference is fixed to a value and the
 * other table is asked about, the pair's other reference is meant: "states that border Texas" are not Texas.
 */
export function withOtherReference(layer: Layer, query: SemanticQuery): SemanticQuery {
  if (query.joins.length > 0) return query
  const shown = new Set([
    ...query.dimensions.filter((item) => !item.hidden).map((item) => item.table),
    ...query.measures.flatMap((item) => ('table' in item ? [item.table] : [])),
  ])
  for (const { table, column } of conjuncts(query.filters).filter(({ operator }) => operator === 'equals')) {
    const references = layer.relationships.filter((item) => item.fromTable === table && item.fromColumns.length === 1)
    const fixed = references.find((item) => item.fromColumns[0] === column && item.toTable !== table)
    const others = references.filter((item) => item.toTable === fixed?.toTable && item.fromColumns[0] !== column)
    const [other] = others
    if (!fixed || !other || others.length > 1 || !shown.has(fixed.toTable) || shown.has(table)) continue
    return { ...query, joins: [{ from_table: table, from_column: other.fromColumns[0] ?? '', to_table: fixed.toTable }] }
  }
  return query
}

function conjuncts(filter: Filter | undefined): FilterCondition[] {
  if (!filter) return []
  if ('and' in filter) return filter.and.flatMap(conjuncts)
  return 'column' in filter ? [filter] : []
}
