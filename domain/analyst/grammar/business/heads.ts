import { isFigure, isFlag, tablesOf, visible, wordsOf } from '#domain/analyst/grammar/facts.ts'
import type { Ref } from '#domain/analyst/grammar/terms.ts'
import { headcountLabels, sizeLabels } from '#domain/analyst/lexicon/english/business/capacities.ts'
import type { Layer, LayerColumn } from '#domain/semantics/layer.ts'
import type { SemanticQuery } from '#domain/semantics/semantic-query.ts'

/** Whether a column tells how many people a row is of: `party_size`, `guests`. */
export const tellsHeads = (column: LayerColumn): boolean => {
  const words = wordsOf(column.label)
  const isOfPeople = words.some((word) => headcountLabels.has(word)) && words.every((word) => headcountLabels.has(word) || sizeLabels.has(word))
  return isOfPeople && isFigure(column) && !isFlag(column)
}

/** Every column of that sort. */
export const headsIn = (layer: Layer): Ref[] =>
  tablesOf(layer).flatMap((table) => visible(table).flatMap((column) => (tellsHeads(column) ? [{ table, column }] : [])))

/** Whether the different names of those who booked are counted, where each row tells for how many people it is. */
export const countsBookers = ({ measures, dimensions }: SemanticQuery, layer: Layer): boolean =>
  dimensions.length === 0 &&
  measures.some((measure) => {
    if (!('aggregate' in measure) || measure.aggregate !== 'count_distinct' || measure.column === undefined) return false
    const table = layer.tables.find(({ name }) => name === measure.table)
    const label = table?.columns.find(({ name }) => name === measure.column)?.label ?? ''
    return / name$/i.test(label) && table?.columns.some((column) => !column.isHidden && tellsHeads(column)) === true
  })
