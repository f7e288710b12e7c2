import { partsOf } from '#domain/analyst/conditions/filter-parts.ts'
import { isMeasurable } from '#domain/analyst/figures/measurable.ts'
import { buildQuery, sortLargest } from '#domain/analyst/queries/build-query.ts'
import { impliedMeasure } from '#domain/analyst/queries/implied-measures.ts'
import { type Draft, emptyDraft } from '#domain/analyst/reading/draft.ts'
import { type Reading, wordAt } from '#domain/analyst/reading/reading.ts'
import { snakeCase } from '#domain/semantics/compile/output-names.ts'
import { sortEquals } from '#domain/semantics/compile/sort-equals.ts'
import type { Filter, SemanticQuery } from '#domain/semantics/semantic-query.ts'
import { conditionOf } from './carry.ts'

/** The query of the turn before with what the follow-up changes: groups are replaced, filters of the same column too, others are added. Null when it changes nothing. */
export function continueQuery(previous: SemanticQuery, reading: Reading): SemanticQuery | null {
  const draft = withFigures(reading.draft, previous)
  const measuresAnew = draft.measures.length > 0
  const adds = reading.items.some((_, at) => wordAt(reading, at) === 'also')
  const changed = buildQuery({ ...draft, having: [], superlative: null, measures: measuresAnew ? draft.measures : [] })
  const next: SemanticQuery = structuredClone(previous)
  let isChanged = draft.chart !== null
  if (draft.groups.length > 0 && changed) {
    next.dimensions = adds ? [...next.dimensions, ...changed.dimensions] : (withPeriod(next.dimensions, changed.dimensions) ?? changed.dimensions)
    next.order = next.order.filter((item) => next.measures.some((measure) => measure.name === item.by))
    if (!next.dimensions.some(({ grain }) => grain !== undefined)) sortLargest(next.order, next.measures, draft)
    sortEquals(next)
    delete next.limit_per
    isChanged = true
  }
  if (measuresAnew && changed) {
    if (adds) next.measures = [...next.measures, ...changed.measures.filter((item) => !next.measures.some((known) => known.name === item.name))]
    else measureAnew(next, changed)
    isChanged = true
  }
  for (const filter of draft.filters) {
    next.filters = withFilter(next.filters, filter, adds)
    isChanged = true
  }
  if (draft.selects.length > 0 && draft.groups.length === 0 && !measuresAnew && changed) {
    const known = next.dimensions.map((item) => `${item.table}.${item.column}`)
    next.dimensions.push(...changed.dimensions.filter((item) => !item.hidden && !known.includes(`${item.table}.${item.column}`)))
    isChanged = true
  }
  if (next.measures.length > 0) next.distinct = false
  const isOrdered = applyOrder(next, draft)
  return isOrdered !== null && (isOrdered || isChanged) ? next : null
}

/** "Make it monthly": the time dimension with another unit, the others unchanged. Null without a time dimension. */
function withPeriod(known: SemanticQuery['dimensions'], [period, ...others]: SemanticQuery['dimensions']): SemanticQuery['dimensions'] | null {
  const at = known.findIndex((item) => item.grain !== undefined && item.table === period?.table && item.column === period.column)
  return at === -1 || !period?.grain || others.length > 0 ? null : known.with(at, period)
}

/** Sums an amount that is asked for in place of figures: "show the distance instead". */
function withFigures(draft: Draft, { measures }: SemanticQuery): Draft {
  const isOfFigures = measures.some(({ hidden }) => !hidden) && draft.measures.length + draft.groups.length === 0 && draft.selects.length > 0
  const isAmount = draft.selects.every(({ column }) => isMeasurable(column, 'sum') && column.semanticType === 'measure')
  return isOfFigures && isAmount ? { ...draft, measures: draft.selects.map(impliedMeasure), selects: [] } : draft
}

/** Other figures of the same groups, in the same order; where rows were listed, figures over all of them. */
function measureAnew(next: SemanticQuery, { measures }: SemanticQuery): void {
  const [ranked] = next.order.filter(({ by }) => next.measures.some(({ name }) => name === by))
  const isListed = next.measures.every(({ hidden }) => hidden)
  const by = measures.find(({ hidden }) => !hidden)?.name
  next.measures = measures
  next.having = []
  next.order = !isListed && ranked && by !== undefined ? [{ ...ranked, by }] : []
  sortEquals(next)
  if (!isListed || next.dimensions.length === 0) return
  next.dimensions = []
  delete next.limit
  delete next.offset
  delete next.limit_per
}

/** The query before, sorted or limited as the follow-up says; null where it cannot be sorted so. */
function applyOrder(next: SemanticQuery, draft: Draft): boolean | null {
  if (draft.limit === null && draft.order.length === 0) return false
  const [order] = draft.order
  if (order) {
    const by = orderName(next, order)
    if (by === undefined) return null
    next.order = [{ by, direction: order.direction }]
  }
  if (draft.limit !== null) next.limit = draft.limit
  return true
}

/** The output to sort by; it is added as a hidden one where the query has none. */
function orderName(next: SemanticQuery, { by }: Draft['order'][number]): string | undefined {
  if (typeof by === 'string') return by === 'x' ? next.dimensions[0]?.name : (next.measures[0]?.name ?? (by === 'y' ? undefined : next.dimensions[0]?.name))
  // In a list of rows, each row is sorted by its own value.
  const column =
    'column' in by
      ? by.column
      : next.measures.length === 0 && by.measure.column && by.measure.aggregate !== 'count'
        ? { table: by.measure.table, column: by.measure.column }
        : null
  const [item] = column
    ? [{ table: column.table.name, column: column.column.name, name: freeName(next, snakeCase(column.column.name)) }]
    : 'measure' in by
      ? (buildQuery({ ...emptyDraft(), measures: [by.measure] })?.measures ?? [])
      : []
  if (!item) return undefined
  const list: { name?: string | undefined; hidden?: boolean | undefined }[] = column ? next.dimensions : next.measures
  const isSame = (other: object) => keyOf(other) === keyOf(item)
  const known = list.find(isSame)
  if (known) return known.name
  list.push({ ...item, hidden: true })
  if (next.measures.length > 0) next.distinct = false
  return item.name
}

function freeName({ dimensions, measures }: SemanticQuery, wanted: string): string {
  const taken = new Set([...dimensions, ...measures].map(({ name }) => name))
  let name = wanted
  for (let number = 2; taken.has(name); number++) name = `${wanted}_${number}`
  return name
}

function keyOf(item: object): string {
  const { name: _, hidden: __, ...rest } = item as { name?: string; hidden?: boolean }
  return JSON.stringify(rest)
}

/** Adds a filter. It replaces a condition on the same column, or widens it where the follow-up says "also". */
function withFilter(known: Filter | undefined, added: Filter, widens: boolean): Filter {
  if (!known) return added
  const items = partsOf(known)
  const column = conditionOf(added)
  const same = items.findIndex(
    (item) =>
      widens && column && 'column' in item && 'column' in added && item.table === column.table && item.column === column.column && item.operator === 'equals',
  )
  const other = items[same]
  if (other && 'column' in other && column?.operator === 'equals') {
    const wide = items.with(same, { ...other, values: [...new Set([...other.values, ...column.values])] })
    return wide.length === 1 ? (wide[0] as Filter) : { and: wide }
  }
  const kept = items.filter((item) => {
    const other = conditionOf(item)
    return !column || !other || other.table !== column.table || other.column !== column.column
  })
  return kept.length === 0 ? added : { and: [...kept, added] }
}
