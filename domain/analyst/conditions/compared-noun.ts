import { inUnitOf } from '#domain/analyst/language/quantity.ts'
import { adjectiveSuperlatives } from '#domain/analyst/lexicon/english/meanings/adjectives.ts'
import { averageWords, beforeWholeFigure, behindComparedNumber, nounComparatives } from '#domain/analyst/lexicon/english/sentences/comparisons.ts'
import { beforeCounted } from '#domain/analyst/lexicon/english/sentences/rows.ts'
import { impliedColumn } from '#domain/analyst/lexicon/implied-column.ts'
import { rankable } from '#domain/analyst/ranks/ranked-noun.ts'
import { columnOf } from '#domain/analyst/reading/column-of.ts'
import type { ColumnReference } from '#domain/analyst/reading/draft.ts'
import { numberAt } from '#domain/analyst/reading/numbers.ts'
import { isFree, type Reading, skip, tableOf, take, wordAt } from '#domain/analyst/reading/reading.ts'
import { addFilter, condition } from './filter-parts.ts'
import { readSubqueryComparison } from './subquery-comparison.ts'

/** Takes a comparison whose noun stands before "than": `a higher salary than any of the nurses`, `more passengers than average`, `smaller colleges than average`. */
export function readComparedNoun(reading: Reading, at: number): number {
  const comparative = nounComparatives.get(wordAt(reading, at))
  if (!comparative) return 0
  const { operator, superlative } = comparative
  const noun = skip(reading, at + 1, beforeCounted)
  if (wordAt(reading, noun + 1) !== 'than' || reading.items[noun]?.kind !== 'name' || !isFree(reading, noun)) return 0
  const own = columnFor(reading, noun, superlative)
  if (!own) return 0
  const next = noun + 2
  const value = numberAt(reading, next)
  const average = skip(reading, next, beforeWholeFigure)
  const isAverage = averageWords.has(wordAt(reading, average)) && isLast(reading, average + 1)
  if (value === null && !isAverage) return readSubqueryComparison(reading, at, next, operator, own, null)
  addFilter(
    reading,
    value === null ? { ...condition(own, operator, []), than: 'average' } : condition(own, operator, [inUnitOf(reading, next, value, own.column)]),
    at,
  )
  const end = value === null ? average + 1 : next + 1
  take(reading, at, end, 'filter')
  return end
}

function isLast(reading: Reading, at: number): boolean {
  const item = reading.items[at]
  return item === undefined || item.kind === 'sign' || behindComparedNumber.has(item.lower) || item.lower === 'number'
}

/** The column that is named, or of the table that is named the one its adjective is about. */
function columnFor(reading: Reading, noun: number, superlative: string | null): ColumnReference | null {
  const table = tableOf(reading.items[noun])
  if (!table) return columnOf(reading, noun, rankable)
  const adjective = superlative === null ? undefined : adjectiveSuperlatives.get(superlative)
  return (adjective && impliedColumn(table, adjective)?.reference) ?? null
}
