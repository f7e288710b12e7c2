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

/** A value as people write it: thousands separated, with its unit, months by name, no midnight. */
export function valueInWords(value: JsonValue, column: CompiledColumn): string {
  if (value === null) return 'empty'
  if (typeof value === 'boolean') return value ? 'yes' : 'no'
  if (typeof value === 'object') return JSON.stringify(value)
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
