import { excludes } from '#domain/analyst/certainty/doubts.ts'
import { hasMany } from '#domain/analyst/conditions/negation.ts'
import type { Layer } from '#domain/semantics/layer.ts'
import type { Filter, FilterCondition, SemanticQuery } from '#domain/semantics/semantic-query.ts'

/**
 * The query with conditions that no single row meets ("publishers of books above 50 and of books below 10") each met by rows of their own, where what is shown may have
 * several rows. Any other query stays as it is.
 */
export function withSplitConditions(layer: Layer, query: SemanticQuery): SemanticQuery {
  const { filters, dimensions, measures, having, limit, limit_per, combine } = query
  const all = filters && 'and' in filters ? filters.and : []
  const shown = dimensions.filter((item) => !item.hidden)
  if (all.length < 2 || shown.length === 0 || measures.length + having.length > 0 || limit !== undefined || limit_per || combine) return query
  const second = all.filter((filter, at) => all.slice(0, at).some((other) => mayBothHold(layer, query, other, filter)))
  const first = all.filter((filter) => second.some((other) => other !== filter && !second.includes(filter) && mayBothHold(layer, query, filter, other)))
  if (second.length === 0 || second.length !== first.length) return query
  const side = (without: Filter[]): SemanticQuery => ({
    ...query,
    dimensions: shown,
    order: [],
    distinct: true,
    filters: { and: all.filter((filter) => !without.includes(filter)) },
  })
  return { ...side(second), combine: { operator: 'intersect', query: side(first) } }
}

/** Whether two conditions exclude each other in one row, and what is shown may belong to several rows. */
function mayBothHold(layer: Layer, { dimensions }: SemanticQuery, one: Filter, other: Filter): boolean {
  if (!isCondition(one) || !isCondition(other) || one.table !== other.table || one.column !== other.column || !excludes(one, other)) return false
  return dimensions.every((item) => {
    if (item.hidden) return true
    if (item.table !== one.table) return hasMany(layer, item.table, one.table)
    const table = layer.tables.find(({ name }) => name === item.table)
    const column = table?.columns.find(({ name }) => name === item.column)
    return column !== undefined && column.name !== one.column && !table?.primaryKey.includes(column.name) && (column.distinct ?? 0) < (table?.rows ?? 0)
  })
}

/** The condition that a row is found by both of two queries. */
export function bothInWords(one: string, other: string): string {
  return `${one.replace(/\.$/, '')}, and also: ${other}`
}

function isCondition(filter: Filter): filter is FilterCondition {
  return 'column' in filter
}
