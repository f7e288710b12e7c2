import { periodLabelsOf } from '#domain/analyst/lexicon/as-read/period-labels.ts'
import { displayColumns, hasOwnName } from '#domain/analyst/lexicon/display.ts'
import type { ColumnReference, Draft } from '#domain/analyst/reading/draft.ts'
import { isNumericType } from '#domain/semantics/compile/column-storage.ts'
import { sortEquals } from '#domain/semantics/compile/sort-equals.ts'
import type { LayerTable } from '#domain/semantics/layer.ts'
import type { Filter, SemanticQuery } from '#domain/semantics/semantic-query.ts'
import { withCountedGroups } from './counted-groups.ts'
import { withoutRepeatedOutputs } from './dedupe-outputs.ts'
import { groupMembers, partners } from './existence.ts'
import { withChartGroups, withComparedValues, withRankedRows, withRowCounts } from './implied-groups.ts'
import { withImpliedMeasures } from './implied-measures.ts'
import { aggregateOf, Outputs } from './outputs.ts'
import { withRowsOfOneName } from './rows-of-one-name.ts'

/** The semantic query a draft amounts to, or null when nothing was asked that can be shown. */
export function buildQuery(read: Draft): SemanticQuery | null {
  const draft = withCountedGroups(
    withRowCounts(withChartGroups(withImpliedMeasures(withRowsOfOneName(withComparedValues(withRankedRows(withoutRepeatedOutputs(read))))))),
    buildQuery,
  )
  const outputs = new Outputs()
  const query: SemanticQuery = { measures: [], dimensions: [], having: [], order: [], distinct: false, joins: [...draft.joins] }
  const ranksByMeasure = draft.superlative !== null && 'measure' in draft.superlative.by
  const aggregates =
    draft.measures.length > 0 ||
    draft.share !== null ||
    draft.ratio !== null ||
    ranksByMeasure ||
    draft.having.length > 0 ||
    draft.order.some((item) => typeof item.by !== 'string' && 'measure' in item.by)
  const filters = [...draft.filters, ...partners(draft), ...groupMembers(draft)]
  if (draft.share && (draft.filters.length + draft.groups.length === 0 || draft.measures.length > 0)) return null
  for (const select of draft.selects) outputs.dimension(select)
  for (const group of draft.groups) {
    if (!('entity' in group)) outputs.dimension(group)
    else if (!draft.selects.some((select) => select.table === group.entity || isKeyOf(select, group.entity)))
      for (const column of displayColumns(group.entity)) outputs.dimension({ table: group.entity, column })
    if ('entity' in group && aggregates) addKey(outputs, group.entity)
  }
  const isRowsOnly = draft.share === null && draft.ratio === null && draft.measures.length === 0 && draft.selects.length === 0 && draft.groups.length === 0
  if (isRowsOnly || (draft.measures.length === 0 && draft.selects.length === 0 && draft.superlative && draft.focus)) showEntity(outputs, draft, isRowsOnly)
  if (aggregates) for (const table of identified(draft)) addKey(outputs, table)
  for (const measure of draft.measures) outputs.measure(measure)
  for (const { measure, ...condition } of draft.having) query.having.push({ by: outputs.measure(measure, true), ...condition })
  addShare(outputs, draft, filters)
  addDerived(query, outputs, draft)
  applySuperlative(query, outputs, draft)
  for (const { by, direction } of draft.order) {
    const names =
      typeof by === 'string' ? [axisOutput(outputs, by)] : 'measure' in by ? [outputs.measure(by.measure, true)] : [outputs.dimension(by.column, true)]
    for (const name of names) if (name !== null && !query.order.some((item) => item.by === name)) query.order.push({ by: name, direction })
  }
  if (draft.limit !== null) query.limit = draft.limit
  if (draft.measures.length > 0) sortLargest(query.order, outputs.measures, draft)
  query.dimensions = outputs.dimensions
  query.measures = outputs.measures
  query.distinct = draft.distinct && query.measures.length === 0
  sortEquals(query)
  const [first] = filters
  if (first) query.filters = filters.length === 1 ? first : { and: filters as Filter[] }
  return outputs.dimensions.some((item) => !item.hidden) || outputs.measures.some((item) => !item.hidden) ? query : null
}

/** Figures of names are told from the largest down where nothing says how; those along time or numbers run along them. */
export function sortLargest(order: SemanticQuery['order'], measures: SemanticQuery['measures'], { groups, chart }: Pick<Draft, 'groups' | 'chart'>): void {
  const isNamed = groups.every(
    (group) =>
      'entity' in group ||
      (group.grain === null && group.column.semanticType !== 'time' && !isNumericType(group.column) && periodLabelsOf(group.column) === null),
  )
  const by = measures.find((item) => !item.hidden)?.name
  if (order.length === 0 && chart === null && groups.length > 0 && isNamed && by !== undefined) order.push({ by, direction: 'desc' })
}

/** The part the conditions make of the whole; without conditions, what each group has of it. */
function addShare(outputs: Outputs, { share, ratio }: Draft, filters: Filter[]): void {
  if (ratio) outputs.measures.push({ ratio, name: 'ratio' })
  if (!share) return
  if (filters.length > 0) {
    const whole = aggregateOf(share.measure)
    const part = { ...whole, filters: filters.length === 1 ? (filters[0] as Filter) : { and: [...filters] } }
    outputs.measures.push({
      ratio: { numerator: part, denominator: whole },
      ...(share.percent ? { percent: true } : {}),
      name: share.percent ? 'percentage' : 'proportion',
    })
    filters.length = 0
    return
  }
  const of = outputs.measure(share.measure, true)
  outputs.measures.push({ derive: 'share_of_total', of, ...(share.percent ? { percent: true } : {}), name: share.percent ? 'percentage' : 'proportion' })
}

/** The first figure along time, and each period beside that of the year before. */
function addDerived(query: SemanticQuery, outputs: Outputs, { derive, compare, measures }: Draft): void {
  const dimension = compare && outputs.dimensions.find((item) => item.column === compare.column.name && item.grain !== undefined)?.name
  if (compare && dimension) query.compare = { dimension, to: compare.to }
  const [first] = measures
  if (!derive || !first || outputs.dimensions.length === 0 || query.compare) return
  const name = derive.kind
  outputs.measures.push({ derive: derive.kind, of: outputs.measure(first), name, ...(derive.rows === undefined ? {} : { rows: derive.rows }) })
  if (derive.ranked === undefined) return
  query.order.push({ by: name, direction: derive.ranked })
  query.limit = 1
}

/** The code of a role stands for the role. */
function isKeyOf({ table, column }: ColumnReference, entity: LayerTable): boolean {
  return table !== entity && entity.primaryKey.length === 1 && entity.primaryKey[0] === column.name
}

function showEntity(outputs: Outputs, draft: Draft, isAlone: boolean): void {
  if (!draft.focus) return
  if (!isAlone && draft.groups.length > 0 && draft.superlative && 'measure' in draft.superlative.by && !draft.superlative.isPerGroup) return
  const columns = draft.allColumns ? draft.focus.columns.filter((column) => !column.isHidden) : displayColumns(draft.focus)
  for (const column of columns) outputs.dimension({ table: draft.focus, column })
}

/** Tables whose rows, not names, are what is grouped: two artists of one name stay two. */
function identified(draft: Draft): LayerTable[] {
  const tables =
    draft.selects.length > 0
      ? draft.selects
      : draft.focus && draft.measures.length === 0 && draft.share === null && draft.ratio === null
        ? displayColumns(draft.focus).map((column) => ({ table: draft.focus as LayerTable, column }))
        : []
  const shown = tables.filter(
    ({ table, column }) =>
      (displayColumns(table).includes(column) && hasOwnName(table)) ||
      table.primaryKey.includes(column.name) ||
      (table === draft.ranked && table.primaryKey.length === 1),
  )
  const figures = [...draft.measures, ...draft.having.map((item) => item.measure)]
  if (draft.superlative && 'measure' in draft.superlative.by) figures.push(draft.superlative.by.measure)
  // What is calculated of a row belongs to that row.
  const counted = figures.filter(({ expression }) => expression === undefined).map(({ table }) => table)
  return [...new Set(shown.map(({ table }) => table))].filter((table) => !counted.includes(table))
}

function addKey(outputs: Outputs, table: LayerTable): void {
  for (const name of table.primaryKey) {
    const column = table.columns.find((item) => item.name === name)
    if (column) outputs.dimension({ table, column }, true)
  }
}

function applySuperlative(query: SemanticQuery, outputs: Outputs, draft: Draft): void {
  const { superlative } = draft
  if (!superlative) return
  const { by, direction, limit } = superlative
  const name =
    'measure' in by
      ? outputs.measure(by.measure, limit === 1 || draft.measures.length > 0 || isNamesOnly(draft))
      : outputs.dimension(by.column, draft.measures.length === 0 && !superlative.isFigureShown && outputs.dimensions.length > 0)
  query.order.push({ by: name, direction })
  const [group] = draft.groups
  const isPerGroup = ('column' in by || superlative.isPerGroup === true) && group !== undefined
  if (!isPerGroup || group === undefined) {
    if (superlative.offset !== undefined) query.offset = superlative.offset
    query.limit = limit
    return
  }
  const dimension = outputs.dimensions.find((item) => ('entity' in group ? item.table === group.entity.name : item.column === group.column.name))
  if (dimension?.name) query.limit_per = { dimension: dimension.name, limit }
}

/** "The names of the 3 departments with the most courses" asks for no figure. */
function isNamesOnly({ focus, selects, superlative }: Draft): boolean {
  return focus !== null && superlative?.isFigureShown !== true && selects.length > 0 && selects.every(({ table }) => table === focus)
}

function axisOutput(outputs: Outputs, axis: 'shown' | 'x' | 'y'): string | null {
  const measure = outputs.measures.find((item) => !item.hidden)?.name
  const [first, second] = outputs.dimensions.filter((item) => !item.hidden).map((item) => item.name)
  if (axis === 'x') return first ?? measure ?? null
  return measure ?? (axis === 'y' ? second : undefined) ?? first ?? null
}
