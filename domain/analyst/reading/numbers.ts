import { numberWords } from '#domain/analyst/lexicon/english/forms/numbers.ts'
import { bareComparisons, type Comparison, comparisonPhrases } from '#domain/analyst/lexicon/english/sentences/comparisons.ts'
import { isFree, phraseLength, type Reading, wordAt } from './reading.ts'

const longestFirst = [...comparisonPhrases].sort((a, b) => b[0].length - a[0].length)

/** A number word or figure. */
export function numberAt(reading: Reading, at: number): number | null {
  const item = reading.items[at]
  if (!item || reading.taken[at] !== null) return null
  return item.number ?? (item.kind === 'word' ? (numberWords.get(item.lower) ?? null) : null)
}

/** A comparison phrase at an item, with the number of items it takes. */
export function comparisonAt(reading: Reading, at: number): { operator: Comparison; length: number } | null {
  for (const [phrase, operator] of longestFirst) {
    const length = phraseLength(reading, at, phrase)
    if (length > 0) return { operator, length }
  }
  const bare = isFree(reading, at) && reading.items[at + 1]?.kind === 'number' ? bareComparisons.get(wordAt(reading, at)) : undefined
  return bare === undefined ? null : { operator: bare, length: 1 }
}
