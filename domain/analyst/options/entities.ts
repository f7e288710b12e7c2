import { isAdditive, isFigure, moneyFigures } from '#domain/analyst/grammar/facts.ts'
import { joined } from '#domain/analyst/grammar/query/query-parts.ts'
import { familyOf } from '#domain/analyst/language/root.ts'
import { lineThings } from '#domain/analyst/lexicon/line-things.ts'
import type { Layer, LayerColumn, LayerTable } from '#domain/semantics/layer.ts'
import { type AggregateMeasure, type Filter, SemanticQuery as Query, type QueryMeasure, type SemanticQuery } from '#domain/semantics/semantic-query.ts'

/** What a table tells of on several of its rows, by a key of its own: the orders of a sheet of order lines. */
export type Entity = { table: LayerTable; key: LayerColumn; words: string[] }

/** The entities that words of a question name. */
export function entitiesNamed(layer: Layer, words: readonly string[]): Entity[] {
  const families = new Set(words.map(familyOf))
  return lineThings(layer).flatMap(({ noun, table, column }) => {
    const said = noun.split(' ')
    return said.every((word) => families.has(familyOf(word))) ? [{ table, key: column, words: said }] : []
  })
}

/** What a query asks for when the rows of its table are only parts of what is meant: how many orders, and not how many lines of them. */
export function ofEntity(query: SemanticQuery, entity: Entity, layer: Layer): SemanticQuery[] {
  const { table, key } = entity
  if (query.combine || query.compare || !readsOnly(query, table)) return []
  const bounded = boundByEntity(query, entity)
  return [
    countedBy(query, entity),
    rankedBy(query, entity, layer),
    averageOf(query, entity),
    listOf(query, entity),
    bounded && countedBy(bounded, entity),
    bounded && listOf(bounded, entity),
  ]
    .filter((made) => made !== null)
    .filter((made) => JSON.stringify(made) !== JSON.stringify(query) && table.columns.includes(key))
}

const readsOnly = ({ measures, dimensions }: SemanticQuery, table: LayerTable): boolean =>
  [...measures.flatMap((measure) => ('table' in measure ? [measure.table] : [])), ...dimensions.map((dimension) => dimension.table)].every(
    (name) => name === table.name,
  )

const nameOf = (measure: QueryMeasure | undefined): string => (measure && 'name' in measure && measure.name ? measure.name : 'figure_1')
const distinctOf = ({ table, key }: Entity): AggregateMeasure => ({ aggregate: 'count_distinct', table: table.name, column: key.name })

/** Its figure, of one kind, as the number of different keys; a share of rows as one of keys. */
function countedBy(query: SemanticQuery, entity: Entity): SemanticQuery | null {
  const [measure, ...others] = query.measures
  if (!measure || others.length > 0) return null
  if ('ratio' in measure) {
    const swap = (part: typeof measure.ratio.numerator) =>
      'aggregate' in part && part.table === entity.table.name ? { ...distinctOf(entity), ...(part.filters ? { filters: part.filters } : {}) } : part
    const isShare = 'aggregate' in measure.ratio.numerator && measure.ratio.numerator.filters !== undefined
    const ratio = isShare
      ? { numerator: swap(measure.ratio.numerator), denominator: swap(measure.ratio.denominator) }
      : { ...measure.ratio, denominator: swap(measure.ratio.denominator) }
    return { ...query, measures: [{ ...measure, ratio }] }
  }
  if (!('aggregate' in measure)) return null
  const kept = measure.filters ? { filters: measure.filters } : {}
  return { ...query, measures: [{ ...distinctOf(entity), ...kept, name: nameOf(measure), ...(measure.hidden ? { hidden: true } : {}) }] }
}

/** The largest of them: by what all their rows come to. */
function rankedBy(query: SemanticQuery, { table, key }: Entity, layer: Layer): SemanticQuery | null {
  const [measure] = query.measures
  const [first] = query.order
  const isPeak = measure !== undefined && 'aggregate' in measure && (measure.aggregate === 'max' || measure.aggregate === 'min')
  const isRanked = first !== undefined && query.limit !== undefined
  if (!isPeak && !isRanked) return null
  const direction = isPeak && 'aggregate' in measure && measure.aggregate === 'min' ? 'asc' : (first?.direction ?? 'desc')
  const own = measure && 'column' in measure ? table.columns.find(({ name }) => name === measure.column) : undefined
  const figure = own && isFigure(own) && isAdditive({ table, column: own }) ? own : moneyOf(layer, table)
  if (!figure) return null
  return Query.parse({
    measures: [{ aggregate: 'sum', table: table.name, column: figure.name, name: 'figure_1' }],
    dimensions: [{ table: table.name, column: key.name }],
    ...(query.filters ? { filters: query.filters } : {}),
    order: [{ by: 'figure_1', direction }],
    limit: query.limit ?? 1,
  })
}

const moneyOf = (layer: Layer, table: LayerTable): LayerColumn | undefined =>
  moneyFigures(layer).flatMap((figure) => (figure.kind === 'column' && figure.ref.table === table ? [figure.ref.column] : []))[0]

/** What comes to each of them on average. */
function averageOf(query: SemanticQuery, entity: Entity): SemanticQuery | null {
  const [measure, ...others] = query.measures
  if (!measure || others.length > 0 || !('aggregate' in measure) || measure.aggregate !== 'avg') return null
  const { name, hidden: _, ...summed } = measure
  return { ...query, measures: [{ ratio: { numerator: { ...summed, aggregate: 'sum' }, denominator: distinctOf(entity) }, name: name ?? 'figure_1' }] }
}

/** They themselves, each once, where rows are listed. */
function listOf(query: SemanticQuery, { table, key }: Entity): SemanticQuery | null {
  if (query.measures.length > 0 || query.limit !== undefined || query.having.length > 0) return null
  return { ...query, dimensions: [{ table: table.name, column: key.name }], order: [], distinct: true }
}

/** A bound of an amount as one of what all rows of each of them come to. */
function boundByEntity(query: SemanticQuery, { table, key }: Entity): SemanticQuery | null {
  const parts: Filter[] = query.filters === undefined ? [] : 'and' in query.filters ? query.filters.and : [query.filters]
  const bound = parts.find(
    (part) => 'column' in part && /^(?:greater|less)_/.test(part.operator) && typeof part.values[0] === 'number' && isAmount(table, part.column),
  )
  if (!bound || !('column' in bound)) return null
  const of = Query.parse({
    measures: [{ aggregate: 'sum', table: table.name, column: bound.column, name: 'bound', hidden: true }],
    dimensions: [{ table: table.name, column: key.name }],
    having: [{ by: 'bound', operator: bound.operator, values: bound.values }],
  })
  const within: Filter = { table: table.name, column: key.name, operator: 'equals', values: [], values_from: { query: of } }
  const filters = joined(parts.map((part) => (part === bound ? within : part)))
  return filters ? { ...query, filters } : null
}

function isAmount(table: LayerTable, name: string): boolean {
  const column = table.columns.find((one) => one.name === name)
  return column !== undefined && isFigure(column) && isAdditive({ table, column })
}
