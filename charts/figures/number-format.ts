import { formatLocale } from 'vega'
import { type Cell, DrawingError } from '../chart.ts'
import { localeOf } from '../locale.ts'
import { numberOf } from '../rows.ts'

export type NumberFormat = (value: number | null) => string

/** How figures are written: by a d3-format pattern, else with at most two decimals. Fails with `DrawingError` for a pattern that is none. */
export function numberFormat(pattern: string | undefined, locale: string | undefined): NumberFormat {
  try {
    const { number } = localeOf(locale)
    const format = (formatLocale as unknown as (locale: unknown) => { format(pattern: string): (value: number) => string })(number).format(pattern ?? ',.2~f')
    return (value) => (value === null ? '–' : format(value))
  } catch (error) {
    throw new DrawingError(`"${pattern}" is not a number format`, { cause: error })
  }
}

/** A cell of a table: numbers as the locale writes them, codes and years as they are. */
export function cellText(cell: Cell | undefined, isNumber: boolean, format: NumberFormat): string {
  if (cell === null || cell === undefined) return ''
  if (isNumber) return format(numberOf(cell))
  return typeof cell === 'object' ? JSON.stringify(cell) : String(cell).replace(/T00:00:00(?:\.000)?Z?$/, '')
}
