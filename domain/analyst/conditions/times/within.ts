import { addFilter } from '#domain/analyst/conditions/filter-parts.ts'
import { beginOf, elapsed, endsOf, takenAt } from '#domain/analyst/figures/duration.ts'
import { isPastForm } from '#domain/analyst/lexicon/english/forms/word-forms.ts'
import { wordSet } from '#domain/analyst/lexicon/english/forms/word-set.ts'
import { awayPrepositions, daysOfUnits, lastVerbs, takeVerbs } from '#domain/analyst/lexicon/english/meanings/events.ts'
import { behindComparedNumber } from '#domain/analyst/lexicon/english/sentences/comparisons.ts'
import { placePrepositions } from '#domain/analyst/lexicon/english/sentences/function-words.ts'
import { type TimeUnit, timeUnits } from '#domain/analyst/lexicon/english/times/durations.ts'
import type { ColumnReference } from '#domain/analyst/reading/draft.ts'
import { comparisonAt, numberAt } from '#domain/analyst/reading/numbers.ts'
import { isFree, type Reading, skip, take, wordAt } from '#domain/analyst/reading/reading.ts'
import type { Filter } from '#domain/semantics/semantic-query.ts'
import { eventDateBefore, eventDateIn } from './event-dates.ts'

/** "Lasted longer than 14 days", "took more than 3 days". */
const durationVerbs = wordSet(lastVerbs, takeVerbs)

/** Takes `within 30 days of signing up`, `delivered more than 5 days after pickup`, `lasted longer than 14 days`: how long after one date of a row another may be. */
export function readWithin(reading: Reading): void {
  for (let at = 1; at < reading.items.length; at++) if (isFree(reading, at)) readAway(reading, at) || readLasting(reading, at)
}

type Span = { value: number; unit: TimeUnit; end: number }

/** A number of days, hours or weeks; weeks count as days. */
function spanAt(reading: Reading, at: number): Span | null {
  const value = numberAt(reading, at)
  const next = wordAt(reading, at + 1) === '-' ? at + 2 : at + 1
  const stem = reading.items[next]?.stem ?? ''
  const unit = daysOfUnits.has(stem) ? 'day' : timeUnits.get(stem)
  return value === null || unit === undefined ? null : { value: value * (daysOfUnits.get(stem) ?? 1), unit, end: next + 1 }
}

function readAway(reading: Reading, at: number): number {
  const isWithin = placePrepositions.has(wordAt(reading, at)) && !/^under|less/.test(wordAt(reading, at + 1))
  const comparison = isWithin ? null : comparisonAt(reading, at)
  if (!isWithin && !comparison) return 0
  const span = spanAt(reading, isWithin ? at + 1 : at + (comparison?.length ?? 0))
  const way = span ? wordAt(reading, span.end) : ''
  if (span && (way === '' || behindComparedNumber.has(way))) return readDone(reading, at, span, isWithin ? 'between' : (comparison?.operator ?? 'equals'))
  if (!span || !(awayPrepositions.has(way) || (way === 'of' && isWithin))) return 0
  const start = skip(reading, span.end + 1)
  const stop = reading.items.findIndex((item, index) => index > start && item.kind !== 'name' && behindComparedNumber.has(item.lower))
  for (let end = Math.min(stop === -1 ? reading.items.length : stop, start + 6); end > start; end--) {
    const since = eventDateIn(reading, start, end)
    const happened = since && eventDateBefore(reading, at, since)
    if (!since || !happened || !elapsed(reading, since, happened, span.unit)) continue
    const isBefore = way === 'before'
    const [from, to] = isBefore ? [happened, since] : [since, happened]
    addSpan(reading, from, to, isWithin ? 'between' : (comparison?.operator ?? 'equals'), span, at)
    take(reading, at, end, 'filter')
    return end
  }
  return 0
}

/** `resolved within 24 hours`, `shipped in less than 2 days`: since rows began. */
function readDone(reading: Reading, at: number, span: Span, operator: string): number {
  const verb = wordAt(reading, at - 1) === 'in' ? at - 2 : at - 1
  const to = isPastForm(wordAt(reading, verb)) ? eventDateIn(reading, verb, verb + 1) : null
  const from = to && beginOf(reading, to)
  if (!to || !from) return 0
  addSpan(reading, from, to, operator, span, at)
  take(reading, verb, span.end, 'filter')
  return span.end
}

/** `took more than 3 days to close`, `prescriptions that lasted longer than 14 days`, of rows that say when they begin and end. */
function readLasting(reading: Reading, at: number): number {
  const comparison = durationVerbs.has(wordAt(reading, at)) ? comparisonAt(reading, skip(reading, at + 1, new Set(['for']))) : null
  const span = comparison && spanAt(reading, skip(reading, at + 1, new Set(['for'])) + comparison.length)
  const table = reading.tables.findLast((mention) => mention.at < at)?.table
  const taken = span && wordAt(reading, span.end) === 'to' ? takenAt(reading, at, span.end) : null
  const found = taken ?? (span && table ? endsOf(reading, table) : null)
  if (!comparison || !span || !found) return 0
  addSpan(reading, found.from, found.to, comparison.operator, span, at)
  const end = taken?.end ?? span.end
  take(reading, at, end, 'filter')
  return end
}

function addSpan(reading: Reading, from: ColumnReference, to: ColumnReference, operator: string, { value, unit }: Span, at: number): void {
  const filter: Filter = {
    table: to.table.name,
    column: to.column.name,
    since: { table: from.table.name, column: from.column.name, unit },
    operator: operator as 'between',
    values: operator === 'between' ? [0, value] : [value],
  }
  addFilter(reading, filter, at)
}
