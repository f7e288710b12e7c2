import { joined, partsOf } from '#domain/analyst/conditions/filter-parts.ts'
import { belongsTo } from '#domain/analyst/grammar/facts.ts'
import { tablesOf } from '#domain/analyst/grammar/query/query-tables.ts'
import type { Layer, LayerTable } from '#domain/semantics/layer.ts'
import type { Filter, FilterCondition, QueryDimension, QueryMeasure, SemanticQuery } from '#domain/semantics/semantic-query.ts'
import { conditionOf, nameOfMeasure } from './carry.ts'

/** Puts what a turn names into the query it goes on from: all that it does not name stays. */

export const isShown = (measure: QueryMeasure): boolean => !('hidden' in measure && measure.hidden)

/** The table whose rows a query measures, else shows. */
export const tableOf = ({ measures, dimensions }: Pick<SemanticQuery, 'measures' | 'dimensions'>): string | undefined =>
  measures.flatMap((item) => ('table' in item ? [item.table] : 'ratio' in item && 'table' in item.ratio.numerator ? [item.ratio.numerator.table] : []))[0] ??
  dimensions[0]?.table

export const tableNamed = (layer: Layer, name: string | undefined): LayerTable | undefined => layer.tables.find((table) => table.name === name)

/** The column that is compared with values. Another condition on it, that it is empty or after another date, is beside those. */
const keyOf = (filter: Filter): string | null => {
  const condition = conditionOf(filter)
  return condition && !condition.column_value && !empty.has(condition.operator) ? `${condition.table}.${condition.column}` : null
}
const empty: ReadonlySet<FilterCondition['operator']> = new Set(['is_empty', 'is_not_empty'])

/** With more conditions: another value of a column takes the place of the one before, and another period that of the period before, along the same date. */
export function withConditions(base: SemanticQuery, added: readonly Filter[], layer: Layer): SemanticQuery {
  if (added.length === 0) return base
  const isTime = (filter: Filter) => {
    const condition = keyOf(filter) === null ? null : conditionOf(filter)
    return tableNamed(layer, condition?.table)?.columns.find(({ name }) => name === condition?.column)?.semanticType === 'time'
  }
  const known = partsOf(base.filters)
  const [date, ...dates] = [...new Set(known.filter(isTime).map(keyOf))]
  const along = date !== undefined && dates.length === 0 ? conditionOf(known.find(isTime) as Filter) : null
  const own = added.map((filter) => (along && 'column' in filter && isTime(filter) ? { ...filter, table: along.table, column: along.column } : filter))
  const isReplaced = (filter: Filter) => own.some((other) => keyOf(other) !== null && keyOf(other) === keyOf(filter) && !isWithin(other, filter))
  const filters = joined([...known.filter((filter) => !isReplaced(filter)), ...own])
  return filters ? { ...base, filters } : base
}

const bounds: ReadonlySet<FilterCondition['operator']> = new Set(['less_than', 'less_or_equal', 'greater_than', 'greater_or_equal'])

/** Whether a bound lies in the period that is known: before March, of this year. */
function isWithin(bound: Filter, period: Filter): boolean {
  if (!('column' in bound) || !('column' in period) || !bounds.has(bound.operator) || period.operator !== 'equals') return false
  const [from, within] = [bound.values[0], period.values[0]].map(String)
  return from !== within && from !== undefined && within !== undefined && from.startsWith(within)
}

/** With another figure in the place of its only one, in the same order; null where it has several. */
export function withMeasure(base: SemanticQuery, made: QueryMeasure): SemanticQuery | null {
  const [first, ...others] = base.measures.filter(isShown)
  if (!first || others.length > 0 || !('name' in first) || first.name === undefined) return null
  const { name: _, ...figure } = made
  const taken = new Set([...base.measures.filter((measure) => measure !== first), ...base.dimensions].map((item) => ('name' in item ? item.name : undefined)))
  const wanted = nameOfMeasure(figure as QueryMeasure)
  const name = taken.has(wanted) ? first.name : wanted
  const order = base.order.map((item) => (item.by === first.name ? { ...item, by: name } : item))
  return { ...base, measures: base.measures.map((measure): QueryMeasure => (measure === first ? ({ ...figure, name } as QueryMeasure) : measure)), order }
}

/** Split by other columns; in the order of its figures. */
export function withDimensions(base: SemanticQuery, dimensions: QueryDimension[], layer: Layer): SemanticQuery | null {
  if (dimensions.length === 0 || base.measures.length === 0 || base.limit_per || base.compare) return null
  const order = base.order.filter(({ by }) => base.measures.some((measure) => 'name' in measure && measure.name === by))
  return { ...countedAlong(base, dimensions, layer), dimensions, order }
}

/**
 * Rows of a table that are split by what they do not belong to are counted along the rows that lead to both: kinds of classes by who gave them, along the hours
 * that were given.
 */
function countedAlong(base: SemanticQuery, dimensions: QueryDimension[], layer: Layer): SemanticQuery {
  const [measure, ...others] = base.measures
  const of = measure && 'aggregate' in measure && measure.aggregate === 'count' && others.length === 0 ? tableNamed(layer, measure.table) : undefined
  const by = dimensions.flatMap(({ table }) => tableNamed(layer, table) ?? [])
  if (!of || by.every((table) => belongsTo(layer, of, table))) return base
  const read = new Set(tablesOf({ ...base, dimensions: [] }))
  const links = layer.relationships.flatMap(({ fromTable, fromColumns: [column, ...more], toTable }) => {
    const table = tableNamed(layer, fromTable)
    return table && column !== undefined && more.length === 0 && toTable === of.name && by.every((one) => belongsTo(layer, table, one))
      ? [{ table, column }]
      : []
  })
  const link = links.find(({ table }) => read.has(table.name)) ?? (links.length === 1 ? links[0] : undefined)
  return link ? { ...base, measures: [{ ...measure, aggregate: 'count_distinct', table: link.table.name, column: link.column } as QueryMeasure] } : base
}
