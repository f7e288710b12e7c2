import { isMeasurable } from '#domain/analyst/figures/measurable.ts'
import { beforeWholeFigure, betweenFigureAndRows, comparedFigures, narrowingWords } from '#domain/analyst/lexicon/english/sentences/comparisons.ts'
import { severalWords } from '#domain/analyst/lexicon/english/sentences/grouping.ts'
import { beforeCounted } from '#domain/analyst/lexicon/english/sentences/rows.ts'
import { columnOf } from '#domain/analyst/reading/column-of.ts'
import type { ColumnReference } from '#domain/analyst/reading/draft.ts'
import { isFree, phraseLength, type Reading, skip, tableOf, take, wordAt } from '#domain/analyst/reading/reading.ts'
import type { FilterCondition } from '#domain/semantics/semantic-query.ts'
import { addFilter, condition, takeColumn } from './filter-parts.ts'

type Figure = { than: NonNullable<FilterCondition['than']>; column: ColumnReference | null; end: number }

/** `the average`, `the average price`, `the maximum salary of all instructors`: a figure of the column itself, over all its rows. Null when it is of others, or of some. */
export function figureAt(reading: Reading, at: number, own: ColumnReference | null): Figure | null {
  const start = skip(reading, at, beforeWholeFigure)
  const than = comparedFigures.get(wordAt(reading, start))
  if (than === undefined || !isFree(reading, start)) return null
  const noun = skip(reading, start + 1, beforeCounted)
  const named = columnOf(reading, noun, rankable)
  const isOther =
    named !== null && own !== null && named.column !== own.column && !reading.items[noun]?.meaning.columns.some(({ column }) => column === own.column)
  const isName = reading.items[noun]?.kind === 'name'
  // "Higher than the average invoice", of invoices.
  const isRow = noun === start + 1 && isName && !named && tableOf(reading.items[noun]) === (own?.table ?? reading.draft.focus)
  if (isOther || (!isRow && (noun > start + 1 ? !named : isName && !named))) return null
  let end = named || isRow ? noun + 1 : start + 1
  const owner = skip(reading, end, betweenFigureAndRows)
  if (owner > end && tableOf(reading.items[owner]) === (own ?? named)?.table) end = owner + 1
  // "How many rooms are larger than the average size in each house": rooms are told for each.
  const isForEach = severalWords.has(wordAt(reading, end + 1)) && countsBefore(reading, at)
  if (isForEach) return { than, column: named, end }
  // Of some rows only: another question, not a figure of the whole column.
  if (narrowingWords.has(wordAt(reading, end))) return null
  return { than, column: named, end }
}

const countsBefore = (reading: Reading, end: number): boolean =>
  reading.items.some((_, at) => at < end && (phraseLength(reading, at, 'how many') > 0 || phraseLength(reading, at, 'number of') > 0))

export function addFigure(
  reading: Reading,
  { table, column }: ColumnReference,
  operator: FilterCondition['operator'],
  { than, end }: Figure,
  at: number,
  columnAt: number | null,
): number {
  addFilter(reading, { ...condition({ table, column }, operator, []), than }, at)
  takeColumn(reading, columnAt)
  take(reading, at, end, 'filter')
  return end
}

export function rankable({ column }: ColumnReference): boolean {
  return isMeasurable(column, 'avg')
}
