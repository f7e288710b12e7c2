import { dayText, today } from '#domain/analyst/language/calendar.ts'
import { articles } from '#domain/analyst/language/words.ts'
import { defaultDate } from '#domain/analyst/lexicon/display.ts'
import type { Item } from '#domain/analyst/lexicon/link.ts'
import { holdsNumbersAsText, isNumericType, timeStorageOf } from '#domain/semantics/column-storage.ts'
import type { LayerMeasure } from '#domain/semantics/layer.ts'
import type { Arithmetic, Moment } from '#domain/semantics/semantic-query.ts'
import { readArithmetic } from './arithmetic.ts'
import { type Part, partOf, textOf } from './figure-parts.ts'
import { portionAt } from './portion.ts'
import { type ColumnReference, columnOf, isFree, type MeasurePart, phraseLength, type Reading, skip, tableOf, wordAt } from './reading.ts'

/**
 * Puts one name in place of the words of a figure that is worked out: `unit price times quantity`, `ratio of orders shipped to France to all orders`,
 * `number of days between the order date and the shipped date`. The clauses then read it as any other.
 */
export function readFigures(reading: Reading): void {
  for (let at = 0; at < reading.items.length; at++) {
    if (!isFree(reading, at)) continue
    const notes = [...reading.draft.notes]
    const found = ratioAt(reading, at) ?? portionAt(reading, at) ?? durationAt(reading, at) ?? sinceAt(reading, at) ?? readArithmetic(reading, at)
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

const shares = new Map([
  ['ratio', false],
  ['proportion', false],
  ['fraction', false],
  ['percentage', true],
  ['percent', true],
  ['share', true],
])
const stops = new Set(['.', '?', ';', ',', 'per', 'each', 'by', 'across', 'sorted', 'ordered', 'vary', 'varies', 'over', 'overall', 'where', 'differ'])

/** `ratio of A to B`, `ratio between A and B`, `proportion of A out of all B`: one figure divided by another. */
function ratioAt(reading: Reading, at: number): FoundFigure | null {
  const percent = shares.get(wordAt(reading, at))
  const lead = wordAt(reading, at + 1)
  if (percent === undefined || !(lead === 'of' || lead === 'between')) return null
  const start = at + 2
  const stop = endOf(reading, start)
  for (let joint = start + 1; joint < stop; joint++) {
    const isOut = phraseLength(reading, joint, 'out of') > 0
    const isTo = wordAt(reading, at) === 'ratio' && ['to', 'over', 'versus', 'vs', ...(lead === 'between' ? ['and'] : [])].includes(wordAt(reading, joint))
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
    (item, index) => index > from && (taken[index] !== null || (item.kind !== 'name' && stops.has(item.lower) && item.lower !== 'over')),
  )
  const end = stop === -1 ? items.length : stop
  // "For each fare", "in each region".
  return ['for', 'in', 'at', 'of', 'within'].includes(items[end - 1]?.lower ?? '') ? end - 1 : end
}

/** A place or time at the end is that of both sides where the first names none: `… to restaurants rated below 4 in New York`. */
function whereShared(reading: Reading, start: number, joint: number, from: number, stop: number): number {
  for (let at = from + 1; at < stop; at++) {
    const isPlace = ['in', 'for', 'during', 'since', 'at'].includes(wordAt(reading, at)) && (reading.items[skip(reading, at + 1)]?.values.length ?? 0) > 0
    const isOwn = reading.items.slice(start, joint).some((item) => item.kind === 'time' || item.lower === wordAt(reading, at))
    if ((isPlace || reading.items[at]?.kind === 'time') && !isOwn) return at
  }
  return stop
}

const units = new Map<string, 'day' | 'hour' | 'minute' | 'second'>([
  ['day', 'day'],
  ['hour', 'hour'],
  ['minute', 'minute'],
  ['second', 'second'],
])
const times = new Set(['time', 'duration', 'difference', 'gap', 'interval', 'delay', 'period', 'lag', 'length'])
const small = new Set([...articles, 'their', 'its', 'each', 'one', 'being', 'number', 'of', 'time', 'in', 'elapsed', 'passed', 'taken'])

/** `days between A and B`, `time from A to B in hours`, `number of days from A until B`: the time from one date of a row to another. */
function durationAt(reading: Reading, at: number): FoundFigure | null {
  const word = reading.items[at]?.stem ?? ''
  if (!(units.has(word) || times.has(word))) return null
  let lead = at + 1
  let unit = units.get(word)
  for (; small.has(wordAt(reading, lead)) || units.has(reading.items[lead]?.stem ?? ''); lead++) unit ??= units.get(reading.items[lead]?.stem ?? '')
  const joints = wordAt(reading, lead) === 'between' ? ['and'] : wordAt(reading, lead) === 'from' ? ['to', 'until', 'till'] : []
  if (joints.length === 0) return null
  const first = dateAt(reading, skip(reading, lead + 1, small))
  const joint = first ? skip(reading, first.end, new Set(['date', 'time'])) : -1
  const second = first && joints.includes(wordAt(reading, joint)) ? dateAt(reading, skip(reading, joint + 1, small), first.table) : null
  if (!first || !second || first.table !== second.table || first.column === second.column) return null
  let end = skip(reading, second.end, new Set(['date', 'time']))
  const tail = skip(reading, end + 1, small)
  if (wordAt(reading, end) === 'in' && units.has(reading.items[tail]?.stem ?? '')) {
    unit ??= units.get(reading.items[tail]?.stem ?? '')
    end = tail + 1
  }
  const numbers = ['total number of', 'the number of', 'number of', 'amount of', 'length of', 'the'].find((phrase) => endsBefore(reading, at, phrase))
  const of: Arithmetic = { duration: { from: { column: first.column.name }, to: { column: second.column.name }, unit: unit ?? 'day' } }
  return { part: rowFigure(first, of, `${unit ?? 'day'}s`), from: at - (numbers?.split(' ').length ?? 0), end }
}

function endsBefore(reading: Reading, at: number, phrase: string): boolean {
  return phraseLength(reading, at - phrase.split(' ').length, phrase) > 0
}

function rowFigure({ table }: ColumnReference, of: Arithmetic, name: string): MeasurePart {
  return { aggregate: 'avg', table, column: null, named: null, expression: { of, name } }
}

/** A date that is named, or told by its verb or by the rows it belongs to. */
function dateAt(reading: Reading, at: number, table?: ColumnReference['table']): (ColumnReference & { end: number }) | null {
  const isDate = (reference: ColumnReference) =>
    reference.column.semanticType === 'time' &&
    timeStorageOf(reference.column, reading.lexicon.layer.dialect) !== null &&
    !isNumericLike(reference) &&
    (table === undefined || reference.table === table)
  const column = isFree(reading, at) && reading.items[at]?.kind === 'name' ? columnOf(reading, at, isDate) : null
  return column ? { table: column.table, column: column.column, end: at + 1 } : null
}

/** Years alone have no days between them. */
function isNumericLike({ column }: ColumnReference): boolean {
  return (isNumericType(column) || holdsNumbersAsText(column)) && Number(column.max) < 10_000
}

const sinceLeads = [
  'how many days has it been since',
  'how many days have passed since',
  'how long has it been since',
  'how long is it since',
  'how long ago was',
  'number of days since',
  'days since',
  'how long has it been in days since',
  'time since',
]

/** `days since the last order`, `how long has it been since the first sale`: from the end of a date until today. */
function sinceAt(reading: Reading, at: number): FoundFigure | null {
  const length = Math.max(...sinceLeads.map((phrase) => phraseLength(reading, at, phrase)))
  if (length === 0) return null
  const lead = skip(reading, at + length, new Set(['the', 'their', 'its', 'each', 'a', 'most']))
  const isFirst = ['first', 'earliest', 'oldest'].includes(wordAt(reading, lead))
  if (!isFirst && !['last', 'latest', 'recent', 'newest'].includes(wordAt(reading, lead))) return null
  const named = dateAt(reading, lead + 1)
  const table = tableOf(reading.items[lead + 1])
  const column = table && defaultDate(table)
  const date = named ?? (table && column ? { table, column, end: lead + 2 } : null)
  if (!date) return null
  const now: Moment = { moment: dayText(today(reading.clock)) }
  const of: Arithmetic = { duration: { from: { column: date.column.name }, to: now, unit: 'day' } }
  return { part: { ...rowFigure(date, of, 'days_since'), aggregate: isFirst ? 'max' : 'min' }, end: date.end }
}
