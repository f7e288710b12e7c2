import { aggregatePhrases } from '#domain/analyst/lexicon/english/aggregates.ts'
import { columnOf } from '#domain/analyst/reading/column-of.ts'
import { isFree, phraseLength, type Reading, tableOf, wordAt } from '#domain/analyst/reading/reading.ts'
import type { Aggregate } from '#domain/semantics/semantic-query.ts'

const longestFirst = [...aggregatePhrases].sort((a, b) => b[0].length - a[0].length)

const extremes = new Map<string, Aggregate>(
  Object.entries({
    highest: 'max',
    largest: 'max',
    greatest: 'max',
    biggest: 'max',
    lowest: 'min',
    smallest: 'min',
    latest: 'max',
    earliest: 'min',
    longest: 'max',
    shortest: 'min',
  }),
)

export function aggregateAt(reading: Reading, at: number): { aggregate: Aggregate; end: number } | null {
  for (const [phrase, aggregate] of longestFirst) {
    // "The amount of" what has amounts is one of its columns.
    const length = phrase === 'amount of' && reading.lexicon.names.has('amount') ? 0 : phraseLength(reading, at, phrase)
    if (length > 0) return { aggregate, end: at + length }
  }
  const extreme = isFree(reading, at) ? (isOfFigure(reading, at) ? undefined : (extremes.get(wordAt(reading, at)) ?? endOfTime(reading, at))) : undefined
  return extreme === undefined ? null : { aggregate: extreme, end: at + 1 }
}

/** "The latest balance" is not the highest. */
function isOfFigure(reading: Reading, at: number): boolean {
  const column = ['latest', 'earliest'].includes(wordAt(reading, at)) ? columnOf(reading, at + 1) : null
  return column !== null && column.column.semanticType !== 'time' && !tableOf(reading.items[at + 1])
}

/** The first and the last date are the lowest and the highest. */
function endOfTime(reading: Reading, at: number): Aggregate | undefined {
  const end = new Map<string, Aggregate>([
    ['first', 'min'],
    ['last', 'max'],
  ]).get(wordAt(reading, at))
  return end && columnOf(reading, at + 1, ({ column }) => column.semanticType === 'time') && !tableOf(reading.items[at + 1]) ? end : undefined
}
