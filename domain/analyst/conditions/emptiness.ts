import { wordSet } from '#domain/analyst/lexicon/english/forms/word-set.ts'
import { betweenColumnAndComparison } from '#domain/analyst/lexicon/english/sentences/comparisons.ts'
import {
  clauseEnds,
  clauseSigns,
  haveForms,
  havingWords,
  indefiniteArticles,
  lackingWords,
  negatedAuxiliaries,
  ownerPrepositions,
  plainArticles,
} from '#domain/analyst/lexicon/english/sentences/function-words.ts'
import { emptyWords } from '#domain/analyst/lexicon/english/sentences/rows.ts'
import { columnOf } from '#domain/analyst/reading/column-of.ts'
import { comparisonAt } from '#domain/analyst/reading/numbers.ts'
import { isFree, prefersValue, type Reading, skip, skipBack, tableOf, take, wordAt } from '#domain/analyst/reading/reading.ts'
import { mayBeMissing } from '#domain/semantics/compile/column-storage.ts'
import { addFilter, condition } from './filter-parts.ts'

const behindEmpty = wordSet(plainArticles, ownerPrepositions, 'value values')

/** `without a phone`, `phone is missing`, `have no email`, `do not have an email`, `whose fax is not empty`. */
export function readEmptiness(reading: Reading, at: number): number {
  if (emptyWords.has(wordAt(reading, at))) {
    const isNegated = wordAt(reading, at - 1) === 'not' || negatedAuxiliaries.has(wordAt(reading, at - 1))
    const before = skipBack(reading, isNegated ? at - 2 : at - 1, betweenColumnAndComparison)
    const after = skip(reading, at + 1, behindEmpty)
    const target = [before, after].find((index) => columnOf(reading, index) && isFree(reading, index))
    const column = target === undefined ? null : columnOf(reading, target)
    if (!column || target === undefined) return 0
    addFilter(reading, condition(column, isNegated ? 'is_not_empty' : 'is_empty', []), at)
    take(reading, Math.min(target, isNegated ? at - 1 : at), Math.max(target, at) + 1, 'filter')
    return Math.max(target, at) + 1
  }
  if (havingWords.has(wordAt(reading, at)) && indefiniteArticles.has(wordAt(reading, at + 1))) return readPresence(reading, at)
  const isHad = haveForms.has(wordAt(reading, at + 1)) && (wordAt(reading, at) === 'not' || wordAt(reading, at).endsWith("n't"))
  if (!isHad && !lackingWords.has(wordAt(reading, at))) return 0
  const target = skip(reading, isHad ? at + 2 : at + 1)
  const column = isFree(reading, target) && !tableOf(reading.items[target]) ? columnOf(reading, target) : null
  // "Without totals over 20" denies the comparison.
  if (!column || prefersValue(reading, target) || comparisonAt(reading, target + 1) !== null) return 0
  const next = reading.items[target + 1]
  if (isHad && (!mayBeMissing(column.column) || !(next === undefined || clauseEnds.has(next.lower)))) return 0
  const { focus } = reading.draft
  const isElsewhere = focus !== null && column.table !== focus
  addFilter(reading, isElsewhere ? { not: condition(column, 'is_not_empty', []) } : condition(column, 'is_empty', []), at)
  take(reading, at, target + 1, 'filter')
  return target + 1
}

/** "Customers with a company", where some have none. */
function readPresence(reading: Reading, at: number): number {
  const column = isFree(reading, at + 2) && !tableOf(reading.items[at + 2]) ? columnOf(reading, at + 2) : null
  const next = reading.items[at + 3]
  const isLast = next === undefined || clauseSigns.has(next.lower)
  if (!column || column.weight < 0.75 || !isLast || !mayBeMissing(column.column)) return 0
  addFilter(reading, condition(column, 'is_not_empty', []), at)
  take(reading, at, at + 3, 'filter')
  return at + 3
}
