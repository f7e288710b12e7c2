import { writeAnswer } from '../../analyst/answers/answer.ts'
import type { Clock } from '../../analyst/language/calendar.ts'
import type { LexiconCache } from '../../analyst/lexicon/lexicon.ts'
import type { Language } from '../../language.ts'
import type { QueryColumn } from '../../query/query-outcome.ts'
import { compileQuery } from '../../semantics/compile/compile.ts'
import { capitalised, formatNumber } from '../../semantics/describe/english.ts'
import { numberInGerman } from '../../semantics/describe/german-words.ts'
import type { Layer, LayerVerifiedQuery } from '../../semantics/layer.ts'
import type { JsonValue } from '../../semantics/sources/source.ts'
import { sameVerified } from '../context/schema-search.ts'
import { writeCell } from './cite-cells.ts'

export type Verified = { layer: Layer; verified: LayerVerifiedQuery }
type Result = { columns: QueryColumn[]; rows: JsonValue[][]; truncated: boolean }

const NOTE: Record<Language, string> = { en: 'The query behind it was verified by a person.', de: 'Die Abfrage dahinter hat jemand geprüft.' }
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
  { clock, cache, language = 'en' }: { clock: Clock; cache: LexiconCache; language?: Language | undefined },
): { text: string; suggestions: string[] } {
  if (verified.query) {
    const compiled = compileQuery(layer, verified.query)
    const told = writeAnswer({ question, layer, query: verified.query, compiled, result: { ...result, columns: [], durationMs: 0 }, clock, cache, language })
    return { ...told, text: `${told.text} ${NOTE[language]}` }
  }
  return { text: `${resultInWords(result, language)} ${NOTE[language]}`, suggestions: [] }
}

/** A result of which nothing is known but its columns: its one row, or how many rows there are and the first of them. */
export function resultInWords({ columns, rows, truncated }: Result, language: Language = 'en'): string {
  const isGerman = language === 'de'
  const [first] = rows
  if (!first) return isGerman ? 'Nichts gefunden.' : 'Nothing was found.'
  const cells = columns
    .slice(0, CELLS_TOLD)
    .map((column, index) => `${isGerman ? capitalised(column.label) : column.label.toLowerCase()} ${writeCell(first[index] ?? null, column)}`)
  if (rows.length === 1) return `${capitalised(cells.join(', '))}.`
  if (isGerman) return `${truncated ? 'Mehr als ' : ''}${numberInGerman(rows.length)} Zeilen; die erste: ${cells.join(', ')}.`
  return `There are ${truncated ? 'more than ' : ''}${formatNumber(rows.length)} rows; the first: ${cells.join(', ')}.`
}
