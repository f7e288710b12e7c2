import { columnOf } from '#domain/analyst/reading/column-of.ts'
import { isFree, type Reading, skip, tableOf, take, wordAt } from '#domain/analyst/reading/reading.ts'
import { isMeasurable } from './measurable.ts'

const shareWords = new Map([
  ['percentage', true],
  ['percent', true],
  ['%', true],
  ['share', true],
  ['proportion', false],
  ['fraction', false],
])

/** Takes `percentage of orders` and `share of revenue`: what the whole is. What part is meant, the conditions or the groups say. */
export function readShare(reading: Reading): void {
  for (let at = 0; at < reading.items.length; at++) {
    const percent = shareWords.get(wordAt(reading, at))
    if (percent === undefined || !isFree(reading, at) || wordAt(reading, at + 1) !== 'of') continue
    if (['total', 'number'].includes(wordAt(reading, at - 1))) continue
    const target = skip(reading, at + 2)
    const total = ['total', 'overall'].includes(wordAt(reading, target)) ? skip(reading, target + 1) : target
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
    const from = ['what', 'the'].includes(wordAt(reading, at - 1)) ? at - 1 : at
    take(reading, from, total + 1, 'share')
    return
  }
}
