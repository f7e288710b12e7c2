import { Failure } from '#domain/failure.ts'
import { compileQuery } from '#domain/semantics/compile/compile.ts'
import type { Layer } from '#domain/semantics/layer.ts'
import { type Filter, isCyclic, type QueryDimension, type SemanticQuery } from '#domain/semantics/semantic-query.ts'
import type { AnswerChange, ChosenColumn } from './answer-change.ts'
import { below, conditionOf } from './drill-down.ts'

type Change<A extends AnswerChange['action']> = Extract<AnswerChange, { action: A }>

/**
 * A query after a change, with everything gone from it that spoke of columns it no longer has. Pure. Fails with `invalid` for a query that puts two together
 * and for a change that means nothing in it; what the layer does not know fails when it is compiled.
 */
export function changeQuery(layer: Layer, query: SemanticQuery, change: AnswerChange): SemanticQuery {
  if (query.combine)
    throw new Failure('invalid', 'this answer puts two queries together and cannot be changed in steps', { hint: 'ask a new question instead' })
  switch (change.action) {
    case 'filter':
      return { ...query, filters: withCondition(query.filters, change) }
    case 'unfilter':
      return withFilters(query, without(query.filters, change))
    case 'group':
      return regrouped(layer, query, change.dimensions)
    case 'period':
      return within(layer, query, change)
    case 'drill':
      return drilled(layer, query, change)
    case 'measure':
      return measured(layer, query, change)
    case 'sort':
      return sorted(layer, query, change)
    case 'limit':
      return limited(layer, query, change.limit)
    case 'chart':
    case 'sql':
    case 'why':
      return query
  }
}

const listOf = (filters: Filter | undefined): Filter[] => (filters === undefined ? [] : 'and' in filters ? filters.and : [filters])
const joined = (list: Filter[]): Filter | undefined => (list.length > 1 ? { and: list } : list[0])
const isOn = (filter: Filter, { table, column }: { table: string; column: string }): boolean =>
  'column' in filter && filter.table === table && filter.column === column && filter.since === undefined
const without = (filters: Filter | undefined, place: { table: string; column: string }): Filter[] => listOf(filters).filter((filter) => !isOn(filter, place))

function withFilters({ filters: _, ...query }: SemanticQuery, list: Filter[]): SemanticQuery {
  const filters = joined(list)
  return filters ? { ...query, filters } : query
}

const withCondition = (filters: Filter | undefined, { table, column, operator, values }: Change<'filter'>): Filter =>
  joined([...without(filters, { table, column }), { table, column, operator, values }]) as Filter

const shownIn = (query: SemanticQuery): QueryDimension[] => query.dimensions.filter(({ hidden }) => !hidden)

function regrouped(layer: Layer, query: SemanticQuery, chosen: ChosenColumn[]): SemanticQuery {
  if (query.measures.length === 0 && chosen.length === 0) throw new Failure('invalid', 'a list needs a column to show', { param: 'change.dimensions' })
  const { limit, limit_per: _, ...rest } = query
  const isTime = chosen.some(({ grain }) => grain !== undefined && !isCyclic(grain))
  return tidied(layer, { ...rest, dimensions: chosen.map(dimensionOf), ...(limit !== undefined && !isTime ? { limit } : {}) }, query)
}

const dimensionOf = ({ table, column, grain }: ChosenColumn): QueryDimension => ({ table, column, ...(grain ? { grain } : {}) })

function within(layer: Layer, query: SemanticQuery, { table, column, grain, from, to, compare }: Change<'period'>): SemanticQuery {
  const at = query.dimensions.findIndex((one) => one.table === table && one.column === column)
  const known = query.dimensions[at]
  const wanted = grain ?? known?.grain ?? (compare ? 'year' : undefined)
  const dimension: QueryDimension = { table, column, ...(wanted ? { grain: wanted } : {}) }
  const dimensions = known ? query.dimensions.with(at, dimension) : wanted ? [dimension, ...query.dimensions] : query.dimensions
  const bounded =
    from === undefined && to === undefined ? query : withFilters(query, [...without(query.filters, { table, column }), ...range({ table, column }, from, to)])
  const { compare: before, ...rest } = bounded
  const name = compare
    ? nameOfDimension(layer, { ...rest, dimensions }, dimensions.indexOf(known ? (dimensions[at] as QueryDimension) : (dimensions[0] as QueryDimension)))
    : null
  const comparison = name ? { compare: { dimension: name, to: compare as 'previous_year' } } : compare === undefined && before ? { compare: before } : {}
  return tidied(layer, { ...rest, dimensions, ...comparison }, query)
}

function range(place: { table: string; column: string }, from: string | null | undefined, to: string | null | undefined): Filter[] {
  if (from && to) {
    if (from > to) throw new Failure('invalid', 'the first day is after the last', { param: 'change.from' })
    return [{ ...place, operator: 'between', values: [from, to] }]
  }
  if (from) return [{ ...place, operator: 'greater_or_equal', values: [from] }]
  return to ? [{ ...place, operator: 'less_or_equal', values: [to] }] : []
}

/** What a result is grouped by under a name. Fails with `invalid`. */
export function groupNamed(layer: Layer, query: SemanticQuery, name: string): QueryDimension {
  const names = compileQuery(layer, query).columns.filter(({ role }) => role === 'dimension')
  const shown = shownIn(query)[names.findIndex((column) => column.name === name)]
  if (!shown) throw new Failure('invalid', `the result has no group "${name}"`, { param: 'change.dimension' })
  return shown
}

function drilled(layer: Layer, query: SemanticQuery, { dimension: name, value, into }: Change<'drill'>): SemanticQuery {
  const shown = groupNamed(layer, query, name)
  const next = into ?? below(layer, shown)
  if (!next) throw new Failure('invalid', `nothing is known below "${name}"`, { param: 'change.into', hint: 'name the column to show, or define a hierarchy' })
  const kept = withFilters(query, [...listOf(query.filters), conditionOf(shown, value)])
  const { limit: _, limit_per: _per, ...rest } = kept
  return tidied(layer, { ...rest, dimensions: query.dimensions.map((one) => (one === shown ? dimensionOf(next) : one)) }, query)
}

function measured(layer: Layer, query: SemanticQuery, { measures }: Change<'measure'>): SemanticQuery {
  const next = { ...query, measures, having: [] }
  const [first] = namesOf(layer, bare(next)).measures
  const before = new Set(namesOf(layer, query).measures)
  // What was sorted by the old figure is sorted by the new one.
  const order = first === undefined ? [] : query.order.map((one) => (before.has(one.by) ? { ...one, by: first } : one))
  return tidied(layer, { ...next, order }, query)
}

function sorted(layer: Layer, query: SemanticQuery, { by, direction }: Change<'sort'>): SemanticQuery {
  const { dimensions, measures } = namesOf(layer, query)
  if (![...dimensions, ...measures].includes(by)) throw new Failure('invalid', `the result has no column "${by}"`, { param: 'change.by' })
  return { ...query, order: [{ by, direction }] }
}

function limited(layer: Layer, query: SemanticQuery, limit: number | null): SemanticQuery {
  const { limit: _, offset: _offset, limit_per: _per, ...rest } = query
  if (limit === null) return rest
  const [first] = namesOf(layer, rest).measures
  const order = rest.order.length === 0 && first !== undefined ? [{ by: first, direction: 'desc' as const }] : rest.order
  return { ...rest, order, limit }
}

/** A query without what names columns of its own result. */
function bare({ order: _, having: _having, limit_per: _per, compare: _compare, ...query }: SemanticQuery): SemanticQuery {
  return { ...query, order: [], having: [] }
}

function namesOf(layer: Layer, query: SemanticQuery): { dimensions: string[]; measures: string[] } {
  const named = (role: 'dimension' | 'measure') => columns.filter((column) => column.role === role).map(({ name }) => name)
  const { columns } = compileQuery(layer, query)
  return { dimensions: named('dimension'), measures: named('measure') }
}

const nameOfDimension = (layer: Layer, query: SemanticQuery, at: number): string | null =>
  namesOf(layer, { ...bare(query), dimensions: query.dimensions.map(({ hidden: _, ...one }) => one) }).dimensions[at] ?? null

/** The query without what speaks of columns that are gone; what lost its order falls from the highest figure, or runs with time. */
function tidied(layer: Layer, query: SemanticQuery, before: SemanticQuery): SemanticQuery {
  const { compare, limit_per, ...rest } = query
  const measures = rest.measures.map((one) => ('derive' in one && one.per ? withoutGone(one, rest, layer) : one))
  const plain = namesOf(layer, bare({ ...rest, measures }))
  const compared = compare && plain.dimensions.includes(compare.dimension) ? { compare } : {}
  const { dimensions, measures: figures } = compared.compare ? namesOf(layer, { ...bare({ ...rest, measures }), ...compared }) : plain
  const known = new Set([...dimensions, ...figures])
  const kept = rest.order.filter(({ by }) => known.has(by))
  const [first] = figures
  const runsWithTime = rest.dimensions.find(({ grain, hidden }) => grain !== undefined && !hidden)
  const fallback = runsWithTime || first === undefined || dimensions.length === 0 ? [] : [{ by: first, direction: 'desc' as const }]
  const order = kept.length > 0 || (before.order.length === 0 && query.limit === undefined && !runsWithTime && shownIn(before).length > 0) ? kept : fallback
  const per = limit_per && known.has(limit_per.dimension) ? { limit_per } : {}
  return { ...rest, measures, ...compared, ...per, order, having: rest.having.filter(({ by }) => known.has(by)) }
}

function withoutGone<M extends { per?: string[] | undefined }>(measure: M, query: SemanticQuery, layer: Layer): M {
  const { per: _, ...rest } = measure
  const { dimensions } = namesOf(layer, { ...bare(query), measures: [] })
  const kept = measure.per?.filter((name) => dimensions.includes(name)) ?? []
  return (kept.length > 0 ? { ...rest, per: kept } : rest) as M
}
