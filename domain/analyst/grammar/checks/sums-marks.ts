import { neverSummed } from '#domain/analyst/grammar/label-patterns.ts'
import { tokenize } from '#domain/analyst/language/tokens.ts'
import { aggregates } from '#domain/analyst/lexicon/english/business/measures.ts'
import type { Layer } from '#domain/semantics/layer.ts'
import type { QueryMeasure, SemanticQuery } from '#domain/semantics/semantic-query.ts'
import { columnOf } from './vacuous.ts'

/** A total of ages, marks or years of service, where no word asks for one. */
export function sumsMarks({ measures }: SemanticQuery, layer: Layer, question: string): boolean {
  if (tokenize(question).some(({ lower }) => Object.hasOwn(aggregates, lower) && aggregates[lower] === 'sum')) return false
  return measures.flatMap(partsOf).some((measure) => {
    if (!('aggregate' in measure) || measure.aggregate !== 'sum' || measure.column === undefined) return false
    return neverSummed.test(columnOf(layer, measure.table, measure.column)?.label ?? '')
  })
}

/** A figure, or both sides of a ratio. */
const partsOf = (measure: QueryMeasure): QueryMeasure[] =>
  'ratio' in measure ? [measure.ratio.numerator, measure.ratio.denominator].map((part) => part as QueryMeasure) : [measure]
