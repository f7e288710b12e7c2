import { measureAt } from '#domain/analyst/figures/measure.ts'
import { isUnit } from '#domain/analyst/language/quantity.ts'
import { displayColumns } from '#domain/analyst/lexicon/display.ts'
import type { Adjective } from '#domain/analyst/lexicon/english/meanings/adjectives.ts'
import { amountNouns, durationSuperlatives, sizeSuperlatives } from '#domain/analyst/lexicon/english/meanings/superlatives.ts'
import { determiners } from '#domain/analyst/lexicon/english/sentences/function-words.ts'
import { impliedColumn } from '#domain/analyst/lexicon/implied-column.ts'
import { columnOf } from '#domain/analyst/reading/column-of.ts'
import type { MeasurePart, Superlative } from '#domain/analyst/reading/draft.ts'
import { isFree, prefersValue, type Reading, skip, tableOf, take, wordAt } from '#domain/analyst/reading/reading.ts'
import { isNumericType } from '#domain/semantics/compile/column-storage.ts'
import type { LayerTable } from '#domain/semantics/layer.ts'
import { rankable } from './ranked-noun.ts'

/** Takes `by population` at the end of "the largest city in Texas by population": it says what the adjective is about. */
export function readRankBy(reading: Reading): void {
  const { superlative } = reading.draft
  if (!superlative || !('column' in superlative.by)) return
  const { table, column: ranked } = superlative.by.column
  const last = reading.items.findLastIndex((item) => item.kind !== 'sign')
  const column = isFree(reading, last) && !tableOf(reading.items[last]) ? columnOf(reading, last, (item) => item.table === table && rankable(item)) : null
  const by = determiners.has(wordAt(reading, last - 1)) ? last - 2 : last - 1
  if (!column || !['by', 'in'].includes(wordAt(reading, by)) || !isFree(reading, by)) return
  // "The shortest length in milliseconds" tells the unit.
  if (column.column === ranked && wordAt(reading, by) === 'in' && isUnit(reading.items[last]?.lower ?? '')) return
  superlative.by = { column: { table, column: column.column } }
  take(reading, by, last + 1, 'superlative')
}

/** "The biggest genre by number of tracks": the figure that says what the adjective is about. */
export function measureBehind(reading: Reading, from: number): { measure: MeasurePart; at: number; end: number } | null {
  const at = reading.items.findIndex((item, index) => index > from && item.lower === 'by' && isFree(reading, index))
  const found = at > 0 ? measureAt(reading, skip(reading, at + 1)) : null
  return found && found.more.length === 0 ? { measure: found.part, at, end: found.end } : null
}

/** A rank by a figure of rows: the longest time of a group is the longest of its rows, not their average. */
export function rankedFigure(figure: MeasurePart, direction: 'asc' | 'desc', limit: number): Superlative {
  const isOfRows = figure.expression !== undefined && figure.ratio === undefined && figure.aggregate === 'avg'
  return { direction, limit, by: { measure: isOfRows ? { ...figure, aggregate: direction === 'desc' ? 'max' : 'min' } : figure } }
}

/** What is worked out behind an adjective: "the longest time to deliver", and with its own aggregate "the longest average time to deliver". */
export function figureBehind(reading: Reading, at: number, direction: 'asc' | 'desc', limit: number): { superlative: Superlative; end: number } | null {
  const figure = isFree(reading, at) ? reading.items[at]?.figure : undefined
  if (figure) return { superlative: rankedFigure(figure, direction, limit), end: at + 1 }
  const folded = measureAt(reading, at)
  const isFolded = folded?.part.aggregate === 'avg' && durationSuperlatives.has(wordAt(reading, at - 1))
  return folded && (isFolded || reading.items[folded.end - 1]?.figure)
    ? { superlative: { direction, limit, by: { measure: folded.part } }, end: folded.end }
    : null
}

/** Whether an adjective stands before an amount or a text that is no name of rows: "the largest capital" says nothing of how large the country is. */
export function describesText(reading: Reading, at: number): boolean {
  const item = reading.items[skip(reading, at)]
  if (item?.kind === 'word' && amountNouns.has(item.stem)) return true
  if (item?.kind !== 'name' || tableOf(item) || prefersValue(reading, skip(reading, at))) return false
  const best = item.meaning.columns.filter(({ weight }) => weight >= 0.9)
  return (
    best.length > 0 &&
    best.every(({ table, column }) => !isNumericType(column) && column.semanticType !== 'time' && !displayColumns(table).includes(column)) &&
    !best.some(({ table, column }) => table.primaryKey.includes(column.name))
  )
}

/** The column an adjective is about; what is large is so by the only figure its table has, where none is called a size. */
export function rankColumn(table: LayerTable, adjective: Adjective, word: string): ReturnType<typeof impliedColumn> {
  const implied = impliedColumn(table, adjective)
  if (implied || !sizeSuperlatives.has(word)) return implied
  const [figure, ...others] = table.columns.filter((column) => !column.isHidden && column.semanticType === 'measure' && isNumericType(column))
  return figure && others.length === 0 ? { reference: { table, column: figure }, direction: adjective.direction } : null
}
