import { labelWords } from '#domain/analyst/language/root.ts'
import { countLabels, levelLabels } from '#domain/analyst/lexicon/english/meanings/column-labels.ts'
import { holdsNumbersAsText, isNumericType } from '#domain/semantics/compile/column-storage.ts'
import type { LayerColumn } from '#domain/semantics/layer.ts'
import type { Aggregate } from '#domain/semantics/semantic-query.ts'

/** Whether "how many" of a numeric column sums it, as of "number of employees". A column that numbers people ("advisor") or levels ("grade") counts its different values instead. */
export function isCountable({ label }: LayerColumn): boolean {
  const words = labelWords(label)
  return words.some((word) => countLabels.has(word)) || !(/(?:er|or|ee|ist|ian)$/.test(words.at(-1) ?? '') || words.some((word) => levelLabels.has(word)))
}

/** Whether an aggregate of the column makes sense: extremes of dates too, sums and averages of numbers that are no keys. */
export function isMeasurable(column: LayerColumn, aggregate: Aggregate): boolean {
  const isNumber = isNumericType(column) || holdsNumbersAsText(column)
  if (aggregate === 'min' || aggregate === 'max') return isNumber || column.semanticType === 'time'
  return isNumber && column.semanticType !== 'identifier' && column.semanticType !== 'category'
}
