import type { AnalysisInput } from '#domain/analyst/analysis.ts'
import { mayBeMissing } from '#domain/semantics/compile/column-storage.ts'
import type { SemanticQuery } from '#domain/semantics/semantic-query.ts'

/** From how many rows for each of its values on a column has kinds that are counted. */
const leastAlike = 3

const asksWhatPeopleDo = /^(?:so |and )?(?:what|where|how) do\b/i

/**
 * "What do people complain about", "where do our guests come from": not the value of each row, but how many rows there are of each, the most first. Null where
 * something else is asked for, or where each row has a value of its own.
 */
export function spreadOf({ question, layer }: AnalysisInput, query: SemanticQuery): SemanticQuery | null {
  const { measures, dimensions, having, combine, limit } = query
  const [only, ...others] = dimensions
  if (!asksWhatPeopleDo.test(question.trim()) || !only || others.length + measures.length + having.length > 0 || combine || limit !== undefined) return null
  const table = layer.tables.find(({ name }) => name === only.table)
  const column = table?.columns.find(({ name }) => name === only.column)
  if (!table || !column || only.grain !== undefined || column.distinct === null || table.rows === null || column.distinct * leastAlike > table.rows) return null
  const present = { table: table.name, column: column.name, operator: 'is_not_empty' as const, values: [] }
  const filters = !mayBeMissing(column) ? query.filters : query.filters ? { and: [query.filters, present] } : present
  return {
    ...query,
    distinct: false,
    measures: [{ aggregate: 'count', table: table.name, name: 'count' }],
    ...(filters ? { filters } : {}),
    order: [{ by: 'count', direction: 'desc' }],
  }
}
