import { datesOf, eventDateIn } from '#domain/analyst/conditions/times/event-dates.ts'
import { dayText, today } from '#domain/analyst/language/calendar.ts'
import { defaultDate } from '#domain/analyst/lexicon/display.ts'
import { determiners } from '#domain/analyst/lexicon/english/function-words.ts'
import type { ColumnReference, MeasurePart } from '#domain/analyst/reading/draft.ts'
import { isFree, phraseLength, type Reading, skip, tableOf, wordAt } from '#domain/analyst/reading/reading.ts'
import { oneEach } from '#domain/analyst/transactions/transaction-tables.ts'
import type { LayerColumn, LayerTable } from '#domain/semantics/layer.ts'
import type { Arithmetic, Moment } from '#domain/semantics/semantic-query.ts'
import type { FoundFigure } from './figure.ts'

export type TimeUnit = 'day' | 'hour' | 'minute' | 'second'
export const timeUnits = new Map<string, TimeUnit>([
  ['day', 'day'],
  ['hour', 'hour'],
  ['minute', 'minute'],
  ['second', 'second'],
])
const times = new Set(['time', 'duration', 'difference', 'gap', 'interval', 'delay', 'period', 'lag', 'length', 'takes', 'took', 'taken', 'elapsed'])
const small = new Set([...determiners, 'each', 'one', 'being', 'number', 'of', 'time', 'in', 'elapsed', 'passed', 'taken', 'it', 'takes', 'took', 'difference'])
const stops = new Set(['.', '?', ';', ',', ')', 'per', 'each', 'by', 'across', 'over', 'for', 'in', 'where', 'with', 'sorted', 'ordered', 'grouped'])
const joints = new Map([
  ['between', ['and']],
  ['from', ['to', 'until', 'till']],
])

/** `days between A and B`, `time from A to B in hours`, `session duration in minutes`: the time from one date to another, of a row or of one it refers to. */
export function durationAt(reading: Reading, at: number): FoundFigure | null {
  const word = reading.items[at]?.stem.split(' ').at(-1) ?? ''
  // "Took 3 days to close" is a condition.
  if (reading.items[at - 1]?.kind === 'number' || !(timeUnits.has(word) || times.has(word) || times.has(wordAt(reading, at)))) return null
  let lead = at + 1
  let unit = timeUnits.get(word)
  for (; small.has(wordAt(reading, lead)) || timeUnits.has(reading.items[lead]?.stem ?? ''); lead++) unit ??= timeUnits.get(reading.items[lead]?.stem ?? '')
  const between = joints.get(wordAt(reading, lead))
  const found = between ? betweenAt(reading, lead + 1, between) : (lastingAt(reading, at) ?? takenAt(reading, at, lead))
  if (!found) return null
  let { end } = found
  const tail = skip(reading, end + 1, small)
  if (wordAt(reading, end) === 'in' && timeUnits.has(reading.items[tail]?.stem ?? '')) {
    unit ??= timeUnits.get(reading.items[tail]?.stem ?? '')
    end = tail + 1
  }
  const part = elapsed(reading, found.from, found.to, unit ?? 'day')
  const numbers = ['total number of', 'the number of', 'number of', 'amount of', 'length of', 'the'].find(
    (phrase) => phraseLength(reading, at - phrase.split(' ').length, phrase) > 0,
  )
  return part && { part, from: found.start ?? at - (numbers?.split(' ').length ?? 0), end }
}

type Ends = { from: ColumnReference; to: ColumnReference; end: number; start?: number }

function betweenAt(reading: Reading, start: number, joints: string[]): Ends | null {
  const { items } = reading
  for (let joint = start + 1; joint < Math.min(items.length, start + 8); joint++) {
    if (!joints.includes(wordAt(reading, joint)) || items[joint]?.kind === 'name') continue
    const stop = items.findIndex((item, index) => index > joint + 1 && item.kind !== 'name' && stops.has(item.lower))
    for (let end = stop === -1 ? items.length : stop; end > joint + 1; end--) {
      const second = eventDateIn(reading, joint + 1, end)
      const first = second && eventDateIn(reading, start, joint, second)
      const own = first && eventDateIn(reading, joint + 1, end, first)
      if (first && own && first.column !== own.column) return { from: first, to: own, end: shortest(reading, joint + 1, end, own, first) }
    }
  }
  return null
}

/** Where the words that tell a date end: whose it is, as in `the hire date of employees`, others may want to know too. */
function shortest(reading: Reading, from: number, end: number, date: ColumnReference, beside: ColumnReference): number {
  for (let to = from + 1; to < end; to++) {
    const last = ['date', 'time'].includes(wordAt(reading, to)) ? to + 1 : to
    if (last <= end && eventDateIn(reading, from, last, beside)?.column === date.column) return last
  }
  return end
}

/** `session duration`, `duration of a stay`, `length of treatments`: of rows that say when they begin and end. */
function lastingAt(reading: Reading, at: number): Ends | null {
  if (!['duration', 'length'].includes(wordAt(reading, at))) return null
  const next = wordAt(reading, at + 1) === 'of' ? skip(reading, at + 2) : -1
  const before = tableNamed(reading, at - 1)
  const table = before ?? (next > 0 ? tableNamed(reading, next) : null)
  const ends = table && endsOf(reading, table)
  return ends && { ...ends, end: before || tableOf(reading.items[next]) ? at + 1 : next + 1, ...(before ? { start: at - 1 } : {}) }
}

const folds = new Set(['average', 'mean', 'avg', 'typical', 'longest', 'shortest', 'fastest', 'slowest', 'minimum', 'maximum', 'min', 'max'])

/** `time to close a ticket`, `hours to ship`, `average delivery time`: from when rows of a table begin to what the verb dates. */
export function takenAt(reading: Reading, at: number, lead: number): Ends | null {
  const { items } = reading
  if (wordAt(reading, lead) === 'to') {
    const stop = items.findIndex((item, index) => index > lead + 1 && (item.kind === 'sign' || stops.has(item.lower)))
    for (let end = Math.min(stop === -1 ? items.length : stop, lead + 5); end > lead + 1; end--) {
      const to = eventDateIn(reading, lead + 1, end)
      const from = to && beginOf(reading, to)
      if (from) return { from, to, end }
    }
    return null
  }
  if (wordAt(reading, at) !== 'time' || !folds.has(wordAt(reading, wordAt(reading, at - 2) === 'first' ? at - 3 : at - 2)) || items[at]?.meaning.columns.length)
    return null
  const to = eventDateIn(reading, at - 1, at)
  const from = to && beginOf(reading, to)
  return from && { from, to, end: at + 1, start: at - 1 }
}

/** When what is ended then began: the table's only other date, or its only one that says so. */
export function beginOf(reading: Reading, { table, column }: ColumnReference): ColumnReference | null {
  const others = datesOf(reading, table).filter((date) => date !== column)
  const told = others.filter(({ label }) => beginnings.test(label.toLowerCase()))
  const [from] = others.length === 1 ? others : told.length === 1 ? told : []
  return from ? { table, column: from } : null
}

/** The table an item names, in full or by the last word of its name. */
function tableNamed(reading: Reading, at: number): LayerTable | null {
  const item = isFree(reading, at) ? reading.items[at] : undefined
  const [best, second] = [...(item?.meaning.tables ?? [])].sort((a, b) => b.weight - a.weight)
  return tableOf(item) ?? (best && !(second && second.weight > best.weight - 0.05) ? best.table : null)
}

const begins = /\b(?:start|started|begin|began|opened|open|checked? in|check ?in|arrival|from|entry|admitted|admission|hired?)\b/
export const beginnings = new RegExp(
  `${begins.source}|\\b(?:created?|ordered|order|placed|requested|submitted|received|reported|raised|issued|booked|registered)\\b`,
)
const finishes =
  /\b(?:end|ended|finish|finished|closed|close|checked? out|check ?out|departure|to|exit|until|completed|discharged|discharge|left|termination)\b/

/** How rows end before their time or are done with, where nothing is called their end. */
const breaks = /\b(?:cancel(?:l?ed|lation)?|churned|expired|expiry|expiration|exp|delivered|returned|resolved|solved|settled)\b/

/** The only dates on which rows begin and end. */
export function endsOf(reading: Reading, table: LayerTable): { from: ColumnReference; to: ColumnReference } | null {
  const dates = datesOf(reading, table)
  const only = (pattern: RegExp): LayerColumn | null => {
    const [column, ...others] = dates.filter(({ label }) => pattern.test(label.toLowerCase()))
    return column && others.length === 0 ? column : null
  }
  const [from, to] = [only(begins) ?? only(beginnings), only(finishes) ?? only(breaks)]
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
export function sinceAt(reading: Reading, at: number): FoundFigure | null {
  const length = Math.max(...sinceLeads.map((phrase) => phraseLength(reading, at, phrase)))
  if (length === 0) return null
  const lead = skip(reading, at + length, new Set(['the', 'their', 'its', 'each', 'a', 'most']))
  const isFirst = ['first', 'earliest', 'oldest'].includes(wordAt(reading, lead))
  if (!isFirst && !['last', 'latest', 'recent', 'newest'].includes(wordAt(reading, lead))) return null
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
  if (item?.kind !== 'word' || item.stem !== 'age' || !/^(?:average|mean|avg|maximum|minimum|highest|lowest)$/.test(wordAt(reading, at - 1))) return null
  const tables = [...reading.tables].sort((a, b) => Math.abs(a.at - at) - Math.abs(b.at - at)).map(({ table }) => table)
  for (const table of tables) {
    const born = datesOf(reading, table).find(({ label }) => /\b(?:birth|birthdate|birthday|dob|born)\b/.test(label.toLowerCase()))
    const days: Arithmetic | null = born ? { duration: { from: { column: born.name }, to: { moment: dayText(today(reading.clock)) }, unit: 'day' } } : null
    if (days) return { part: rowFigure(table, { op: '/', left: days, right: { number: 365.25 } }, 'age'), end: at + 1 }
  }
  return null
}
