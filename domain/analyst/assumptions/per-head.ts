import type { AnalysisInput } from '#domain/analyst/analysis.ts'
import { columnOf } from '#domain/analyst/grammar/checks/vacuous.ts'
import { wordsOf } from '#domain/analyst/grammar/facts.ts'
import { senseLabels } from '#domain/analyst/lexicon/english/business/measures.ts'
import { gapWords } from '#domain/analyst/lexicon/english/meanings/assumed.ts'
import type { QueryMeasure, SemanticQuery } from '#domain/semantics/semantic-query.ts'

/** "The pay gap between men and women": what people earn is compared by what one of them does, and not by what all do together. Null where nothing of theirs is compared. */
export function comparedPerHead({ question, layer }: AnalysisInput, query: SemanticQuery): SemanticQuery | null {
  const words = question.toLowerCase().split(/[^a-z]+/)
  if (!words.some((word) => gapWords.has(word)) || words.includes('total') || query.dimensions.length !== 1) return null
  const isPay = (measure: QueryMeasure) =>
    'aggregate' in measure &&
    measure.aggregate === 'sum' &&
    measure.column !== undefined &&
    wordsOf(columnOf(layer, measure.table, measure.column)?.label ?? '').some((word) => senseLabels.pay?.includes(word))
  if (!query.measures.some(isPay)) return null
  return { ...query, measures: query.measures.map((measure) => (isPay(measure) ? { ...measure, aggregate: 'avg' } : measure) as QueryMeasure) }
}
