import { sanitizeText } from '#domain/agent/context/sanitize-text.ts'
import type { QueryColumn, QueryOutcome } from '../../query/query-outcome.ts'
import type { JsonValue } from '../../semantics/sources/source.ts'

/** How a model cites a cell: the result's number (or the word itself, for the latest) and the row's, counted from 1, and the column's name. */
const CITATION = /\[\[\s*(\d{1,2}|result)\s*:\s*(\d{1,4})\s*:\s*([^[\]:]{1,100}?)\s*\]\]|\[\[\s*result\b[^[\]]{0,100}\]\]/
const LONGEST = 140

/** Puts cells in the place of their citations, in a text that comes in parts. */
export type CellCitations = {
  /** The text that can be shown now; what might be the beginning of a citation is kept back. */
  push(delta: string): string
  /** What was kept back at the end. */
  flush(): string
  /** Citations of cells that no result has, as written. */
  readonly unknown: string[]
}

/** `outcomes` are the results so far, read anew at each citation; `locale` says how numbers are written. A citation of no cell becomes three dots. */
export function citeCells(outcomes: readonly QueryOutcome[], locale = 'en'): CellCitations {
  let held = ''
  const unknown: string[] = []

  function settle(text: string): string {
    return text.replaceAll(new RegExp(CITATION, 'g'), (written, result, row, name) => {
      const outcome = result === 'result' ? outcomes.at(-1) : outcomes[Number(result) - 1]
      const index = outcome?.columns.findIndex((column) => column.name.toLowerCase() === String(name).toLowerCase()) ?? -1
      const cell = outcome?.rows[Number(row) - 1]?.[index]
      const column = outcome?.columns[index]
      if (cell === undefined || !column) {
        unknown.push(written)
        return '…'
      }
      return writeCell(cell, column, locale)
    })
  }

  return {
    unknown,
    push(delta) {
      held += delta
      const open = held.lastIndexOf('[[')
      const isOpen = open >= 0 && !held.includes(']]', open) && held.length - open <= LONGEST
      const kept = isOpen ? open : held.endsWith('[') ? held.length - 1 : held.length
      const ready = held.slice(0, kept)
      held = held.slice(kept)
      return settle(ready)
    },
    flush() {
      const rest = held
      held = ''
      return settle(rest)
    },
  }
}

const DECIMALS = 2

/**
 * A cell as a sentence shows it: measures grouped and rounded to two decimals as `locale` writes them, with their unit; text on one line, at most 400
 * characters; an empty cell is "no value", in other languages a dash.
 */
export function writeCell(cell: JsonValue, { type, unit, role }: Pick<QueryColumn, 'type' | 'unit' | 'role'>, locale = 'en'): string {
  if (cell === null) return locale === 'en' ? 'no value' : '–'
  if (typeof cell === 'object') return JSON.stringify(cell).slice(0, 100)
  const isFigure = typeof cell === 'number' || ((type === 'integer' || type === 'number' || type === 'decimal') && /^-?\d+(\.\d+)?$/.test(String(cell)))
  if (!isFigure) return sanitizeText(String(cell))
  // What names something is not grouped, and has no digits that only the machine has.
  if (role === 'dimension') return String(typeof cell === 'number' && !Number.isInteger(cell) ? Number(cell.toPrecision(12)) : cell)
  // As text, so that no digit of a long number is lost.
  const text = new Intl.NumberFormat(locale, { maximumFractionDigits: DECIMALS }).format(cell as Intl.StringNumericLiteral | number)
  if (unit === null) return text
  return unit === '%' ? `${text}%` : `${text} ${unit}`
}
