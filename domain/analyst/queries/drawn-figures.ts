import { tablesIn } from '#domain/analyst/conditions/filter-parts.ts'
import { isMeasurable } from '#domain/analyst/figures/measurable.ts'
import { isUnique } from '#domain/analyst/lexicon/column-kind.ts'
import { displayColumns, hasOwnName } from '#domain/analyst/lexicon/display.ts'
import type { ColumnReference, Draft, GroupPart, MeasurePart, OrderPart } from '#domain/analyst/reading/draft.ts'
import type { Reading } from '#domain/analyst/reading/reading.ts'
import { isNumericType } from '#domain/semantics/compile/column-storage.ts'
import type { LayerTable } from '#domain/semantics/layer.ts'
import { impliedMeasure } from './implied-measures.ts'

/** Completes the figures of a chart: what they count, by what they are grouped and along what they run, where the question does not say. */
export function settleFigures(reading: Reading, compares: boolean): void {
  const { draft } = reading
  const [figure] = draft.measures
  if (draft.chart !== null && figure) dropRenamed(draft)
  if (draft.chart === 'scatter' && draft.countsShown && figure) draft.measures.unshift({ aggregate: 'count', table: figure.table, column: null, named: null })
  if (draft.chart === 'bar' || draft.chart === 'pie' || draft.chart === 'line' || draft.chart === 'area') {
    countOccurrences(reading)
    splitByListed(reading)
  } else if (compares && splitByListed(reading)) draft.chart = null
  countNames(draft)
  draft.order = draft.order.map((item) => sortedAlong(draft, item))
}

export function columnGroups(draft: Draft): GroupPart[] {
  return draft.groups.flatMap((group) => ('entity' in group ? [] : [group]))
}

/** All columns that are shown or grouped by, each once. */
export function columnsOf(draft: Draft): ColumnReference[] {
  const all = [...draft.selects, ...columnGroups(draft)].map(({ table, column }) => ({ table, column }))
  return all.filter(({ column }, at) => all.findIndex((other) => other.column === column) === at)
}

/** Shows the names of the rows that a chart counts, and counts by them: "find the artists with albums of 2010 and count them" as a pie chart. */
function countThings(draft: Draft): void {
  const [measure, ...others] = draft.measures
  const table = measure?.table ?? draft.focus
  const isCount = draft.countsShown || (measure?.aggregate === 'count' && measure.column === null && measure.named === null)
  if (!table || others.length > 0 || !isCount || !hasOwnName(table) || columnsOf(draft).length + draft.groups.length > 0) return
  if (![...draft.filters.flatMap((filter) => [...tablesIn(filter)]), ...draft.related.map(({ name }) => name)].some((name) => name !== table.name)) return
  draft.selects = displayColumns(table).map((column) => ({ table, column }))
  draft.measures = []
  draft.countsShown = true
}

/** Drops a table from the groups where one of its names is a group too: "for each employee, grouped by the employee's last name". */
function dropRenamed(draft: Draft): void {
  const tells = (table: LayerTable) =>
    columnGroups(draft).some((item) => item.table === table && (displayColumns(table).includes(item.column) || table.primaryKey.includes(item.column.name)))
  draft.groups = draft.groups.filter((group) => !('entity' in group && tells(group.entity)))
}

/** Counts how often each value of a column occurs, where a chart names no figure: "the brand of each lens". */
function countOccurrences({ draft, lexicon, tables }: Reading): void {
  countThings(draft)
  const [measure, ...others] = draft.measures
  // "The studio of each film and the number of films": the films of each studio.
  if (measure && (measure.aggregate === 'count' || columnsOf(draft).some(({ column }) => column === measure.column)) && columnsOf(draft).length > 0)
    draft.groups = draft.groups.filter((group) => !('entity' in group) || group.entity !== measure.table)
  if (others.length > 0 || (measure && (measure.named !== null || !measure.aggregate.startsWith('count')))) return
  const [named, ...more] = measure?.column ? [{ table: measure.table, column: measure.column }, ...columnsOf(draft)] : columnsOf(draft)
  if (!named || more.length > 0 || (measure ? named.table !== measure.table : isNumericType(named.column))) return
  const { table, column } = named
  if (draft.groups.some((group) => 'entity' in group && group.entity !== table)) return
  const isOfEach = measure?.column != null && draft.groups.length > 0
  const counted =
    isUnique(named) || displayColumns(table).includes(column)
      ? occurringIn(
          draft,
          lexicon.layer,
          named,
          tables.some((item) => item.table === table),
        )
      : null
  if (!counted && !isOfEach) return
  draft.measures = [{ aggregate: 'count', table: counted?.table ?? table, column: null, named: null }]
  draft.groups = [{ ...(counted?.by ?? { table, column }), grain: null }]
  draft.selects = []
  draft.related = draft.related.filter((item) => item !== counted?.table)
}

/** The figure of bars, slices or a line of names without one: the count of rows, or the amount the rows are sorted by. */
export function countNames(draft: Draft): void {
  const isDrawn = draft.chart === 'bar' || draft.chart === 'pie' || draft.chart === 'line' || draft.chart === 'histogram'
  const names = [...draft.selects, ...columnGroups(draft)]
  const [first] = names
  if (
    !first ||
    draft.measures.length > 0 ||
    (!draft.countsShown && pairRows(draft, names)) ||
    !(draft.countsShown || (isDrawn && !draft.distinct && names.length <= 2 && !names.some(isAmount)))
  )
    return
  const sorted = draft.countsShown ? [] : draft.order.flatMap(({ by }) => (typeof by !== 'string' && 'column' in by && isAmount(by.column) ? [by.column] : []))
  draft.measures = sorted.slice(0, 1).map(impliedMeasure)
  if (draft.measures.length === 0) draft.measures = [{ aggregate: 'count', table: draft.focus ?? first.table, column: null, named: null }]
  // "The location of each party": the number of parties of each location.
  const others = draft.groups.filter((group) => !('entity' in group) || names.every((item) => item.table !== group.entity || isUnique(item)))
  draft.groups = [...draft.selects.map((item) => ({ ...item, grain: null })), ...others]
  draft.selects = []
  draft.countsShown = false
}

/** Lists a name and a number that cannot be summed row by row, the name first. Returns whether it did. */
function pairRows(draft: Draft, names: (ColumnReference | GroupPart)[]): boolean {
  const [number, ...more] = draft.selects.filter(({ column }) => isNumericType(column))
  const other = names.find(({ column }) => !isNumericType(column))
  const isPlain = draft.groups.every((group) => !('entity' in group) && group.grain === null)
  if (!number || !other || more.length > 0 || isAmount(number) || names.length !== 2 || !isPlain) return false
  draft.selects = [{ table: other.table, column: other.column }, number]
  draft.groups = []
  return true
}

const isAmount = ({ column }: ColumnReference): boolean => isMeasurable(column, 'sum') && column.semanticType === 'measure'

/** The table whose rows are counted for a name: the only one among the tables of the conditions that refers to its table, else the table that holds the name as a reference. */
function occurringIn(
  draft: Draft,
  layer: Reading['lexicon']['layer'],
  named: ColumnReference,
  isSpoken: boolean,
): { table: LayerTable; by: ColumnReference } | null {
  const spoken = new Set([...draft.filters.flatMap((filter) => [...tablesIn(filter)]), ...draft.related.map(({ name }) => name)])
  spoken.delete(named.table.name)
  const known = layer.relationships.filter(({ fromTable, toTable }) => toTable === named.table.name && fromTable !== toTable)
  const direct = known.filter(({ fromTable }) => spoken.has(fromTable))
  const referring =
    direct.length > 0
      ? direct
      : known.filter(({ fromTable, toColumns }) =>
          spoken.size === 0
            ? !isSpoken && toColumns.length === 1 && toColumns[0] === named.column.name
            : layer.relationships.some((other) => other.fromTable === fromTable && spoken.has(other.toTable)),
        )
  const [only, ...others] = referring
  const table = layer.tables.find(({ name }) => name === only?.fromTable)
  const reference = table?.columns.find(({ name }) => name === only?.fromColumns[0])
  if (!table || !reference || others.length > 0) return null
  return { table, by: spoken.size === 0 ? { table, column: reference } : named }
}

/** Groups by a column whose values are compared or drawn side by side: "for rock and jazz", "rock vs jazz". */
function splitByListed({ draft, items, lexicon }: Reading): boolean {
  const amounts = draft.selects.filter(isAmount)
  const columns = columnsOf(draft).filter(({ column }) => !amounts.some((amount) => amount.column === column))
  const most = draft.chart === 'pie' ? 0 : 1
  const isOr = items.some(({ lower }) => lower === 'or')
  const split = columns.length + draft.groups.filter((group) => 'entity' in group).length
  if (isOr || draft.measures.length + amounts.length === 0 || split > most) return false
  for (const filter of draft.filters) {
    if (!('column' in filter) || filter.operator !== 'equals' || filter.values.length < 2 || columns.some(({ column }) => column.name === filter.column))
      continue
    const table = lexicon.layer.tables.find(({ name }) => name === filter.table)
    const column = table?.columns.find(({ name }) => name === filter.column)
    if (!table || !column) continue
    draft.groups.push({ table, column, grain: null })
    return true
  }
  return false
}

/** Whether an order is by a count that is shown already: "by the number of names". */
function countsNames(draft: Draft, { aggregate, table }: MeasurePart): boolean {
  const [figure, ...more] = draft.measures
  const isCount = (name: string | undefined) => name === 'count' || name === 'count_distinct'
  return draft.chart !== null && more.length === 0 && isCount(figure?.aggregate) && isCount(aggregate) && columnsOf(draft).some((item) => item.table === table)
}

/** An order by a column that is not shown, so that it does not split the figures: by the periods of a date, by the highest or lowest of a number, else by the dimension of the chart. */
function sortedAlong(draft: Draft, item: OrderPart): OrderPart {
  if (typeof item.by === 'string') return item
  if ('measure' in item.by) return countsNames(draft, item.by.measure) ? { ...item, by: { measure: draft.measures[0] as MeasurePart } } : item
  const { table, column } = item.by.column
  const group = columnGroups(draft).find((other) => other.column === column)
  const isImplied = columnGroups(draft).length > 0 && draft.measures.length === 0 && draft.selects.some((other) => other.column === column)
  if (isImplied && isAmount({ table, column })) return { ...item, by: { measure: impliedMeasure({ table, column }) } }
  if (group) return { ...item, by: { column: group } }
  const isOwn = draft.groups.some((other) => 'entity' in other && other.entity === table) || draft.selects.some((other) => other.column === column)
  if (draft.chart === null || draft.measures.length === 0 || draft.groups.length + draft.selects.length === 0 || isOwn) return item
  const measure = draft.measures.find((other) => other.column === column)
  if (measure) return { ...item, by: { measure } }
  const isMoment = column.semanticType === 'time' && columnGroups(draft).every(({ grain }) => grain === null)
  const isBeside = (isMoment || isNumericType(column)) && column.semanticType !== 'identifier' && draft.measures.every((other) => other.table === table)
  return { ...item, by: isBeside ? { measure: { aggregate: item.direction === 'desc' ? 'max' : 'min', table, column, named: null } } : 'x' }
}
