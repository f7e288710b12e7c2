import { isAdditive, isFigure, moneyFigures } from '#domain/analyst/grammar/facts.ts'
import type { Layer, LayerColumn, LayerTable } from '#domain/semantics/layer.ts'
import type { Arithmetic, SemanticQuery } from '#domain/semantics/semantic-query.ts'

/** Hundredths of something else that a row tells: a bonus in % of a salary. */
const isPercentage = ({ label, sampleValues }: LayerColumn): boolean =>
  /%|\b(?:percent|pct)/i.test(label) || (sampleValues.length > 0 && sampleValues.every((value) => /%\s*$/.test(value)))

/** Whether they are written as 0.15, and not as 15. */
const areFractions = ({ max }: LayerColumn): boolean => max !== null && Number(max) <= 1

/** Whether percentages are added up, which tells nothing. */
export const addsPercentages = ({ measures }: SemanticQuery, layer: Layer): boolean =>
  measures.some((measure) => {
    if (!('aggregate' in measure) || measure.aggregate !== 'sum' || measure.column === undefined) return false
    const column = layer.tables.find(({ name }) => name === measure.table)?.columns.find(({ name }) => name === measure.column)
    return column !== undefined && isPercentage(column)
  })

/** Sums of percentages tell nothing: the same of the amounts that they are parts of. */
export function ofPercentages(query: SemanticQuery, layer: Layer): SemanticQuery[] {
  const [measure, ...others] = query.measures
  if (!measure || others.length > 0 || !('aggregate' in measure) || !('column' in measure)) return []
  const table = layer.tables.find(({ name }) => name === measure.table)
  const column = table?.columns.find(({ name }) => name === measure.column)
  if (!table || !column || !isPercentage(column)) return []
  const hundredth: Arithmetic = areFractions(column) ? { column: column.name } : { op: '/', left: { column: column.name }, right: { number: 100 } }
  return amountsOf(layer, table).map((amount): SemanticQuery => {
    const { column: _, ...rest } = measure
    return { ...query, measures: [{ ...rest, aggregate: 'sum', expression: { op: '*', left: { column: amount.name }, right: hundredth } }] }
  })
}

function amountsOf(layer: Layer, table: LayerTable): LayerColumn[] {
  const money = moneyFigures(layer).flatMap((figure) => (figure.kind === 'column' && figure.ref.table === table ? [figure.ref.column] : []))
  const additive = table.columns.filter((column) => !column.isHidden && isFigure(column) && !isPercentage(column) && isAdditive({ table, column }))
  return [...new Set([...money, ...additive])].filter((column) => !isPercentage(column)).slice(0, 2)
}
