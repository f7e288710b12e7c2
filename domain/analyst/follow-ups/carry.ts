import { joined, partsOf } from '#domain/analyst/conditions/filter-parts.ts'
import { displayColumns } from '#domain/analyst/lexicon/display.ts'
import { snakeCase } from '#domain/semantics/compile/output-names.ts'
import type { LayerTable } from '#domain/semantics/layer.ts'
import type { Filter, FilterCondition, QueryDimension, QueryMeasure, SemanticQuery } from '#domain/semantics/semantic-query.ts'
import { FIGURE, type Subject } from './anaphora.ts'

/** A question about the rows of the turn before: its own query with the conditions of that turn. Where the turn limited its rows, a condition finds the same ones; null where no column identifies them. */
export function carryRows(previous: SemanticQuery, read: SemanticQuery, subject: Subject, keepsShown: boolean): SemanticQuery | null {
  const joined = {
    ...read,
    joins: [...read.joins, ...previous.joins.filter((join) => !read.joins.some((item) => JSON.stringify(item) === JSON.stringify(join)))],
  }
  const own = keepsShown ? showingAsBefore(joined, previous) : joined
  const compared = withFigure(own, previous)
  if (compared) return compared
  const isChosen = previous.limit !== undefined || previous.limit_per !== undefined || previous.having.length > 0
  const asksOnlyToShow = own.measures.length === 0 && own.filters === undefined && own.limit === undefined && own.having.length === 0
  const isOfRows = !isGrouped(previous, subject.table) && own.dimensions.every(({ table }) => table === subject.table.name || subject.parents.has(table))
  if (asksOnlyToShow && isOfRows && own.order.length === 0 && (isChosen || previous.order.length > 0) && own.combine === undefined)
    return sameRows(previous, own)
  if (isChosen) {
    const found = keyOfRows(previous, subject.table)
    return found && narrowed(own, found)
  }
  if (!previous.filters) return own
  // "Which of them also played in 2015?": the condition on 2014 was met by another game.
  const found = !previous.combine && comparesPartners(own, previous, subject.table) ? keyOfRows(previous, subject.table) : null
  if (found) return narrowed(own, found)
  return withinDenial(own, previous.filters, subject.table) ?? narrowed(own, previous.filters, true)
}

/** Whether two queries have conditions on one column of another table, of which a row may have several rows. */
function comparesPartners(own: SemanticQuery, previous: SemanticQuery, { name }: LayerTable): boolean {
  const columns = ({ filters }: SemanticQuery) =>
    partsOf(filters).flatMap((part) => ('column' in part && part.operator !== 'is_not_empty' && part.table !== name ? [`${part.table}.${part.column}`] : []))
  const known = new Set(columns(previous))
  return columns(own).some((column) => known.has(column))
}

/** "Visitors who did not visit these museums": the conditions on the museums go into the denied condition. */
function withinDenial(own: SemanticQuery, filter: Filter, { name }: LayerTable): SemanticQuery | null {
  const parts = partsOf(own.filters)
  const isAbout = [...own.dimensions, ...own.measures].some((item) => 'table' in item && item.table === name)
  const at = parts.findIndex((part) => 'not' in part && 'column' in part.not && part.not.operator === 'is_not_empty')
  const denied = parts[at]
  if (isAbout || !denied || !('not' in denied)) return null
  const all = parts.with(at, { not: { and: [denied.not, ...partsOf(filter)] } })
  return { ...own, filters: all.length === 1 ? (all[0] as Filter) : { and: all } }
}

/** Whether a query shows figures of groups that are not the rows of the table. */
export function isGrouped({ measures, having, dimensions }: SemanticQuery, table: LayerTable): boolean {
  return measures.length + having.length > 0 && !dimensions.some((item) => item.table === table.name && table.primaryKey.includes(item.column))
}

/** The condition that a row is one of those a query shows, or belongs to one of its groups; null where no single column identifies them. */
export function keyOfRows(query: SemanticQuery, table: LayerTable): Filter | null {
  const [key, ...others] = table.primaryKey
  const [group, ...groups] = query.dimensions.filter((item) => !item.hidden)
  const grouped = isGrouped(query, table)
  if (grouped ? !group || groups.length > 0 || group.grain || group.bin : key === undefined || others.length > 0) return null
  const shown = grouped && group ? { ...group, name: 'chosen_key' } : { table: table.name, column: key ?? '', name: 'chosen_key' }
  const chosen = hideAll(query)
  const rows: SemanticQuery = { ...chosen, dimensions: withShown(chosen.dimensions, [shown]), distinct: false }
  return { table: shown.table, column: shown.column, operator: 'equals', values: [], values_from: { query: rows } }
}

/** The query with the columns that were shown before: "of those, which …". */
function showingAsBefore(own: SemanticQuery, previous: SemanticQuery): SemanticQuery {
  const shown = previous.dimensions.filter((item) => !item.hidden && item.bin === undefined && item.grain === undefined)
  if (own.measures.some((item) => !item.hidden) || shown.length === 0 || own.combine !== undefined) return own
  const used = new Set([...own.order.map((item) => item.by), own.limit_per?.dimension])
  const kept = own.dimensions.flatMap((item) => (item.hidden || used.has(item.name) ? [{ ...item, hidden: true }] : []))
  return { ...own, dimensions: withShown(kept, shown), distinct: previous.distinct && own.measures.length === 0 && kept.length === 0 }
}

/** The query before with more columns or figures beside those it showed. Null where they would split its groups. */
export function addShown(previous: SemanticQuery, own: SemanticQuery, { table }: Subject): SemanticQuery | null {
  const isSplit =
    isGrouped(previous, table) &&
    own.dimensions.some((item) => !item.hidden && !previous.dimensions.some((known) => known.table === item.table && known.column === item.column))
  if (isSplit) return null
  const next = structuredClone(previous)
  next.dimensions = withShown(previous.dimensions, own.dimensions, true)
  const measures = own.measures.filter((item) => !previous.measures.some((known) => known.name === item.name))
  next.measures = [...next.measures, ...measures]
  if (next.measures.length > 0) next.distinct = false
  return own.filters ? narrowed(next, own.filters, true) : next
}

/** The query before, showing the rows it counted or measured. */
export function showRows(previous: SemanticQuery, subject: Subject): SemanticQuery {
  const columns = subject.column ? [subject.column] : displayColumns(subject.table)
  const dimensions = columns.map(
    (column): QueryDimension => ({ table: subject.table.name, column: column.name, name: column.name.replace(/\W+/g, '_').toLowerCase() }),
  )
  if (previous.dimensions.some((item) => !item.hidden)) return previous
  return { ...previous, measures: [], dimensions, having: [], order: [], distinct: subject.column !== null }
}

function sameRows(previous: SemanticQuery, own: SemanticQuery): SemanticQuery {
  const next = hideAll(previous)
  next.dimensions = withShown(next.dimensions, own.dimensions)
  next.distinct = false
  if (next.measures.length > 0) return next
  const used = new Set([...next.order.map((item) => item.by), next.limit_per?.dimension])
  next.dimensions = next.dimensions.filter((item) => !item.hidden || used.has(item.name ?? item.column))
  return next
}

function hideAll(query: SemanticQuery): SemanticQuery {
  const next = structuredClone(query)
  next.dimensions = next.dimensions.map((item) => ({ ...item, hidden: true }))
  next.measures = next.measures.map((item): QueryMeasure => ({ ...item, hidden: true }))
  return next
}

/** The dimensions with `shown` added first or last. A column that is there already is made visible and keeps its name. */
function withShown(known: QueryDimension[], shown: QueryDimension[], atEnd = false): QueryDimension[] {
  const isSame = (a: QueryDimension, b: QueryDimension) => a.table === b.table && a.column === b.column && a.grain === b.grain
  const names = new Set(known.map((item) => item.name))
  const wanted = shown.map((item) => {
    const there = known.find((other) => isSame(other, item))
    if (there) return { ...there, hidden: item.hidden }
    return names.has(item.name) ? { ...item, name: `${item.table}_${item.name}`.replace(/\W+/g, '_').toLowerCase() } : item
  })
  if (!atEnd) return [...wanted, ...known.filter((item) => !shown.some((other) => isSame(item, other)))].map(plain)
  const kept = known.map((item) => wanted.find((other) => isSame(item, other) && !other.hidden) ?? item)
  return [...kept, ...wanted.filter((item) => !known.some((other) => isSame(item, other)))].map(plain)
}

function plain({ hidden, ...item }: QueryDimension): QueryDimension {
  return hidden ? { ...item, hidden } : item
}

/** Adds a condition to a query; with `givesWay`, only where the query has none on that column. The condition that a row of another table exists is dropped where another one tells which row. */
export function narrowed(query: SemanticQuery, filter: Filter, givesWay = false): SemanticQuery {
  const isSame = (a: FilterCondition | null, b: FilterCondition | null) => a !== null && b !== null && a.table === b.table && a.column === b.column
  const isPartner = (part: Filter) => 'column' in part && part.operator === 'is_not_empty'
  const given = partsOf(filter)
  const own = partsOf(query.filters).filter((part) => !isPartner(part) || !given.some((other) => 'column' in other && isSame(other, conditionOf(part))))
  const isSpoken = (part: Filter) => own.some((other) => ('not' in part || !isPartner(other)) && isSame(conditionOf(other), conditionOf(part)))
  const added = given.filter((part) => !givesWay || !isSpoken(part))
  const all = [...added, ...own]
  const filters = joined(all)
  return filters ? { ...query, filters } : query
}

export function conditionOf(filter: Filter): FilterCondition | null {
  if ('column' in filter) return filter
  return 'not' in filter ? conditionOf(filter.not) : null
}

/** Puts the only figure of the turn before in place of the placeholder `FIGURE`: "older than that". */
function withFigure(own: SemanticQuery, previous: SemanticQuery): SemanticQuery | null {
  const parts = partsOf(own.filters)
  const at = parts.findIndex((part) => 'column' in part && part.values.includes(FIGURE))
  const part = parts[at]
  const isFigure = previous.measures.filter((item) => !item.hidden).length === 1 && previous.dimensions.length === 0
  if (!part || !('column' in part) || !isFigure) return null
  const filters = parts.with(at, { ...part, values: [], values_from: { query: previous } })
  return { ...own, filters: filters.length === 1 ? (filters[0] as Filter) : { and: filters } }
}

/** The query with a name on every output, as `order` and `having` need them. */
export function withNames(query: SemanticQuery): SemanticQuery {
  const taken = new Set([...query.dimensions, ...query.measures].flatMap((item) => (item.name === undefined ? [] : [item.name])))
  const free = (wanted: string): string => {
    let name = wanted
    for (let number = 2; taken.has(name); number++) name = `${wanted}_${number}`
    taken.add(name)
    return name
  }
  return {
    ...query,
    dimensions: query.dimensions.map((item) =>
      item.name === undefined ? { ...item, name: free(item.grain ? `${snakeCase(item.column)}_${item.grain}` : snakeCase(item.column)) } : item,
    ),
    measures: query.measures.map((item) => (item.name === undefined ? { ...item, name: free(nameOfMeasure(item)) } : item)),
  }
}

/** The default name of a measure. */
export function nameOfMeasure(item: QueryMeasure): string {
  if ('measure' in item) return snakeCase(item.measure)
  if ('aggregate' in item) return snakeCase(`${item.aggregate}_${item.column ?? item.table}`)
  if ('correlation' in item) return 'correlation'
  return 'ratio' in item ? 'ratio' : item.derive
}
