import { measureAt } from '#domain/analyst/figures/measure.ts'
import { betweenRankedAndBy, rankPhrases } from '#domain/analyst/lexicon/english/sentences/sorting.ts'
import { columnOf } from '#domain/analyst/reading/column-of.ts'
import { isFree, measureOf, phraseLength, type Reading, skip, tableOf, take, wordAt } from '#domain/analyst/reading/reading.ts'
import { rankable } from './ranked-noun.ts'
import { summed } from './summed-rank.ts'

/** Takes `rank countries by revenue` and `ranking of artists by number of albums`: a figure for each, the highest first. */
export function readRank(reading: Reading): void {
  for (let at = 0; at < reading.items.length; at++) {
    const length = Math.max(0, ...rankPhrases.map((phrase) => phraseLength(reading, at, phrase)))
    const subject = skip(reading, at + length)
    const by = skip(reading, subject + 1, betweenRankedAndBy)
    if (length === 0 || !isFree(reading, subject) || !['by', 'to'].includes(wordAt(reading, by))) continue
    const table = tableOf(reading.items[subject])
    const figure = figureAt(reading, skip(reading, by + 1), subject)
    const column = table || !figure ? null : columnOf(reading, subject)
    if (!figure || (!table && !column)) continue
    reading.draft.measures.push(figure.measure)
    if (table) reading.draft.groups.push({ entity: table })
    else if (column) reading.draft.groups.push({ table: column.table, column: column.column, grain: null })
    reading.draft.order.push({ by: { measure: figure.measure }, direction: 'desc' })
    take(reading, at, figure.end, 'order')
    return
  }
}

function figureAt(reading: Reading, at: number, subject: number) {
  const named = measureOf(reading.items[at]) || !columnOf(reading, at, rankable) ? measureAt(reading, at) : null
  if (named) return { measure: named.part, end: named.end }
  const column = columnOf(reading, at, rankable)
  const by = column && summed(reading, subject, { column: { table: column.table, column: column.column } })
  return by && 'measure' in by ? { measure: by.measure, end: at + 1 } : null
}
