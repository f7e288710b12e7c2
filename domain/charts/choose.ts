import type { CompiledColumn } from '#domain/semantics/compile.ts'
import { capitalised } from '#domain/semantics/english.ts'
import type { JsonValue } from '#domain/semantics/source.ts'
import type { ChartSpec, ChartType } from './chart-spec.ts'

/** `note` tells why a chart that was asked for could not be drawn. A table has no spec. */
export type ChosenChart = { chart_type: ChartType; spec: ChartSpec | null; note: string | null }

type Shape = { columns: CompiledColumn[]; rows: JsonValue[][]; time: CompiledColumn[]; categories: CompiledColumn[]; numbers: CompiledColumn[] }
type Channel = { field: string; type: 'quantitative' | 'temporal' | 'ordinal' | 'nominal'; title: string }

const mostCategories = 50
const mostSeries = 8
const fewPoints = 4

/** Chooses how to draw a result: the chart that was asked for if its columns can carry it, else by the number and kind of dimensions and measures. */
export function chooseChart(columns: CompiledColumn[], rows: JsonValue[][], requested: ChartType | null = null): ChosenChart {
  const shape = shapeOf(columns, rows)
  if (requested !== null) {
    const isCounted = requested === 'histogram' && shape.categories.some((column) => !isNumber(column))
    const chart = draw(isCounted ? 'bar' : requested, shape)
    if (chart) return chart
    return { ...fallback(shape), note: `This result cannot be drawn as ${nameOf(requested)}.` }
  }
  return fallback(shape)
}

function fallback(shape: Shape): ChosenChart {
  return draw(usualType(shape), shape) ?? table
}

const table: ChosenChart = { chart_type: 'table', spec: null, note: null }

function usualType({ columns, rows, time, categories, numbers }: Shape): ChartType {
  const measures = columns.filter((column) => column.role === 'measure')
  const dimensions = time.length + categories.length
  if (rows.length === 0 || measures.length === 0) return 'table'
  if (dimensions === 0) return rows.length === 1 ? 'kpi' : 'table'
  if (rows.length === 1) return measures.length === 1 && dimensions === 1 ? 'kpi' : 'table'
  if (dimensions > 2) return 'table'
  if (time.length === 1) return categories.length === 0 && rows.length <= fewPoints ? 'bar' : 'line'
  if (time.length === 2) return 'heatmap'
  if (categories.length === 2) return distinctValues(rows, indexOf(columns, categories[1])) <= mostSeries ? 'bar' : 'heatmap'
  if (numbers.length === 2 && rows.length > mostSeries) return 'scatter'
  return rows.length > mostCategories ? 'table' : 'bar'
}

function draw(type: ChartType, shape: Shape): ChosenChart | null {
  if (type === 'table') return table
  const spec = shape.rows.length === 0 ? null : specOf(type, shape)
  return spec ? { chart_type: type, spec, note: null } : null
}

function specOf(type: Exclude<ChartType, 'table'>, shape: Shape): ChartSpec | null {
  const { time, categories, numbers, rows, columns } = shape
  const [value, secondValue] = numbers
  const [category, secondCategory] = categories
  if (!value) return null
  if (type === 'kpi') return rows.length === 1 ? { mark: { type: 'text', fontSize: 48 }, encoding: { text: { ...channelOf(value), format: ',.2~f' } } } : null
  if (type === 'histogram') {
    const x = { ...channelOf(value), bin: { maxbins: 20 } }
    return rows.length > 1 ? { mark: { type: 'bar', tooltip: true }, encoding: { x, y: { aggregate: 'count', type: 'quantitative', title: 'Rows' } } } : null
  }
  if (type === 'scatter') return secondValue ? scatter(shape, value, secondValue) : null
  if (type === 'pie') {
    const part = categories.find((item) => distinctValues(rows, indexOf(columns, item)) === rows.length) ?? category
    return part && (secondCategory === undefined || categories.length === 2) && time.length === 0 && isApart(part, shape) ? pie(part, value, rows.length) : null
  }
  if (type === 'heatmap') {
    const [across, down] = [...time, ...categories]
    return across && down ? { mark: { type: 'rect', tooltip: true }, encoding: { x: channelOf(across), y: channelOf(down), color: channelOf(value) } } : null
  }
  const [moment] = time
  if (type === 'line' || type === 'area') return trend(type, shape, value)
  if (moment) return bars(channelOf(moment), value, category, shape)
  if (!category || rows.length > mostCategories * mostSeries) return null
  if (secondCategory) return bars({ ...channelOf(category) }, value, secondCategory, shape)
  return isWide(columns, rows, category)
    ? lyingBars(category, value)
    : { mark: { type: 'bar', tooltip: true }, encoding: { x: { ...channelOf(category), sort: '-y' }, y: measureAxis(value) } }
}

/** Whether a category alone tells the rows apart, or is the only one there is. */
function isApart(part: CompiledColumn, { categories, columns, rows }: Shape): boolean {
  return categories.length === 1 || distinctValues(rows, indexOf(columns, part)) === rows.length
}

function trend(type: 'line' | 'area', { time, categories, columns, rows }: Shape, value: CompiledColumn): ChartSpec | null {
  const [moment] = time
  const [series, other] = categories
  const along = moment ?? (series && isNumber(series) ? series : undefined)
  if (!along || other || (moment && series && distinctValues(rows, indexOf(columns, series)) > mostSeries * 2)) return null
  const color = moment && series ? { color: channelOf(series) } : {}
  const mark = type === 'line' ? { type, point: rows.length <= 60, tooltip: true } : { type, tooltip: true }
  return { mark, encoding: { x: { ...channelOf(along), axis: { labelOverlap: true } }, y: measureAxis(value), ...color } }
}

function bars(x: Channel, value: CompiledColumn, series: CompiledColumn | undefined, { columns, rows }: Shape): ChartSpec | null {
  const mark = { type: 'bar' as const, tooltip: true }
  if (!series) return { mark, encoding: { x: { ...x, axis: { labelOverlap: true } }, y: measureAxis(value) } }
  if (distinctValues(rows, indexOf(columns, series)) > mostSeries * 2) return null
  const color = channelOf(series)
  if (isAdditive(value)) return { mark, encoding: { x, y: { ...measureAxis(value), stack: 'zero' }, color } }
  return { mark, encoding: { x, y: measureAxis(value), xOffset: channelOf(series), color } }
}

function lyingBars(category: CompiledColumn, value: CompiledColumn): ChartSpec {
  return { mark: { type: 'bar', tooltip: true }, encoding: { y: { ...channelOf(category), sort: '-x' }, x: measureAxis(value) } }
}

function pie(category: CompiledColumn, value: CompiledColumn, parts: number): ChartSpec | null {
  if (parts > mostCategories) return null
  return { mark: { type: 'arc', innerRadius: 60, tooltip: true }, encoding: { theta: { ...channelOf(value), stack: true }, color: channelOf(category) } }
}

function scatter({ categories, columns, rows }: Shape, x: CompiledColumn, y: CompiledColumn): ChartSpec {
  const [entity] = categories
  const isGroup = entity !== undefined && distinctValues(rows, indexOf(columns, entity)) <= mostSeries
  const shown = entity ? [entity, x, y] : [x, y]
  const color = isGroup ? { color: channelOf(entity) } : {}
  return { mark: { type: 'point', filled: true, opacity: 0.8 }, encoding: { x: channelOf(x), y: channelOf(y), ...color, tooltip: shown.map(channelOf) } }
}

function shapeOf(columns: CompiledColumn[], rows: JsonValue[][]): Shape {
  const measures = columns.filter((column) => column.role === 'measure')
  const dimensions = columns.filter((column) => column.role === 'dimension')
  const time = dimensions.filter((column) => column.grain !== null || column.type === 'date' || column.type === 'timestamp' || isYear(column))
  const others = dimensions.filter((column) => !time.includes(column))
  // In a plain list the numbers are what is drawn, and the rest names them.
  const listed = measures.length === 0 ? others.filter((column) => isNumber(column) && !/(^|_)id$/.test(column.name)) : []
  return { columns, rows, time, categories: others.filter((column) => !listed.includes(column)), numbers: [...measures, ...listed] }
}

function channelOf(column: CompiledColumn): Channel {
  return { field: column.name, type: channelType(column), title: unitTitle(column) }
}

// Periods come as text that sorts by itself; read as dates they would shift with the viewer's time zone.
function channelType(column: CompiledColumn): Channel['type'] {
  if (column.grain !== null) return 'ordinal'
  if (column.type === 'date' || column.type === 'timestamp') return 'temporal'
  if (!isNumber(column)) return 'nominal'
  return column.role === 'dimension' && /(^|_)(id|year|code)$/.test(column.name) ? 'ordinal' : 'quantitative'
}

function measureAxis(column: CompiledColumn): Channel & { axis: { format: string } | { tickMinStep: number } } {
  return { ...channelOf(column), axis: column.type === 'integer' ? { tickMinStep: 1 } : { format: ',.2~f' } }
}

function unitTitle(column: CompiledColumn): string {
  return column.unit === null ? capitalised(column.label) : `${capitalised(column.label)} (${column.unit})`
}

function isNumber(column: CompiledColumn): boolean {
  return column.type === 'integer' || column.type === 'number' || column.type === 'decimal'
}

/** A number that is a year runs along an axis as a date does. */
function isYear(column: CompiledColumn): boolean {
  return isNumber(column) && /(^|_)year$/.test(column.name)
}

function isAdditive(column: CompiledColumn | undefined): boolean {
  return column?.aggregate === 'sum' || column?.aggregate === 'count'
}

function isWide(columns: CompiledColumn[], rows: JsonValue[][], category: CompiledColumn): boolean {
  const index = indexOf(columns, category)
  return rows.length > mostSeries || rows.some((row) => String(row[index] ?? '').length > 16)
}

function distinctValues(rows: JsonValue[][], index: number): number {
  return new Set(rows.map((row) => row[index])).size
}

function indexOf(columns: CompiledColumn[], column: CompiledColumn | undefined): number {
  return column ? columns.indexOf(column) : -1
}

function nameOf(type: ChartType): string {
  const names: Partial<Record<ChartType, string>> = {
    kpi: 'a single figure',
    area: 'an area chart',
    scatter: 'a scatter plot',
    heatmap: 'a heatmap',
    histogram: 'a histogram',
  }
  return names[type] ?? `a ${type} chart`
}
