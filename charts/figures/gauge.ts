import { type Drawable, DrawingError, type DrawOptions } from '../chart.ts'
import { channelAt, columnAt } from '../computed.ts'
import { isNumeric, numberOf, titleOf } from '../rows.ts'
import { element, picture, textElement } from '../svg.ts'
import { fitted, textWidth } from '../text-width.ts'
import type { Theme } from '../theme.ts'
import type { Figure, FigureSize } from './figure.ts'
import { numberFormat } from './number-format.ts'

type Reading = { value: number | null; low: number; high: number; title: string; text: string; ends: [string, string] }

const LOW = 150

/** A half ring that one figure fills, from the low to the high end of its scale. */
export function drawGauge(chart: Drawable, theme: Theme, options: DrawOptions & FigureSize): Figure {
  const { width, height } = options
  const { title, text, ends, ...reading } = read(chart, options)
  // In a low tile the ring takes the room of the title, and its ends stand beside it.
  const isLow = height < LOW
  const radius = Math.max(16, isLow ? Math.min(width / 2 - 72, height - 28) : Math.min((width - 64) / 2, height - 88))
  const thick = radius * 0.2
  const middle = { x: width / 2, y: isLow ? (height + radius) / 2 : height / 2 + radius / 2 }
  const end = (side: 1 | -1, text: string) => {
    const [x, y, anchor] = isLow
      ? [middle.x + side * (radius + 6), middle.y, side < 0 ? 'end' : 'start']
      : [middle.x + side * (radius - thick / 2), middle.y + 16, 'middle']
    return textElement({ x, y, 'text-anchor': anchor, 'font-size': 11, fill: theme.muted }, text)
  }
  const size = Math.max(14, Math.min(radius * 0.42, (radius * 1.3) / Math.max(0.1, textWidth(text, 1, true))))
  return {
    notes: [],
    svg: picture(
      { width, height, background: theme.background, label: `${title}: ${text}`, font: theme.font },
      isLow
        ? ''
        : textElement({ x: middle.x, y: middle.y - radius - 16, 'text-anchor': 'middle', 'font-size': 13, fill: theme.muted }, fitted(title, width - 48, 13)),
      element('path', { d: ring(middle, radius, thick, 1), fill: theme.grid }),
      element('path', { d: ring(middle, radius, thick, shareOf(reading)), fill: theme.series[0], 'data-row': 0 }),
      textElement({ x: middle.x, y: middle.y - 4, 'text-anchor': 'middle', 'font-size': size, 'font-weight': 600, fill: theme.text }, text),
      end(-1, ends[0]),
      end(1, ends[1]),
    ),
  }
}

/** A bar that one figure fills. */
export function drawProgress(chart: Drawable, theme: Theme, options: DrawOptions & FigureSize): Figure {
  const { width, height } = options
  const { title, text, ends, ...reading } = read(chart, options)
  const [top, room] = [height / 2, width - 48]
  const bar = (share: number, fill: string | undefined) => element('rect', { x: 24, y: top, width: Math.max(0, room * share), height: 14, rx: 7, fill })
  return {
    notes: [],
    svg: picture(
      { width, height, background: theme.background, label: `${title}: ${text}`, font: theme.font },
      textElement({ x: 24, y: top - 40, 'font-size': 13, fill: theme.muted }, fitted(title, room, 13)),
      textElement({ x: 24, y: top - 12, 'font-size': 24, 'font-weight': 600, fill: theme.text, 'data-row': 0 }, text),
      bar(1, theme.grid),
      bar(shareOf(reading), theme.series[0]),
      textElement({ x: 24, y: top + 34, 'font-size': 11, fill: theme.muted }, ends[0]),
      textElement({ x: width - 24, y: top + 34, 'text-anchor': 'end', 'font-size': 11, fill: theme.muted }, ends[1]),
    ),
  }
}

/** The figure and the ends of its scale: those the spec gives, a second figure as the goal, else 0 to 1 or to 100. */
function read(chart: Drawable, options: DrawOptions): Reading {
  const channel = channelAt(chart, 'theta', 'x', 'text', 'y')
  const numbers = chart.columns.flatMap((column, index) => (isNumeric(column) ? [{ column, index }] : []))
  const found = columnAt(chart, channel) ?? numbers[0]
  if (!found) throw new DrawingError('this chart needs a column of numbers')
  const [row] = chart.rows
  const value = numberOf(row?.[found.index])
  const goal = numbers.find(({ index }) => index !== found.index)
  const target = goal ? numberOf(row?.[goal.index]) : null
  const [low = 0, high = target ?? (value !== null && Math.abs(value) <= 1 ? 1 : Math.max(100, value ?? 0))] = (channel?.scale?.domain ?? []).map(Number)
  const format = numberFormat(channel?.format, options.locale)
  return {
    value,
    low,
    high,
    title: options.title ?? channel?.title ?? chart.spec?.title ?? titleOf(found.column),
    text: format(value),
    ends: [format(low), format(high)],
  }
}

const shareOf = ({ value, low, high }: Pick<Reading, 'value' | 'low' | 'high'>): number =>
  value === null || high === low ? 0 : Math.max(0, Math.min(1, (value - low) / (high - low)))

function ring({ x, y }: { x: number; y: number }, radius: number, thick: number, share: number): string {
  const at = (r: number, turn: number) => `${(x - r * Math.cos(turn * Math.PI)).toFixed(2)},${(y - r * Math.sin(turn * Math.PI)).toFixed(2)}`
  const inner = radius - thick
  return `M${at(radius, 0)}A${radius},${radius} 0 0 1 ${at(radius, share)}L${at(inner, share)}A${inner},${inner} 0 0 0 ${at(inner, 0)}Z`
}
