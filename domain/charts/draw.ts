import type { CompiledColumn } from '#domain/semantics/compile/compile.ts'
import type { ChartSpec, ChartType } from './chart-spec.ts'
import { bigNumber, boxes, combo, gauge, pivot, places, steps } from './composed-specs.ts'
import { binOf, type Channel, channelOf, derivationOf, distinctOf, hasLongLabels, isAdditive, isApart, isNumber, type Shape } from './result-shape.ts'

export const mostCategories = 50
export const mostSeries = 8
/** Beyond these, lines can no longer be told apart: the largest are drawn. */
const mostLines = 16
const mostBins = 20

/** How a result is drawn as a type of chart; null when its columns cannot carry it. */
export function specOf(type: Exclude<ChartType, 'table'>, shape: Shape): ChartSpec | null {
  const { time, categories, numbers } = shape
  const [value] = numbers
  const [category, other] = categories
  if (!value) return null
  switch (type) {
    case 'kpi':
      return kpi(shape)
    case 'histogram':
      return histogram(shape, value)
    case 'scatter':
      return points(shape)
    case 'pie':
      return pie(shape, value)
    case 'heatmap': {
      const [across, down] = [...time, ...categories]
      return across && down ? { mark: { type: 'rect', tooltip: true }, encoding: { x: channelOf(across), y: channelOf(down), color: channelOf(value) } } : null
    }
    case 'line':
    case 'area':
      return trend(type, shape, value)
    case 'big_number':
      return bigNumber(shape) ?? kpi(shape)
    case 'pivot':
      return pivot(shape)
    case 'boxplot':
      return boxes(shape)
    case 'combo':
      return combo(shape)
    case 'funnel':
    case 'waterfall':
      return steps(shape)
    case 'choropleth':
      return places(shape)
    case 'gauge':
    case 'progress':
      return gauge(type, shape)
    case 'bar': {
      const [moment] = time
      if (moment) return bars(channelOf(moment), value, category, shape)
      if (!category || shape.rows.length > mostCategories * mostSeries) return null
      if (other) return categories.length === 2 || isApart(category, shape) ? pairedBars(category, other, value, shape) : null
      return plainBars(category, value, shape)
    }
  }
}

/** One figure large, with the others of its row where the pointer rests: what it was before, how it changed. */
function kpi({ rows, numbers }: Shape): ChartSpec | null {
  const [value, ...others] = numbers
  if (rows.length !== 1 || !value) return null
  const text = (column: CompiledColumn) => ({ ...channelOf(column), format: ',.2~f' })
  return {
    mark: { type: 'text', fontSize: 48 },
    encoding: { text: text(value), ...(others.length > 0 ? { tooltip: [value, ...others].slice(0, 20).map(text) } : {}) },
  }
}

function histogram(shape: Shape, value: CompiledColumn): ChartSpec | null {
  if (shape.rows.length < 2 || (value.role === 'measure' && shape.categories.length + shape.time.length > 0)) return null
  const [series] = shape.categories
  const x = {
    ...channelOf(value),
    type: 'quantitative' as const,
    bin: shape.hints.binWidth === undefined ? { maxbins: mostBins } : { step: shape.hints.binWidth },
  }
  const isSplit = series !== undefined && distinctOf(series, shape) <= mostSeries
  return {
    mark: { type: 'bar', tooltip: true },
    encoding: {
      x,
      y: { aggregate: 'count', type: 'quantitative', title: 'Rows', ...(isSplit ? { stack: 'zero' as const } : {}) },
      ...(isSplit ? { color: channelOf(series) } : {}),
    },
  }
}

/** Two figures, or one figure along a dimension that is a number. */
function points(shape: Shape): ChartSpec | null {
  const [value, second] = shape.numbers
  if (value && second) return scatter(shape, value, second)
  const across = [...shape.time, ...shape.categories].find((column) => isNumber(column) && column.grain === null)
  return value && across ? scatter(shape, across, value) : null
}

function scatter(shape: Shape, x: CompiledColumn, y: CompiledColumn): ChartSpec {
  const others = shape.categories.filter((item) => item !== x)
  const group = others.find((item) => distinctOf(item, shape) <= mostSeries)
  const shown = [...others, x, y]
  const color = group ? { color: channelOf(group) } : {}
  return { mark: { type: 'point', filled: true, opacity: 0.8 }, encoding: { x: channelOf(x), y: channelOf(y), ...color, tooltip: shown.map(channelOf) } }
}

function pie(shape: Shape, value: CompiledColumn): ChartSpec | null {
  const { categories, time, rows } = shape
  const parts = [...categories, ...time]
  const part = parts.find((item) => isApart(item, shape)) ?? (parts.length === 1 ? parts[0] : undefined)
  if (!part || parts.length > 2 || rows.length > mostCategories) return null
  return {
    mark: { type: 'arc', innerRadius: 60, tooltip: true },
    encoding: { theta: { ...channelOf(value), stack: true }, color: { ...channelOf(part), type: 'nominal' } },
  }
}

/** Parts of a whole too many for slices: one bar of all of them. */
export function wholeBar({ categories: [part] }: Shape, value: CompiledColumn): ChartSpec | null {
  return part ? { mark: { type: 'bar', tooltip: true }, encoding: { x: { ...measureAxis(value), stack: 'normalize' }, color: channelOf(part) } } : null
}

function trend(type: 'line' | 'area', shape: Shape, value: CompiledColumn): ChartSpec | null {
  const { time, categories, rows } = shape
  const [moment] = time
  // What is a number is run along, what is a name is told apart.
  const [along, series, other] = moment ? [moment, ...categories] : [...categories].sort((a, b) => Number(isNumber(b)) - Number(isNumber(a)))
  if (!along || other || (!moment && (rows.length > mostCategories * 2 || !(series ? isNumber(along) : isApart(along, shape))))) return null
  const lines = series ? distinctOf(series, shape) : 0
  const color = series ? { color: channelOf(series) } : {}
  const isStacked = type === 'area' && lines > 0 && isAdditive(value, shape)
  const share = derivationOf(value, shape) === 'share_of_total' ? ('normalize' as const) : ('zero' as const)
  const y = { ...measureAxis(value), ...(isStacked ? { stack: share } : {}) }
  const mark = type === 'line' ? { type, point: rows.length <= 60, tooltip: true } : { type, tooltip: true }
  const x = { ...channelOf(along), axis: { labelOverlap: true } }
  const largest = series && lines > mostLines ? { transform: largestOf(series, value) } : {}
  return { ...largest, mark, encoding: { x, y, ...color } }
}

/** Keeps the series with the highest sums: the others could not be told apart. */
function largestOf(series: CompiledColumn, value: CompiledColumn): NonNullable<ChartSpec['transform']> {
  return [
    { joinaggregate: [{ op: 'sum', field: value.name, as: 'series_total' }], groupby: [series.name] },
    { window: [{ op: 'dense_rank', as: 'series_rank' }], sort: [{ field: 'series_total', order: 'descending' }] },
    { filter: { field: 'series_rank', lte: mostSeries } },
  ]
}

/** Whether a spec leaves out all but the largest series. */
export function leavesOut(spec: ChartSpec): boolean {
  return spec.transform !== undefined
}

function bars(x: Channel, value: CompiledColumn, series: CompiledColumn | undefined, shape: Shape): ChartSpec | null {
  const mark = { type: 'bar' as const, tooltip: true }
  if (!series) return { mark, encoding: { x: { ...x, axis: { labelOverlap: true } }, y: measureAxis(value) } }
  if (distinctOf(series, shape) > mostLines) return null
  const color = { ...channelOf(series), type: 'nominal' as const }
  if (!isAdditive(value, shape)) return { mark, encoding: { x, y: measureAxis(value), xOffset: { ...channelOf(series), type: 'nominal' }, color } }
  const stack = derivationOf(value, shape) === 'share_of_total' ? ('normalize' as const) : ('zero' as const)
  return { mark, encoding: { x, y: { ...measureAxis(value), stack }, color } }
}

/** Of two categories the one with fewer values colours the bars, unless both have few: then in the order they were asked for. */
function pairedBars(first: CompiledColumn, second: CompiledColumn, value: CompiledColumn, shape: Shape): ChartSpec | null {
  const isTurned = distinctOf(second, shape) > mostSeries && distinctOf(first, shape) <= mostSeries
  const [along, series] = isTurned ? [second, first] : [first, second]
  return bars(alongAxis(along, shape), value, series, shape)
}

/** Numbers that name classes run in their own order, other names by the height of their bars. */
function plainBars(category: CompiledColumn, value: CompiledColumn, shape: Shape): ChartSpec {
  const mark = { type: 'bar' as const, tooltip: true }
  if (isNumber(category)) return { mark, encoding: { x: { ...alongAxis(category, shape), axis: { labelOverlap: true } }, y: measureAxis(value) } }
  const isWide = shape.rows.length > mostSeries || hasLongLabels(category, shape)
  const isSorted = shape.hints.query?.order.some(({ by }) => by === category.name) === true
  if (isWide) return { mark, encoding: { y: { ...channelOf(category), sort: isSorted ? null : '-x' }, x: measureAxis(value) } }
  return { mark, encoding: { x: { ...channelOf(category), sort: isSorted ? null : '-y' }, y: measureAxis(value) } }
}

function alongAxis(column: CompiledColumn, shape: Shape): Channel {
  const channel = channelOf(column)
  return channel.type === 'quantitative' || binOf(column, shape) !== null ? { ...channel, type: 'ordinal' } : channel
}

function measureAxis(column: CompiledColumn): Channel & { axis: { format: string } | { tickMinStep: number } } {
  return { ...channelOf(column), axis: column.type === 'integer' ? { tickMinStep: 1 } : { format: ',.2~f' } }
}
