import { type Cell, type Drawable, DrawingError, type DrawOptions } from '../chart.ts'
import { stepsOf } from '../computed.ts'
import { type MapOfPlaces, matchPlaces } from '../maps/places.ts'
import { indexOf, numberOf } from '../rows.ts'
import { element, escaped, picture, textElement } from '../svg.ts'
import { fitted, textWidth } from '../text-width.ts'
import type { Theme } from '../theme.ts'
import { type ChartWords, chartWords } from '../words.ts'
import type { Figure, FigureSize } from './figure.ts'
import { type NumberFormat, numberFormat } from './number-format.ts'

const NAMED = 5
const EDGE = 12
const LEGEND = { width: 160, height: 8 }
/** Radius of what is too small for an outline, in pixels. */
const DOT = 3

type Value = { value: number | null; row: number; text: string }
type Scale = { low: number; high: number; colorOf(value: number): string; stops: string[] }

/** Countries of the world, or states of the USA where more of the names are theirs, by the size of a figure. What is on no map is told. */
export async function drawChoropleth(chart: Drawable, theme: Theme, options: DrawOptions & FigureSize): Promise<Figure> {
  const { width, height } = options
  const words = chartWords(options.locale)
  const { label, value } = stepsOf(chart)
  const [place, figure] = [label, value].map(({ name }) => indexOf(chart.columns, name)) as [number, number]
  const [{ WORLD }, { STATES }] = await Promise.all([import('../maps/world.gen.ts'), import('../maps/states.gen.ts')])
  const cells = chart.rows.map((row): Cell => row[place] ?? null)
  const { map, rowOf, unmatched } = matchPlaces([WORLD, STATES], cells, { title: label.label ?? label.name, empty: words.empty })
  const format = numberFormat(
    Object.values(chart.spec?.encoding ?? {}).flatMap((channel) => (channel && !Array.isArray(channel) ? (channel.format ?? []) : []))[0],
    options.locale,
  )
  const values = new Map<number, Value>()
  for (const [at, rows] of rowOf)
    values.set(
      at,
      summed(chart, rows, { place, figure, isAdditive: value.aggregate === 'sum' || value.aggregate === 'count', title: value.label ?? value.name }),
    )
  const scale = scaleOf(
    [...values.values()].flatMap(({ value: one }) => one ?? []),
    theme,
  )
  const title = options.title ?? chart.spec?.title ?? null
  const top = EDGE + (title === null ? 0 : 24) + 36
  const notes = notesOf(chart, unmatched, words)
  const room = { width: width - 2 * EDGE, height: Math.max(40, height - top - EDGE - 18 * notes.length) }
  const size = Math.min(room.width / map.width, room.height / map.height)
  const at = { x: (width - map.width * size) / 2, y: top + (room.height - map.height * size) / 2 - map.top * size }
  return {
    notes,
    svg: picture(
      { width, height, background: theme.background, label: `${title ?? value.label ?? value.name}: ${values.size}`, font: theme.font },
      ...(title === null
        ? []
        : [textElement({ x: EDGE, y: EDGE + 14, 'font-size': 14, 'font-weight': 600, fill: theme.text }, fitted(title, width - 2 * EDGE, 14))]),
      legend(scale, { x: EDGE, y: top - 30 }, { title: value.label ?? value.name, format, theme }),
      element(
        'g',
        { transform: `translate(${at.x.toFixed(2)} ${at.y.toFixed(2)}) scale(${size.toFixed(5)})` },
        ...shapes(map, values, { scale, theme, format, size }),
      ),
      ...notes.map((note, line) =>
        textElement({ x: EDGE, y: height - EDGE - 18 * (notes.length - 1 - line), 'font-size': 11, fill: theme.muted }, fitted(`${note}.`, room.width, 11)),
      ),
    ),
  }
}

function summed(
  { rows }: Drawable,
  at: number[],
  { place, figure, isAdditive, title }: { place: number; figure: number; isAdditive: boolean; title: string },
): Value {
  const [first = 0] = at
  const text = String(rows[first]?.[place] ?? '')
  if (at.length > 1 && !isAdditive) throw new DrawingError(`"${text}" has ${at.length} rows, and "${title}" does not add up: group by the place alone`)
  const values = at.flatMap((row) => numberOf(rows[row]?.[figure]) ?? [])
  return { value: values.length === 0 ? null : values.reduce((sum, one) => sum + one, 0), row: first, text }
}

/** Shades of the theme's ramp from the least to the greatest; where there are both losses and gains, two colours that meet at zero. */
function scaleOf(values: readonly number[], { ramp, bad, good, grid }: Theme): Scale {
  const [low, high] = [Math.min(...values), Math.max(...values)]
  if (low < 0 && high > 0) {
    const most = Math.max(-low, high)
    return {
      low: -most,
      high: most,
      stops: [bad, grid, good],
      colorOf: (value) => between(grid, value < 0 ? bad : good, 0.25 + (0.75 * Math.abs(value)) / most),
    }
  }
  const [, ...shades] = ramp
  const stops = ramp.length > 2 ? shades : [...ramp]
  const colorOf = (value: number): string => {
    const share = high === low ? 1 : (value - low) / (high - low)
    const step = Math.min(stops.length - 2, Math.floor(share * (stops.length - 1)))
    return between(stops[step] ?? grid, stops[step + 1] ?? grid, share * (stops.length - 1) - step)
  }
  return { low, high, stops, colorOf }
}

/** A mixture of two colours. Those that are not written as six digits stay the nearer of the two. */
function between(one: string, other: string, share: number): string {
  const parts = [one, other].map((color) =>
    /^#([0-9a-f]{2})([0-9a-f]{2})([0-9a-f]{2})$/i
      .exec(color)
      ?.slice(1)
      .map((part) => Number.parseInt(part, 16)),
  )
  const [from, to] = parts
  if (!from || !to) return share < 0.5 ? one : other
  return `#${from
    .map((part, at) =>
      Math.round(part + ((to[at] ?? part) - part) * share)
        .toString(16)
        .padStart(2, '0'),
    )
    .join('')}`
}

function shapes(
  map: MapOfPlaces,
  values: Map<number, Value>,
  { scale, theme, format, size }: { scale: Scale; theme: Theme; format: NumberFormat; size: number },
): string[] {
  const line = { stroke: theme.background, 'stroke-width': 0.75 / size, 'stroke-linejoin': 'round' }
  const drawn = map.places.map(([names, outline], at): { isDot: boolean; svg: string } | null => {
    const known = values.get(at)
    const isDot = typeof outline !== 'string'
    // A dot tells nothing but its figure.
    if (isDot && !known) return null
    const fill = known?.value === null || !known ? theme.grid : scale.colorOf(known.value)
    const told = known ? element('title', {}, escaped(`${known.text}: ${format(known.value)}`)) : element('title', {}, escaped(names.split('|')[0] ?? ''))
    const facts = { fill, ...line, ...(known ? { 'data-row': known.row } : {}) }
    return {
      isDot,
      svg: isDot ? element('circle', { cx: outline[0], cy: outline[1], r: DOT / size, ...facts }, told) : element('path', { d: outline, ...facts }, told),
    }
  })
  const shown = drawn.filter((one) => one !== null)
  return [...shown.filter(({ isDot }) => !isDot), ...shown.filter(({ isDot }) => isDot)].map(({ svg }) => svg)
}

function legend(
  { low, high, stops }: Scale,
  { x, y }: { x: number; y: number },
  { title, format, theme }: { title: string; format: NumberFormat; theme: Theme },
): string {
  if (!Number.isFinite(low)) return ''
  const step = LEGEND.width / (stops.length - 1)
  const id = `map${stops.join('').replaceAll(/[^0-9a-z]/gi, '')}`
  const color = (stop: string, at: number) => element('stop', { offset: `${(at * 100) / (stops.length - 1)}%`, 'stop-color': stop })
  const text = (at: number, anchor: string, value: number) =>
    textElement({ x: at, y: y + 26, 'text-anchor': anchor, 'font-size': 11, fill: theme.muted }, format(value))
  const bar = { x, y: y + 6, width: step * (stops.length - 1), height: LEGEND.height, rx: 2, fill: `url(#${id})` }
  return element(
    'g',
    {},
    element('defs', {}, element('linearGradient', { id }, ...stops.map(color))),
    element('rect', bar),
    textElement({ x: x + LEGEND.width + 12, y: y + 14, 'font-size': 11, fill: theme.muted }, fitted(title, 240, 11)),
    text(x, 'start', low),
    ...(textWidth(format(low), 11) + textWidth(format(high), 11) + 8 < LEGEND.width ? [text(x + LEGEND.width, 'end', high)] : []),
  )
}

function notesOf({ truncated }: Drawable, unmatched: readonly string[], words: ChartWords): string[] {
  const [named, more] = [unmatched.slice(0, NAMED), unmatched.length - NAMED]
  return [...(unmatched.length > 0 ? [words.notOnMap(named.join(', '), more)] : []), ...(truncated ? [words.truncated] : [])]
}
