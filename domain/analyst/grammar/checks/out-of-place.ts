import type { AnalysisInput } from '#domain/analyst/analysis.ts'
import { isFigure, wordsOf } from '#domain/analyst/grammar/facts.ts'
import { isOfLife } from '#domain/analyst/lexicon/column-kind.ts'
import { moneyWords } from '#domain/analyst/lexicon/english/business/measures.ts'
import { livelihoodLabels, revenueLabels } from '#domain/analyst/lexicon/english/business/money-labels.ts'
import { lifeWords } from '#domain/analyst/lexicon/english/times/date-labels.ts'
import { wordPattern } from '#domain/analyst/lexicon/word-pattern.ts'
import { isNumericType } from '#domain/semantics/compile/column-storage.ts'
import type { Layer } from '#domain/semantics/layer.ts'
import type { Filter, SemanticQuery } from '#domain/semantics/semantic-query.ts'
import { columnOf, conditionsOf } from './vacuous.ts'

/** Whether an answer reads a column that tells of something else than the question does, by what kind of thing it holds. */
export const isOutOfPlace = ({ question, layer }: AnalysisInput, query: SemanticQuery): boolean =>
  takesLivelihood(question, query, layer) || datesByLife(question, query, layer) || (query.filters !== undefined && deniesFilled(query.filters, layer))

const livelihood = wordPattern(livelihoodLabels)
const earnedLabel = wordPattern(revenueLabels)

/** What customers earn for a living is no turnover of those who sell to them. */
function takesLivelihood(question: string, { measures }: SemanticQuery, layer: Layer): boolean {
  const words = wordsOf(question)
  if (!words.some((word) => moneyWords.has(word))) return false
  return measures.some((measure) => {
    const label = 'aggregate' in measure && measure.column !== undefined ? (columnOf(layer, measure.table, measure.column)?.label ?? '') : ''
    return livelihood.test(label) && !earnedLabel.test(label) && !isSaid(label, words)
  })
}

const isSaid = (label: string, words: readonly string[]): boolean => wordsOf(label).some((word) => livelihood.test(word) && words.includes(word))

const ofLife = wordPattern(lifeWords)

/** The day on which somebody was born or died dates nothing that happened to them since. */
function datesByLife(question: string, { dimensions, filters }: SemanticQuery, layer: Layer): boolean {
  if (ofLife.test(question)) return false
  const dated = [...dimensions.filter(({ grain }) => grain !== undefined), ...(filters ? conditionsOf(filters) : [])]
  return dated.some(({ table, column }) => {
    const held = columnOf(layer, table, column)
    return held !== undefined && isOfLife(held)
  })
}

/** Nobody is without a figure that each row tells: those who never scored a point have rows of none. */
function deniesFilled(filter: Filter, layer: Layer): boolean {
  if ('and' in filter) return filter.and.some((part) => deniesFilled(part, layer))
  if (!('not' in filter) || !('column' in filter.not) || filter.not.operator !== 'is_not_empty') return false
  const column = columnOf(layer, filter.not.table, filter.not.column)
  return column !== undefined && column.nullFraction === 0 && isFigure(column) && isNumericType(column)
}
