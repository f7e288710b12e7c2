import { shareWords, wholeAmounts } from '#domain/analyst/lexicon/english/meanings/shares.ts'
import { columnOf } from '#domain/analyst/reading/column-of.ts'
import { isFree, type Reading, skip, tableOf, take, wordAt } from '#domain/analyst/reading/reading.ts'
import { isMeasurable } from './measurable.ts'

/** Takes `percentage of orders` and `share of revenue` as the whole; the conditions or the groups of the question tell which part is meant. */
export function readShare(reading: Reading): void {
  for (let at = 0; at < reading.items.length; at++) {
    const percent = shareWords.get(wordAt(reading, at))
    if (percent === undefined || !isFree(reading, at) || wordAt(reading, at + 1) !== 'of') continue
    if (isCounted(reading, at)) continue
    const target = skip(reading, at + 2)
    const total = skip(reading, target, wholeAmounts)
    const table = tableOf(reading.items[total])
    const column = table ? null : columnOf(reading, total, ({ column: candidate }) => isMeasurable(candidate, 'sum'))
    if (!isFree(reading, total)) continue
    const figure = reading.items[total]?.figure
    const measure =
      figure && !figure.ratio
        ? figure
        : table
          ? { aggregate: 'count' as const, table, column: null, named: null }
          : column && { aggregate: 'sum' as const, table: column.table, column: column.column, named: null }
    if (!measure) continue
    reading.draft.share = { measure, percent }
    reading.draft.focus ??= measure.table
    const from = wordAt(reading, at - 1) === 'what' || wordAt(reading, at - 1) === 'the' ? at - 1 : at
    take(reading, from, total + 1, 'share')
    return
  }
}

/** "The total percentage of", "the number of percent of": the noun of the share is itself what is counted. */
export function isCounted(reading: Reading, at: number): boolean {
  return wordAt(reading, at - 1) === 'total' || wordAt(reading, at - 1) === 'number'
}
