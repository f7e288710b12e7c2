import { datesOf, eventDateIn } from '#domain/analyst/conditions/times/event-dates.ts'
import { isMeasurable } from '#domain/analyst/figures/measurable.ts'
import { wordSet } from '#domain/analyst/lexicon/english/forms/word-set.ts'
import { betweenColumnAndComparison } from '#domain/analyst/lexicon/english/sentences/comparisons.ts'
import { determiners } from '#domain/analyst/lexicon/english/sentences/function-words.ts'
import { comparedVerbs } from '#domain/analyst/lexicon/english/sentences/verbs.ts'
import { columnOf } from '#domain/analyst/reading/column-of.ts'
import type { ColumnReference } from '#domain/analyst/reading/draft.ts'
import { comparisonAt } from '#domain/analyst/reading/numbers.ts'
import { isFree, prefersValue, type Reading, skip, skipBack, tableOf, take, wordAt } from '#domain/analyst/reading/reading.ts'
import { oneEach } from '#domain/analyst/transactions/transaction-tables.ts'
import type { FilterCondition } from '#domain/semantics/semantic-query.ts'
import { addFilter, condition } from './filter-parts.ts'

/** "After [their own] due date", "more [than the] budget". */
const beforeOther = wordSet(determiners, 'own than')

/** Takes `shipped after their due date`, `freight charge exceeds the quoted charge`: one column of a row compared with another. */
export function readColumnComparisons(reading: Reading): void {
  for (let at = 1; at < reading.items.length; at++) {
    // "Profit over budget" may be one divided by, or along, the other.
    const comparison = isFree(reading, at) && wordAt(reading, at) !== 'over' ? comparisonAt(reading, at) : null
    const start = comparison ? skip(reading, at + comparison.length, beforeOther) : 0
    const isColumn = isFree(reading, start) && reading.items[start]?.kind === 'name' && !tableOf(reading.items[start]) && !prefersValue(reading, start)
    if (!comparison || !isColumn || !/^(?:greater|less)_|^not_equals$/.test(comparison.operator)) continue
    const pair = datesAt(reading, at, start) ?? numbersAt(reading, at, start)
    if (!pair) continue
    addFilter(reading, beside(pair.own, comparison.operator, pair.other), at)
    take(reading, pair.from, start + 1, 'filter')
  }
}

export function beside(own: ColumnReference, operator: FilterCondition['operator'], { table, column }: ColumnReference): FilterCondition {
  return { ...condition(own, operator, []), column_value: { table: table.name, column: column.name } }
}

type Pair = { own: ColumnReference; other: ColumnReference; from: number }

/** The date that a name or verb before the comparison tells, and the one behind it. */
function datesAt(reading: Reading, at: number, start: number): Pair | null {
  const isDate = ({ table, column }: ColumnReference) => datesOf(reading, table).includes(column)
  const other = columnOf(reading, start, isDate)
  const from = other ? skipBack(reading, at - 1, betweenColumnAndComparison) : -1
  const own = other && (columnOf(reading, from, (item) => isDate(item) && item.table === other.table) ?? eventDateIn(reading, from, from + 1, other))
  return other && own && own.column !== other.column && isBeside(reading, own, other) ? { own, other, from } : null
}

/** The numbers on both sides of a comparison that one row holds. */
function numbersAt(reading: Reading, at: number, start: number): Pair | null {
  const from = skipBack(reading, at - 1, betweenColumnAndComparison)
  if (tableOf(reading.items[from]) || comparedVerbs.has(wordAt(reading, from))) return null
  const isNumber = ({ column }: ColumnReference) => isMeasurable(column, 'sum') && column.semanticType !== 'time'
  const other = columnOf(reading, start, isNumber)
  const own = other && columnOf(reading, from, (item) => isNumber(item) && item.table === other.table)
  const isNamed = own && other && own.weight >= 0.7 && other.weight >= 0.7
  return isNamed && isFree(reading, from) && own.column !== other.column ? { own, other, from } : null
}

const isBeside = ({ lexicon: { layer } }: Reading, { table }: ColumnReference, other: ColumnReference): boolean =>
  table === other.table || oneEach(layer, table, [other.table]) !== null
