import type { Layer } from '#domain/semantics/layer.ts'
import type { Filter, QueryMeasure, SemanticQuery } from '#domain/semantics/semantic-query.ts'

/** Where two readings of one question part: what one of them has and the other lacks, as counts. */
export type Differences = {
  /** Conditions on rows. */
  filters: number
  otherFilters: number
  /** Figures, told by what they compute. */
  measures: number
  otherMeasures: number
  /** What figures are split by, or what is listed. */
  groups: number
  otherGroups: number
  /** Only one of them measures, the other lists rows. */
  lists: number
  otherLists: number
  /** Only one of them ends at so many rows, or they end at others. */
  limits: number
  otherLimits: number
  /** Conditions on figures, and on rows of another table. */
  bounds: number
  otherBounds: number
}

type Parts = { filters: Set<string>; measures: Set<string>; groups: Set<string>; bounds: Set<string>; limit: string | null; isList: boolean }

/** What `one` has that `other` has not, and the other way round. */
export function differencesOf(one: SemanticQuery, other: SemanticQuery): Differences {
  const [a, b] = [partsOf(one), partsOf(other)]
  const beyond = (left: Set<string>, right: Set<string>) => Math.min(3, [...left].filter((item) => !right.has(item)).length)
  return {
    filters: beyond(a.filters, b.filters),
    otherFilters: beyond(b.filters, a.filters),
    measures: beyond(a.measures, b.measures),
    otherMeasures: beyond(b.measures, a.measures),
    groups: beyond(a.groups, b.groups),
    otherGroups: beyond(b.groups, a.groups),
    lists: a.isList && !b.isList ? 1 : 0,
    otherLists: b.isList && !a.isList ? 1 : 0,
    limits: a.limit !== null && a.limit !== b.limit ? 1 : 0,
    otherLimits: b.limit !== null && a.limit !== b.limit ? 1 : 0,
    bounds: beyond(a.bounds, b.bounds),
    otherBounds: beyond(b.bounds, a.bounds),
  }
}

/** Whether two readings would tell the same, but for the order and a figure shown beside what it ranks. */
export function isSameMeaning(one: SemanticQuery, other: SemanticQuery): boolean {
  const { measures, otherMeasures, groups, otherGroups, ...rest } = differencesOf(one, other)
  const { lists: _, otherLists: __, ...conditions } = rest
  if (Object.values(conditions).some((count) => count > 0)) return false
  if (measures + otherMeasures + groups + otherGroups === 0) return true
  const isEnded = one.limit !== undefined && one.limit === other.limit && !ranksRowsAnd(one, other) && !ranksRowsAnd(other, one)
  return isEnded && Math.min(measures, otherMeasures) === 0 && Math.min(groups, otherGroups) === 0
}

/** Whether one ranks rows, each by what it holds, and the other several rows by their average: the lowest rating, and the lowest average of ratings. */
function ranksRowsAnd(one: SemanticQuery, other: SemanticQuery): boolean {
  const ranked = other.measures.find((measure) => 'name' in measure && measure.name === other.order[0]?.by)
  return one.measures.length === 0 && ranked !== undefined && 'aggregate' in ranked && ranked.aggregate === 'avg'
}

/** The column that rows are sorted by, alone or as a figure; null where no one column tells it. */
function sortedBy({ order: [first], dimensions, measures }: SemanticQuery): string | null {
  const group = dimensions.find(({ name, column }) => (name ?? column) === first?.by)
  const measure = measures.find((item) => 'name' in item && item.name === first?.by)
  if (group) return `${group.table}.${group.column}`
  return measure && 'aggregate' in measure && measure.column !== undefined ? `${measure.table}.${measure.column}` : null
}

/** Whether both are ranked by the same column: what stands highest on a meter is not what went farthest. */
export function areRankedAlike(one: SemanticQuery, other: SemanticQuery): boolean {
  const [first, second] = [sortedBy(one), sortedBy(other)]
  return first === null || second === null || first === second
}

/** Values `other` asks for that `one` does not, on whatever column and whichever way round; periods and numbers may be told in several ways. */
export function lostValues(one: SemanticQuery, other: SemanticQuery): string[] {
  return valuesIn(other).filter(lostFrom(one))
}

/** Whether a query does not ask for a value; of words alone. */
export function lostFrom(query: SemanticQuery): (value: string) => boolean {
  const kept = new Set(valuesIn(query))
  return (value) => !kept.has(value) && /\p{L}{2}/u.test(value)
}

/** The values a condition holds rows against, in lower case. */
export function valuesOfFilter(filter: Filter): string[] {
  if ('and' in filter) return filter.and.flatMap(valuesOfFilter)
  if ('or' in filter) return filter.or.flatMap(valuesOfFilter)
  if ('not' in filter) return valuesOfFilter(filter.not)
  return [...filter.values.map((value) => String(value).toLowerCase()), ...(filter.values_from ? valuesIn(filter.values_from.query) : [])]
}

function valuesIn(query: SemanticQuery): string[] {
  const own = query.measures.flatMap((measure) =>
    'ratio' in measure
      ? [measure.ratio.numerator, measure.ratio.denominator].flatMap((part) => ('filters' in part && part.filters ? valuesOfFilter(part.filters) : []))
      : 'filters' in measure && measure.filters
        ? valuesOfFilter(measure.filters)
        : [],
  )
  return [...(query.filters ? valuesOfFilter(query.filters) : []), ...own]
}

function partsOf(query: SemanticQuery): Parts {
  const shown = query.dimensions.filter(({ hidden }) => !hidden)
  const measured = query.measures.filter((measure) => !('hidden' in measure && measure.hidden))
  return {
    filters: new Set(query.filters ? leavesOf(query.filters, '') : []),
    measures: new Set(query.measures.map(measureKey)),
    groups: new Set(shown.map(({ table, column, grain, bin }) => `${table}.${column}:${grain ?? ''}:${bin ? JSON.stringify(bin) : ''}`)),
    bounds: new Set([...query.having.map(({ operator, values }) => `${operator} ${values}`), ...(query.combine ? [query.combine.operator] : [])]),
    limit: query.limit !== undefined ? String(query.limit) : query.limit_per ? `${query.limit_per.limit} each` : null,
    isList: measured.length === 0,
  }
}

function leavesOf(filter: Filter, sign: string): string[] {
  if ('and' in filter) return filter.and.flatMap((item) => leavesOf(item, sign))
  if ('or' in filter) return filter.or.flatMap((item) => leavesOf(item, sign))
  if ('not' in filter) return leavesOf(filter.not, sign === '' ? 'not ' : '')
  // What has a value at all is told by most conditions on it.
  if (filter.operator === 'is_not_empty' && sign === '') return []
  return [`${sign}${filter.table}.${filter.column} ${filter.operator} ${filter.values_from ? 'of a query' : [...filter.values].map(String).sort().join()}`]
}

function measureKey(measure: QueryMeasure): string {
  const { name: _, hidden: __, ...rest } = measure as QueryMeasure & { name?: string; hidden?: boolean }
  if ('derive' in rest) return `derive ${rest.derive}`
  if ('aggregate' in rest && rest.aggregate === 'count') return `count ${rest.table} ${rest.filters ? leavesOf(rest.filters, '').join() : ''}`
  return JSON.stringify(rest)
}

/** How figures are set against each other: as a rate or share of their own, or along the rows of the answer. */
const isRatio = (query: SemanticQuery): boolean => query.measures.some((measure) => 'ratio' in measure)
const isDerived = (query: SemanticQuery): boolean => query.measures.some((measure) => 'derive' in measure) || query.compare !== undefined

/** Whether rows that are otherwise, or lack something, are asked for. */
const isDenied = (query: SemanticQuery): boolean =>
  query.combine?.operator === 'except' || /"not":|"operator":"(?:not_equals|is_empty)"/.test(JSON.stringify(query))

/** What `one` leaves out is what `other` keeps, or it does not speak of it: "not in stock" told by another value of the same column is no contradiction. */
function isTurned(one: SemanticQuery, other: SemanticQuery): boolean {
  const leaves = (query: SemanticQuery) => (query.filters ? leavesOf(query.filters, '') : [])
  const kept = leaves(other)
  return leaves(one).every((leaf) => {
    const [, column = '', value = ''] = /^(\S+\.\S+) not_equals (.*)$/.exec(leaf) ?? []
    return column === '' || kept.includes(`${column} equals ${value}`) || !kept.some((item) => item.startsWith(`${column} `))
  })
}

/** Whether those are left out of whom another query tells. */
const leavesOutMembers = ({ filters }: SemanticQuery): boolean => /"not":\{[^{}]*"values_from"/.test(JSON.stringify(filters ?? null))

const isListed = (query: SemanticQuery): boolean => query.measures.length === 0

/** What kind of answer `one` gives that `other` does not even attempt: a figure where it lists rows, a figure set against another, an exception. */
export function isBeyond(one: SemanticQuery, other: SemanticQuery): boolean {
  const isMeasured = !isListed(one) && isListed(other) && (other.limit === undefined || one.limit !== undefined)
  const isRated = isRatio(one) && !isRatio(other)
  const isOfAll = leavesOutMembers(one) && isListed(other) && !leavesOutMembers(other)
  return (
    isMeasured || isRated || isOfAll || (isDerived(one) && !isDerived(other) && !isRatio(other)) || (isDenied(one) && !isDenied(other) && isTurned(one, other))
  )
}

/** Whether all that is shown of rows are their keys. */
export function showsKeys(query: SemanticQuery, { tables }: Layer): boolean {
  const shown = query.dimensions.filter(({ hidden }) => !hidden)
  return shown.length > 0 && shown.every(({ table, column }) => tables.find(({ name }) => name === table)?.primaryKey.includes(column))
}
