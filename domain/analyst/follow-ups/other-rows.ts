import { joined, partsOf } from '#domain/analyst/conditions/filter-parts.ts'
import type { Filter, HavingCondition, SemanticQuery } from '#domain/semantics/semantic-query.ts'
import type { Subject } from './anaphora.ts'
import { conditionOf, keyOfRows, narrowed } from './carry.ts'

const opposite: Partial<Record<HavingCondition['operator'], HavingCondition['operator']>> = {
  greater_than: 'less_or_equal',
  greater_or_equal: 'less_than',
  less_than: 'greater_or_equal',
  less_or_equal: 'greater_than',
}

/** "And the others?": the rows that the last condition excludes. Null without a condition. */
export function otherRows(query: SemanticQuery, { table }: Subject): SemanticQuery | null {
  const [having, ...more] = query.having
  if (having && more.length === 0 && query.limit === undefined) {
    const operator = opposite[having.operator]
    return operator ? { ...query, having: [{ ...having, operator }] } : null
  }
  if (query.limit !== undefined || query.limit_per !== undefined) {
    const key = keyOfRows(query, table)
    const { limit: _, offset: __, limit_per: ___, ...rest } = query
    return key && query.measures.every((item) => item.hidden) ? narrowed({ ...rest, measures: [], order: [], having: [] }, { not: key }) : null
  }
  const parts = partsOf(query.filters)
  const at = parts.findLastIndex(
    (part) => !('column' in part && part.operator === 'is_not_empty' && query.dimensions.some((item) => item.table === part.table)),
  )
  const part = parts[at]
  if (!part) return null
  const filters = joined(parts.with(at, 'not' in part ? part.not : { not: part }))
  return filters ? { ...query, filters } : null
}

/** "Also those from Canada": the query with more rows. Null where it has no condition that excludes rows. */
export function moreRows(query: SemanticQuery, added: Filter): SemanticQuery | null {
  const parts = partsOf(query.filters)
  if (parts.length === 0 || query.limit !== undefined) return null
  const condition = conditionOf(added)
  const at = parts.findIndex((part) => {
    const other = 'column' in part ? part : null
    return condition && other?.table === condition.table && other.column === condition.column && other.operator === 'equals' && !other.values_from
  })
  const same = parts[at]
  if (same && 'column' in same && condition?.operator === 'equals' && 'column' in added) {
    const filters = joined(parts.with(at, { ...same, values: [...new Set([...same.values, ...condition.values])] }))
    return filters ? { ...query, filters } : null
  }
  const last = parts.at(-1)
  return last ? { ...query, filters: joined([...parts.slice(0, -1), { or: [last, added] }]) as Filter } : null
}

/** The query without its limit: all rows that were ranked. */
export function allRanked(query: SemanticQuery): SemanticQuery {
  if (query.limit === undefined) return query
  const { limit: _, offset: __, ...rest } = query
  return { ...rest, order: [], measures: query.measures.filter((item) => !item.hidden || query.having.some(({ by }) => by === item.name)) }
}
