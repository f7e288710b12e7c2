import { measureAt } from '#domain/analyst/figures/measure.ts'
import { adjectiveSuperlatives, superlatives } from '#domain/analyst/lexicon/english/meanings/adjectives.ts'
import { behindSuperlative } from '#domain/analyst/lexicon/english/meanings/superlatives.ts'
import { copulas, determiners, relatives } from '#domain/analyst/lexicon/english/sentences/function-words.ts'
import { columnOf } from '#domain/analyst/reading/column-of.ts'
import type { Superlative } from '#domain/analyst/reading/draft.ts'
import { isFree, type Reading, skipBack, tableOf, wordAt } from '#domain/analyst/reading/reading.ts'
import { rankable } from './ranked-noun.ts'
import { finish, rankBy } from './superlative-parts.ts'

const longest = 4

/** Takes what a figure is said to be: `whose price is the lowest`, `the town in which the average rent is the highest`, `which school's enrollment is the largest`. */
export function readPredicateRank(reading: Reading, at: number): number {
  const word = wordAt(reading, at)
  const direction = superlatives.get(word) ?? adjectiveSuperlatives.get(word)?.direction
  const next = reading.items[at + 1]
  const copula = skipBack(reading, at - 1)
  const isLast = next === undefined || next.kind === 'sign' || behindSuperlative.has(wordAt(reading, at + 1))
  if (direction === undefined || !isFree(reading, at) || !isLast || !copulas.has(wordAt(reading, copula))) return 0
  const told = figureBefore(reading, copula)
  if (!told) return 0
  const lead = skipBack(reading, told.from - 1)
  if (!relatives.has(wordAt(reading, lead)) && !reading.items[lead]?.isPossessive) return 0
  return finish(reading, { direction, limit: 1, by: told.by }, wordAt(reading, lead) === 'whose' ? lead : told.from, at + 1)
}

/** The figure or the column that ends before an item. */
function figureBefore(reading: Reading, end: number): { by: Superlative['by']; from: number } | null {
  for (let from = end - longest; from < end; from++) {
    const measure = from < 0 || determiners.has(wordAt(reading, from)) ? null : measureAt(reading, from)
    if (measure?.end === end && measure.more.length === 0) return { by: { measure: measure.part }, from }
  }
  const column = isFree(reading, end - 1) && !tableOf(reading.items[end - 1]) ? columnOf(reading, end - 1, rankable) : null
  return column && { by: rankBy(column), from: end - 1 }
}
