import { datesOf, eventDateIn } from '#domain/analyst/conditions/times/event-dates.ts'
import { dayText, today } from '#domain/analyst/language/calendar.ts'
import { durationColumn } from '#domain/analyst/lexicon/column-kind.ts'
import { defaultDate } from '#domain/analyst/lexicon/display.ts'
import { ageAggregates } from '#domain/analyst/lexicon/english/meanings/aggregates.ts'
import { doneLabels, endLabels, recordLabels, startLabels } from '#domain/analyst/lexicon/english/meanings/column-labels.ts'
import { birthWords } from '#domain/analyst/lexicon/english/meanings/events.ts'
import { durationEnds } from '#domain/analyst/lexicon/english/sentences/clause-ends.ts'
import type { TimeUnit } from '#domain/analyst/lexicon/english/times/durations.ts'
import {
  amountOfPhrases,
  beforeDates,
  beforeFirstOrLast,
  dateJoints,
  durationFolds,
  durationWords,
  firstWords,
  lastWords,
  sincePhrases,
  timeUnits,
} from '#domain/analyst/lexicon/english/times/durations.ts'
import { wordPattern } from '#domain/analyst/lexicon/word-pattern.ts'
import type { ColumnReference, MeasurePart } from '#domain/analyst/reading/draft.ts'
import { isFree, longestPhrase, phraseLength, type Reading, skip, tableOf, wordAt } from '#domain/analyst/reading/reading.ts'
import { oneEach } from '#domain/analyst/transactions/transaction-tables.ts'
import type { LayerColumn, LayerTable } from '#domain/semantics/layer.ts'
import type { Arithmetic, Moment } from '#domain/semantics/semantic-query.ts'
import type { FoundFigure } from './figure.ts'

/** `days between A and B`, `time from A to B in hours`, `session duration in minutes`: the time from one date to another, of a row or of one it refers to. */
export function durationAt(reading: Reading, at: number): FoundFigure | null {
  const word = reading.items[at]?.stem.split(' ').at(-1) ?? ''
  // "Took 3 days to close" is a condition.
  if (reading.items[at - 1]?.kind === 'number' || !(timeUnits.has(word) || durationWords.has(word) || durationWords.has(wordAt(reading, at)))) return null
  let lead = at + 1
  let unit = timeUnits.get(word)
  for (; beforeDates.has(wordAt(reading, lead)) || timeUnits.has(reading.items[lead]?.stem ?? ''); lead++)
    unit ??= timeUnits.get(reading.items[lead]?.stem ?? '')
  const between = dateJoints.get(wordAt(reading, lead))
  const found = between ? betweenAt(reading, lead + 1, between) : (lastingAt(reading, at) ?? takenAt(reading, at, lead))
  if (!found) return null
  let { end } = found
  const tail = skip(reading, end + 1, beforeDates)
  if (wordAt(reading, end) === 'in' && timeUnits.has(reading.items[tail]?.stem ?? '')) {
    unit ??= timeUnits.get(reading.items[tail]?.stem ?? '')
    end = tail + 1
  }
  // Where a number tells it, it is not worked out from dates.
  if (!between && durationColumn(found.from.table)) return null
  const part = elapsed(reading, found.from, found.to, unit ?? 'day')
  const numbers = amountOfPhrases.find((phrase) => phraseLength(reading, at - phrase.split(' ').length, phrase) > 0)
  return part && { part, from: found.start ?? at - (numbers?.split(' ').length ?? 0), end }
}

type Ends = { from: ColumnReference; to: ColumnReference; end: number; start?: number }

function betweenAt(reading: Reading, start: number, joints: ReadonlySet<string>): Ends | null {
  const { items } = reading
  for (let joint = start + 1; joint < Math.min(items.length, start + 8); joint++) {
    if (!joints.has(wordAt(reading, joint)) || items[joint]?.kind === 'name') continue
    const stop = items.findIndex((item, index) => index > joint + 1 && item.kind !== 'name' && durationEnds.has(item.lower))
    for (let end = stop === -1 ? items.length : stop; end > joint + 1; end--) {
      const second = eventDateIn(reading, joint + 1, end)
      const first = second && eventDateIn(reading, start, joint, second)
      const own = first && eventDateIn(reading, joint + 1, end, first)
      if (first && own && first.column !== own.column) return { from: first, to: own, end: shortest(reading, joint + 1, end, own, first) }
    }
  }
  return null
}

/** The item behind the shortest words that name the date, so that "of employees" behind "the hire date" is left for other readers. */
function shortest(reading: Reading, from: number, end: number, date: ColumnReference, beside: ColumnReference): number {
  for (let to = from + 1; to < end; to++) {
    const last = wordAt(reading, to) === 'date' || wordAt(reading, to) === 'time' ? to + 1 : to
    if (last <= end && eventDateIn(reading, from, last, beside)?.column === date.column) return last
  }
  return end
}

/** `session duration`, `duration of a stay`, `length of treatments`: the time between the two dates on which a row begins and ends. */
function lastingAt(reading: Reading, at: number): Ends | null {
  if (wordAt(reading, at) !== 'duration' && wordAt(reading, at) !== 'length') return null
  const next = wordAt(reading, at + 1) === 'of' ? skip(reading, at + 2) : -1
  const before = tableNamed(reading, at - 1)
  const table = before ?? (next > 0 ? tableNamed(reading, next) : null)
  const ends = table && endsOf(reading, table)
  return ends && { ...ends, end: before || tableOf(reading.items[next]) ? at + 1 : next + 1, ...(before ? { start: at - 1 } : {}) }
}

/** `time to close a ticket`, `hours to ship`, `average delivery time`: from the date a row begins to the date the verb speaks of. */
export function takenAt(reading: Reading, at: number, lead: number): Ends | null {
  const { items } = reading
  if (wordAt(reading, lead) === 'to') {
    const stop = items.findIndex((item, index) => index > lead + 1 && (item.kind === 'sign' || durationEnds.has(item.lower)))
    for (let end = Math.min(stop === -1 ? items.length : stop, lead + 5); end > lead + 1; end--) {
      const to = eventDateIn(reading, lead + 1, end)
      const from = to && beginOf(reading, to)
      if (from) return { from, to, end }
    }
    return null
  }
  if (
    wordAt(reading, at) !== 'time' ||
    !durationFolds.has(wordAt(reading, wordAt(reading, at - 2) === 'first' ? at - 3 : at - 2)) ||
    items[at]?.meaning.columns.length
  )
    return null
  const to = eventDateIn(reading, at - 1, at)
  const from = to && beginOf(reading, to)
  return from && { from, to, end: at + 1, start: at - 1 }
}

/** The date on which a row began that ended on the given date: the only other date of the table, or the only one labelled as a beginning. */
export function beginOf(reading: Reading, { table, column }: ColumnReference): ColumnReference | null {
  const others = datesOf(reading, table).filter((date) => date !== column)
  const told = others.filter(({ label }) => beginningLabel.test(label))
  const [from] = others.length === 1 ? others : told.length === 1 ? told : []
  return from ? { table, column: from } : null
}

/** The table an item names, in full or by the last word of its name. */
function tableNamed(reading: Reading, at: number): LayerTable | null {
  const item = isFree(reading, at) ? reading.items[at] : undefined
  const [best, second] = [...(item?.meaning.tables ?? [])].sort((a, b) => b.weight - a.weight)
  return tableOf(item) ?? (best && !(second && second.weight > best.weight - 0.05) ? best.table : null)
}

const startLabel = wordPattern(startLabels)
/** Labels of dates on which rows begin to exist. */
export const beginningLabel = wordPattern(startLabels, recordLabels)
const endLabel = wordPattern(endLabels)
const doneLabel = wordPattern(doneLabels)
const birthLabel = wordPattern(birthWords)

/** The only dates on which rows begin and end. */
export function endsOf(reading: Reading, table: LayerTable): { from: ColumnReference; to: ColumnReference } | null {
  const dates = datesOf(reading, table)
  const only = (pattern: RegExp): LayerColumn | null => {
    const [column, ...others] = dates.filter(({ label }) => pattern.test(label))
    return column && others.length === 0 ? column : null
  }
  const [from, to] = [only(startLabel) ?? only(beginningLabel), only(endLabel) ?? only(doneLabel)]
  return from && to && from !== to ? { from: { table, column: from }, to: { table, column: to } } : null
}

/** The time from one date to another as a figure of the rows that refer to the others; null when a row of neither has one of the other. */
export function elapsed({ lexicon: { layer } }: Reading, from: ColumnReference, to: ColumnReference, unit: TimeUnit): MeasurePart | null {
  const base = [from.table, to.table].find((table) => {
    const other = table === from.table ? to.table : from.table
    return other === table || oneEach(layer, table, [other]) !== null
  })
  if (!base) return null
  const momentOf = ({ table, column }: ColumnReference): Moment => ({ column: column.name, ...(table === base ? {} : { table: table.name }) })
  return rowFigure(base, { duration: { from: momentOf(from), to: momentOf(to), unit } }, `${unit}s`)
}

function rowFigure(table: LayerTable, of: Arithmetic, name: string): MeasurePart {
  return { aggregate: 'avg', table, column: null, named: null, expression: { of, name } }
}

/** `days since the last order`, `how long has it been since the first sale`: from the end of a date until today. */
export function sinceAt(reading: Reading, at: number): FoundFigure | null {
  const length = longestPhrase(reading, at, sincePhrases)
  if (length === 0) return null
  const lead = skip(reading, at + length, beforeFirstOrLast)
  const isFirst = firstWords.has(wordAt(reading, lead))
  if (!isFirst && !lastWords.has(wordAt(reading, lead))) return null
  const table = tableOf(reading.items[lead + 1])
  const column = table && defaultDate(table)
  const date = eventDateIn(reading, lead + 1, lead + 2) ?? (table && column ? { table, column } : null)
  if (!date) return null
  const now: Moment = { moment: dayText(today(reading.clock)) }
  const of: Arithmetic = { duration: { from: { column: date.column.name }, to: now, unit: 'day' } }
  return { part: { ...rowFigure(date.table, of, 'days_since'), aggregate: isFirst ? 'max' : 'min' }, end: lead + 2 }
}

/** `average age` of rows that only have a day of birth: the years since. */
export function ageAt(reading: Reading, at: number): FoundFigure | null {
  const item = reading.items[at]
  if (item?.kind !== 'word' || item.stem !== 'age' || !ageAggregates.has(wordAt(reading, at - 1))) return null
  const tables = [...reading.tables].sort((a, b) => Math.abs(a.at - at) - Math.abs(b.at - at)).map(({ table }) => table)
  for (const table of tables) {
    const born = datesOf(reading, table).find(({ label }) => birthLabel.test(label))
    const days: Arithmetic | null = born ? { duration: { from: { column: born.name }, to: { moment: dayText(today(reading.clock)) }, unit: 'day' } } : null
    if (days) return { part: rowFigure(table, { op: '/', left: days, right: { number: 365.25 } }, 'age'), end: at + 1 }
  }
  return null
}
