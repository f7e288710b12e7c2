import { openBounds, rangeLinks } from '#domain/analyst/lexicon/english/sentences/comparisons.ts'
import type { ColumnReference } from '#domain/analyst/reading/draft.ts'
import { comparisonAt, numberAt } from '#domain/analyst/reading/numbers.ts'
import { type Reading, take, wordAt } from '#domain/analyst/reading/reading.ts'
import { impliedNear, numericColumnNear } from './column-near.ts'
import { addFilter, condition, takeColumn } from './filter-parts.ts'

/** Takes a number whose bound stands behind it, or whose column `aged` tells: `a grade of 3.8 or above`, `aged 32 or older`, `aged between 20 and 30`. */
export function readBound(reading: Reading, at: number): number {
  return wordAt(reading, at) === 'aged' ? readAged(reading, at) : readNumber(reading, at, at, null)
}

function readAged(reading: Reading, at: number): number {
  const age = impliedNear(reading, at, { direction: 'desc', columns: ['age'] })?.reference
  if (!age) return 0
  const isBetween = wordAt(reading, at + 1) === 'between'
  const [low, high] = isBetween ? [numberAt(reading, at + 2), numberAt(reading, at + 4)] : [numberAt(reading, at + 1), numberAt(reading, at + 3)]
  if (low !== null && high !== null && rangeLinks.has(wordAt(reading, at + (isBetween ? 3 : 2)))) {
    const end = at + (isBetween ? 5 : 4)
    addFilter(reading, condition(age, 'between', [low, high]), at)
    take(reading, at, end, 'filter')
    return end
  }
  const comparison = comparisonAt(reading, at + 1)
  const valueAt = at + 1 + (comparison?.length ?? 0)
  const value = numberAt(reading, valueAt)
  if (value === null) return 0
  if (!comparison && boundOf(reading, valueAt)) return readNumber(reading, at, valueAt, age)
  addFilter(reading, condition(age, comparison?.operator ?? 'equals', [value]), at)
  take(reading, at, valueAt + 1, 'filter')
  return valueAt + 1
}

function readNumber(reading: Reading, from: number, at: number, own: ColumnReference | null): number {
  const bound = boundOf(reading, at)
  const value = bound === null || reading.items[at]?.kind !== 'number' ? null : numberAt(reading, at)
  const column = value === null ? null : own ? { reference: own, at: null } : numericColumnNear(reading, at, at + 3)
  if (!column || value === null || !bound) return 0
  addFilter(reading, condition(column.reference, bound, [value]), at)
  takeColumn(reading, column.at)
  take(reading, from, at + 3, 'filter')
  return at + 3
}

/** "Or more", "or younger" behind a number. */
function boundOf(reading: Reading, at: number): 'greater_or_equal' | 'less_or_equal' | null {
  const word = ['or', 'and'].includes(wordAt(reading, at + 1)) ? wordAt(reading, at + 2) : ''
  // "10 or more than 20" compares anew.
  if (wordAt(reading, at + 3) === 'than') return null
  return openBounds.get(word) ?? null
}
