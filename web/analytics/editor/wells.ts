import type { AggregateMeasure, Filter, FilterCondition, NamedMeasure, QueryDimension, QueryMeasure, SemanticQuery } from '#web/api/analytics.gen.ts'

export type Condition = Pick<FilterCondition, 'table' | 'column' | 'operator' | 'values'>
export type Order = 'none' | 'asc' | 'desc' | 'other'

/** A query as it is laid into wells; `kept` is what no well shows, and stays as it is. */
export type Wells = {
  measures: QueryMeasure[]
  x: QueryDimension | null
  series: QueryDimension | null
  filters: Condition[]
  order: Order
  limit: number | null
  kept: { dimensions: QueryDimension[]; filters: Filter[]; query: Omit<SemanticQuery, 'measures' | 'dimensions' | 'filters' | 'limit'> }
}

export const emptyWells: Wells = {
  measures: [],
  x: null,
  series: null,
  filters: [],
  order: 'none',
  limit: null,
  kept: { dimensions: [], filters: [], query: {} },
}

export const isNamed = (measure: QueryMeasure): measure is NamedMeasure => 'measure' in measure
/** Whether it is one aggregate of one column, or of rows. */
export const isPlain = (measure: QueryMeasure): measure is AggregateMeasure => 'aggregate' in measure && measure.expression === undefined

const SHOWN = new Set(['table', 'column', 'operator', 'values'])
const isCondition = (filter: Filter): filter is Condition =>
  'table' in filter && 'operator' in filter && Object.entries(filter).every(([name, value]) => SHOWN.has(name) || value === undefined)

/** The name a measure has in the result, where the query tells it. */
export const nameOf = (measure: QueryMeasure): string | undefined => measure.name ?? (isNamed(measure) ? measure.measure : undefined)

export function readWells({ measures = [], dimensions = [], filters, limit, ...query }: SemanticQuery): Wells {
  const [x = null, series = null, ...others] = dimensions
  const all = filters === undefined || filters === null ? [] : 'and' in filters ? filters.and : [filters]
  const [first] = query.order ?? []
  const value = measures[0] ? nameOf(measures[0]) : undefined
  const isByValue = query.order?.length === 1 && first !== undefined && first.by === value
  return {
    measures,
    x,
    series,
    filters: all.filter(isCondition),
    order: !query.order?.length ? 'none' : isByValue ? (first.direction ?? 'asc') : 'other',
    limit: limit ?? null,
    kept: { dimensions: others, filters: all.filter((filter) => !isCondition(filter)), query },
  }
}

/** What a query that is drawn from wells is called by when its rows are put in order. */
const VALUE = 'value'

export function writeWells({ measures, x, series, filters, order, limit, kept }: Wells): SemanticQuery {
  const { order: before, ...query } = kept.query
  const [first, ...others] = measures
  const isOrdered = order === 'asc' || order === 'desc'
  const named = first && isOrdered && nameOf(first) === undefined ? { ...first, name: VALUE } : first
  const by = named ? nameOf(named) : undefined
  const all: Filter[] = [...filters.filter(isWhole), ...kept.filters]
  return {
    ...query,
    measures: named ? [named, ...others] : [],
    dimensions: [x, series, ...kept.dimensions].filter((one) => one !== null),
    ...(all.length > 0 ? { filters: all.length === 1 && all[0] ? all[0] : { and: all } } : {}),
    ...(isOrdered && by !== undefined ? { order: [{ by, direction: order }] } : order === 'other' && before ? { order: before } : {}),
    ...(limit === null ? {} : { limit }),
  }
}

const NO_VALUES = new Set(['is_empty', 'is_not_empty'])
/** A condition without a value would be refused; it is not asked before it has one. */
const isWhole = ({ operator, values }: Condition): boolean => NO_VALUES.has(operator) || (values?.length ?? 0) > 0

/** Whether a query asks for anything. */
export const asksSomething = ({ measures = [], dimensions = [] }: SemanticQuery): boolean => measures.length + dimensions.length > 0

/** What tells the columns of a result: two queries alike in it can be drawn by one spec. */
export const shapeOf = ({ measures = [], dimensions = [] }: SemanticQuery): string => JSON.stringify([measures, dimensions])
