import type { CompiledColumn } from '#domain/semantics/compile/compile.ts'
import type { ChartSpec } from './chart-spec.ts'
import { type Channel, channelOf, distinctOf, isNumber, type Shape } from './result-shape.ts'

const mostSteps = 50
const format = ',.2~f'

/** The last of a row of figures over time, large, with the line of them below it. */
export function bigNumber({ time: [moment], categories, numbers: [value] }: Shape): ChartSpec | null {
  if (!moment || !value || categories.length > 0) return null
  return { mark: { type: 'text', fontSize: 48 }, encoding: { text: { ...channelOf(value), format }, x: channelOf(moment) } }
}

/** One category down, another across, a figure where they meet. */
export function pivot({ time, categories, numbers: [value] }: Shape): ChartSpec | null {
  const [down, across] = [...categories, ...time]
  if (!down || !across || !value) return null
  const plain = (column: CompiledColumn): Channel => ({ ...channelOf(column), type: 'nominal' })
  return { mark: { type: 'text' }, encoding: { y: plain(down), x: plain(across), text: { ...channelOf(value), format } } }
}

/** How the values of each category are spread. */
export function boxes(shape: Shape): ChartSpec | null {
  const { categories, numbers, rows } = shape
  const [value] = numbers
  const [category] = categories
  if (!value || (category && rows.length < distinctOf(category, shape) * 2)) return null
  return { mark: { type: 'boxplot' }, encoding: { ...(category ? { x: channelOf(category) } : {}), y: channelOf(value) } }
}

/** Bars and a line along one axis, each with a measure of its own where one would hide the other. */
export function combo(shape: Shape): ChartSpec | null {
  const { time, categories, numbers } = shape
  const [along, ...others] = [...time, ...categories]
  const [bars, line] = numbers
  if (!along || others.length > 0 || !bars || !line) return null
  const [one, other] = [highest(bars, shape), highest(line, shape)]
  const isApart = bars.unit !== line.unit || Math.max(one, other) > 5 * Math.min(one, other)
  return {
    encoding: { x: { ...channelOf(along), axis: { labelOverlap: true } } },
    layer: [
      { mark: { type: 'bar', tooltip: true }, encoding: { y: channelOf(bars) } },
      { mark: { type: 'line', point: shape.rows.length <= 60, tooltip: true, color: '#e08a1e' }, encoding: { y: channelOf(line) } },
    ],
    ...(isApart ? { resolve: { scale: { y: 'independent' as const } } } : {}),
  }
}

const highest = (column: CompiledColumn, { columns, rows }: Shape): number => {
  const index = columns.findIndex(({ name }) => name === column.name)
  return rows.reduce((most, row) => Math.max(most, Math.abs(Number(row[index] ?? 0)) || 0), 0)
}

/** Steps one after the other: stages that lose some on the way, or changes that add up. */
export function steps({ time, categories, numbers: [value], rows }: Shape): ChartSpec | null {
  const [step, other] = [...categories, ...time]
  if (!step || other || !value || rows.length < 2 || rows.length > mostSteps) return null
  return { mark: { type: 'bar', tooltip: true }, encoding: { y: { ...channelOf(step), type: 'nominal', sort: null }, x: channelOf(value) } }
}

/** A word of columns that name countries or states. */
const PLACE = /(?:^|[^a-z])(?:countr(?:y|ies)|nations?|nationality|states?|province|land|staat|iso ?[23]?)(?:[^a-z]|$)/i

/** A figure by a column whose name says that it holds countries or states; whether it does is seen when it is drawn. */
export function places({ time, categories, numbers: [value] }: Shape): ChartSpec | null {
  const [place, other] = categories
  if (!place || other || time.length > 0 || !value || !PLACE.test(`${place.name} ${place.label}`.replaceAll('_', ' '))) return null
  return { mark: { type: 'bar', tooltip: true }, encoding: { y: { ...channelOf(place), type: 'nominal' }, x: channelOf(value) } }
}

/** One figure on a scale, whose end is the second figure of its row where there is one. */
export function gauge(type: 'gauge' | 'progress', { rows, numbers: [value] }: Shape): ChartSpec | null {
  if (rows.length !== 1 || !value || !isNumber(value)) return null
  return type === 'gauge' ? { mark: { type: 'arc' }, encoding: { theta: channelOf(value) } } : { mark: { type: 'bar' }, encoding: { x: channelOf(value) } }
}
