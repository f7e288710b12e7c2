import { isFigure, tablesOf, visible, wordsOf } from '#domain/analyst/grammar/facts.ts'
import type { Figure, Ref } from '#domain/analyst/grammar/terms.ts'
import { badVerdicts, goodVerdicts, ratingLabels } from '#domain/analyst/lexicon/english/business/ratings.ts'
import { isNumericType } from '#domain/semantics/compile/column-storage.ts'
import type { Layer, LayerColumn } from '#domain/semantics/layer.ts'
import type { Filter } from '#domain/semantics/semantic-query.ts'

/** The highest mark there may be: what goes beyond it is no mark. */
const highestMark = 10
const mostVerdicts = 12

const isCalledRating = (column: LayerColumn, table: string): boolean => [...wordsOf(column.label), ...wordsOf(table)].some((word) => ratingLabels.has(word))

/** The number by which people say how content they are; null where there is none, or several. */
export function markOf(layer: Layer): Ref | null {
  const found = tablesOf(layer).flatMap((table) =>
    visible(table).flatMap((column): Ref[] => {
      const isMark = isFigure(column) && column.max !== null && Number(column.max) <= highestMark && Number(column.min ?? -1) >= 0
      return isMark && isNumericType(column) && wordsOf(column.label).some((word) => ratingLabels.has(word)) ? [{ table, column }] : []
    }),
  )
  const [only, ...others] = found
  return only && others.length === 0 ? only : null
}

const among = ({ sampleValues }: LayerColumn, words: ReadonlySet<string>): string[] => sampleValues.filter((value) => words.has(value.trim().toLowerCase()))

/** How content people are: the average of their marks, or the part of the good ones among their verdicts. */
export function contentment(layer: Layer): Figure | null {
  const mark = markOf(layer)
  if (mark) return { kind: 'column', ref: mark, aggregate: 'avg' }
  const found = tablesOf(layer).flatMap((table) =>
    visible(table).flatMap((column): Figure[] => {
      if (column.type !== 'text' || (column.distinct ?? mostVerdicts + 1) > mostVerdicts || !isCalledRating(column, table.label)) return []
      const [good, bad] = [among(column, goodVerdicts), among(column, badVerdicts)]
      if (good.length === 0 || bad.length === 0) return []
      const of = (values: string[]): Filter => ({ table: table.name, column: column.name, operator: 'equals', values })
      const rows = (values: string[]): Figure => ({ kind: 'rows', table, filters: [of(values)] })
      return [{ kind: 'ratio', numerator: rows(good), denominator: rows([...good, ...bad]), percent: true }]
    }),
  )
  const [only, ...others] = found
  return only && others.length === 0 ? only : null
}
