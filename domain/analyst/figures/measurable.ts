import { labelWords } from '#domain/analyst/language/root.ts'
import { holdsNumbersAsText, isNumericType } from '#domain/semantics/compile/column-storage.ts'
import type { LayerColumn } from '#domain/semantics/layer.ts'
import type { Aggregate } from '#domain/semantics/semantic-query.ts'

/** "Number of employees" held as a figure is summed; "how many advisors" where each row names one advisor, and "how many levels", are not. */
export function isCountable({ label }: LayerColumn): boolean {
  const words = labelWords(label)
  return words.some((word) => countWords.has(word)) || !(/(?:er|or|ee|ist|ian)$/.test(words.at(-1) ?? '') || words.some((word) => classWords.has(word)))
}

/** What is of one level or grade is told apart by it; nothing adds up. */
const classWords = new Set('level rank grade tier class stage version generation position year season round floor age'.split(' '))

const countWords = new Set(['number', 'num', 'no', 'count', 'total', 'quantity', 'qty', 'amount', 'order'])

/** Whether an aggregate of the column makes sense: extremes of dates too, sums and averages of numbers that are no keys. */
export function isMeasurable(column: LayerColumn, aggregate: Aggregate): boolean {
  const isNumber = isNumericType(column) || holdsNumbersAsText(column)
  if (aggregate === 'min' || aggregate === 'max') return isNumber || column.semanticType === 'time'
  return isNumber && column.semanticType !== 'identifier'
}
