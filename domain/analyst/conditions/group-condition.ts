import { partsOf } from '#domain/analyst/figures/average.ts'
import { textOf } from '#domain/analyst/figures/figure-parts.ts'
import { isMeasurable } from '#domain/analyst/figures/measurable.ts'
import { measureAt } from '#domain/analyst/figures/measure.ts'
import {
  averageWords,
  beforeWholeFigure,
  betweenFigureAndComparison,
  betweenFigureAndRows,
  nounComparatives,
} from '#domain/analyst/lexicon/english/sentences/comparisons.ts'
import { beforeCounted } from '#domain/analyst/lexicon/english/sentences/rows.ts'
import { columnOf } from '#domain/analyst/reading/column-of.ts'
import type { MeasurePart } from '#domain/analyst/reading/draft.ts'
import { comparisonAt, numberAt } from '#domain/analyst/reading/numbers.ts'
import { forget, isFree, phraseLength, prefersValue, type Reading, skip, tableOf, take, wordAt } from '#domain/analyst/reading/reading.ts'
import type { Aggregate, HavingCondition, SemanticQuery } from '#domain/semantics/semantic-query.ts'
import { numericColumnNear } from './column-near.ts'
import { clauseEnd, onlyOne } from './subquery-comparison.ts'

type Operator = Extract<HavingCondition['operator'], 'equals' | 'not_equals' | `${string}than` | `${string}equal`>

/** Takes conditions on a figure of each group: `an average salary of over 5000`, `average salary above the overall average`, `cost more than 5 on average`, `more tracks than average`. */
export function readGroupConditions(reading: Reading): void {
  for (let at = 0; at < reading.items.length; at++) {
    if (!isFree(reading, at)) continue
    const end =
      readMeasured(reading, at) || readAmountOf(reading, at) || readOnAverage(reading, at) || readMoreThanAverage(reading, at) || readMore(reading, at)
    if (end) at = end - 1
  }
}

/** `an average salary of over 5000`, `an average salary above that of all`. */
function readMeasured(reading: Reading, start: number): number {
  const measure = measureAt(reading, start)
  // "How many people are under 40" says nothing about their number.
  if (!measure || measure.more.length > 0 || phraseLength(reading, start, 'how many') > 0) return 0
  const found = comparedAt(reading, skip(reading, measure.end, betweenFigureAndComparison))
  if (!found) return 0
  const value = numberAt(reading, found.next)
  if (value !== null) return finish(reading, { measure: measure.part, operator: found.operator, values: [value] }, start, found.next + 1)
  const figure = measure.part.aggregate === 'count' ? null : figureAt(reading, found.next, measure.part)
  return figure ? finish(reading, { measure: measure.part, operator: found.operator, values: [], values_from: { query: figure.query } }, start, figure.end) : 0
}

function comparedAt(reading: Reading, at: number): { operator: Operator; next: number } | null {
  const comparison = comparisonAt(reading, at)
  if (!comparison || ['contains', 'starts_with', 'ends_with'].includes(comparison.operator)) return null
  return { operator: comparison.operator as Operator, next: at + comparison.length }
}

function finish(reading: Reading, having: Reading['draft']['having'][number], from: number, to: number): number {
  reading.draft.having.push(having)
  take(reading, from, to, 'having')
  return to
}

/** The figure of all rows, or what another question would answer. */
function figureAt(reading: Reading, at: number, part: MeasurePart): { query: SemanticQuery; end: number } | null {
  const start = skip(reading, at, beforeWholeFigure)
  const named = columnOf(reading, start + 1, ({ column }) => column === part.column) ? start + 2 : start + 1
  const owner = skip(reading, named, betweenFigureAndRows)
  const end = owner > named && tableOf(reading.items[owner]) === part.table ? owner + 1 : named
  const stop = clauseEnd(reading, at)
  if (averageWords.has(wordAt(reading, start)) && end >= stop) {
    const { aggregate, table, column } = part
    const whole = { aggregate, table: table.name, ...(column ? { column: column.name } : {}) }
    return { query: { measures: [whole], dimensions: [], having: [], order: [], distinct: false, joins: [] }, end }
  }
  const asked = start < stop && measureAt(reading, start) ? reading.ask(`What is the ${textOf(reading, start, stop)}?`) : null
  const query = asked && onlyOne(asked)
  return query && { query, end: stop }
}

/** `an average of more than 20 points`, `a total of over 500 minutes`. */
function readAmountOf(reading: Reading, start: number): number {
  const aggregate: Aggregate | null = averageWords.has(wordAt(reading, start)) ? 'avg' : wordAt(reading, start) === 'total' ? 'sum' : null
  const found = aggregate && wordAt(reading, start + 1) === 'of' ? comparedAt(reading, start + 2) : null
  const value = found && numberAt(reading, found.next)
  const column = found && isFree(reading, found.next + 1) ? columnOf(reading, found.next + 1, (item) => isMeasurable(item.column, 'sum')) : null
  if (!aggregate || !found || value === null || !column) return 0
  const measure: MeasurePart = { aggregate, table: column.table, column: column.column, named: null }
  return finish(reading, { measure, operator: found.operator, values: [value] }, start, found.next + 2)
}

/** `cost more than 5 on average`, `draw over 200 attendees on average`. */
function readOnAverage(reading: Reading, start: number): number {
  const found = comparedAt(reading, start)
  const value = found && numberAt(reading, found.next)
  if (!found || value === null) return 0
  const said = [found.next + 1, found.next + 2].find((at) => phraseLength(reading, at, 'on average') > 0)
  const column = said === undefined ? null : numericColumnNear(reading, start, found.next + 1)
  if (said === undefined || !column) return 0
  const measure: MeasurePart = { aggregate: 'avg', ...column.reference, named: null }
  if (column.at !== null) take(reading, column.at, column.at + 1, 'having')
  return finish(reading, { measure, operator: found.operator, values: [value] }, start, said + 2)
}

/** `more than the average number of tracks`. */
function readMoreThanAverage(reading: Reading, start: number): number {
  const found = comparedAt(reading, start)
  const at = found ? skip(reading, found.next, beforeWholeFigure) : start
  const noun = skip(reading, at + 1, beforeCounted)
  return found && averageWords.has(wordAt(reading, at)) && noun > at + 1 ? compareCounts(reading, start, noun, found.operator, null, noun + 1) : 0
}

/** `more tracks than average`, `more tracks than the album Facelift`. */
function readMore(reading: Reading, start: number): number {
  const operator = nounComparatives.get(wordAt(reading, start))?.operator
  const noun = skip(reading, start + 1, beforeCounted)
  if (!operator || !tableOf(reading.items[noun]) || wordAt(reading, noun + 1) !== 'than') return 0
  const next = skip(reading, noun + 2, beforeWholeFigure)
  const stop = clauseEnd(reading, noun + 1)
  if (averageWords.has(wordAt(reading, next))) return compareCounts(reading, start, noun, operator, null, stop)
  const isNamed = reading.items.slice(next, stop).some((item, index) => item.kind === 'quoted' || prefersValue(reading, next + index))
  const asked = isNamed ? reading.ask(`What is the number of ${reading.items[noun]?.text} of ${textOf(reading, noun + 2, stop)}?`) : null
  const query = asked && onlyOne(asked)
  return query ? compareCounts(reading, start, noun, operator, query, stop) : 0
}

function compareCounts(reading: Reading, start: number, noun: number, operator: Operator, other: SemanticQuery | null, end: number): number {
  const table = tableOf(reading.items[noun])
  const owner = reading.tables.find((mention) => mention.at < start && mention.table !== table)?.table
  const ratio = table && owner && !other ? partsOf(reading, noun, owner) : null
  const query: SemanticQuery | null = ratio ? { measures: [{ ratio }], dimensions: [], having: [], order: [], distinct: false, joins: [] } : other
  if (!table || !query) return 0
  forget(reading, table, noun)
  return finish(reading, { measure: { aggregate: 'count', table, column: null, named: null }, operator, values: [], values_from: { query } }, start, end)
}
