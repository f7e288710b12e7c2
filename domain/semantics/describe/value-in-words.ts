import type { CompiledColumn } from '../compile/compile.ts'
import type { JsonValue } from '../sources/source.ts'
import { formatNumber } from './english.ts'

export const monthNames = ['January', 'February', 'March', 'April', 'May', 'June', 'July', 'August', 'September', 'October', 'November', 'December']

export const dayNames = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday']

/** `2024-03` is March 2024, `2024-Q1` is Q1 2024; other periods stay as they are. */
export function periodInWords(text: string): string {
  const month = /^(\d{4})-(0[1-9]|1[0-2])$/.exec(text)
  return month ? `${monthNames[Number(month[2]) - 1]} ${month[1]}` : text.replace(/^(\d{4})-(Q[1-4])$/, '$2 $1')
}

/** Parts of time that come again. */
export const recurringGrains: ReadonlySet<string> = new Set(['day_of_week', 'month_of_year', 'quarter_of_year', 'day_of_month', 'hour_of_day'])

/** A part of time that comes again, by its name: Monday, March, 8:00, Q3. Null for others. */
export function recurringInWords(grain: CompiledColumn['grain'], value: JsonValue): string | null {
  const number = Number(value)
  if (value === null || !Number.isInteger(number)) return null
  if (grain === 'day_of_week') return dayNames[number - 1] ?? null
  if (grain === 'month_of_year') return monthNames[number - 1] ?? null
  if (grain === 'quarter_of_year') return `Q${number}`
  return grain === 'hour_of_day' ? `${number}:00` : null
}

/** A value as people write it: thousands separated, with its unit, months and weekdays by name, no midnight. */
export function valueInWords(value: JsonValue, column: CompiledColumn): string {
  if (value === null) return 'empty'
  if (typeof value === 'boolean') return value ? 'yes' : 'no'
  if (typeof value === 'object') return JSON.stringify(value)
  const recurring = recurringInWords(column.grain, value)
  if (recurring !== null) return recurring
  const isNumber = column.type === 'integer' || column.type === 'number' || column.type === 'decimal'
  if (isNumber && String(value).trim() !== '' && Number.isFinite(Number(value))) {
    const isName = column.role === 'dimension' && /(^|_)(id|year|code|number|zip)$/.test(column.name)
    if (isName) return String(value)
    const text = formatNumber(Number(value))
    return column.unit === null ? text : column.unit === '%' ? `${text}%` : `${text} ${column.unit}`
  }
  const text = String(value)
  if (column.grain === 'month' || column.grain === 'quarter') return periodInWords(text)
  return text.replace(/^(\d{4}-\d{2}-\d{2})[T ]00:00:00(?:\.0+)?Z?$/, '$1')
}
