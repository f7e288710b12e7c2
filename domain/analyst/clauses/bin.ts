import { isYearNumber } from '#domain/analyst/lexicon/column-kind.ts'
import { wordSet } from '#domain/analyst/lexicon/english/forms/word-set.ts'
import { binWords } from '#domain/analyst/lexicon/english/sentences/charts.ts'
import { determiners, groupPrepositions, objectPronouns, prepositions } from '#domain/analyst/lexicon/english/sentences/function-words.ts'
import { grainWords } from '#domain/analyst/lexicon/english/times/time-words.ts'
import { columnOf } from '#domain/analyst/reading/column-of.ts'
import type { ColumnReference } from '#domain/analyst/reading/draft.ts'
import { isFree, type Reading, skip, skipBack, take, wordAt } from '#domain/analyst/reading/reading.ts'
import { timeStorageOf } from '#domain/semantics/compile/column-storage.ts'
import type { LayerColumn } from '#domain/semantics/layer.ts'
import type { Grain } from '#domain/semantics/semantic-query.ts'
import { addGrain, cyclicAt } from './grain.ts'

/** "Bin [them by the] month", "bin [the x-axis into] years". */
const links = wordSet(determiners, prepositions, objectPronouns, 'x - axis')

/**
 * Reads "bin the order date by weekday", "(bin into years)" and "binning year": groups the dates along an axis by that period. Returns the date columns, which no
 * other period groups again.
 */
export function readBins(reading: Reading): LayerColumn[] {
  const binned: LayerColumn[] = []
  for (let at = 0; at < reading.items.length; at++) {
    if (!binWords.has(wordAt(reading, at)) || !isFree(reading, at)) continue
    const first = skip(reading, at + 1, links)
    const second = skip(reading, first + 1, links)
    const named = dateAt(reading, first)
    const period = (named && second > first + 1 ? periodAt(reading, second) : null) ?? periodAt(reading, first)
    if (period === null) continue
    const date = named && period.end > second ? named : (dateBefore(reading, at) ?? named)
    if (date ? !groupBy(reading, date, period.grain) : !addGrain(reading, period.grain)) continue
    const group = reading.draft.groups.at(-1)
    if (group && !('entity' in group)) binned.push(group.column)
    take(reading, at, wordAt(reading, period.end).startsWith('interval') ? period.end + 1 : period.end, 'group')
  }
  return binned
}

function periodAt(reading: Reading, at: number): { grain: Grain; end: number } | null {
  const again = cyclicAt(reading, at)
  if (again) return { grain: again.grain, end: at + again.length }
  const grain = isFree(reading, at) ? grainWords.get(reading.items[at]?.stem ?? '') : undefined
  return grain === undefined ? null : { grain, end: at + 1 }
}

function dateAt(reading: Reading, at: number): ColumnReference | null {
  const { dialect } = reading.lexicon.layer
  const column = isFree(reading, at) ? columnOf(reading, at, ({ column }) => isYearNumber(column) || timeStorageOf(column, dialect) !== null) : null
  return column && column.weight >= 0.4 ? column : null
}

function dateBefore(reading: Reading, from: number): ColumnReference | null {
  for (let at = from - 1; at >= 0; at--) {
    const date = dateAt(reading, at)
    if (date) return date
  }
  return null
}

/** Groups by a date and marks all other mentions of it as read. Tells whether the date can be grouped by the period. */
function groupBy(reading: Reading, { table, column }: ColumnReference, grain: Grain): boolean {
  const storage = timeStorageOf(column, reading.lexicon.layer.dialect)
  const isYearly = storage === null || storage.startsWith('year')
  if (isYearly && grain !== 'year') return false
  reading.draft.groups.push({ table, column, grain: storage === null ? null : grain })
  if (storage === null && reading.draft.measures.length === 0) reading.draft.countsShown = true
  for (const [at, item] of reading.items.entries()) {
    const isNamed = item.kind === 'name' && item.meaning.tables.length === 0 && item.meaning.columns.some((other) => other.column === column)
    if (isNamed && isFree(reading, at)) take(reading, leadOf(reading, at), at + 1, 'group')
  }
  return true
}

/** Where "over the" begins that stands before a name. */
function leadOf(reading: Reading, at: number): number {
  const lead = skipBack(reading, at - 1)
  return groupPrepositions.has(wordAt(reading, lead)) ? lead : at
}
