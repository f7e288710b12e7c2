import type { Filter, FilterCondition } from '#domain/semantics/semantic-query.ts'

/** Every condition of a filter, whatever joins or denies it. */
export function filterConditions(filter: Filter): FilterCondition[] {
  if ('and' in filter) return filter.and.flatMap(filterConditions)
  if ('or' in filter) return filter.or.flatMap(filterConditions)
  return 'not' in filter ? filterConditions(filter.not) : [filter]
}
