import { aggregatePhrases, dateExtremes, extremeAggregates } from '#domain/analyst/lexicon/english/meanings/aggregates.ts'
import { columnOf } from '#domain/analyst/reading/column-of.ts'
import { isFree, phraseLength, type Reading, tableOf, wordAt } from '#domain/analyst/reading/reading.ts'
import type { Aggregate } from '#domain/semantics/semantic-query.ts'

const longestFirst = [...aggregatePhrases].sort((a, b) => b[0].length - a[0].length)

/** The aggregate that a phrase or superlative at an item asks for, and the item behind it. */
export function aggregateAt(reading: Reading, at: number): { aggregate: Aggregate; end: number } | null {
  for (const [phrase, aggregate] of longestFirst) {
    // "The amount of": where a column is called amount, it is that column and no count.
    const length = phrase === 'amount of' && reading.lexicon.names.has('amount') ? 0 : phraseLength(reading, at, phrase)
    if (length > 0) return { aggregate, end: at + length }
  }
  const extreme = isFree(reading, at)
    ? isOfFigure(reading, at)
      ? undefined
      : (extremeAggregates.get(wordAt(reading, at)) ?? endOfTime(reading, at))
    : undefined
  return extreme === undefined ? null : { aggregate: extreme, end: at + 1 }
}

/** Whether "latest" or "earliest" stands before a figure: the latest balance is that of the last date, not the highest. */
function isOfFigure(reading: Reading, at: number): boolean {
  const column = wordAt(reading, at) === 'latest' || wordAt(reading, at) === 'earliest' ? columnOf(reading, at + 1) : null
  return column !== null && column.column.semanticType !== 'time' && !tableOf(reading.items[at + 1])
}

/** "The first order date" is the lowest of the dates, "the last" the highest. */
function endOfTime(reading: Reading, at: number): Aggregate | undefined {
  const end = dateExtremes.get(wordAt(reading, at))
  return end && columnOf(reading, at + 1, ({ column }) => column.semanticType === 'time') && !tableOf(reading.items[at + 1]) ? end : undefined
}
