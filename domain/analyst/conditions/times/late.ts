import { beside } from '#domain/analyst/conditions/column-comparison.ts'
import { addFilter, condition } from '#domain/analyst/conditions/filter-parts.ts'
import { beginningLabel } from '#domain/analyst/figures/duration.ts'
import { dayText, today } from '#domain/analyst/language/calendar.ts'
import type { ColumnReference } from '#domain/analyst/reading/draft.ts'
import { isFree, phraseLength, type Reading, tableOf, take, wordAt } from '#domain/analyst/reading/reading.ts'
import type { LayerTable } from '#domain/semantics/layer.ts'
import type { Filter } from '#domain/semantics/semantic-query.ts'
import { datesOf } from './event-dates.ts'

const due = /\b(?:due|deadline|promised|expected|planned|scheduled|target)\b/
const states = new Map<string, 'greater_than' | 'less_or_equal' | 'open'>([
  ['late', 'greater_than'],
  ['delayed', 'greater_than'],
  ['on time', 'less_or_equal'],
  ['on - time', 'less_or_equal'],
  ['overdue', 'open'],
])

/** What was done late, and what was late. */
const done = /ed$|^(?:paid|sent|done|made|brought|given|sold|came)$/
const said = new RegExp(`${done.source}|^(?:was|were|is|are|in)$`)

/** Takes `late deliveries`, `delivered on time`, `overdue invoices`, where rows have the date on which they were due. */
export function readLateness(reading: Reading): void {
  for (let at = 0; at < reading.items.length; at++) {
    const found = latenessAt(reading, at)
    const isSaid = found && (isNameOnTime(reading, at) || tableOf(reading.items[at + found.length]) === found.table || said.test(wordAt(reading, at - 1)))
    if (!found || !isSaid) continue
    addFilter(reading, found.filter, at)
    const verb = done.test(wordAt(reading, at - 1)) ? at - 1 : at
    take(reading, verb, at + found.length, 'filter')
  }
}

/** What a word says of when rows were done with and when they should have been. */
export function latenessAt(reading: Reading, at: number): { table: LayerTable; filter: Filter; length: number } | null {
  if (!isFree(reading, at)) return null
  for (const [phrase, state] of states) {
    const length =
      isNameOnTime(reading, at) && phrase === 'on time'
        ? isDateThenTime(reading.items, at)
          ? 2
          : 1
        : reading.items[at]?.kind === 'word'
          ? phraseLength(reading, at, phrase)
          : 0
    if (length === 0) continue
    const found = reading.lexicon.layer.tables.flatMap((table) => {
      const ends = endsOf(reading, table)
      return ends ? [{ table, length, ...ends }] : []
    })
    const named = found.filter(({ table }) => reading.tables.some((mention) => mention.table === table))
    const [only, ...others] = named.length > 0 ? named : found
    if (!only || others.length > 0) return null
    const { done, until } = only
    const isOpen: Filter[] = [condition(done, 'is_empty', []), condition(until, 'less_than', [dayText(today(reading.clock))])]
    return { ...only, filter: state === 'open' ? { and: isOpen } : beside(done, state, until) }
  }
  return null
}

/** "Delivered on time", where a date is called "delivered on". */
const isNameOnTime = ({ items }: Reading, at: number): boolean => /(?:ed|paid|sent|sold) on time$/i.test(items[at]?.text ?? '') || isDateThenTime(items, at)

/** "Paid on" as the name of a date, and the time behind it. */
const isDateThenTime = (items: Reading['items'], at: number): boolean =>
  /(?:ed|paid|sent|sold) on$/i.test(items[at]?.text ?? '') && items[at + 1]?.lower === 'time'

/** The only date on which rows should be done with, and the only one on which they are. */
function endsOf(reading: Reading, table: LayerTable): { done: ColumnReference; until: ColumnReference } | null {
  const dates = datesOf(reading, table).map((column): ColumnReference => ({ table, column }))
  const [until, ...others] = dates.filter(({ column }) => due.test(column.label.toLowerCase()))
  const [done, ...more] = dates.filter(({ column }) => column !== until?.column && !beginningLabel.test(column.label))
  return until && others.length === 0 && done && more.length === 0 ? { done, until } : null
}
