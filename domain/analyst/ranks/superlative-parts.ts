import { addMeasure, measureAt } from '#domain/analyst/figures/measure.ts'
import { emptyParticiples } from '#domain/analyst/lexicon/english/forms/word-forms.ts'
import { wordSet } from '#domain/analyst/lexicon/english/forms/word-set.ts'
import { beforeAskedFigure } from '#domain/analyst/lexicon/english/meanings/superlatives.ts'
import { copulas, demonstratives, havingWords } from '#domain/analyst/lexicon/english/sentences/function-words.ts'
import { alongPhrases } from '#domain/analyst/lexicon/english/sentences/grouping.ts'
import { quantityNouns } from '#domain/analyst/lexicon/english/sentences/rows.ts'
import type { ColumnReference, MeasurePart, Superlative } from '#domain/analyst/reading/draft.ts'
import { numberAt } from '#domain/analyst/reading/numbers.ts'
import { forget, isFree, isValueOnly, phraseLength, type Reading, skip, skipBack, tableOf, take, wordAt } from '#domain/analyst/reading/reading.ts'
import type { LayerTable } from '#domain/semantics/layer.ts'

/** Settles the superlative of a question and marks the words that said it. */
export function finish(reading: Reading, superlative: Superlative, from: number, to: number, counted?: { table: LayerTable; at: number }): number {
  reading.draft.superlative = superlative
  take(reading, from, to, 'superlative')
  if (counted) forget(reading, counted.table, counted.at)
  return to
}

export function rankBy({ table, column }: ColumnReference): Superlative['by'] {
  return { column: { table, column } }
}

export function countOf(table: LayerTable): MeasurePart {
  return { aggregate: 'count', table, column: null, named: null }
}

/** "By cards [sold,] along with". */
const behindRankedFigure = wordSet(emptyParticiples, ',')

/** "The top 3 shops by sales along with the number of visits" shows the shops and both figures. */
export function showRanked(reading: Reading, subject: number, from: number): void {
  const { superlative, groups } = reading.draft
  const table = tableOf(reading.items[subject])
  const by = superlative && 'measure' in superlative.by ? superlative.by.measure : null
  const end = skip(reading, from, behindRankedFigure)
  const beside = Math.max(...alongPhrases.map((phrase) => phraseLength(reading, end, phrase)))
  if (!table || !by || table === by.table || beside === 0 || !measureAt(reading, skip(reading, end + beside))) return
  groups.push({ entity: table })
  addMeasure(reading, by)
  take(reading, subject, subject + 1, 'table')
  take(reading, from, end + beside, 'superlative')
}

/** The only figure that is read already, where it stands behind "by": `number of cards sold`. */
export function figureRead({ draft, taken }: Reading, at: number): { by: Superlative['by']; end: number } | null {
  const [measure, ...others] = draft.measures
  const end = taken.findIndex((role, index) => index > at && role !== 'measure')
  return measure && others.length === 0 && taken[at] === 'measure' && taken[at - 1] === null ? { by: { measure }, end: end < 0 ? taken.length : end } : null
}

/** The figure at an item, though values that are still to be read stand before its rows: `total amount of paid invoices`. */
export function measurePastValues(reading: Reading, at: number): ReturnType<typeof measureAt> {
  const isBefore = (index: number) => isFree(reading, index) && isValueOnly(reading.items[index]) && tableOf(reading.items[index + 1]) !== null
  return measureAt({ ...reading, taken: reading.taken.map((role, index) => (isBefore(index) ? 'value' : role)) }, at)
}

/** What is a value among the words taken is a condition still to be read. */
export function leaveValues(reading: Reading, from: number, to: number): void {
  for (let index = from; index < to; index++) if (isValueOnly(reading.items[index])) reading.taken[index] = null
}

/** "3 oldest" and "the two most expensive" carry their number in front. */
export function limitBefore(reading: Reading, at: number): number {
  return numberAt(reading, at - 1) ?? 1
}

export function numberBefore(reading: Reading, at: number): number {
  return numberAt(reading, at - 1) === null ? at : at - 1
}

/** Reads "the user with the lowest trust score" as a rank by that column, though the column's name begins with the name of a table. */
export function readHighestOf(
  reading: Reading,
  { direction, limit, start, at }: { direction: 'asc' | 'desc'; limit: number; start: number; at: number },
): number {
  const found = havingWords.has(wordAt(reading, skipBack(reading, start - 1))) ? measureAt(reading, at) : null
  const { aggregate, table, column } = found?.part ?? {}
  const isEnd = aggregate === 'max' || aggregate === 'min'
  return found && isEnd && table && column ? finish(reading, { direction, limit, by: rankBy({ table, column }) }, start, found.end) : 0
}

/** Whether the superlative stands where the asked-for thing stands: at the start, right behind "what is", or beside another figure: `the average and the highest price`. */
export function isAskedValue(reading: Reading, at: number): boolean {
  const before = skipBack(reading, at - 1)
  return before < 0 || beforeAskedFigure.has(wordAt(reading, before))
}

/** "And [what is that] number". */
const beforeToldFigure = wordSet(copulas, demonstratives, 'what the')
const toldNouns = wordSet(quantityNouns, 'total value')

/** "The country with the most buyers, and that number": what it is ranked by is told too. */
export function readToldFigure(reading: Reading): void {
  const { items, draft } = reading
  for (let at = 1; draft.superlative && at < items.length; at++) {
    if (wordAt(reading, at) !== 'and') continue
    const end = skip(reading, at + 1, beforeToldFigure)
    const isTold = items.slice(at, end).some(({ lower }) => lower === 'that' || lower === 'this') && toldNouns.has(wordAt(reading, end))
    if (!isTold || (items[end + 1] !== undefined && items[end + 1]?.kind !== 'sign')) continue
    if ('measure' in draft.superlative.by) addMeasure(reading, draft.superlative.by.measure)
    else draft.superlative.isFigureShown = true
    take(reading, at, end + 1, 'superlative')
  }
}
