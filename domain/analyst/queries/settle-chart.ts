import { addGrain } from '#domain/analyst/clauses/grain.ts'
import { isMeasurable } from '#domain/analyst/figures/measurable.ts'
import { isClassNumber, isSpread, isTimeAxis, isUnique, isYearNumber } from '#domain/analyst/lexicon/column-kind.ts'
import { displayColumns, hasOwnName } from '#domain/analyst/lexicon/display.ts'
import { isPastForm } from '#domain/analyst/lexicon/english/forms/word-forms.ts'
import { drawingOpeners } from '#domain/analyst/lexicon/english/sentences/drawing-words.ts'
import type { ColumnReference, Draft } from '#domain/analyst/reading/draft.ts'
import { type Reading, wordAt } from '#domain/analyst/reading/reading.ts'
import type { Bins } from '#domain/charts/chart-dressing.ts'
import type { ChartHint } from '#domain/charts/chart-talk.ts'
import { isNumericType } from '#domain/semantics/compile/column-storage.ts'
import { columnGroups, columnsOf, countNames, settleFigures } from './drawn-figures.ts'

/**
 * Decides what the columns of a chart are once all readers are done: two measured numbers are the points of a scatter plot, the distribution of one is a histogram, and
 * numbers that divide rows into classes are groups.
 */
export function settleChart(reading: Reading, hint: ChartHint | null): void {
  const { draft } = reading
  foldExtremes(draft)
  showRanked(draft)
  if (draft.superlative !== null || draft.share !== null || draft.ratio !== null || draft.having.length > 0) {
    if (draft.countsShown) countNames(draft)
    return
  }
  countRows(reading)
  splitByClasses(draft)
  splitOverTime(reading)
  if (drawsPoints(draft, hint)) setPoints(draft)
  else if (drawsSpread(draft, hint)) setSpread(draft, hint?.bins ?? null)
  else {
    countClasses(reading, hint)
    listRows(draft)
    if ((draft.chart === 'line' || draft.chart === 'area') && draft.measures.length > 0 && draft.groups.length + draft.selects.length === 0)
      addGrain(reading, null)
  }
  settleFigures(reading, hint?.compares === true)
  if (hint?.hint && draft.chart === hint.hint && !carries(draft)) draft.chart = null
}

/** Turns a superlative into a figure of each group of a chart: the smallest enrolment "for each state". */
function foldExtremes(draft: Draft): void {
  const { superlative, groups, selects } = draft
  if (draft.chart === null || draft.chart === 'table' || superlative === null || !('column' in superlative.by)) return
  const { table, column } = superlative.by.column
  const isGrouped = groups.length > 0 && groups.every((group) => !('entity' in group) || group.entity !== table)
  const isTold = (item: ColumnReference) => columnGroups(draft).some((group) => group.column === item.column)
  const ofEach = selects.filter((item) => groups.some((group) => 'entity' in group && group.entity === item.table) && item.column !== column)
  const isOnly = selects.every((item) => item.column === column || isTold(item) || ofEach.includes(item))
  if (superlative.limit !== 1 || superlative.offset !== undefined || !isGrouped || !isOnly) return
  draft.measures.unshift({ aggregate: superlative.direction === 'desc' ? 'max' : 'min', table, column, named: null })
  draft.selects = ofEach
  draft.superlative = null
}

/** Shows the figure of a ranking in a chart: bars of the 3 departments with the most students. */
function showRanked(draft: Draft): void {
  const isDrawn = draft.chart !== null && draft.chart !== 'table' && draft.measures.length === 0
  if (isDrawn && draft.superlative && 'measure' in draft.superlative.by) draft.superlative = { ...draft.superlative, isFigureShown: true }
}

const isAmount = ({ column }: ColumnReference) => isMeasurable(column, 'sum') && column.semanticType === 'measure' && !isYearNumber(column)

/** Counts the rows of a table that is grouped without a figure: "movies per year", "yearly movies", "show movies by genre". */
function countRows(reading: Reading): void {
  const { draft, tables } = reading
  const { focus } = draft
  const [first] = tables
  const isSortedAlone = draft.order.every(({ by }) => by === 'shown')
  if (focus === null || first === undefined || draft.measures.length + draft.selects.length > 0 || !isSortedAlone || draft.groups.length === 0) return
  const isMade = isPastForm(wordAt(reading, first.at + 1))
  const link = linkBehind(reading, first.at + (isMade ? 2 : 1))
  const isShown = draft.chart !== 'scatter' && first.at >= 0 && first.table === focus && opens(reading, first.at)
  const isSplit = isShown && (link === 'by' || columnGroups(draft).some(({ grain }) => grain !== null))
  const isOwn = draft.groups.some((group) => 'entity' in group && group.entity === focus)
  if (isOwn || !(link === 'per' || (isMade && link === 'each') || isSplit)) return
  draft.measures = [{ aggregate: 'count', table: focus, column: null, named: null }]
}

/** The word behind conditions and times, where "by", "per" or "each" may stand. */
function linkBehind(reading: Reading, from: number): string {
  const isCondition = (at: number) => /^(?:filter|time|value)/.test(reading.taken[at] ?? '')
  let at = from
  while (isCondition(at) || (reading.taken[at] === null && (isCondition(at + 1) || isCondition(at + 2)))) at++
  return wordAt(reading, at)
}

/** Whether nothing but a request to show something stands before an item. */
function opens(reading: Reading, at: number): boolean {
  return reading.items.slice(0, at).every(({ lower }, index) => drawingOpeners.has(lower) || /^(?:filter|value|group|chart)/.test(reading.taken[index] ?? ''))
}

const isClass = (item: ColumnReference) =>
  item.column.semanticType === 'category' && !isUnique(item) && !(hasOwnName(item.table) && displayColumns(item.table).includes(item.column))
const splits = (item: ColumnReference) => isClassNumber(item) || isClass(item) || (item.column.semanticType === 'geo' && !isUnique(item))

/** Groups a figure by the categories and class numbers listed beside it. */
function splitByClasses(draft: Draft): void {
  const classes = draft.selects.filter(splits)
  const figures = draft.selects.filter((item) => isAmount(item) && !isClassNumber(item))
  const isSplit = draft.chart !== null && draft.chart !== 'scatter' && classes.length > 0 && draft.measures.length + figures.length > 0
  const isRelated = draft.chart === 'scatter' && draft.measures.length === 0 && figures.length === 1 && columnsOf(draft).some(splits)
  if (isRelated) draft.chart = null
  if (!isSplit && !isRelated) return
  draft.selects = draft.selects.filter((item) => !classes.includes(item))
  draft.groups.unshift(...classes.map((item) => ({ ...item, grain: null })))
}

/** Adds a series for each thing where a value runs along time: levels of several lakes over the years. */
function splitOverTime({ draft, lexicon }: Reading): void {
  const isOverTime = columnGroups(draft).some(({ column, grain }) => grain !== null || isTimeAxis(column, lexicon.layer.dialect))
  const others = draft.selects.filter((item) => !isAmount(item))
  if (!isOverTime || draft.measures.length > 0 || others.length === 0 || others.length === draft.selects.length) return
  if (others.some((item) => isUnique(item) || item.column.semanticType !== 'category')) return
  draft.selects = draft.selects.filter(isAmount)
  draft.groups.push(...others.map((item) => ({ ...item, grain: null })))
  draft.distinct = false
}

/** Whether the columns are the two measured numbers of a scatter plot. */
function drawsPoints(draft: Draft, hint: ChartHint | null): boolean {
  const isOther = draft.chart !== null && draft.chart !== 'scatter' && draft.chart !== hint?.hint
  if (draft.measures.length > 0 || draft.countsShown || isOther) return false
  const isAgainst = columnGroups(draft).some(isSpread)
  const isDrawn =
    hint?.draws === true && draft.chart === null && draft.selects.filter(isSpread).length === 2 && columnGroups(draft).every((group) => group.grain === null)
  return columnsOf(draft).filter(isSpread).length === 2 && (isAgainst || isDrawn || draft.chart === 'scatter')
}

function setPoints(draft: Draft): void {
  // "For each model": every row is a point.
  const shown = columnsOf(draft).filter((item) => !isUnique(item) || isNumericType(item.column))
  draft.selects = [...shown.filter(isSpread), ...shown.filter((item) => !isSpread(item)), ...entityNames(draft), ...comparedColumns(draft)]
  draft.groups = []
  draft.chart = 'scatter'
}

/** The name of a row of another table as the colour of the points. */
function entityNames(draft: Draft): ColumnReference[] {
  const tables = new Set(columnsOf(draft).map(({ table }) => table))
  return draft.groups.flatMap((group) =>
    'entity' in group && !tables.has(group.entity) ? displayColumns(group.entity).map((column) => ({ table: group.entity, column })) : [],
  )
}

/** The column of several compared values as the colour of the points: "in the USA and Japan". */
function comparedColumns(draft: Draft): ColumnReference[] {
  return draft.filters.flatMap((filter) => {
    if (!('column' in filter) || filter.operator !== 'equals' || filter.values.length < 2) return []
    const table = columnsOf(draft).find((item) => item.table.name === filter.table)?.table
    const column = table?.columns.find((item) => item.name === filter.column)
    return table && column && !columnsOf(draft).some((item) => item.column === column) ? [{ table, column }] : []
  })
}

/** From this number of values on, a count of rows for each value is a histogram. */
const leastWide = 40

/** Whether the only measured number makes a histogram: its rows are counted, or its distribution is asked for. */
function drawsSpread(draft: Draft, hint: ChartHint | null): boolean {
  const [measure, ...others] = draft.measures
  const [spread, second] = columnsOf(draft).filter(isSpread)
  const isCount = others.length === 0 && (measure === undefined || (measure.aggregate === 'count' && measure.column === null))
  if (spread === undefined || second !== undefined || !isCount || draft.order.length > 0) return false
  if (draft.chart === 'histogram' || (hint !== null && hint.bins !== null)) return true
  const isWide = (spread.column.distinct ?? 0) > leastWide && (draft.chart === null || draft.chart === 'bar')
  const isAlone = draft.chart === 'bar' && draft.selects.length === 1 && draft.groups.length === 0
  return isWide && (measure !== undefined || draft.countsShown || isAlone)
}

function setSpread(draft: Draft, bins: Bins | null): void {
  const [spread] = columnsOf(draft).filter(isSpread)
  if (bins && spread) draft.binWidth = 'width' in bins ? bins.width : widthOf(spread, bins.count)
  const all = columnsOf(draft)
  const kept = all.filter((item) => item.column === spread?.column || !isUnique(item))
  draft.selects = [...kept, ...entityNames(draft)]
  draft.groups = []
  draft.measures = []
  draft.countsShown = false
  draft.chart = 'histogram'
}

/** The width of bins, given their number. */
function widthOf({ column }: ColumnReference, count: number): number | null {
  const range = Number(column.max) - Number(column.min)
  return range > 0 ? Number((range / count).toPrecision(3)) : null
}

/** Counts rows for a distribution over classes or categories, and for a chart of one category. */
function countClasses({ draft, taken }: Reading, hint: ChartHint | null): void {
  const { groups, selects } = draft
  if (draft.measures.length > 0 || selects.some((item) => isAmount(item) && !isClassNumber(item))) return
  const named = columnsOf(draft)
  const isPeriod = (item: ColumnReference) => columnGroups(draft).some(({ column, grain }) => column === item.column && grain !== null)
  const isShared = (item: ColumnReference) => !isUnique(item) || isPeriod(item)
  const shown = named.some(isShared) ? named.filter(isShared) : named
  const isDistribution = draft.chart === 'histogram' || draft.chart === 'bar' || draft.chart === 'pie'
  const isCrossed = draft.chart === 'heatmap' && shown.length === 2 && shown.every(splits)
  const isCounted = isCrossed || (isDistribution && (shown.some(isClassNumber) || shown.length < named.length))
  const isDrawn = hint?.draws === true && draft.chart === null && selects.length === 1 && groups.length === 0 && !isUnique(selects[0] as ColumnReference)
  // "Content rating by genre": the number of rows of each pair.
  const isKeyed =
    taken[0] === 'select' &&
    draft.chart === null &&
    named.length === 2 &&
    columnGroups(draft).length === 1 &&
    shown.every((item) => isClass(item) || isPeriod(item))
  const [first] = shown
  if (first === undefined || shown.length > 2 || !(draft.countsShown || isCounted || isDrawn || isKeyed)) return
  const grains = new Map(columnGroups(draft).map((group) => [group.column, group.grain]))
  draft.measures = [{ aggregate: 'count', table: draft.focus ?? first.table, column: null, named: null }]
  draft.groups = [
    ...shown.map((item) => ({ ...item, grain: grains.get(item.column) ?? null })),
    ...groups.filter((group) => 'entity' in group && group.entity !== first.table),
  ]
  draft.selects = []
  draft.countsShown = false
}

/** Shows rows by name in place of a sum, where each row has one number: bars of single rows. */
function listRows(draft: Draft): void {
  if (draft.chart !== 'bar' && draft.chart !== 'pie') return
  const [figure, ...more] = draft.measures.length > 0 ? draft.measures : draft.selects.filter(isAmount)
  if (figure === undefined || more.length > 0 || draft.countsShown || !figure.column) return
  const { table, column } = figure
  const isFolded = 'aggregate' in figure && (figure.aggregate.startsWith('count') || figure.named !== null)
  const names = draft.groups.flatMap((group) =>
    'entity' in group ? displayColumns(group.entity).map((item) => ({ table: group.entity, column: item, grain: null })) : [group],
  )
  const others = draft.selects.filter((item) => item.column !== column)
  const isOwn = names.every((item) => item.table === table && item.grain === null) && others.every((item) => item.table === table)
  if (isFolded || !isOwn) return
  const plain = [...others, ...names.map((item) => ({ table, column: item.column }))]
  const isApart = draft.groups.some((group) => 'entity' in group) || plain.some(isUnique)
  if (draft.groups.length > 0 && !isApart) return
  if (draft.measures.length > 0 && !isApart) return
  draft.selects = [...(plain.length > 0 ? plain : displayColumns(table).map((item) => ({ table, column: item }))), { table, column }]
  draft.groups = []
  draft.measures = []
  draft.order = draft.order.map((item) => (typeof item.by !== 'string' && 'measure' in item.by ? { ...item, by: { column: { table, column } } } : item))
}

/** Whether what a hint suggests could be drawn at all. */
function carries(draft: Draft): boolean {
  if (draft.chart === 'scatter' && draft.selects.filter(({ column }) => isNumericType(column)).length >= 2) return true
  if (draft.chart === 'scatter') return columnsOf(draft).filter((item) => isAmount(item) && !isClassNumber(item)).length + draft.measures.length >= 2
  if (draft.chart === 'line') return draft.groups.length + draft.selects.length > 0
  return true
}
