import { inUnitOf } from '#domain/analyst/language/quantity.ts'
import { adjectiveSuperlatives } from '#domain/analyst/lexicon/english/adjectives.ts'
import { determiners } from '#domain/analyst/lexicon/english/function-words.ts'
import { impliedColumn } from '#domain/analyst/lexicon/implied-column.ts'
import { rankable } from '#domain/analyst/ranks/ranked-noun.ts'
import { columnOf } from '#domain/analyst/reading/column-of.ts'
import type { ColumnReference } from '#domain/analyst/reading/draft.ts'
import { numberAt } from '#domain/analyst/reading/numbers.ts'
import { isFree, type Reading, skip, tableOf, take, wordAt } from '#domain/analyst/reading/reading.ts'
import type { FilterCondition } from '#domain/semantics/semantic-query.ts'
import { addFilter, condition } from './filter-parts.ts'
import { readSubqueryComparison } from './subquery-comparison.ts'

/** Comparatives, and the superlative of each that implies a column. */
const comparatives = new Map<string, [FilterCondition['operator'], string | null]>(
  Object.entries({
    more: ['greater_than', null],
    higher: ['greater_than', 'highest'],
    greater: ['greater_than', null],
    larger: ['greater_than', 'largest'],
    bigger: ['greater_than', 'largest'],
    longer: ['greater_than', 'longest'],
    less: ['less_than', null],
    fewer: ['less_than', null],
    lower: ['less_than', 'lowest'],
    smaller: ['less_than', 'smallest'],
    shorter: ['less_than', 'shortest'],
  }),
)
const ofNumber = new Set([...determiners, 'number', 'amount', 'total'])
const averages = new Set(['average', 'usual', 'mean'])

/** Takes a comparison whose noun stands before "than": `a higher salary than any of the nurses`, `more passengers than average`, `smaller colleges than average`. */
export function readComparedNoun(reading: Reading, at: number): number {
  const [operator, superlative] = comparatives.get(wordAt(reading, at)) ?? []
  if (operator === undefined || superlative === undefined) return 0
  const noun = skip(reading, at + 1, ofNumber)
  if (wordAt(reading, noun + 1) !== 'than' || reading.items[noun]?.kind !== 'name' || !isFree(reading, noun)) return 0
  const own = columnFor(reading, noun, superlative)
  if (!own) return 0
  const next = noun + 2
  const value = numberAt(reading, next)
  const average = skip(reading, next, new Set(['the', 'an', 'overall']))
  const isAverage = averages.has(wordAt(reading, average)) && isLast(reading, average + 1)
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
  return item === undefined || item.kind === 'sign' || ['and', 'or', 'but', 'in', 'number'].includes(item.lower)
}

/** The column that is named, or of the table that is named the one its adjective is about. */
function columnFor(reading: Reading, noun: number, superlative: string | null): ColumnReference | null {
  const table = tableOf(reading.items[noun])
  if (!table) return columnOf(reading, noun, rankable)
  const adjective = superlative === null ? undefined : adjectiveSuperlatives.get(superlative)
  return (adjective && impliedColumn(table, adjective)?.reference) ?? null
}
