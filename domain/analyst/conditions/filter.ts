import { dayBack, today } from '#domain/analyst/language/calendar.ts'
import { inUnitOf, isOtherwiseTimed } from '#domain/analyst/language/quantity.ts'
import { labelWords } from '#domain/analyst/language/root.ts'
import { wordSet } from '#domain/analyst/lexicon/english/forms/word-set.ts'
import { birthWords } from '#domain/analyst/lexicon/english/meanings/events.ts'
import { betweenColumnAndComparison, openBounds, rangeLinks, rangeOpeners } from '#domain/analyst/lexicon/english/sentences/comparisons.ts'
import { beForms, haveForms, negatedAuxiliaries, plainArticles } from '#domain/analyst/lexicon/english/sentences/function-words.ts'
import { columnOf } from '#domain/analyst/reading/column-of.ts'
import type { ColumnReference } from '#domain/analyst/reading/draft.ts'
import { comparisonAt, numberAt } from '#domain/analyst/reading/numbers.ts'
import { isFree, type Reading, skip, skipBack, tableOf, take, wordAt } from '#domain/analyst/reading/reading.ts'
import { timeStorageOf } from '#domain/semantics/compile/column-storage.ts'
import type { FilterCondition, FilterValue } from '#domain/semantics/semantic-query.ts'
import { readBound } from './bound.ts'
import { comparativeAt, comparedFigure, impliedNear, numericColumnNear, verbFigure } from './column-near.ts'
import { addFigure, figureAt, rankable } from './compared-figure.ts'
import { readComparedNoun } from './compared-noun.ts'
import { readEmptiness } from './emptiness.ts'
import { addFilter, condition, tablesIn, takeColumn } from './filter-parts.ts'
import { readKeyNumber } from './key-number.ts'
import { readQuoted } from './quoted-value.ts'
import { readSubqueryComparison } from './subquery-comparison.ts'
import { readMailDomain, readPart, readText } from './text.ts'
import { readValue } from './value.ts'

/** Takes comparisons, values, texts in quotes and missing values, and turns each into a filter of the column it is about. */
export function readFilters(reading: Reading): void {
  for (let at = 0; at < reading.items.length; at++) {
    if (!isFree(reading, at)) continue
    at = Math.max(at, readFilterAt(reading, at) - 1)
  }
  readBoth(reading)
}

/** Marks "both" as read where it joins two conditions on the same row: "with both an age above 5 and a weight below 8". */
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

/** "Not [be] above", "never [once] reached". */
const behindDenial = wordSet(beForms, haveForms, 'ever once')
const denials = wordSet(negatedAuxiliaries, 'not never')

/** A comparison, denied where a word right before it denies: `never reached 70`, `who are not 20 years old`. */
function readCompared(reading: Reading, at: number): number {
  const denial = skipBack(reading, at - 1, behindDenial)
  const { filters } = reading.draft
  const known = filters.length
  const end = readBetween(reading, at) || readBound(reading, at) || readComparedNoun(reading, at) || readComparison(reading, at) || readAge(reading, at)
  const added = filters.at(-1)
  const isDenied = denials.has(wordAt(reading, denial)) && isFree(reading, denial)
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
  const isYears = reading.items[valueAt + 1]?.stem === 'year'
  const length = isYears && ['old', 'of'].includes(wordAt(reading, valueAt + 2)) ? (wordAt(reading, valueAt + 2) === 'of' ? 4 : 3) : 0
  if (value === null || length === 0) return 0
  const implied = impliedNear(reading, at, { direction: 'desc', columns: ['age'] })
  if (!implied) return 0
  const end = valueAt + length
  const operator = (wordAt(reading, end) === 'or' ? openBounds.get(wordAt(reading, end + 1)) : undefined) ?? 'equals'
  addFilter(reading, condition(implied.reference, comparison?.operator ?? operator, [value]), at)
  take(reading, at, operator === 'equals' ? end : end + 2, 'filter')
  return end
}

/** `price between 1 and 2`. */
function readBetween(reading: Reading, at: number): number {
  if (!rangeOpeners.has(wordAt(reading, at))) return 0
  const low = numberAt(reading, at + 1)
  const high = numberAt(reading, at + 3)
  if (low === null || high === null || !rangeLinks.has(wordAt(reading, at + 2))) return 0
  const column = numericColumnNear(reading, at, at + 4)
  if (!column) return 0
  const inUnit = (bound: number) => inUnitOf(reading, at + 3, bound, column.reference.column)
  addFilter(reading, condition(column.reference, 'between', [inUnit(low), inUnit(high)]), at)
  takeColumn(reading, column.at)
  take(reading, at, at + 4, 'filter')
  return at + 4
}

const beforeNumber = wordSet(plainArticles, 'of')

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
    const years = reading.items[next + 1]?.stem === 'year' ? (['old', 'ago'].includes(wordAt(reading, next + 2)) ? 2 : 1) : 0
    if (typeof bound === 'string') take(reading, next + 1, next + 1 + years, 'filter')
    const names = (index: number) => reading.items[index]?.meaning.columns.some(({ column }) => column === implied.reference.column) ?? false
    const isNamed = names(next + 1)
    const named = skipBack(reading, at - 1, betweenColumnAndComparison)
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
  const valueAt = skip(reading, next, beforeNumber)
  const value = numberAt(reading, valueAt)
  const before = skipBack(reading, at - 1, betweenColumnAndComparison)
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

/** Whether a column holds dates of birth, so that "older than 30" compares with a day 30 years ago. */
const isDay = ({ lexicon }: Reading, { column }: ColumnReference): boolean =>
  column.semanticType === 'time' && timeStorageOf(column, lexicon.layer.dialect) === 'iso_text' && labelWords(column.label).some((word) => birthWords.has(word))

/** `over the age of 20`, `below a price of 5`, `above age 18`. */
function readBoundedColumn(reading: Reading, start: number, next: number, operator: FilterCondition['operator']): number {
  const at = skip(reading, next, plainArticles)
  const valueAt = wordAt(reading, at + 1) === 'of' ? at + 2 : at + 1
  const value = numberAt(reading, valueAt)
  const column = value === null || tableOf(reading.items[at]) ? null : columnOf(reading, at, rankable)
  if (!column || value === null) return 0
  addFilter(reading, condition(column, operator, [inUnitOf(reading, valueAt, value, column.column)]), start)
  take(reading, start, valueAt + 1, 'filter')
  return valueAt + 1
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
