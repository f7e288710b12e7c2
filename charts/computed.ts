import { type Cell, type Channel, type ChartColumn, type Drawable, DrawingError } from './chart.ts'
import { type NumberFormat, numberFormat } from './figures/number-format.ts'
import { indexOf, isNumeric, numberOf, titleOf } from './rows.ts'
import type { Theme } from './theme.ts'
import { chartWords } from './words.ts'

/** The first channel of a spec that one of these keys holds. */
export function channelAt({ spec }: Drawable, ...keys: string[]): Channel | undefined {
  for (const key of keys) {
    const found = spec?.encoding?.[key]
    if (found && !Array.isArray(found)) return found
  }
  return undefined
}

/** The column a channel reads. Fails with `DrawingError` when the result has none of its name. */
export function columnAt(chart: Drawable, channel: Channel | undefined): { column: ChartColumn; index: number } | null {
  if (channel?.field === undefined) return null
  const index = indexOf(chart.columns, channel.field)
  const column = chart.columns[index]
  if (!column) throw new DrawingError(`the result has no column "${channel.field}"`)
  return { column, index }
}

/** A category and a figure: those the spec names, else the first of each in the result. */
export function stepsOf(chart: Drawable): { label: ChartColumn; value: ChartColumn; steps: { label: string; cell: Cell; value: number }[] } {
  const named = [channelAt(chart, 'y'), channelAt(chart, 'x'), channelAt(chart, 'color'), channelAt(chart, 'theta')].map((channel) => ({
    channel,
    found: columnAt(chart, channel),
  }))
  const figure = named.find(
    ({ channel, found }) => found && (channel?.type === 'quantitative' || (channel?.type === undefined && isNumeric(found.column))),
  )?.found
  const name = named.find(({ found }) => found && found.index !== figure?.index)?.found
  const value = figure ?? firstColumn(chart, (column, index) => isNumeric(column) && index !== name?.index)
  const label = name ?? firstColumn(chart, (_, index) => index !== value?.index)
  if (!value || !label) throw new DrawingError('this chart needs a column of names and one of numbers')
  const steps = chart.rows.map((row) => ({ label: labelOf(row[label.index]), cell: row[label.index] ?? null, value: numberOf(row[value.index]) ?? 0 }))
  return { label: label.column, value: value.column, steps }
}

function firstColumn({ columns }: Drawable, fits: (column: ChartColumn, index: number) => boolean): { column: ChartColumn; index: number } | null {
  const index = columns.findIndex(fits)
  const column = columns[index]
  return column ? { column, index } : null
}

const labelOf = (cell: Cell | undefined): string =>
  cell === null || cell === undefined || cell === '' ? '(empty)' : typeof cell === 'object' ? JSON.stringify(cell) : String(cell)

const MOST_STEPS = 50
const column = (name: string, type: string, label: string): ChartColumn => ({ name, type, label })

/** Stages that lose some on the way, as bars around a middle, each told as a share of the first. */
export function funnel(chart: Drawable, locale?: string): Drawable {
  const words = chartWords(locale)
  const [plain, percent, small] = [undefined, '.0%', '.1%'].map((pattern) => numberFormat(pattern, locale)) as [NumberFormat, NumberFormat, NumberFormat]
  const { label, value, steps } = stepsOf(chart)
  const shown = steps.slice(0, MOST_STEPS)
  const first = shown[0]?.value ?? 0
  const rows = shown.map((step, at) => {
    const previous = shown[at - 1]?.value
    const part = first === 0 ? null : step.value / first
    const share = part === null ? '' : ` · ${(part !== 0 && Math.abs(part) < 0.1 ? small : percent)(part)}`
    return [step.cell, -step.value / 2, step.value / 2, `${plain(step.value)}${share}`, step.value, part, previous ? step.value / previous : null]
  })
  const stage = label.name
  const y = { field: stage, type: 'nominal' as const, sort: null, title: null }
  return {
    chart_type: 'bar',
    columns: [
      column(stage, 'text', titleOf(label)),
      column('_from', 'number', ''),
      column('_to', 'number', ''),
      column('_label', 'text', ''),
      column('_value', 'number', titleOf(value)),
      column('_of_first', 'number', words.ofFirst),
      column('_of_previous', 'number', words.ofPrevious),
    ],
    rows: rows as Cell[][],
    truncated: chart.truncated || steps.length > shown.length,
    spec: {
      encoding: { y },
      layer: [
        {
          mark: { type: 'bar', cornerRadius: 3 },
          encoding: {
            x: { field: '_from', type: 'quantitative', axis: null, scale: { zero: false } },
            x2: { field: '_to' },
            tooltip: [
              { field: stage, type: 'nominal' },
              { field: '_value', type: 'quantitative', format: ',' },
              { field: '_of_first', type: 'quantitative', format: '.1%' },
              { field: '_of_previous', type: 'quantitative', format: '.1%' },
            ],
          },
        },
        {
          mark: { type: 'text', align: 'left', dx: 8, fontSize: 12 },
          encoding: { x: { datum: Math.max(0, ...shown.map((step) => step.value / 2)), type: 'quantitative' }, text: { field: '_label', type: 'nominal' } },
        },
      ],
    },
  }
}

/** Steps up and down from the sum of those before, and the whole at the end. */
export function waterfall(chart: Drawable, { good, bad, accent }: Pick<Theme, 'good' | 'bad' | 'accent'>, locale?: string): Drawable {
  const { increase, decrease, total, other, soFar } = chartWords(locale)
  const { label, value, steps } = stepsOf(chart)
  const step = label.name
  const shown = steps.slice(0, MOST_STEPS)
  let sum = 0
  const rows: Cell[][] = shown.map(({ cell, value: change }) => {
    const start = sum
    sum += change
    return [cell, start, sum, change < 0 ? decrease : increase, change]
  })
  const rest = steps.slice(MOST_STEPS).reduce((whole, { value: change }) => whole + change, 0)
  if (steps.length > MOST_STEPS) {
    rows.push([other, sum, sum + rest, rest < 0 ? decrease : increase, rest])
    sum += rest
  }
  rows.push([total, 0, sum, total, sum])
  return {
    chart_type: 'bar',
    columns: [
      column(step, 'text', titleOf(label)),
      column('_start', 'number', ''),
      column('_end', 'number', titleOf(value)),
      column('_kind', 'text', ''),
      column('_value', 'number', titleOf(value)),
    ],
    rows,
    truncated: chart.truncated ?? false,
    spec: {
      mark: { type: 'bar', cornerRadius: 2 },
      encoding: {
        x: { field: step, type: 'ordinal', sort: null, title: titleOf(label) },
        y: { field: '_start', type: 'quantitative', title: titleOf(value) },
        y2: { field: '_end' },
        color: { field: '_kind', type: 'nominal', title: null, scale: { domain: [increase, decrease, total], range: [good, bad, accent] } },
        tooltip: [
          { field: step, type: 'nominal' },
          { field: '_value', type: 'quantitative', format: ',' },
          { field: '_end', type: 'quantitative', format: ',', title: soFar },
        ],
      },
    },
  }
}
