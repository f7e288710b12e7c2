import { joined, partsOf, tablesIn } from '#domain/analyst/conditions/filter-parts.ts'
import type { Layer } from '#domain/semantics/layer.ts'
import type { Filter, SemanticQuery } from '#domain/semantics/semantic-query.ts'

/** The query grouped by a foreign key in place of the key it refers to, where nothing else of the other table is used: "the average price per category code". */
export function withForeignKeyGroup(layer: Layer, query: SemanticQuery, spoken: string[]): SemanticQuery {
  const measured = query.measures.flatMap((item) => ('table' in item && !item.filters ? [item.table] : 'derive' in item ? [] : ['']))
  const [from = ''] = measured
  const rows = layer.tables.find(({ name }) => name === from)
  if (!rows || measured.some((name) => name !== from) || query.joins.length > 0 || query.combine) return query
  const filters = partsOf(query.filters)
  return query.dimensions.reduce((plain, { table, column }) => {
    const key = layer.tables.find(({ name }) => name === table)?.primaryKey
    const references = layer.relationships.filter((item) => item.fromTable === from && item.toTable === table)
    const own = rows.columns.find(({ name }) => name === references[0]?.fromColumns[0])
    const isPresence = (filter: Filter) => 'column' in filter && filter.table === table && filter.column === column && filter.operator === 'is_not_empty'
    const isElsewhere = filters.some((filter) => !isPresence(filter) && tablesIn(filter).includes(table))
    const isKey =
      table !== from && !spoken.includes(table) && key?.length === 1 && key[0] === column && references.length === 1 && references[0]?.toColumns[0] === column
    if (!own || !isKey || isElsewhere || query.dimensions.some((item) => item.table === table && item.column !== column)) return plain
    const kept = filters.flatMap((filter) => (isPresence(filter) ? (own.nullFraction ? [{ ...filter, table: from, column: own.name }] : []) : [filter]))
    const { filters: _, ...rest } = plain
    const left = joined(kept)
    const dimensions = plain.dimensions.map((item) => (item.table === table ? { ...item, table: from, column: own.name } : item))
    return { ...rest, dimensions, ...(left ? { filters: left } : {}) }
  }, query)
}
