import type { AggregateMeasure, SemanticQuery } from '#domain/semantics/semantic-query.ts'
import { readAverages } from './clause-average.ts'
import { isMeasurable } from './clause-measure.ts'
import { columnOf, isFree, phraseLength, type Reading, skip, tableOf, take, wordAt } from './reading.ts'

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
    if (!isFree(reading, total) || (!table && !column)) continue
    const measure = table
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

const ratioEnds = new Set(['for', 'per', 'each', 'by', 'across', ',', '?', '.', 'overall', 'sorted', 'ordered'])

/** Takes `ratio of restaurants rated above 4 to all restaurants`, `ratio of capacity to range`: one figure divided by another. */
export function readRatio(reading: Reading): void {
  readAverages(reading)
  if (reading.draft.ratio) return
  const at = reading.items.findIndex((_, index) => wordAt(reading, index) === 'ratio' && wordAt(reading, index + 1) === 'of' && isFree(reading, index))
  if (at === -1) return
  const to = reading.items.findIndex((_, index) => index > at + 2 && (wordAt(reading, index) === 'to' || phraseLength(reading, index, 'out of') > 0))
  if (to === -1) return
  const from = to + (wordAt(reading, to) === 'to' ? 1 : 2)
  const stop = reading.items.findIndex((item, index) => index > from && item.kind !== 'name' && ratioEnds.has(item.lower))
  const end = stop === -1 ? reading.items.length : stop
  const [numerator, denominator] = [figureOf(reading, at + 2, to), figureOf(reading, from, end)]
  if (!numerator || !denominator) return
  reading.draft.ratio = { numerator, denominator }
  take(reading, ['average', 'the'].includes(wordAt(reading, at - 1)) ? at - 1 : at, end, 'share')
}

/** What a stretch of the question measures: rows counted, an aggregate, or a column summed. */
function figureOf(reading: Reading, from: number, to: number): AggregateMeasure | null {
  const start = skip(reading, from)
  const text = reading.items
    .slice(start, to)
    .map((item) => (item.kind === 'quoted' ? `"${item.text}"` : item.text))
    .join(' ')
  const column = to - start === 1 ? columnOf(reading, start, ({ column: candidate }) => isMeasurable(candidate, 'sum')) : null
  if (column && !tableOf(reading.items[start])) return { aggregate: 'sum', table: column.table.name, column: column.column.name }
  for (const question of [`How many ${text}?`, `What is the ${text}?`]) {
    const figure = onlyFigure(reading.ask(question))
    if (figure) return figure
  }
  return null
}

/** The measure of a query that shows nothing else, with its conditions. */
function onlyFigure(query: SemanticQuery | null): AggregateMeasure | null {
  const [measure, ...others] = query?.measures.filter((item) => !item.hidden) ?? []
  if (!query || !measure || others.length > 0 || !('aggregate' in measure) || query.dimensions.some((item) => !item.hidden) || query.having.length > 0)
    return null
  const { name: _, hidden: __, ...figure } = measure
  return query.filters ? { ...figure, filters: query.filters } : figure
}
