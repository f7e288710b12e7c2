import { beside } from '#domain/analyst/conditions/column-comparison.ts'
import { addFilter, condition } from '#domain/analyst/conditions/filter-parts.ts'
import { beginningLabel } from '#domain/analyst/figures/duration.ts'
import { dayText, today } from '#domain/analyst/language/calendar.ts'
import { labelWords } from '#domain/analyst/language/root.ts'
import { isPastForm } from '#domain/analyst/lexicon/english/forms/word-forms.ts'
import { dueWords, latenessPhrases } from '#domain/analyst/lexicon/english/meanings/events.ts'
import { copulas } from '#domain/analyst/lexicon/english/sentences/function-words.ts'
import type { ColumnReference } from '#domain/analyst/reading/draft.ts'
import { isFree, phraseLength, type Reading, tableOf, take, wordAt } from '#domain/analyst/reading/reading.ts'
import { oneEach } from '#domain/analyst/transactions/transaction-tables.ts'
import type { LayerTable } from '#domain/semantics/layer.ts'
import type { Filter } from '#domain/semantics/semantic-query.ts'
import { datesOf } from './event-dates.ts'

/** "Delivered late", "were late", "came in late". */
const isBeforeLate = (word: string): boolean => isPastForm(word) || copulas.has(word) || word === 'in'

/** Takes `late deliveries`, `delivered on time`, `overdue invoices`, where rows have the date on which they were due. */
export function readLateness(reading: Reading): void {
  for (let at = 0; at < reading.items.length; at++) {
    const found = latenessAt(reading, at)
    const isSaid = found && (isNameOnTime(reading, at) || tableOf(reading.items[at + found.length]) === found.table || isBeforeLate(wordAt(reading, at - 1)))
    if (!found || !isSaid) continue
    addFilter(reading, found.filter, at)
    const verb = isPastForm(wordAt(reading, at - 1)) ? at - 1 : at
    take(reading, verb, at + found.length, 'filter')
  }
}

/** The condition behind a word of lateness at an item, with its table and the number of items it takes. */
export function latenessAt(reading: Reading, at: number): { table: LayerTable; filter: Filter; length: number } | null {
  if (!isFree(reading, at)) return null
  for (const [phrase, state] of latenessPhrases) {
    const length =
      isNameOnTime(reading, at) && phrase === 'on time'
        ? isDateThenTime(reading.items, at)
          ? 2
          : 1
        : reading.items[at]?.kind === 'word'
          ? phraseLength(reading, at, phrase)
          : 0
    if (length === 0) continue
    const { layer } = reading.lexicon
    // What was late is no row that has nothing to do with those the question is about.
    const isNear = (table: LayerTable) =>
      reading.tables.length === 0 ||
      reading.tables.some((mention) => oneEach(layer, table, [mention.table]) !== null || oneEach(layer, mention.table, [table]) !== null)
    const found = layer.tables.flatMap((table) => {
      const ends = isNear(table) ? endsOf(reading, table) : null
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
const isNameOnTime = ({ items }: Reading, at: number): boolean => endsInPast(items[at]?.text ?? '', ' on time') || isDateThenTime(items, at)

/** "Paid on" as the name of a date, and the time behind it. */
const isDateThenTime = (items: Reading['items'], at: number): boolean => endsInPast(items[at]?.text ?? '', ' on') && items[at + 1]?.lower === 'time'

/** Whether a text ends in a past form and the words given: "delivered on". */
function endsInPast(text: string, end: string): boolean {
  const lower = text.toLowerCase()
  return lower.endsWith(end) && isPastForm(lower.slice(0, -end.length).split(' ').at(-1) ?? '')
}

/** The only date on which rows should be done with, and the only one on which they are. */
function endsOf(reading: Reading, table: LayerTable): { done: ColumnReference; until: ColumnReference } | null {
  const dates = datesOf(reading, table).map((column): ColumnReference => ({ table, column }))
  const [until, ...others] = dates.filter(({ column }) => labelWords(column.label).some((word) => dueWords.has(word)))
  const [done, ...more] = dates.filter(({ column }) => column !== until?.column && !beginningLabel.test(column.label))
  return until && others.length === 0 && done && more.length === 0 ? { done, until } : null
}
