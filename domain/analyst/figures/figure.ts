import { ratioJoints, ratioWords, sharedConditions } from '#domain/analyst/lexicon/english/meanings/shares.ts'
import { ratioEnds, trailingPrepositions } from '#domain/analyst/lexicon/english/sentences/clause-ends.ts'
import type { Item } from '#domain/analyst/lexicon/linking/link.ts'
import type { MeasurePart } from '#domain/analyst/reading/draft.ts'
import { isFree, phraseLength, type Reading, skip, tableOf, wordAt } from '#domain/analyst/reading/reading.ts'
import { revenueAt } from '#domain/analyst/transactions/revenue.ts'
import type { LayerMeasure } from '#domain/semantics/layer.ts'
import type { Arithmetic } from '#domain/semantics/semantic-query.ts'
import { readArithmetic } from './arithmetic.ts'
import { conditionalShareAt } from './conditional-share.ts'
import { ageAt, durationAt, sinceAt } from './duration.ts'
import { type Part, partOf, textOf } from './figure-parts.ts'
import { rateAt } from './rate.ts'

/**
 * Puts one name in place of the words of a figure that is worked out: `unit price times quantity`, `ratio of orders shipped to France to all orders`,
 * `number of days between the order date and the shipped date`. The clauses then read it as any other.
 */
export function readFigures(reading: Reading): void {
  for (let at = 0; at < reading.items.length; at++) {
    if (!isFree(reading, at)) continue
    const notes = [...reading.draft.notes]
    const found =
      ratioAt(reading, at) ??
      conditionalShareAt(reading, at) ??
      rateAt(reading, at) ??
      durationAt(reading, at) ??
      sinceAt(reading, at) ??
      ageAt(reading, at) ??
      readArithmetic(reading, at) ??
      revenueAt(reading, at)
    if (found) collapse(reading, found.from ?? at, found.end, found.part)
    else reading.draft.notes = notes
  }
}

export type FoundFigure = { part: MeasurePart; from?: number; end: number }

function collapse(reading: Reading, from: number, to: number, figure: MeasurePart): void {
  const text = textOf(reading, from, to)
  const item: Item = {
    kind: 'name',
    text,
    lower: text.toLowerCase(),
    stem: 'figure',
    number: null,
    time: null,
    meaning: { tables: [], columns: [], measures: [{ measure: measureFor(text, figure), weight: 1 }] },
    values: [],
    corrected: null,
    isCapitalised: false,
    isPossessive: false,
    figure,
  }
  reading.items = [...reading.items.slice(0, from), item, ...reading.items.slice(to)]
  reading.taken = [...reading.taken.slice(0, from), null, ...reading.taken.slice(to)]
  reading.tables = reading.items.flatMap((entry, at) => {
    const table = tableOf(entry)
    return table ? [{ table, at }] : []
  })
}

function measureFor(name: string, { table, aggregate }: MeasurePart): LayerMeasure {
  return { name, label: name, table: table.name, aggregate, column: null, description: '', synonyms: [], unit: null }
}

/** `ratio of A to B`, `ratio between A and B`, `proportion of A out of all B`: one figure divided by another. */
function ratioAt(reading: Reading, at: number): FoundFigure | null {
  const percent = ratioWords.get(wordAt(reading, at))
  const lead = wordAt(reading, at + 1)
  if (percent === undefined || !(lead === 'of' || lead === 'between')) return null
  const start = at + 2
  const stop = endOf(reading, start)
  for (let joint = start + 1; joint < stop; joint++) {
    const isOut = phraseLength(reading, joint, 'out of') > 0
    const isTo = wordAt(reading, at) === 'ratio' && (ratioJoints.has(wordAt(reading, joint)) || (lead === 'between' && wordAt(reading, joint) === 'and'))
    // "A to B over different courses" is over courses, not divided by them.
    const isLate = wordAt(reading, joint) === 'over' && reading.items.some(({ lower }, index) => index > start && index < joint && lower === 'to')
    if ((!isOut && !isTo) || isLate) continue
    const from = joint + (isOut ? 2 : 1)
    const end = whereShared(reading, start, joint, from, stop)
    const [numerator, denominator] = [partOf(reading, start, joint), partOf(reading, from, end)]
    // One figure over itself was not meant: something told the two apart.
    if (numerator && denominator && JSON.stringify(numerator.figure) !== JSON.stringify(denominator.figure))
      return { part: ratioOf(reading, numerator, denominator, percent), end, from: wordAt(reading, at - 1) === 'the' ? at - 1 : at }
  }
  return null
}

function ratioOf(reading: Reading, { figure: numerator, row: above }: Part, { figure: denominator, row: below }: Part, percent: boolean): MeasurePart {
  const table = reading.lexicon.layer.tables.find(({ name }) => name === numerator.table)
  if (!table) throw new Error(`no table ${numerator.table}`)
  const row: Arithmetic | null =
    above !== undefined && below !== undefined && numerator.table === denominator.table ? { op: '/', left: { column: above }, right: { column: below } } : null
  return {
    aggregate: 'avg',
    table,
    column: null,
    named: null,
    ratio: { numerator, denominator, ...(percent ? { percent } : {}) },
    ...(row ? { expression: { of: row, name: 'ratio' } } : {}),
  }
}

function endOf({ items, taken }: Reading, from: number): number {
  const stop = items.findIndex(
    (item, index) => index > from && (taken[index] !== null || (item.kind !== 'name' && ratioEnds.has(item.lower) && item.lower !== 'over')),
  )
  const end = stop === -1 ? items.length : stop
  // "For each fare", "in each region".
  return trailingPrepositions.has(items[end - 1]?.lower ?? '') ? end - 1 : end
}

/** Where a place or time at the end begins that holds for both sides, as the first names none: `ratio of restaurants to restaurants rated below 4 in New York`. */
function whereShared(reading: Reading, start: number, joint: number, from: number, stop: number): number {
  for (let at = from + 1; at < stop; at++) {
    const isPlace = sharedConditions.has(wordAt(reading, at)) && (reading.items[skip(reading, at + 1)]?.values.length ?? 0) > 0
    const isOwn = reading.items.slice(start, joint).some((item) => item.kind === 'time' || item.lower === wordAt(reading, at))
    if ((isPlace || reading.items[at]?.kind === 'time') && !isOwn) return at
  }
  return stop
}
