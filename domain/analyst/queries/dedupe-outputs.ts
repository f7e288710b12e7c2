import { displayColumns, hasOwnName } from '#domain/analyst/lexicon/display.ts'
import type { Draft } from '#domain/analyst/reading/draft.ts'

/** Removes outputs of a draft that say the same as others: a date beside its month, a count of rows beside the name of each row. A figure that is listed and ranked by is one. */
export function withoutRepeatedOutputs(draft: Draft): Draft {
  const { groups, superlative } = draft
  const by = superlative && 'measure' in superlative.by ? superlative.by.measure : null
  const isOfPeriods = (column: unknown) => groups.some((group) => 'column' in group && group.column === column && group.grain !== null)
  const isRanked = (column: unknown) => by?.column === column && by?.column !== null && by?.aggregate !== 'count_distinct' && draft.measures.length > 0
  const selects = draft.selects.filter(({ column }) => !isOfPeriods(column) && !isRanked(column))
  const measures = by && draft.selects.some(({ column }) => isRanked(column)) ? [...draft.measures, by] : draft.measures
  const isEach = (table: Draft['focus']) => table !== null && hasOwnName(table) && selects.some(({ column }) => displayColumns(table).includes(column))
  const others = measures.filter(({ aggregate, column, table }) => !(aggregate === 'count' && column === null && isEach(table)))
  return { ...draft, selects, measures: others.length > 0 ? others : measures }
}
