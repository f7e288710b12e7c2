import { type Cell, type Channel, type Drawable, DrawingError, type DrawOptions } from '../chart.ts'
import { channelAt, columnAt } from '../computed.ts'
import { isNumeric, numberOf, titleOf } from '../rows.ts'
import type { Theme } from '../theme.ts'
import { type ChartWords, chartWords } from '../words.ts'
import type { Figure, FigureSize } from './figure.ts'
import { drawGrid } from './grid.ts'
import { numberFormat } from './number-format.ts'

const MOST_ACROSS = 50

type Aggregate = 'sum' | 'mean' | 'min' | 'max' | 'count'

/** One category down (`y` or `row`), another across (`x` or `column`), and a figure (`text` or `color`) where they meet, with totals where it adds up. */
export function drawPivot(chart: Drawable, theme: Theme, options: DrawOptions & FigureSize): Figure {
  const { down, across, value, channel } = partsOf(chart)
  const aggregate = (channel?.aggregate ?? 'sum') as Aggregate
  const format = numberFormat(channel?.format, options.locale)
  const words = chartWords(options.locale)
  const nameOf = (cell: Cell | undefined) => nameIn(words, cell)
  const cells = new Map<string, number[]>()
  const [downs, acrosses] = [new Map<string, string>(), new Map<string, string>()]
  for (const row of chart.rows) {
    const [d, a] = [nameOf(row[down.index]), across ? nameOf(row[across.index]) : titleOf(value.column)]
    downs.set(d, d)
    acrosses.set(a, a)
    const figure = numberOf(row[value.index])
    if (figure === null && aggregate !== 'count') continue
    const key = JSON.stringify([d, a])
    const held = cells.get(key)
    if (held) held.push(figure ?? 0)
    else cells.set(key, [figure ?? 0])
  }
  const shown = [...acrosses.keys()].slice(0, MOST_ACROSS)
  const addsUp = aggregate === 'sum' || aggregate === 'count'
  const figureOf = (values: number[] | undefined) => (values === undefined || values.length === 0 ? null : combine(values, aggregate))
  const at = (d: string, a: string) => figureOf(cells.get(JSON.stringify([d, a])))
  const all = [...downs.keys()].flatMap((d) => shown.map((a) => at(d, a))).filter((figure) => figure !== null)
  const [low, high] = [all.reduce((a, b) => Math.min(a, b), Infinity), all.reduce((a, b) => Math.max(a, b), -Infinity)]
  const tint = (figure: number | null) => (figure === null || high === low ? {} : { tint: (figure - low) / (high - low) })
  const sumOf = (figures: (number | null)[]) => figures.reduce<number>((sum, figure) => sum + (figure ?? 0), 0)
  const rows = [...downs.keys()].map((d) => {
    const figures = shown.map((a) => at(d, a))
    const total = addsUp && across ? [{ text: format(sumOf(figures)) }] : []
    return [{ text: d }, ...figures.map((figure) => ({ text: figure === null ? '' : format(figure), ...tint(figure) })), ...total]
  })
  if (addsUp) {
    const totals = shown.map((a) => sumOf([...downs.keys()].map((d) => at(d, a))))
    rows.push([{ text: words.total }, ...totals.map((total) => ({ text: format(total) })), ...(across ? [{ text: format(sumOf(totals)) }] : [])])
  }
  const columns = [titleOf(down.column), ...shown, ...(addsUp && across ? [words.total] : [])].map((title, index) => ({ title, isNumber: index > 0 }))
  const left = acrosses.size - shown.length
  return drawGrid({ columns, rows, left: 0, notes: left > 0 ? [words.moreColumns(numberFormat(',', options.locale)(left))] : [] }, theme, {
    ...options,
    title: options.title ?? chart.spec?.title,
  })
}

function partsOf(chart: Drawable) {
  const channel = channelAt(chart, 'text', 'color') as Channel | undefined
  const numbers = chart.columns.flatMap((column, index) => (isNumeric(column) ? [{ column, index }] : []))
  const value = columnAt(chart, channel) ?? numbers.at(-1)
  const others = chart.columns.flatMap((column, index) => (index === value?.index ? [] : [{ column, index }]))
  const down = columnAt(chart, channelAt(chart, 'y', 'row')) ?? others[0]
  const across = columnAt(chart, channelAt(chart, 'x', 'column')) ?? others.find(({ index }) => index !== down?.index) ?? null
  if (!value || !down) throw new DrawingError('a pivot table needs a category and a number')
  return { channel, value, down, across }
}

const nameIn = ({ empty }: ChartWords, cell: Cell | undefined): string =>
  cell === null || cell === undefined || cell === '' ? empty : typeof cell === 'object' ? JSON.stringify(cell) : String(cell)

function combine(values: number[], aggregate: Aggregate): number {
  if (aggregate === 'count') return values.length
  if (aggregate === 'min') return Math.min(...values)
  if (aggregate === 'max') return Math.max(...values)
  const sum = values.reduce((a, b) => a + b, 0)
  return aggregate === 'mean' ? sum / values.length : sum
}
