import type { AnalysisInput } from '#domain/analyst/analysis.ts'
import { wordsOf } from '#domain/analyst/grammar/facts.ts'
import { badLabels, bestAndWorst } from '#domain/analyst/lexicon/english/meanings/superlatives.ts'
import type { QueryMeasure, SemanticQuery } from '#domain/semantics/semantic-query.ts'

/** "The worst delay" is the longest, and the best the shortest. Null where what is ranked is nothing bad, or no such word ranks it. */
export function worstFirst({ question, layer }: AnalysisInput, query: SemanticQuery): SemanticQuery | null {
  const words = question.toLowerCase().split(/[^a-z]+/)
  const wanted = bestAndWorst.get(words.find((word) => bestAndWorst.has(word)) ?? '')
  const [sorted, ...others] = query.order
  if (!wanted || !sorted || sorted.direction === wanted) return null
  const labelOf = (table: string, column: string) =>
    layer.tables.find(({ name }) => name === table)?.columns.find(({ name }) => name === column)?.label ?? column
  const ranked = query.measures.find(({ name }) => name === sorted.by) ?? query.dimensions.find(({ name }) => name === sorted.by)
  const columns = ranked ? columnsOf(ranked) : []
  if (!columns.some(({ table, column }) => wordsOf(labelOf(table, column)).some((word) => badLabels.has(word)))) return null
  return { ...query, order: [{ ...sorted, direction: wanted }, ...others] }
}

type Column = { table: string; column: string }

/** The columns that tell what a figure is: of a share of rows those of its condition. */
function columnsOf(part: QueryMeasure | SemanticQuery['dimensions'][number]): Column[] {
  if ('ratio' in part) return columnsOf(part.ratio.numerator as QueryMeasure)
  const own = 'table' in part && part.column !== undefined ? [{ table: part.table, column: part.column }] : []
  const filters = 'filters' in part && Array.isArray(part.filters) ? part.filters : 'filters' in part && part.filters ? [part.filters] : []
  return [...own, ...filters.flatMap((filter) => (typeof filter === 'object' && 'column' in filter ? [{ table: filter.table, column: filter.column }] : []))]
}
