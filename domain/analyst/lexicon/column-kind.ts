import { foundingLabels } from '#domain/analyst/lexicon/english/label-words.ts'
import type { ColumnReference } from '#domain/analyst/reading/draft.ts'
import { isNumericType, timeStorageOf } from '#domain/semantics/compile/column-storage.ts'
import type { Dialect } from '#domain/semantics/sources/source.ts'
import { anyOf } from './word-pattern.ts'

const mostClasses = 20
const rowsPerClass = 5
const leastSpread = 30

/** Whether whole numbers put rows into classes, as 4, 6 and 8 cylinders do: few values, each of many rows. */
export function isClassNumber({ table, column }: ColumnReference): boolean {
  const { rows } = table
  return (
    column.type === 'integer' &&
    column.distinct !== null &&
    rows !== null &&
    column.distinct <= mostClasses &&
    rows >= column.distinct * rowsPerClass &&
    rows >= 50
  )
}

/** Whether a number is measured, so that hardly two rows share a value: to group by it says nothing. */
export function isSpread({ table, column }: ColumnReference): boolean {
  if (!isNumericType(column) || column.semanticType !== 'measure' || column.distinct === null || isYearNumber(column)) return false
  return column.distinct > leastSpread || (table.rows !== null && table.rows > 4 && column.distinct * 2 > table.rows)
}

/** Whether every row has a value of its own, such as a name. */
export function isUnique({ table, column }: ColumnReference): boolean {
  return column.distinct !== null && column.distinct > 1 && column.distinct === table.rows
}

const foundingLabel = new RegExp(`\\b${anyOf(foundingLabels)}$`)

/** A year as a number that no date is made of, such as 78, or 1837 for the date that something opened. */
export function isYearNumber(column: ColumnReference['column']): boolean {
  const label = column.label.toLowerCase()
  const isBeginning = foundingLabel.test(label) && Number(column.min ?? 0) >= 1500 && Number(column.max ?? 9999) <= 2100
  return isNumericType(column) && (isBeginning || /\byears?$/.test(label)) && column.semanticType !== 'identifier'
}

/** What time runs along in a table where no column is a date. */
export function isTimeAxis(column: ColumnReference['column'], dialect: Dialect): boolean {
  return isYearNumber(column) || (column.semanticType === 'time' && timeStorageOf(column, dialect) !== null)
}

/** A day as people write it, such as 31.12.2024: text that runs along no time. */
export function isWrittenDay({ type, max, semanticType }: ColumnReference['column']): boolean {
  return type === 'text' && semanticType !== 'time' && /^\d{1,2}[./-]\d{1,2}[./-]\d{2,4}$/.test(max ?? '')
}
