import type { QueryColumn } from '#domain/query/query-outcome.ts'
import type { JsonValue } from '#domain/semantics/sources/source.ts'

export const isNumeric = ({ type }: QueryColumn): boolean => type === 'integer' || type === 'number' || type === 'decimal'

/** A cell as text; what is no single value, as JSON. */
export function textOf(cell: JsonValue | undefined): string {
  if (cell === null || cell === undefined) return ''
  return typeof cell === 'object' ? JSON.stringify(cell) : String(cell)
}

/** How a spreadsheet begins a cell that it computes (OWASP, CSV injection). */
const FORMULA = /^[=+\-@\t\r\n]/
const NUMBER = /^[+-]?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?$/i

/** Text that no spreadsheet takes for a formula: an apostrophe before what looks like one, numbers left as they are. */
export const defused = (text: string): string => (FORMULA.test(text) && !NUMBER.test(text) ? `'${text}` : text)

/** Names that differ, as every format but CSV needs them. */
export function distinctNames(columns: readonly QueryColumn[]): string[] {
  const taken = new Set<string>()
  return columns.map(({ name }) => {
    let free = name
    for (let at = 2; taken.has(free); at++) free = `${name}_${at}`
    taken.add(free)
    return free
  })
}
