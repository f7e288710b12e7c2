import { isMeasurable } from '#domain/analyst/figures/measure.ts'
import { dayBack, today } from '#domain/analyst/language/calendar.ts'
import { inUnitOf, isOtherwiseTimed } from '#domain/analyst/language/quantity.ts'
import { copulas } from '#domain/analyst/language/words.ts'
import { columnOf } from '#domain/analyst/reading/column-of.ts'
import type { ColumnReference } from '#domain/analyst/reading/draft.ts'
import { comparisonAt, numberAt } from '#domain/analyst/reading/numbers.ts'
import { isFree, phraseLength, prefersValue, type Reading, skip, skipBack, tableOf, take, wordAt } from '#domain/analyst/reading/reading.ts'
import { timeStorageOf } from '#domain/semantics/compile/column-storage.ts'
import type { FilterCondition, FilterValue } from '#domain/semantics/semantic-query.ts'
import { readBound } from './bound.ts'
import { comparativeAt, comparedFigure, impliedNear, numericColumnNear, thatIs, verbFigure } from './column-near.ts'
import { readComparedNoun } from './compared-noun.ts'
import { addFilter, condition, tablesIn, takeColumn } from './filter-parts.ts'
import { readSubqueryComparison } from './subquery-comparison.ts'
import { readMailDomain, readPart, readText } from './text.ts'
import { readKeyNumber, readQuoted, readValue } from './value.ts'

/** Takes comparisons, values, texts in quotes and missing values, and turns each into a filter of the column it is about. */
export function readFilters(reading: Reading): void {
  for (let at = 0; at < reading.items.length; at++) {
    if (!isFree(reading, at)) continue
    at = Math.max(at, readFilterAt(reading, at) - 1)
  }
  readBoth(reading)
}

/** "With both an age above 5 and a weight below 8": two conditions of one row hold anyway. */
function readBoth(reading: Reading): void {
  const at = reading.items.findIndex((_, index) => wordAt(reading, index) === 'both' && isFree(reading, index))
  const isColumn = (index: number) => reading.taken[skip(reading, index)] === 'filter column'
  const and = reading.items.findIndex((_, index) => index > at && wordAt(reading, index) === 'and' && isColumn(index + 1))
  const tables = [...new Set(reading.draft.filters.flatMap(tablesIn))]
  const isOwn = tables.length === 1 && (reading.draft.focus === null || reading.draft.focus.name === tables[0])
  if (at !== -1 && isColumn(at + 1) && and !== -1 && isOwn) take(reading, at, at + 1, 'filter')
}

/** Takes the condition that starts at an item; 0 when none does. */
export function readFilterAt(reading: Reading, at: number): number {
  return (
    readCompared(reading, at) ||
    readEmptiness(reading, at) ||
    readMailDomain(reading, at) ||
    readQuoted(reading, at) ||
    readValue(reading, at) ||
    readKeyNumber(reading, at)
  )
}

const afterDenial = new Set(['be', 'been', 'being', 'ever', 'once', 'have', 'had'])

/** A comparison, denied where a word right before it denies: `never reached 70`, `who are not 20 years old`. */
function readCompared(reading: Reading, at: number): number {
  const denial = skipBack(reading, at - 1, afterDenial)
  const { filters } = reading.draft
  const known = filters.length
  const end = readBetween(reading, at) || readBound(reading, at) || readComparedNoun(reading, at) || readComparison(reading, at) || readAge(reading, at)
  const added = filters.at(-1)
  const isDenied = /^(?:not|never|\w+n't)$/.test(wordAt(reading, denial)) && isFree(reading, denial)
  if (end === 0 || !isDenied || filters.length !== known + 1 || !added || 'not' in added) return end
  filters[known] = { not: added }
  take(reading, denial, denial + 1, 'negation')
  return end
}

/** `18 years old`, `at most 23 years old`, `under 30 years of age`. */
function readAge(reading: Reading, at: number): number {
  const comparison = comparisonAt(reading, at)
  const valueAt = at + (comparison?.length ?? 0)
  const value = numberAt(reading, valueAt)
  const word = wordAt(reading, valueAt + 1)
  const length = ['year', 'years'].includes(word) && ['old', 'of'].includes(wordAt(reading, valueAt + 2)) ? (wordAt(reading, valueAt + 2) === 'of' ? 4 : 3) : 0
  if (value === null || length === 0) return 0
  const implied = impliedNear(reading, at, { direction: 'desc', columns: ['age'] })
  if (!implied) return 0
  const end = valueAt + length
  const isOr = wordAt(reading, end) === 'or'
  const after = isOr ? wordAt(reading, end + 1) : ''
  const operator = ['older', 'more', 'over'].includes(after)
    ? 'greater_or_equal'
    : ['younger', 'young', 'less', 'under'].includes(after)
      ? 'less_or_equal'
      : 'equals'
  addFilter(reading, condition(implied.reference, comparison?.operator ?? operator, [value]), at)
  take(reading, at, operator === 'equals' ? end : end + 2, 'filter')
  return end
}

/** `price between 1 and 2`. */
function readBetween(reading: Reading, at: number): number {
  if (!['between', 'from', 'ranging'].includes(wordAt(reading, at))) return 0
  const low = numberAt(reading, at + 1)
  const high = numberAt(reading, at + 3)
  if (low === null || high === null || !['and', 'to'].includes(wordAt(reading, at + 2))) return 0
  const column = numericColumnNear(reading, at, at + 4)
  if (!column) return 0
  const inUnit = (bound: number) => inUnitOf(reading, at + 3, bound, column.reference.column)
  addFilter(reading, condition(column.reference, 'between', [inUnit(low), inUnit(high)]), at)
  takeColumn(reading, column.at)
  take(reading, at, at + 4, 'filter')
  return at + 4
}

/** `price greater than 5`, `more than 100 points`, `older than 30`, `name contains "a"`. */
function readComparison(reading: Reading, at: number): number {
  const comparative = comparativeAt(reading, at)
  if (comparative) {
    const { adjective, next } = comparative
    const value = numberAt(reading, next)
    const implied = impliedNear(reading, at, adjective)
    const figure = implied ? figureAt(reading, next, implied.reference) : null
    if (implied && figure) return addFigure(reading, implied.reference, implied.direction === 'desc' ? 'greater_than' : 'less_than', figure, at, null)
    if (value === null && implied) {
      const operator = implied.direction === 'desc' ? 'greater_than' : 'less_than'
      return readSubqueryComparison(reading, at, next, operator, implied.reference, null)
    }
    if (value === null || !implied) return 0
    const bound = isDay(reading, implied.reference) ? dayBack('year', value, today(reading.clock)) : inUnitOf(reading, next, value, implied.reference.column)
    addFilter(reading, condition(implied.reference, implied.direction === 'desc' ? 'greater_than' : 'less_than', [bound]), at)
    const years = ['year', 'years'].includes(wordAt(reading, next + 1)) ? (['old', 'ago'].includes(wordAt(reading, next + 2)) ? 2 : 1) : 0
    if (typeof bound === 'string') take(reading, next + 1, next + 1 + years, 'filter')
    const names = (index: number) => reading.items[index]?.meaning.columns.some(({ column }) => column === implied.reference.column) ?? false
    const isNamed = names(next + 1)
    const named = skipBack(reading, at - 1, thatIs)
    if (names(named) && !tableOf(reading.items[named])) takeColumn(reading, named)
    take(reading, at, next + (isNamed ? 2 : 1), 'filter')
    return next + 1
  }
  const comparison = comparisonAt(reading, at)
  if (!comparison) return readPart(reading, at)
  const next = at + comparison.length
  if (comparison.operator === 'contains' || comparison.operator === 'starts_with' || comparison.operator === 'ends_with')
    return readText(reading, at, next, comparison.operator)
  const bounded = readBoundedColumn(reading, at, next, comparison.operator)
  if (bounded) return bounded
  const valueAt = skip(reading, next, new Set(['a', 'an', 'the', 'of']))
  const value = numberAt(reading, valueAt)
  const before = skipBack(reading, at - 1, thatIs)
  const own = columnOf(reading, before, rankable)
  const figure = figureAt(reading, next, own)
  const compared = own && !tableOf(reading.items[before]) ? own : figure && (figure.column ?? comparedFigure(reading, at, before))
  if (figure && compared) return addFigure(reading, compared, comparison.operator, figure, at, own ? before : null)
  const named = own && !tableOf(reading.items[before]) ? own : null
  const nested =
    value === null ? readSubqueryComparison(reading, at, next, comparison.operator, named ?? verbFigure(reading, at - 1), named ? before : null) : 0
  if (nested) return nested
  if (value === null) return isEquality(comparison.operator) ? readEqualValue(reading, at, next, comparison.operator === 'not_equals') : 0
  const column = numericColumnNear(reading, at, valueAt + 1)
  if (!column || isOtherwiseTimed(reading, valueAt, column.reference.column)) return 0
  const values: FilterValue[] = [inUnitOf(reading, valueAt, value, column.reference.column)]
  addFilter(reading, condition(column.reference, comparison.operator, values), at)
  takeColumn(reading, column.at)
  take(reading, at, valueAt + 1, 'filter')
  return valueAt + 1
}

/** Older than 30 is who was born 30 years ago or before. */
const isDay = ({ lexicon }: Reading, { column }: ColumnReference): boolean =>
  column.semanticType === 'time' && timeStorageOf(column, lexicon.layer.dialect) === 'iso_text' && /birth|born|dob/i.test(column.label)

/** `over the age of 20`, `below a price of 5`, `above age 18`. */
function readBoundedColumn(reading: Reading, start: number, next: number, operator: FilterCondition['operator']): number {
  const at = skip(reading, next, new Set(['a', 'an', 'the']))
  const valueAt = wordAt(reading, at + 1) === 'of' ? at + 2 : at + 1
  const value = numberAt(reading, valueAt)
  const column = value === null || tableOf(reading.items[at]) ? null : columnOf(reading, at, rankable)
  if (!column || value === null) return 0
  addFilter(reading, condition(column, operator, [inUnitOf(reading, valueAt, value, column.column)]), start)
  take(reading, start, valueAt + 1, 'filter')
  return valueAt + 1
}

type Figure = { than: NonNullable<FilterCondition['than']>; column: ColumnReference | null; end: number }

const figureWords = new Map<string, Figure['than']>([
  ['average', 'average'],
  ['mean', 'average'],
  ['avg', 'average'],
  ['highest', 'highest'],
  ['maximum', 'highest'],
  ['largest', 'highest'],
  ['greatest', 'highest'],
  ['max', 'highest'],
  ['lowest', 'lowest'],
  ['smallest', 'lowest'],
  ['minimum', 'lowest'],
  ['min', 'lowest'],
])
const figureArticles = new Set(['the', 'an', 'a', 'its', 'their', 'overall'])

/** `the average`, `the average price`, `the maximum salary of all instructors`: a figure of the column itself, over all its rows. Null when it is of others, or of some. */
function figureAt(reading: Reading, at: number, own: ColumnReference | null): Figure | null {
  const start = skip(reading, at, figureArticles)
  const than = figureWords.get(wordAt(reading, start))
  if (than === undefined || !isFree(reading, start)) return null
  const noun = skip(reading, start + 1, new Set(['number', 'amount', 'of']))
  const named = columnOf(reading, noun, rankable)
  const isOther =
    named !== null && own !== null && named.column !== own.column && !reading.items[noun]?.meaning.columns.some(({ column }) => column === own.column)
  const isName = reading.items[noun]?.kind === 'name'
  // "Higher than the average invoice", of invoices.
  const isRow = noun === start + 1 && isName && !named && tableOf(reading.items[noun]) === (own?.table ?? reading.draft.focus)
  if (isOther || (!isRow && (noun > start + 1 ? !named : isName && !named))) return null
  let end = named || isRow ? noun + 1 : start + 1
  const owner = skip(reading, end, new Set(['of', 'for', 'among', 'across', 'all', 'the', 'other']))
  if (owner > end && tableOf(reading.items[owner]) === (own ?? named)?.table) end = owner + 1
  // "How many rooms are larger than the average size in each house": rooms are told for each.
  const isForEach = ['each', 'every', 'different'].includes(wordAt(reading, end + 1)) && countsBefore(reading, at)
  if (isForEach) return { than, column: named, end }
  if (['of', 'for', 'in', 'among'].includes(wordAt(reading, end))) return null
  // Of some rows only: another question, not a figure of the whole column.
  if (['in', 'from', 'with', 'whose', 'where', 'for', 'of'].includes(wordAt(reading, end))) return null
  return { than, column: named, end }
}

const countsBefore = (reading: Reading, end: number): boolean =>
  reading.items.some((_, at) => at < end && (phraseLength(reading, at, 'how many') > 0 || phraseLength(reading, at, 'number of') > 0))

function addFigure(
  reading: Reading,
  { table, column }: ColumnReference,
  operator: FilterCondition['operator'],
  { than, end }: Figure,
  at: number,
  columnAt: number | null,
): number {
  addFilter(reading, { ...condition({ table, column }, operator, []), than }, at)
  takeColumn(reading, columnAt)
  take(reading, at, end, 'filter')
  return end
}

function rankable({ column }: ColumnReference): boolean {
  return isMeasurable(column, 'avg')
}

const isEquality = (operator: FilterCondition['operator']): boolean => operator === 'equals' || operator === 'not_equals'

/** `other than Paris`, `is equal to open`. */
function readEqualValue(reading: Reading, at: number, next: number, isDenied: boolean): number {
  const valueAt = skip(reading, next)
  if (!isFree(reading, valueAt) || (reading.items[valueAt]?.values.length ?? 0) === 0) return 0
  const end = readValue(reading, valueAt, isDenied)
  if (end) take(reading, at, valueAt, 'filter')
  return end
}

/** `without a phone`, `phone is missing`, `have no email`, `do not have an email`, `whose fax is not empty`. */
function readEmptiness(reading: Reading, at: number): number {
  if (['empty', 'missing', 'null', 'unknown', 'blank', 'unspecified'].includes(wordAt(reading, at))) {
    const isNegated = ['not', "isn't", "aren't"].includes(wordAt(reading, at - 1))
    const before = skipBack(reading, isNegated ? at - 2 : at - 1, new Set([...copulas, 'a', 'has', 'have', 'value', 'values']))
    const after = skip(reading, at + 1, new Set(['value', 'values', 'for', 'in', 'the']))
    const target = [before, after].find((index) => columnOf(reading, index) && isFree(reading, index))
    const column = target === undefined ? null : columnOf(reading, target)
    if (!column || target === undefined) return 0
    addFilter(reading, condition(column, isNegated ? 'is_not_empty' : 'is_empty', []), at)
    take(reading, Math.min(target, isNegated ? at - 1 : at), Math.max(target, at) + 1, 'filter')
    return Math.max(target, at) + 1
  }
  if (['with', 'have', 'has'].includes(wordAt(reading, at)) && ['a', 'an'].includes(wordAt(reading, at + 1))) return readPresence(reading, at)
  const isHad = ['have', 'has', 'had'].includes(wordAt(reading, at + 1)) && (wordAt(reading, at) === 'not' || wordAt(reading, at).endsWith("n't"))
  if (!isHad && !['without', 'no', 'lacking'].includes(wordAt(reading, at))) return 0
  const target = skip(reading, isHad ? at + 2 : at + 1)
  const column = isFree(reading, target) && !tableOf(reading.items[target]) ? columnOf(reading, target) : null
  // "Without totals over 20" denies the comparison.
  if (!column || prefersValue(reading, target) || comparisonAt(reading, target + 1) !== null) return 0
  const next = reading.items[target + 1]
  if (isHad && ((column.column.nullFraction ?? 0) === 0 || !(next === undefined || ['?', '.', ',', 'and', 'but'].includes(next.lower)))) return 0
  const { focus } = reading.draft
  const isElsewhere = focus !== null && column.table !== focus
  addFilter(reading, isElsewhere ? { not: condition(column, 'is_not_empty', []) } : condition(column, 'is_empty', []), at)
  take(reading, at, target + 1, 'filter')
  return target + 1
}

/** "Customers with a company", where some have none. */
function readPresence(reading: Reading, at: number): number {
  const column = isFree(reading, at + 2) && !tableOf(reading.items[at + 2]) ? columnOf(reading, at + 2) : null
  const next = reading.items[at + 3]
  const isLast = next === undefined || ['?', '.', ','].includes(next.lower)
  if (!column || column.weight < 0.75 || !isLast || (column.column.nullFraction ?? 0) === 0) return 0
  addFilter(reading, condition(column, 'is_not_empty', []), at)
  take(reading, at, at + 3, 'filter')
  return at + 3
}
