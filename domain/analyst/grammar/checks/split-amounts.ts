import { isFigure } from '#domain/analyst/grammar/facts.ts'
import { isSpread } from '#domain/analyst/lexicon/column-kind.ts'
import type { Layer } from '#domain/semantics/layer.ts'
import type { SemanticQuery } from '#domain/semantics/semantic-query.ts'

/** More different amounts than these are no groups. */
const mostAmounts = 60

/** Whether a figure is told for each amount of a column: revenue for each profit, cost for each weight. */
export const splitsByFigure = ({ measures, dimensions }: SemanticQuery, layer: Layer): boolean =>
  measures.some((measure) => !('hidden' in measure && measure.hidden)) &&
  dimensions.some(({ table, column, grain, bin, hidden }) => {
    const of = layer.tables.find(({ name }) => name === table)
    const held = grain || bin || hidden ? undefined : of?.columns.find(({ name }) => name === column)
    return (
      held?.semanticType === 'measure' && of !== undefined && ((held.distinct ?? 0) > mostAmounts || (isFigure(held) && isSpread({ table: of, column: held })))
    )
  })

/** Whether an amount is added up or averaged for each value of its own: the total of each total. */
export const foldsByItself = ({ measures, dimensions }: SemanticQuery): boolean =>
  measures.some(
    (measure) =>
      'aggregate' in measure &&
      (measure.aggregate === 'sum' || measure.aggregate === 'avg') &&
      dimensions.some(({ table, column, grain, bin }) => table === measure.table && column === measure.column && !grain && !bin),
  )
