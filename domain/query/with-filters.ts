import type { Filter, SemanticQuery } from '../semantics/semantic-query.ts'

/** The same question of fewer rows; of two that are combined both. */
export function withFilters(query: SemanticQuery, more: Filter[]): SemanticQuery {
  if (more.length === 0) return query
  const filters: Filter = { and: [...(query.filters ? [query.filters] : []), ...more] }
  const only = filters.and.length === 1 ? filters.and[0] : filters
  return {
    ...query,
    ...(only ? { filters: only } : {}),
    ...(query.combine ? { combine: { ...query.combine, query: withFilters(query.combine.query, more) } } : {}),
  }
}
