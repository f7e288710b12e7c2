import { columnOf } from '#domain/analyst/reading/column-of.ts'
import { isFree, phraseLength, type Reading, skipBack, tableOf, take, wordAt } from '#domain/analyst/reading/reading.ts'
import type { LayerTable } from '#domain/semantics/layer.ts'
import { addMeasure } from './measure.ts'

const ofThem = ['how many of them', 'how many of those']
const phrases = [
  'the count',
  'their count',
  'its count',
  'their counts',
  'the counts',
  'count',
  'counts',
  'how many there are',
  'how many are there',
  'how many do they have',
  'how many they have',
  ...ofThem,
  'the number of each',
  'how many of each',
]
const before = new Set(['and', 'with', ',', 'along', 'including', 'as'])
const after = new Set(['', '.', ',', '?', 'for', 'of', 'in', 'and'])

/** Takes a count of nothing in particular behind or before what is listed: `the categories and the count`, `each city, and how many there are`. */
export function readBareCount(reading: Reading): void {
  if (reading.draft.measures.length > 0) return
  for (let at = 1; at < reading.items.length; at++) {
    const length = Math.max(...phrases.map((phrase) => phraseLength(reading, at, phrase)))
    if (
      length === 0 ||
      !before.has(wordAt(reading, at - 1)) ||
      !(after.has(wordAt(reading, at + length)) || ofThem.some((phrase) => phraseLength(reading, at, phrase) > 0))
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
  const listed = skipBack(reading, at - 1, before)
  return tableOf(reading.items[listed]) ?? columnOf(reading, listed)?.table ?? null
}
