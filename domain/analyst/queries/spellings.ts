import type { Layer } from '#domain/semantics/layer.ts'
import type { Filter, FilterCondition, QueryMeasure, SemanticQuery } from '#domain/semantics/semantic-query.ts'

/** A query that asks for a value in each spelling its column is known to hold it in: "paid" beside "Paid". */
export function withSpellings({ tables }: Layer, query: SemanticQuery): SemanticQuery {
  return withFilters(query, (condition) => {
    if ((condition.operator !== 'equals' && condition.operator !== 'not_equals') || condition.values_from) return condition
    const column = tables.find(({ name }) => name === condition.table)?.columns.find(({ name }) => name === condition.column)
    const asked = new Set(condition.values.flatMap((value) => (typeof value === 'string' ? [keyOf(value)] : [])))
    const others = (column?.sampleValues ?? []).filter((value) => asked.has(keyOf(value)) && !condition.values.includes(value))
    return others.length > 0 && column?.type === 'text' ? { ...condition, values: [...condition.values, ...others] } : condition
  })
}

/** A query with each of its conditions, also those of its figures and of queries inside it, told otherwise. */
export function withFilters(query: SemanticQuery, told: (condition: FilterCondition) => Filter): SemanticQuery {
  const within = (filter: Filter): Filter => {
    if ('and' in filter) return { and: filter.and.map(within) as typeof filter.and }
    if ('or' in filter) return { or: filter.or.map(within) as typeof filter.or }
    if ('not' in filter) return { not: within(filter.not) }
    const { values_from: inner } = filter
    return inner ? { ...filter, values_from: { ...inner, query: withFilters(inner.query, told) } } : told(filter)
  }
  const measured = (measure: QueryMeasure): QueryMeasure => {
    if ('ratio' in measure) {
      const { numerator, denominator } = measure.ratio
      return { ...measure, ratio: { ...measure.ratio, numerator: partOf(numerator, within), denominator: partOf(denominator, within) } }
    }
    return 'filters' in measure && measure.filters ? { ...measure, filters: within(measure.filters) } : measure
  }
  return { ...query, measures: query.measures.map(measured), ...(query.filters ? { filters: within(query.filters) } : {}) }
}

const keyOf = (value: string): string => value.trim().toLowerCase()

const partOf = <Part extends object>(part: Part, within: (filter: Filter) => Filter): Part =>
  'filters' in part && part.filters ? { ...part, filters: within(part.filters as Filter) } : part
