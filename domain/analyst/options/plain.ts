import { joined, partsOf } from '#domain/analyst/conditions/filter-parts.ts'
import { columnOf } from '#domain/analyst/grammar/checks/vacuous.ts'
import type { Layer } from '#domain/semantics/layer.ts'
import type { Filter, QueryMeasure, SemanticQuery } from '#domain/semantics/semantic-query.ts'

/** A query without what changes nothing of its rows, so that two that tell the same are one: a condition that every row fulfils, different keys in place of rows. */
export function plainly(query: SemanticQuery, layer: Layer): SemanticQuery {
  const { filters: _, ...rest } = query
  const measures = query.measures.map((measure) => withoutKey(measure, layer))
  const read = new Set([...measures, ...query.dimensions].flatMap((item) => ('table' in item ? [item.table] : [])))
  const kept = partsOf(query.filters).filter((part) => !(read.size === 1 && holdsAlways(part, read, layer)))
  const filters = joined([...new Map(kept.map((part) => [JSON.stringify(part), part])).values()])
  return { ...rest, measures, ...(filters ? { filters } : {}) }
}

/** Whether a column of the rows themselves is asked not to be empty that never is. */
function holdsAlways(part: Filter, read: ReadonlySet<string>, layer: Layer): boolean {
  if (!('column' in part) || part.operator !== 'is_not_empty' || !read.has(part.table)) return false
  const column = columnOf(layer, part.table, part.column)
  return column !== undefined && column.nullFraction === 0
}

function withoutKey(measure: QueryMeasure, layer: Layer): QueryMeasure {
  if (!('aggregate' in measure) || measure.aggregate !== 'count_distinct') return measure
  const [key, ...others] = layer.tables.find(({ name }) => name === measure.table)?.primaryKey ?? []
  if (key === undefined || others.length > 0 || measure.column !== key) return measure
  const { column: _, grain: __, ...rows } = measure
  return { ...rows, aggregate: 'count' }
}
