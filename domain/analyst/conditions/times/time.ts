import { compareTimes } from '#domain/analyst/conditions/compare.ts'
import { eventDateOn } from '#domain/analyst/conditions/event-flags.ts'
import { addFilter, condition, negationBefore, takeNegation } from '#domain/analyst/conditions/filter-parts.ts'
import { labelWords } from '#domain/analyst/language/root.ts'
import { isOfLife } from '#domain/analyst/lexicon/column-kind.ts'
import { defaultDate } from '#domain/analyst/lexicon/display.ts'
import { wordSet } from '#domain/analyst/lexicon/english/forms/word-set.ts'
import { betweenDateAndTime, dayJoints, dayPrepositions, purchaseVerbs } from '#domain/analyst/lexicon/english/meanings/events.ts'
import { beForms, betweenVerbAndObject } from '#domain/analyst/lexicon/english/sentences/function-words.ts'
import { recurring } from '#domain/analyst/lexicon/english/times/recurring.ts'
import { tableDistances } from '#domain/analyst/lexicon/table-distance.ts'
import { columnOf } from '#domain/analyst/reading/column-of.ts'
import type { ColumnReference } from '#domain/analyst/reading/draft.ts'
import { isFree, note, type Reading, skip, skipBack, tableOf, take, wordAt } from '#domain/analyst/reading/reading.ts'
import { transactionFigureFor } from '#domain/analyst/transactions/transaction-parts.ts'
import { isParty, isTransactionTable, oneEach } from '#domain/analyst/transactions/transaction-tables.ts'
import { isNumericType, timeStorageOf } from '#domain/semantics/compile/column-storage.ts'
import type { LayerColumn, LayerTable } from '#domain/semantics/layer.ts'
import type { FilterCondition } from '#domain/semantics/semantic-query.ts'

/** Takes `in 2012`, `since March`, `last quarter` as filters of the date they are about. */
export function readTimes(reading: Reading): void {
  for (let at = 0; at < reading.items.length; at++) readTimeAt(reading, at) || readWeekdays(reading, at)
}

/** Numbers of the days of the week that a word names, Monday first: 6 and 7 of "weekend". */
const dayNumbers: ReadonlyMap<string, number[]> = new Map(
  Object.entries(recurring).flatMap(([name, { grain, from, to }]): [string, number[]][] =>
    grain === 'day_of_week' ? [[name, Array.from({ length: to - from + 1 }, (_, index) => from + index)]] : [],
  ),
)

/** Takes `on a Friday`, `on weekends`, `on Mondays and Wednesdays`: days that come again. */
function readWeekdays(reading: Reading, start: number): void {
  const days: number[] = []
  let end = start
  for (let at = start; ; at = skip(reading, end, dayJoints)) {
    const item = reading.items[at]
    const named = isFree(reading, at) && item?.kind === 'word' ? dayNumbers.get(item.stem) : undefined
    if (!named || (at > start && days.length === 0)) break
    days.push(...named)
    end = at + 1
  }
  const lead = skipBack(reading, start - 1)
  const found = dayPrepositions.has(wordAt(reading, lead)) ? dateFor(reading, lead) : null
  if (days.length === 0 || !found || found.reference.column.semanticType !== 'time') return
  const negated = negationBefore(reading, lead + 1)
  const filter: FilterCondition = { ...condition(found.reference, 'equals', days), grain: 'day_of_week' }
  addFilter(reading, filter, start, negated !== null)
  if (!found.isNamed && !isOnlyDate(reading, found.reference))
    note(reading, (say) => say.timeOf(found.reference.column.label, `on ${wordAt(reading, start)}`), 0.02)
  takeNegation(reading, negated)
  take(reading, lead, end, 'time')
}

/** Takes the period that stands at an item; 0 when none does. */
export function readTimeAt(reading: Reading, at: number): number {
  const time = isFree(reading, at) ? reading.items[at]?.time : null
  const found = time ? dateFor(reading, at) : null
  if (!time || !found) return 0
  if (time.isComparison && found.reference.column.semanticType === 'time') {
    compareTimes(reading, time, found.reference, at)
    take(reading, at, at + 1, 'time')
    return at + 1
  }
  const { operator, values, label } = time
  const isNumber = found.reference.column.semanticType !== 'time'
  for (const part of time.isEach ? values.map((value) => [value]) : [values]) {
    const filter = condition(found.reference, operator === 'not_equals' ? 'equals' : operator, isNumber ? part.map(Number) : part)
    addFilter(reading, filter, at, operator === 'not_equals')
  }
  if (!found.isNamed && !isOnlyDate(reading, found.reference)) note(reading, (say) => say.timeOf(found.reference.column.label, label), 0.02)
  take(reading, at, at + 1, 'time')
  if (found.at !== null) take(reading, found.at, found.at + 1, 'filter column')
  return at + 1
}

function dateFor(reading: Reading, at: number): { reference: ColumnReference; at: number | null; isNamed: boolean } | null {
  const isDate = ({ column }: ColumnReference) => column.semanticType === 'time' && timeStorageOf(column, reading.lexicon.layer.dialect) !== null
  const before = skipBack(reading, at - 1, betweenDateAndTime)
  const isYear = ({ column }: ColumnReference) => isNumericType(column) && Number(column.min) >= 1500 && Number(column.max) <= 2200
  const named = columnOf(reading, before, isDate) ?? (reading.items[at]?.time?.isBareYear ? columnOf(reading, before, isYear) : null)
  if (named) return { reference: named, at: isFree(reading, before) ? before : null, isNamed: true }
  // "Registered at a branch in 2016".
  const doing = tableOf(reading.items[before]) ? skipBack(reading, before - 1, betweenVerbAndObject) : before
  const verb =
    doing === before || /(?:ed|ing)$/.test(wordAt(reading, doing))
      ? verbDate(reading, wordAt(reading, doing), reading.items[at]?.time?.isBareYear ? isYear : null)
      : null
  if (verb) return { reference: verb, at: isFree(reading, doing) && reading.items[doing]?.kind === 'word' ? doing : null, isNamed: true }
  const tables = [...eventTables(reading, before), ...dealtTables(reading, at), ...likelyTables(reading)]
  const isOfLives = (table: LayerTable) => [defaultDate(table)].some((column) => column !== null && isOfLife(column))
  // What happened is dated by when it happened, and not by when somebody was born.
  for (const table of [...tables.filter((table) => !isOfLives(table)), ...tables.filter(isOfLives)]) {
    const spoken = spokenDate(reading, table)
    const column = spoken?.column ?? defaultDate(table)
    // A day is in no column of years.
    if (column && isDate({ table, column }) && !(isOfYears({ table, column }, reading) && reading.items[at]?.time?.values.some((value) => value.length > 4)))
      return { reference: { table, column }, at: spoken?.at ?? null, isNamed: spoken !== null }
  }
  return null
}

/** "How many claims were reported each month in 2024": the date of rows that are named which a verb before speaks of. */
export function spokenDate({ items, taken, tables }: Reading, table: LayerTable): { column: LayerColumn; at: number | null } | null {
  if (!tables.some((mention) => mention.table === table)) return null
  for (const [at, { kind, lower }] of items.entries()) {
    if (!/^[a-z]+ed$/.test(lower) || kind === 'quoted' || !passiveVerbs.has(items[at - 1]?.lower ?? '')) continue
    const column = eventDateOn(table, lower)
    if (column) return { column, at: kind === 'word' && taken[at] === null ? at : null }
  }
  return null
}

const isOfYears = ({ column }: ColumnReference, { lexicon }: Reading): boolean => (timeStorageOf(column, lexicon.layer.dialect) ?? '').startsWith('year')

/** "Was reported", "got reported". */
const passiveVerbs = wordSet(beForms, 'got')

/** Tables whose date a time is about when it stands behind their name: the transfer in "members who made a transfer last year". */
function eventTables({ draft: { focus }, items, taken, tables, lexicon: { layer } }: Reading, at: number): LayerTable[] {
  const named = tableOf(items[at]) ?? (taken[at] === 'value' ? items[at]?.values[0]?.table : null)
  if (!focus || !named || named === focus) return []
  const refers = (from: LayerTable, to: LayerTable) => layer.relationships.some((item) => item.fromTable === from.name && item.toTable === to.name)
  if (refers(named, focus)) return [named]
  const pairs = layer.tables.filter((table) => !table.isHidden && refers(table, focus) && refers(table, named))
  const spoken = pairs.filter((table) => tables.some((mention) => mention.table === table && mention.at < at))
  return spoken.length === 1 ? spoken : pairs.length === 1 && !refers(focus, named) ? pairs : []
}

/** "Customers who bought something in 2010": what they bought was of that year. */
function dealtTables(reading: Reading, at: number): LayerTable[] {
  const { focus, measures } = reading.draft
  const isTraded = reading.items.slice(Math.max(0, at - 5), at).some(({ kind, lower }) => kind === 'word' && purchaseVerbs.has(lower))
  if (!focus || !isTraded || measures.some(({ table }) => table !== focus)) return []
  const found = transactionFigureFor(reading, [focus], 'quantity')
  return found && isParty(reading.lexicon.layer, found, focus) ? [found.table] : []
}

/** Whether a date is the only one of what is measured or asked about, so that choosing it needs no note. */
function isOnlyDate(reading: Reading, { table, column }: ColumnReference): boolean {
  const [first] = likelyTables(reading)
  const dates = table.columns.filter((item) => !item.isHidden && item.semanticType === 'time' && item.type !== 'time')
  // Lines are of the day of what they are lines of.
  const isTraded = first !== undefined && isTransactionTable(first) && isTransactionTable(table) && oneEach(reading.lexicon.layer, first, [table]) !== null
  return (table === first || isTraded) && dates.length === 1 && dates[0] === column
}

/** "hired in 2003" is about the hire date. */
function verbDate(reading: Reading, verb: string, isYear: ((reference: ColumnReference) => boolean) | null): ColumnReference | null {
  const stem = verb === 'born' ? 'birth' : verb.replace(/(?:ed|ing|d)$/, '').slice(0, 6)
  if (stem.length < 3) return null
  for (const table of likelyTables(reading)) {
    const isTime = (item: LayerColumn) => item.semanticType === 'time' || isYear?.({ table, column: item })
    const column = table.columns.find((item) => isTime(item) && labelWords(item.label).some((word) => word.startsWith(stem) || isShortFor(word, stem)))
    if (column) return { table, column }
  }
  return null
}

/** "Exp" of "expiring". */
const isShortFor = (word: string, stem: string): boolean => word.length >= 3 && word.length < stem.length && stem.startsWith(word) && word !== 'date'

/** Tables of columns that are named in full. */
function columnTables({ items }: Reading, isMeasured = false): LayerTable[] {
  return items.flatMap((item) => {
    const [only, ...others] = item.kind === 'name' && item.meaning.tables.length === 0 ? item.meaning.columns : []
    return only && others.length === 0 && (!isMeasured || only.column.semanticType === 'measure') ? [only.table] : []
  })
}

/** The transactions that rows without a date of their own belong to: the order of an order line. */
function headersOf({ lexicon: { layer } }: Reading, table: LayerTable): LayerTable[] {
  if (defaultDate(table)) return []
  const names = layer.relationships.flatMap(({ fromTable, toTable }) => (fromTable === table.name && toTable !== table.name ? [toTable] : []))
  return layer.tables.filter((other) => names.includes(other.name) && isTransactionTable(other))
}

/** What is measured first, then what is asked about, then what is named, then what those reach in one join. */
export function likelyTables(reading: Reading): LayerTable[] {
  const { draft, tables, lexicon } = reading
  const named = [
    ...draft.measures.map((item) => item.table),
    // Order lines have the date of their order, whoever took it.
    ...draft.measures.flatMap((item) => headersOf(reading, item.table)),
    ...(draft.measures.length === 0 ? columnTables(reading, true) : []),
    ...(draft.focus ? [draft.focus] : []),
    ...columnTables(reading),
    ...tables.map(({ table }) => table),
    ...draft.selects.map((item) => item.table),
  ]
  const counted = draft.superlative && 'measure' in draft.superlative.by ? [draft.superlative.by.measure.table] : []
  const start = [...new Set([...named, ...counted, ...draft.having.map((item) => item.measure.table)])]
  const reached = start.flatMap((table) => {
    const distances = tableDistances(lexicon.layer, table.name)
    return lexicon.layer.tables.filter((other) => distances.get(other.name) === 1)
  })
  return [...new Set([...start, ...reached, ...(start.length === 0 && lexicon.layer.tables.length === 1 ? lexicon.layer.tables : [])])]
}
