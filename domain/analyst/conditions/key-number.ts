import { betweenColumnAndValue } from '#domain/analyst/lexicon/english/sentences/comparisons.ts'
import { valueJoints } from '#domain/analyst/lexicon/english/sentences/function-words.ts'
import { columnOf } from '#domain/analyst/reading/column-of.ts'
import { numberAt } from '#domain/analyst/reading/numbers.ts'
import { isFree, type Reading, skip, skipBack, tableOf, take, wordAt } from '#domain/analyst/reading/reading.ts'
import { isNumericType } from '#domain/semantics/compile/column-storage.ts'
import { addFilter, condition, negationBefore, takeColumn, takeNegation } from './filter-parts.ts'

/** `zip code 94107`, `year 2014`, `customer 5`, `2 credits`. */
export function readKeyNumber(reading: Reading, at: number): number {
  const value = reading.items[at]?.kind === 'number' ? numberAt(reading, at) : null
  if (value === null) return 0
  // "All 50 states" are all of them.
  if (wordAt(reading, at - 1) === 'all' && tableOf(reading.items[at + 1])) {
    take(reading, at, at + 1, 'aside')
    return at + 1
  }
  const before = skipBack(reading, at - 1, betweenColumnAndValue)
  const column = before >= 0 ? columnOf(reading, before) : null
  const table = before >= 0 ? tableOf(reading.items[before]) : null
  const key = table?.columns.find((item) => item.name === table.primaryKey[0])
  const after = columnOf(reading, at + 1, ({ column: candidate }) => isNumericType(candidate))
  const isAfter = after !== null && isFree(reading, at + 1) && !tableOf(reading.items[at + 1])
  const near =
    column && before >= at - 4 && !table
      ? { reference: column, at: before }
      : isAfter
        ? { reference: after, at: at + 1 }
        : table && key && before === at - 1
          ? { reference: { table, column: key }, at: null }
          : null
  if (!near) return 0
  const isText = !isNumericType(near.reference.column)
  const listed = [at, ...(near.at !== null && near.at < at ? furtherNumbers(reading, at) : [])]
  const values = listed.flatMap((index) => (isText ? reading.items[index]?.text : numberAt(reading, index)) ?? [])
  addFilter(reading, condition(near.reference, 'equals', values), at, negationBefore(reading, at) !== null)
  takeNegation(reading, negationBefore(reading, at))
  takeColumn(reading, near.at)
  const end = (listed.at(-1) ?? at) + 1
  take(reading, at, end, 'filter')
  return end
}

/** "Grade 9, 10 or 11": numbers that stand beside each other are of one column. */
function furtherNumbers(reading: Reading, at: number): number[] {
  const next = skip(reading, at + 1, valueJoints)
  const isListed = next > at + 1 && next <= at + 3 && reading.items[next]?.kind === 'number' && isFree(reading, next)
  return isListed && reading.items[next + 1]?.kind !== 'name' ? [next, ...furtherNumbers(reading, next)] : []
}
