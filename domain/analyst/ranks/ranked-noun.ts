import { isMeasurable } from '#domain/analyst/figures/measurable.ts'
import { wordSet } from '#domain/analyst/lexicon/english/forms/word-set.ts'
import { superlatives } from '#domain/analyst/lexicon/english/meanings/adjectives.ts'
import { fillers } from '#domain/analyst/lexicon/english/sentences/fillers.ts'
import { conjunctions, copulas, havingWords, prepositions, subjectRelatives } from '#domain/analyst/lexicon/english/sentences/function-words.ts'
import { isKeyLabel } from '#domain/analyst/lexicon/english/sentences/rows.ts'
import { columnOf } from '#domain/analyst/reading/column-of.ts'
import type { ColumnReference, Superlative } from '#domain/analyst/reading/draft.ts'
import { comparisonAt } from '#domain/analyst/reading/numbers.ts'
import { isFree, isValueOnly, prefersValue, type Reading, skipBack, tableOf, wordAt } from '#domain/analyst/reading/reading.ts'
import { isNumericType } from '#domain/semantics/compile/column-storage.ts'

/** "The most female students", "the most registered students": the noun behind values and small words. */
export function countedNoun(reading: Reading, at: number): number {
  for (let noun = at; noun < at + 3; noun++) {
    const item = reading.items[noun]
    if (tableOf(item) && !prefersValue(reading, noun)) return noun
    const isPassable =
      isValueOnly(item) ||
      reading.taken[noun] === 'filter' ||
      (item?.kind === 'word' && (fillers.has(item.lower) || /(?:ed|ing)$/.test(item.lower)) && !linkWords.has(item.lower))
    if (!isPassable) return at
  }
  return at
}

const linkWords = wordSet(prepositions, copulas, conjunctions, subjectRelatives)

/** "Population density" is a density: of two columns of one table side by side, the last is meant. */
export function lastNoun(reading: Reading, at: number): number {
  const [column, next] = [columnOf(reading, at, rankable), columnOf(reading, at + 1, rankable)]
  const isCompound = column && next && column.table === next.table && isFree(reading, at + 1) && !tableOf(reading.items[at + 1])
  return isCompound ? at + 1 : at
}

/** Whether rows can be ranked by the column. */
export function rankable({ column }: ColumnReference): boolean {
  return isMeasurable(column, 'max') && column.semanticType !== 'identifier'
}

/** "Which state has the highest elevation", where a column of that very name is there to rank by. */
export function labelledRank(reading: Reading, at: number): Pick<Superlative, 'direction' | 'by'> | null {
  const item = reading.items[at]
  const direction = superlatives.get(item?.kind === 'name' ? (item.lower.split(' ')[0] ?? '') : '')
  const column = direction === undefined || !item?.lower.includes(' ') || !isFree(reading, at) ? null : columnOf(reading, at, rankable)
  const isOwned = havingWords.has(wordAt(reading, skipBack(reading, at - 1)))
  const isCompared = comparisonAt(reading, at + 1) !== null || reading.items[at + 1]?.kind === 'number'
  return direction && column && isOwned && !isCompared ? { direction, by: { column: { table: column.table, column: column.column } } } : null
}

/** "The three smallest ids" are those numbers themselves. */
export function numberColumn(reading: Reading, at: number): ReturnType<typeof columnOf> {
  const isSaid = isKeyLabel(reading.items[at]?.lower ?? '')
  return isSaid ? columnOf(reading, at, ({ column }) => column.semanticType === 'identifier' && isNumericType(column)) : null
}
