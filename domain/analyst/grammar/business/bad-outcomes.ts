import { wordsOf } from '#domain/analyst/grammar/facts.ts'
import type { Figure } from '#domain/analyst/grammar/terms.ts'
import { badOutcomes } from '#domain/analyst/lexicon/english/business/bad-outcomes.ts'
import { yesValues } from '#domain/analyst/lexicon/english/meanings/yes-no.ts'
import type { Filter, QueryMeasure } from '#domain/semantics/semantic-query.ts'

/** "No show" is one word where it is spelt in two. */
const isBadLabel = (label: string): boolean => wordsOf(label).some((word) => badOutcomes.has(word)) || badOutcomes.has(wordsOf(label).join(''))

/** Whether rows are chosen by what nobody wants of them: cancelled, a no-show, gone. */
function choosesBad(filter: Filter): boolean {
  if (!('column' in filter) || filter.operator !== 'equals') return false
  const [value = ''] = filter.values
  return isBadLabel(yesValues.has(String(value).trim().toLowerCase()) ? filter.column.replace(/(?<=[a-z])(?=[A-Z])|_/g, ' ') : String(value))
}

/** Whether a figure is the worse the more of it there is: the share of what was cancelled. */
export const isBadFigure = (figure: Figure): boolean =>
  figure.kind === 'ratio' ? isBadFigure(figure.numerator) && !isBadFigure(figure.denominator) : (figure.filters ?? []).some(choosesBad)

export function isBadMeasure(measure: QueryMeasure | undefined): boolean {
  if (!measure) return false
  if ('ratio' in measure) return isBadMeasure(measure.ratio.numerator as QueryMeasure) && !isBadMeasure(measure.ratio.denominator as QueryMeasure)
  return 'filters' in measure && measure.filters !== undefined && choosesBad(measure.filters)
}
