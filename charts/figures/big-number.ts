import type { Drawable, DrawOptions } from '../chart.ts'
import { channelAt, columnAt } from '../computed.ts'
import { indexOf, isNumeric, numberOf, timeOf, titleOf } from '../rows.ts'
import { element, picture, textElement } from '../svg.ts'
import { fitted, textWidth } from '../text-width.ts'
import type { Theme } from '../theme.ts'
import { chartWords } from '../words.ts'
import type { Figure, FigureSize } from './figure.ts'
import { numberFormat } from './number-format.ts'

/** What the change and a line below it take. */
const LINE_ROOM = 56
const EDGE = 24
/** A shorter line tells nothing. */
const LEAST_LINE = 48

/**
 * One figure, large. With more rows the last of them (along `x` where the spec names it) is the figure, the one before tells the change,
 * and all of them make a line below.
 */
export function drawBigNumber(chart: Drawable, theme: Theme, options: DrawOptions & FigureSize): Figure {
  const { width, height } = options
  const channel = channelAt(chart, 'text', 'y', 'theta')
  const value = columnAt(chart, channel) ?? firstNumber(chart)
  const format = numberFormat(channel?.format, options.locale)
  const rows = inOrder(chart)
  const figures = value ? figuresOf(chart, rows, value.index) : []
  const last = figures.at(-1) ?? null
  const text = value === null ? String(rows[0]?.[0] ?? '–') : last === null && rows.length > 0 ? String(rows.at(-1)?.[value.index] ?? '–') : format(last)
  const title = options.title ?? channel?.title ?? chart.spec?.title ?? (value ? titleOf(value.column) : '')
  const hasLine = figures.filter((figure) => figure !== null).length > 2
  const size = Math.max(18, Math.min(64, height * 0.28, ((width - 48) / Math.max(1, textWidth(text, 1, true))) * 0.98))
  const above = 18 + 8 + size * 0.75
  const top = Math.max(hasLine ? height * 0.42 : height / 2 + size * 0.3, title === '' ? 0 : above)
  const change = changeOf(figures, options.locale)
  const box = hasLine ? lineBox({ width, height, top, size, end: 24 + textWidth(text, size, true) }) : null
  return {
    notes: [],
    svg: picture(
      { width, height, background: theme.background, label: `${title}: ${text}`, font: theme.font },
      textElement({ x: 24, y: Math.max(18, top - size - 10), 'font-size': 13, fill: theme.muted }, fitted(title, width - 48, 13)),
      textElement({ x: 24, y: top, 'font-size': size, 'font-weight': 600, fill: theme.text, 'data-row': rows.length - 1 }, text),
      change ? textElement({ x: 24, y: top + 24, 'font-size': 13, fill: change.isUp ? theme.good : change.isDown ? theme.bad : theme.muted }, change.text) : '',
      box ? line(figures, theme, box) : '',
    ),
  }
}

const firstNumber = ({ columns }: Drawable) => {
  const index = columns.findIndex(isNumeric)
  const column = columns[index]
  return column ? { column, index } : null
}

function inOrder(chart: Drawable): readonly (readonly Drawable['rows'][number][number][])[] {
  const along = channelAt(chart, 'x')
  const index = along?.field === undefined ? -1 : indexOf(chart.columns, along.field)
  if (index < 0) return chart.rows
  return chart.rows.toSorted((a, b) => (timeOf(a[index]) ?? 0) - (timeOf(b[index]) ?? 0))
}

/** One figure for each moment, where the spec names what they run along; rows that share one are added up. */
function figuresOf(chart: Drawable, rows: ReturnType<typeof inOrder>, value: number): (number | null)[] {
  const along = channelAt(chart, 'x')
  const index = along?.field === undefined ? -1 : indexOf(chart.columns, along.field)
  if (index < 0) return rows.map((row) => numberOf(row[value]))
  return [...Map.groupBy(rows, (row) => String(row[index])).values()].map((group) => {
    const known = group.flatMap((row) => numberOf(row[value]) ?? [])
    return known.length === 0 ? null : known.reduce((a, b) => a + b, 0)
  })
}

function changeOf(figures: (number | null)[], locale: string | undefined): { text: string; isUp: boolean; isDown: boolean } | null {
  const [before, now] = figures.slice(-2)
  if (figures.length < 2 || before === null || before === undefined || now === null || now === undefined || before === 0) return null
  const share = (now - before) / Math.abs(before)
  const sign = share > 0 ? '▲' : share < 0 ? '▼' : '='
  return { text: chartWords(locale).againstBefore(`${sign} ${numberFormat('.1%', locale)(Math.abs(share))}`), isUp: share > 0, isDown: share < 0 }
}

type Box = { x: number; y: number; width: number; height: number }

/** Below the figure and its change; beside the figure where the tile is too low for that; nowhere where there is no room either. */
function lineBox({ width, height, top, size, end }: { width: number; height: number; top: number; size: number; end: number }): Box | null {
  if (height - top >= LINE_ROOM) return { x: EDGE, y: top + 38, width: width - 2 * EDGE, height: Math.max(12, height - top - LINE_ROOM) }
  const x = end + EDGE
  return width - EDGE - x >= LEAST_LINE ? { x, y: top - size * 0.7, width: width - EDGE - x, height: size * 0.7 } : null
}

function line(figures: (number | null)[], theme: Theme, box: Box): string {
  const known = figures.flatMap((figure, at) => (figure === null ? [] : [{ figure, at }]))
  const [low, high] = [Math.min(...known.map(({ figure }) => figure)), Math.max(...known.map(({ figure }) => figure))]
  const points = known.map(({ figure, at }) => {
    const x = box.x + (at / (figures.length - 1)) * box.width
    const y = box.y + box.height - (high === low ? 0.5 : (figure - low) / (high - low)) * box.height
    return `${Math.round(x * 10) / 10},${Math.round(y * 10) / 10}`
  })
  return element('polyline', {
    points: points.join(' '),
    fill: 'none',
    stroke: theme.series[0],
    'stroke-width': 2,
    'stroke-linejoin': 'round',
    'stroke-linecap': 'round',
  })
}
