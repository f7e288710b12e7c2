import { flowWords } from '#domain/analyst/lexicon/english/business/measures.ts'
import { averagePerPhrases, averagePhrases } from '#domain/analyst/lexicon/english/meanings/aggregates.ts'
import { columnOf } from '#domain/analyst/reading/column-of.ts'
import type { MeasurePart } from '#domain/analyst/reading/draft.ts'
import { forget, isFree, longestPhrase, type Reading, skip, tableOf, take, wordAt } from '#domain/analyst/reading/reading.ts'
import { oneEach } from '#domain/analyst/transactions/transaction-tables.ts'
import type { Layer, LayerTable } from '#domain/semantics/layer.ts'
import type { AggregateMeasure } from '#domain/semantics/semantic-query.ts'
import { isMeasurable } from './measurable.ts'

/** Takes `average number of tracks per album`, `average revenue per customer`: a count or sum, divided by the number of different albums or customers among its rows. */
export function readAverages(reading: Reading): void {
  for (let at = 0; at < reading.items.length; at++) {
    const length = longestPhrase(reading, at, averagePhrases)
    if (length === 0 || reading.draft.ratio) continue
    const target = skip(reading, at + length)
    const per = target + 1
    const perLength = longestPhrase(reading, per, averagePerPhrases)
    const owner = perLength > 0 ? skip(reading, per + perLength) : -1
    const table = owner < 0 || !isFree(reading, owner) || !isFree(reading, target) ? null : tableOf(reading.items[owner])
    const parts = table && reading.items[owner]?.lower === reading.items[owner]?.stem ? partsOf(reading, target, table) : null
    if (!parts) continue
    reading.draft.ratio = parts
    reading.draft.settled.push(parts.numerator.table)
    for (const place of [target, owner]) {
      const named = tableOf(reading.items[place])
      if (named) reading.draft.settled.push(named.name)
      if (named) forget(reading, named, place)
    }
    take(reading, wordAt(reading, at - 1) === 'the' ? at - 1 : at, owner + 1, 'share')
  }
}

type Parts = { numerator: AggregateMeasure; denominator: AggregateMeasure }

/** The two sides of an average of what the item at `at` names for each row of `owner`: a sum or count, and the number of owners. Null where there are several ways to relate the two. */
export function partsOf(reading: Reading, at: number, owner: LayerTable): Parts | null {
  const { layer } = reading.lexicon
  const counted = tableOf(reading.items[at])
  if (counted && counted !== owner) {
    const reference = referenceTo(layer, counted, owner) ?? linkBetween(layer, counted, owner)
    return reference && { numerator: { aggregate: 'count', table: reference.table }, denominator: { aggregate: 'count_distinct', ...reference } }
  }
  const figure = reading.items[at]?.figure
  if (figure?.expression) return sharedOut(layer, figure, owner)
  const isFlow = flowWords.has(reading.items[at]?.stem ?? '') || reading.items[at]?.stem === 'sale'
  const amount = isFlow && !counted ? columnOf(reading, at, ({ column }) => isMeasurable(column, 'sum')) : null
  const reference = amount && amount.table !== owner ? referenceTo(layer, amount.table, owner) : null
  if (!amount || !reference) return null
  return {
    numerator: { aggregate: 'sum', table: amount.table.name, column: amount.column.name },
    denominator: { aggregate: 'count_distinct', ...reference },
  }
}

/** The sum of an expression over the rows of a table, divided by the number of different rows of `owner` they belong to. */
export function sharedOut(layer: Layer, { table, expression }: MeasurePart, owner: LayerTable): Parts | null {
  const through = expression ? (oneEach(layer, table, [owner]) ?? []) : []
  const reference = layer.tables
    .filter((from) => from === table || through.includes(from.name))
    .map((from) => referenceTo(layer, from, owner))
    .find((item) => item !== null)
  return expression && reference
    ? { numerator: { aggregate: 'sum', table: table.name, expression: expression.of }, denominator: { aggregate: 'count_distinct', ...reference } }
    : null
}

/** The only column by which rows of a table refer to another. */
function referenceTo({ relationships }: Layer, from: LayerTable, to: LayerTable): { table: string; column: string } | null {
  const found = relationships.filter((item) => item.fromTable === from.name && item.toTable === to.name && item.fromColumns.length === 1)
  const [only, ...others] = found
  return only && others.length === 0 ? { table: from.name, column: only.fromColumns[0] ?? '' } : null
}

/** The table that pairs two others: its rows are counted, by what they refer to. */
function linkBetween(layer: Layer, counted: LayerTable, owner: LayerTable): { table: string; column: string } | null {
  const links = layer.tables.flatMap((table) => {
    const reference = table === counted || table === owner ? null : referenceTo(layer, table, owner)
    return reference && referenceTo(layer, table, counted) ? [reference] : []
  })
  const [only, ...others] = links
  return only && others.length === 0 ? only : null
}
