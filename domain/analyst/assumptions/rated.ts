import type { AnalysisInput } from '#domain/analyst/analysis.ts'
import { columnOf } from '#domain/analyst/grammar/checks/vacuous.ts'
import { isNumericType } from '#domain/semantics/compile/column-storage.ts'
import type { SemanticQuery } from '#domain/semantics/semantic-query.ts'

/** Marks that a column of ratings has at most, and how many rows of each there are at least. */
const mostMarks = 10
const leastAlike = 5

/**
 * "Which department has the worst work life balance": where many rows have the same few marks, the kinds of rows are ranked by what theirs are on average, and not
 * by the first row with the lowest. Null where something else is asked for.
 */
export function ratedOnAverage({ layer }: AnalysisInput, query: SemanticQuery): SemanticQuery | null {
  const { measures, dimensions, order, having, combine, limit, limit_per } = query
  const [shown, ...others] = dimensions.filter(({ hidden }) => !hidden)
  const [sorted, ...more] = order
  const by = dimensions.find(({ name, hidden }) => hidden && name === sorted?.by)
  if (!shown || !sorted || !by || others.length + more.length + measures.length + having.length > 0 || combine || limit === undefined || limit_per) return null
  const [kind, mark] = [columnOf(layer, shown.table, shown.column), columnOf(layer, by.table, by.column)]
  const rows = layer.tables.find(({ name }) => name === by.table)?.rows ?? 0
  const isRepeated = (distinct: number | null | undefined, least: number) => distinct != null && distinct > 1 && distinct * least <= rows
  const isMark = mark !== undefined && isNumericType(mark) && mark.semanticType !== 'time' && (mark.distinct ?? mostMarks + 1) <= mostMarks
  if (by.table !== shown.table || !isMark || !isRepeated(mark.distinct, leastAlike) || !isRepeated(kind?.distinct, leastAlike) || by.grain || shown.grain)
    return null
  const { distinct: _, ...rest } = query
  return {
    ...rest,
    distinct: false,
    dimensions: [shown],
    measures: [{ aggregate: 'avg', table: by.table, column: by.column, name: 'average', hidden: true }],
    order: [{ ...sorted, by: 'average' }],
  }
}
