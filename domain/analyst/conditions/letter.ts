import { wordSet } from '#domain/analyst/lexicon/english/forms/word-set.ts'
import { containVerbs, havingWords, thirdPersonPossessives } from '#domain/analyst/lexicon/english/sentences/function-words.ts'
import { columnOf } from '#domain/analyst/reading/column-of.ts'
import type { ColumnReference } from '#domain/analyst/reading/draft.ts'
import { isFree, type Reading, skip, take, wordAt } from '#domain/analyst/reading/reading.ts'
import { isUnknown } from '#domain/analyst/values/unsampled-name.ts'
import { isNumericType } from '#domain/semantics/compile/column-storage.ts'
import { addFilter, condition, negationBefore, takeNegation } from './filter-parts.ts'

const beforePart = wordSet(havingWords, containVerbs)

/** `have "a" in their names`: what is in quotes is part of a text. */
export function isLetterInside(reading: Reading, at: number): boolean {
  const item = reading.items[at]
  if (!item || wordAt(reading, at + 1) !== 'in' || !isFree(reading, at)) return false
  // "Who have TX in their address".
  if (item.kind !== 'quoted' && !(isUnknown(item) && beforePart.has(wordAt(reading, at - 1)))) return false
  return (item.kind === 'quoted' && item.text.length <= 2) || (thirdPersonPossessives.has(wordAt(reading, at + 2)) && reading.items[at + 3]?.kind === 'name')
}

export function readLetter(reading: Reading, at: number): number {
  const target = skip(reading, at + 2)
  const owner = reading.tables.findLast((mention) => mention.at < at)?.table
  const isText = ({ column: candidate }: ColumnReference) => !isNumericType(candidate)
  const column = columnOf(reading, target, (reference) => isText(reference) && reference.table === owner) ?? columnOf(reading, target, isText)
  if (!column) return 0
  addFilter(reading, condition(column, 'contains', [reading.items[at]?.text ?? '']), at, negationBefore(reading, at) !== null)
  takeNegation(reading, negationBefore(reading, at))
  take(reading, at, target + 1, 'filter')
  return target + 1
}
