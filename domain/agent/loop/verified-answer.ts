import { writeAnswer } from '../../analyst/answers/answer.ts'
import type { Clock } from '../../analyst/language/calendar.ts'
import type { LexiconCache } from '../../analyst/lexicon/lexicon.ts'
import type { QueryColumn } from '../../query/query-outcome.ts'
import { compileQuery } from '../../semantics/compile/compile.ts'
import { capitalised, formatNumber } from '../../semantics/describe/english.ts'
import type { Layer, LayerVerifiedQuery } from '../../semantics/layer.ts'
import type { JsonValue } from '../../semantics/sources/source.ts'
import { sameVerified } from '../context/schema-search.ts'
import { writeCell } from './cite-cells.ts'

export type Verified = { layer: Layer; verified: LayerVerifiedQuery }
type Result = { columns: QueryColumn[]; rows: JsonValue[][]; truncated: boolean }

const NOTE = 'The query behind it was verified by a person.'
const CELLS_TOLD = 4

/** The verified query that answers a question, of the first source that has one. */
export function verifiedFor(layers: Layer[], question: string): Verified | null {
  for (const layer of layers) {
    const verified = sameVerified(layer, question)
    if (verified) return { layer, verified }
  }
  return null
}

/** The result of a verified query in words. SQL says nothing of its meaning, so its columns speak for themselves. */
export function wordVerified(
  question: string,
  { layer, verified }: Verified,
  result: Result,
  clock: Clock,
  cache: LexiconCache,
): { text: string; suggestions: string[] } {
  if (verified.query) {
    const compiled = compileQuery(layer, verified.query)
    const told = writeAnswer({ question, layer, query: verified.query, compiled, result: { ...result, columns: [], durationMs: 0 }, clock, cache })
    return { ...told, text: `${told.text} ${NOTE}` }
  }
  return { text: `${resultInWords(result)} ${NOTE}`, suggestions: [] }
}

/** A result of which nothing is known but its columns: its one row, or how many rows there are and the first of them. */
export function resultInWords({ columns, rows, truncated }: Result): string {
  const [first] = rows
  if (!first) return 'Nothing was found.'
  const cells = columns.slice(0, CELLS_TOLD).map((column, index) => `${column.label.toLowerCase()} ${writeCell(first[index] ?? null, column)}`)
  if (rows.length === 1) return `${capitalised(cells.join(', '))}.`
  return `There are ${truncated ? 'more than ' : ''}${formatNumber(rows.length)} rows; the first: ${cells.join(', ')}.`
}
