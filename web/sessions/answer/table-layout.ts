import { type Column, isNumeric } from '../shapes.ts'
import { cellText } from './cell-text.ts'

export type Sorting = { column: number; falls: boolean }

const SAMPLE = 60
const CHARACTER = 7.4
const PADDING = 26
const [LEAST, MOST] = [72, 340]

/** Pixels each column takes at least, by its name and the first rows. */
export const widthsOf = (columns: Column[], rows: unknown[][]): number[] =>
  columns.map((column, at) => {
    const longest = rows.slice(0, SAMPLE).reduce((most, row) => Math.max(most, cellText(row[at], column)?.length ?? 4), column.label.length + 2)
    return Math.round(Math.min(MOST, Math.max(LEAST, longest * CHARACTER + PADDING)))
  })

/** Rows by one column: numbers by size, text as the reader's language sorts it, empty cells last either way. */
export function sorted(rows: unknown[][], columns: Column[], sorting: Sorting | null): unknown[][] {
  const column = sorting && columns[sorting.column]
  if (!column) return rows
  const isNumber = isNumeric(column)
  const collator = new Intl.Collator(document.documentElement.lang, { numeric: true })
  const sign = sorting.falls ? -1 : 1
  return rows.toSorted((one, other) => {
    const [a, b] = [one[sorting.column], other[sorting.column]]
    if (a === null || a === undefined || b === null || b === undefined) return Number(a === null || a === undefined) - Number(b === null || b === undefined)
    return sign * (isNumber ? Number(a) - Number(b) : collator.compare(String(a), String(b)))
  })
}
