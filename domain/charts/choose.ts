import type { CompiledColumn } from '#domain/semantics/compile/compile.ts'
import type { JsonValue } from '#domain/semantics/sources/source.ts'
import { type ChartSpec, ChartType } from './chart-spec.ts'
import { leavesOut, mostCategories, mostSeries, specOf, wholeBar } from './draw.ts'
import { type ChartHints, derivationOf, distinctOf, isAdditive, repeats, type Shape, shapeOf, withNumerals } from './result-shape.ts'

/** `note` tells why a chart that was asked for could not be drawn, or what one leaves out. A table has no spec. */
export type ChosenChart = { chart_type: ChartType; spec: ChartSpec | null; note: string | null }

const fewPoints = 4
const mostSlices = 6

/**
 * Chooses how to draw a result: the chart that was asked for if its columns can carry it, else by the number and kind of dimensions and measures.
 */
export function chooseChart(columns: CompiledColumn[], rows: JsonValue[][], requested: ChartType | null = null, hints: ChartHints = {}): ChosenChart {
  const shape = shapeOf(columns, rows, hints)
  if (requested === null) return fallback(shape)
  const isFolded =
    requested === 'histogram' && shape.categories.length + shape.time.length > 0 && (shape.numbers[0]?.role === 'measure' || shape.numbers.length === 0)
  const type = isFolded ? 'bar' : requested
  const chart = draw(type, shape) ?? draw(type, shapeOf(withNumerals(columns, rows), rows, hints))
  return chart ?? { ...fallback(shape), note: `This result cannot be drawn as ${nameOf(requested)}.` }
}

/** How a result can be drawn: the usual way first, then every other its columns can carry. */
export function suggestTypes(columns: CompiledColumn[], rows: JsonValue[][], hints: ChartHints = {}): ChartType[] {
  const usual = chooseChart(columns, rows, null, hints).chart_type
  const others = ChartType.options.filter((type) => type !== usual && chooseChart(columns, rows, type, hints).chart_type === type)
  return [usual, ...others]
}

function fallback(given: Shape): ChosenChart {
  const shape = withOneName(given)
  const type = usualType(shape)
  const [value] = shape.numbers
  const whole = type === 'bar' && value && isShare(shape) && shape.rows.length <= mostSlices * 3 ? wholeBar(shape, value) : null
  if (whole) return { chart_type: 'bar', spec: whole, note: null }
  return draw(type, shape) ?? table
}

/** First and last names are one axis, where one of the two tells all rows apart. */
function withOneName(shape: Shape): Shape {
  const { categories, rows, columns } = shape
  const [first, second] = categories
  if (categories.length !== 2 || !first || !second || rows.length < 3) return shape
  const [one, other] = [first, second].map((item) => columns.find(({ name }) => name === item.name))
  const whole = [second, first].find((item) => distinctOf(item, shape) === rows.length)
  return whole && one && one.table === other?.table && /name/i.test(first.name) && /name/i.test(second.name) ? { ...shape, categories: [whole] } : shape
}

const table: ChosenChart = { chart_type: 'table', spec: null, note: null }

function usualType(shape: Shape): ChartType {
  const { columns, rows, time, categories, numbers } = shape
  const measures = columns.filter((column) => column.role === 'measure')
  const dimensions = time.length + categories.length
  if (rows.length === 0) return 'table'
  if (measures.length === 0) return listedType(shape)
  if (dimensions === 0) return rows.length === 1 ? 'kpi' : 'table'
  if (rows.length === 1)
    return dimensions === 1 && (measures.length === 1 || measures.every((item) => item.name.startsWith(measures[0]?.name ?? ''))) ? 'kpi' : 'table'
  if (dimensions > 2) return 'table'
  if (time.length === 1) return timeType(shape)
  if (time.length === 2) return 'heatmap'
  if (categories.length === 2) return pairType(shape)
  // A share beside its own figure tells nothing about it as points: they lie on a line.
  const isDerived = numbers.some((column) => derivationOf(column, shape) !== null)
  if (numbers.length === 2 && rows.length > mostSeries && !isDerived) return 'scatter'
  if (isShare(shape) && rows.length <= mostSlices) return 'pie'
  return rows.length > mostCategories ? 'table' : 'bar'
}

/** Rows as they are: two numbers are points, one alone is a spread; anything that names them is read in a table. */
function listedType(shape: Shape): ChartType {
  const { rows, time, categories, numbers } = shape
  if (time.length > 0 || rows.length <= mostSeries) return 'table'
  const isPlain = categories.every((item) => distinctOf(item, shape) <= mostSeries)
  if (numbers.length === 2 && categories.length <= 1 && isPlain) return 'scatter'
  return numbers.length === 1 && categories.length === 0 ? 'histogram' : 'table'
}

function timeType(shape: Shape): ChartType {
  const { rows, time, categories, numbers } = shape
  const [moment] = time
  const [value] = numbers
  if (moment && categories.length === 0 && (rows.length <= fewPoints || repeats(moment))) return 'bar'
  const derivation = value ? derivationOf(value, shape) : null
  return derivation === 'running_total' || (derivation === 'share_of_total' && categories.length > 0) ? 'area' : 'line'
}

/** Stacked where the parts add up and the colours can be told apart, side by side where they do not, else by shade. */
function pairType(shape: Shape): ChartType {
  const fewest = Math.min(...shape.categories.map((item) => distinctOf(item, shape)))
  return fewest <= mostSeries ? 'bar' : 'heatmap'
}

/** Parts of one whole that add up. */
function isShare(shape: Shape): boolean {
  const { numbers, categories, time } = shape
  const [value, ...others] = numbers
  return (
    value !== undefined &&
    others.length === 0 &&
    categories.length === 1 &&
    time.length === 0 &&
    derivationOf(value, shape) === 'share_of_total' &&
    isAdditive(value, shape)
  )
}

function draw(type: ChartType, shape: Shape): ChosenChart | null {
  if (type === 'table') return table
  const spec = shape.rows.length === 0 ? null : specOf(type, shape)
  if (!spec) return null
  const [series] = shape.categories
  const note = leavesOut(spec) && series ? `Only the ${mostSeries} largest of ${distinctOf(series, shape)} lines are drawn.` : null
  return { chart_type: type, spec, note }
}

function nameOf(type: ChartType): string {
  const names: Partial<Record<ChartType, string>> = {
    kpi: 'a single figure',
    area: 'an area chart',
    scatter: 'a scatter plot',
    heatmap: 'a heatmap',
    histogram: 'a histogram',
    big_number: 'a figure over time',
    pivot: 'a pivot table',
    boxplot: 'a box plot',
    combo: 'bars with a line',
    progress: 'a progress bar',
  }
  return names[type] ?? `a ${type} chart`
}
