import { measureAt } from '#domain/analyst/figures/measure.ts'
import { defaultDate } from '#domain/analyst/lexicon/display.ts'
import { ordinalOf } from '#domain/analyst/lexicon/english/forms/word-forms.ts'
import { superlatives } from '#domain/analyst/lexicon/english/meanings/adjectives.ts'
import { beforeRankFigure, listEnds, rankPrepositions } from '#domain/analyst/lexicon/english/meanings/superlatives.ts'
import { beforeComparedNumber } from '#domain/analyst/lexicon/english/sentences/comparisons.ts'
import { beforeCounted } from '#domain/analyst/lexicon/english/sentences/rows.ts'
import { columnOf } from '#domain/analyst/reading/column-of.ts'
import type { Superlative } from '#domain/analyst/reading/draft.ts'
import { numberAt } from '#domain/analyst/reading/numbers.ts'
import { isFree, note, type Reading, skip, skipBack, tableOf, take, wordAt } from '#domain/analyst/reading/reading.ts'
import { readAdjective } from './adjective-rank.ts'
import { readEventRank } from './event-rank.ts'
import { readBusy, readFrequent } from './frequent-rank.ts'
import { readPerGroup, usualTop } from './per-group.ts'
import { readPredicateRank } from './predicate-rank.ts'
import { rankable } from './ranked-noun.ts'
import { readSized } from './sized-rank.ts'
import { summed } from './summed-rank.ts'
import { countOf, figureRead, finish, isAskedValue, rankBy, readToldFigure, showRanked } from './superlative-parts.ts'
import { readVerbRank } from './verb-rank.ts'

/** Takes the superlative of a question: `the most albums`, `highest price`, `top 5 customers by revenue`, `oldest student`, `most common genre`. */
export function readSuperlative(reading: Reading): void {
  for (let at = 0; at < reading.items.length; at++) {
    // "Less than the largest salary" compares.
    if (reading.draft.superlative || !isFree(reading, at) || ['than', 'at'].includes(wordAt(reading, skipBack(reading, at - 1)))) continue
    const end =
      readOrdinal(reading, at) ||
      readVerbRank(reading, at) ||
      readEventRank(reading, at) ||
      readPredicateRank(reading, at) ||
      readTop(reading, at) ||
      readFrequent(reading, at) ||
      readSized(reading, at) ||
      readAdjective(reading, at) ||
      readBusy(reading, at)
    if (end) at = end - 1
  }
  readDistantNumber(reading)
  readToldFigure(reading)
  readPerGroup(reading)
}

/** "The two countries with the most people" carries its number with the noun. */
function readDistantNumber(reading: Reading): void {
  const { superlative } = reading.draft
  if (superlative?.limit !== 1) return
  const at = reading.items.findIndex((item, index) => {
    const limit = numberAt(reading, index)
    return (
      limit !== null &&
      limit > 1 &&
      limit <= 1000 &&
      isFree(reading, index) &&
      reading.items[index + 1]?.kind === 'name' &&
      reading.taken[index + 1] === null &&
      item.kind !== 'quoted' &&
      reading.items[index - 1]?.kind !== 'name'
    )
  })
  if (at === -1 || beforeComparedNumber.has(wordAt(reading, at - 1))) return
  superlative.limit = numberAt(reading, at) ?? 1
  take(reading, wordAt(reading, at - 1) === 'top' ? at - 1 : at, at + 1, 'superlative')
}

/** `the second highest price`, `third most popular genre`: the row behind those before it. */
function readOrdinal(reading: Reading, at: number): number {
  const place = ordinalOf(wordAt(reading, at))
  if (place < 2) return 0
  const end =
    (isAskedValue(reading, at) ? readOwnSize(reading, at + 1) : 0) ||
    readSized(reading, at + 1, 1) ||
    readFrequent(reading, at + 1, 1) ||
    readAdjective(reading, at + 1, 1) ||
    readOwnSize(reading, at + 1)
  if (!end || !reading.draft.superlative) return 0
  reading.draft.superlative.offset = place - 1
  // "Second most expensive track", where no one asks which it is.
  if (at === 0) reading.draft.superlative.isFigureShown = true
  take(reading, at, at + 1, 'superlative')
  return end
}

/** "What is the second highest price" asks for the price itself. */
function readOwnSize(reading: Reading, at: number): number {
  const direction = superlatives.get(wordAt(reading, at))
  const target = skip(reading, at + 1)
  const column = direction === undefined ? null : columnOf(reading, target, rankable)
  if (!column || direction === undefined) return 0
  reading.draft.selects.push({ table: column.table, column: column.column })
  reading.draft.distinct = true
  return finish(reading, { direction, limit: 1, by: rankBy(column) }, at, target + 1)
}

/** `top 5 customers by total`, `first 3 …`; what they rank by may follow. */
function readTop(reading: Reading, at: number): number {
  const word = wordAt(reading, at)
  if (!listEnds.has(word)) return 0
  const number = numberAt(reading, at + 1)
  const limit = number ?? usualTop(reading, at)
  if (limit === null || limit < 1) return 0
  const direction = word === 'bottom' || word === 'last' ? 'asc' : 'desc'
  const next = at + (number === null ? 1 : 2)
  const sized = readSized(reading, next, limit) || readFrequent(reading, next, limit) || readAdjective(reading, next, limit)
  if (sized) {
    take(reading, at, next, 'superlative')
    return sized
  }
  const figure = columnOf(reading, skip(reading, next), rankable)
  if (figure && (word === 'top' || word === 'bottom') && !tableOf(reading.items[skip(reading, next)]))
    return finish(reading, { direction, limit, by: rankBy(figure) }, at, skip(reading, next) + 1)
  const last = word === 'last' ? tableOf(reading.items[skip(reading, next)]) : null
  const date = last && defaultDate(last)
  if (last && date && !reading.draft.superlative) {
    reading.draft.superlative = { direction: 'desc', limit, by: rankBy({ table: last, column: date }) }
    take(reading, at, next, 'superlative')
    return next
  }
  if (word === 'first' || word === 'last') {
    reading.draft.limit = limit
    take(reading, at, next, 'limit')
    return next
  }
  for (let rank = next; rank < reading.items.length; rank++) {
    if (!rankPrepositions.has(wordAt(reading, rank)) || !isFree(reading, rank)) continue
    if (['along', 'together'].includes(wordAt(reading, rank - 1))) continue
    const target = figureRead(reading, rank + 1) ?? rankTarget(reading, skip(reading, rank, beforeRankFigure), wordAt(reading, rank) === 'by')
    if (!target) continue
    const by = summed(reading, skip(reading, next), target.by)
    reading.draft.superlative = { direction, limit, by, ...('measure' in by ? { isFigureShown: true } : {}) }
    take(reading, at, next, 'superlative')
    take(reading, rank, target.end, 'superlative')
    // "By number of visits and average bill": those alike in the one by the other.
    const second = wordAt(reading, target.end) === 'and' ? measureAt(reading, skip(reading, target.end + 1)) : null
    if (second) reading.draft.order.push({ by: { measure: second.part }, direction })
    showRanked(reading, skip(reading, next), target.end)
    return next
  }
  // "The top 5 clerks who handled the greatest number of complaints".
  if (reading.items.some((_, later) => later > next && superlatives.has(wordAt(reading, later)) && readSized(reading, later, limit) > 0)) {
    take(reading, at, next, 'superlative')
    return next
  }
  // "top 10 customers" alone ranks by what is counted or summed elsewhere, or by the table's first amount.
  reading.draft.limit = limit
  reading.draft.order.push({ by: 'shown', direction })
  note(reading, (say) => say.takenInOrder(word, limit), 0.3)
  take(reading, at, next, 'limit')
  return next
}

function rankTarget(reading: Reading, at: number, mayCount: boolean): { by: Superlative['by']; end: number } | null {
  const superlative = superlatives.get(wordAt(reading, at)) === undefined ? at : skip(reading, at + 1, beforeCounted)
  const measure = measureAt(reading, superlative)
  if (measure) return { by: { measure: measure.part }, end: measure.end }
  const table = tableOf(reading.items[superlative])
  const column = columnOf(reading, superlative, rankable)
  // "With the most flights" counts flights, whatever column of theirs is a number.
  const isNamed = reading.items[superlative]?.meaning.tables.some(({ weight }) => weight >= 0.9)
  if (column && !(table && isNamed && superlative > at && column.weight < 0.75)) return { by: rankBy(column), end: superlative + 1 }
  return table && (mayCount || superlative > at) ? { by: { measure: countOf(table) }, end: superlative + 1 } : null
}
