import { isMissingWord } from '../extraction/missing-marks.ts'
import type { LayerColumn } from '../layer.ts'
import type { Dialect } from '../sources/source.ts'
import type { Expression, TimeStorage } from '../sql/sql-tree.ts'
import type { WrittenDay } from './written-days.ts'
import { dayFormOf, holdsIsoDaysBesideBlanks, isIsoDay, isIsoMonth, numberFormOf } from './written-values.ts'

const year = /^\d{4}$/
const number = /^\s*[-+]?(\d+\.?\d*|\.\d+)(e[-+]?\d+)?\s*$/i

/** How a column's moments can be read, judged by its type and by its smallest and largest value; null when it holds none that can. */
export function timeStorageOf(column: LayerColumn, dialect: Dialect): TimeStorage | null {
  const { type, min, max } = column
  const known = min !== null && max !== null
  // No engine reads a month without a day as a moment.
  if (known && type !== 'timestamp' && isIsoMonth(min) && isIsoMonth(max) && (type === 'text' || dialect === 'sqlite')) return 'year_month_text'
  if (type === 'date' || type === 'timestamp') {
    if (dialect !== 'sqlite') return 'native'
    if (!known || (isIsoDay(min) && isIsoDay(max))) return 'iso_text'
  }
  if (column.semanticType !== 'time' || !known) return null
  if (isNumericType(column) || (number.test(min) && number.test(max))) {
    const [low, high] = [Number(min), Number(max)]
    if (low >= 1000 && high <= 2999) return isNumericType(column) ? 'year_number' : 'year_text'
    if (type === 'text' || low < 1e8) return null
    return high > 1e11 ? 'unix_milliseconds' : 'unix_seconds'
  }
  if (year.test(min) && year.test(max)) return 'year_text'
  if ((isIsoDay(min) && isIsoDay(max)) || (type === 'text' && holdsIsoDaysBesideBlanks([min, max, ...column.sampleValues]))) return 'iso_text'
  return type === 'text' ? dayFormIn(column) : null
}

/** Texts of a column that say that there is nothing: blanks, and words such as N/A among its samples. */
export function blanksOf({ type, min, sampleValues }: LayerColumn): string[] {
  if (type !== 'text') return []
  return [...new Set([...(min === '' ? [''] : []), ...sampleValues.filter((value) => value.trim() === '' || isMissingWord(value))])]
}

/** Whether some rows have no value in a column, however that is written. */
export const mayBeMissing = (column: LayerColumn): boolean => (column.nullFraction ?? 0) > 0 || blanksOf(column).length > 0

/** How the numbers or days of a text column are written, so far as its values tell. */
export function writtenAs(column: LayerColumn): LayerColumn['writtenAs'] {
  if (column.writtenAs !== undefined) return column.writtenAs
  if (column.type !== 'text' && column.type !== 'other') return null
  return numberFormOf(column.sampleValues) ?? dayFormIn(column)
}

function dayFormIn({ writtenAs: known, min, max, sampleValues }: LayerColumn): WrittenDay | null {
  if (known !== undefined) return known === 'number' || known === 'comma_number' ? null : known
  return min === null || max === null ? null : dayFormOf([min, max, ...sampleValues])
}

/** How the hours of a column can be read: of its moments, or of times of day without a date. */
export function hourStorageOf(column: LayerColumn, dialect: Dialect): TimeStorage | null {
  return column.type === 'time' ? (dialect === 'sqlite' ? 'iso_text' : 'native') : timeStorageOf(column, dialect)
}

export function isNumericType(column: LayerColumn): boolean {
  return column.type === 'integer' || column.type === 'number' || column.type === 'decimal'
}

/** Whether a column that is not of a number type holds numbers all the same. */
export function holdsNumbersAsText(column: LayerColumn): boolean {
  if (isNumericType(column) || (column.type !== 'text' && column.type !== 'other')) return false
  if (column.semanticType === 'measure') return true
  return column.min !== null && column.max !== null && number.test(column.min) && number.test(column.max)
}

/** The number that a text column holds, without the signs people write around it: `$1,204.50`, `15 %`. */
export function asNumber(column: LayerColumn, of: Expression): Expression {
  const form = column.writtenAs === 'number' || column.writtenAs === 'comma_number' ? column.writtenAs : numberFormOf(column.sampleValues)
  return form === null ? { kind: 'as_number', of } : { kind: 'as_number', of, written: form }
}
