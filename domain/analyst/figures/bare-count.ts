import { bareCountPhrases, beforeBareCount, countOfThemPhrases } from '#domain/analyst/lexicon/english/meanings/aggregates.ts'
import { bareCountEnds } from '#domain/analyst/lexicon/english/sentences/clause-ends.ts'
import { columnOf } from '#domain/analyst/reading/column-of.ts'
import { isFree, longestPhrase, type Reading, skipBack, tableOf, take, wordAt } from '#domain/analyst/reading/reading.ts'
import type { LayerTable } from '#domain/semantics/layer.ts'
import { addMeasure } from './measure.ts'

/** Takes a count that names no noun, behind what is listed: `the categories and the count`, `each city, and how many there are`. */
export function readBareCount(reading: Reading): void {
  if (reading.draft.measures.length > 0) return
  for (let at = 1; at < reading.items.length; at++) {
    const length = longestPhrase(reading, at, bareCountPhrases)
    if (
      length === 0 ||
      !beforeBareCount.has(wordAt(reading, at - 1)) ||
      !(bareCountEnds.has(wordAt(reading, at + length)) || longestPhrase(reading, at, countOfThemPhrases) > 0)
    )
      continue
    const table = countedTable(reading, at)
    if (!table || !isFree(reading, at)) continue
    addMeasure(reading, { aggregate: 'count', table, column: null, named: null })
    take(reading, at, at + length, 'measure')
    return
  }
}

/** The rows that are asked about, else those of the column that is listed. */
function countedTable(reading: Reading, at: number): LayerTable | null {
  const { focus } = reading.draft
  if (focus) return focus
  const listed = skipBack(reading, at - 1, beforeBareCount)
  return tableOf(reading.items[listed]) ?? columnOf(reading, listed)?.table ?? null
}
