import { type Channel, type ChartSpec, type Drawable, DrawingError, type DrawOptions, type Encoding, type Layer, type Mark } from './chart.ts'
import { type Folding, foldCategories, largestSeries, limitFacets, limitMarks, MOST_CATEGORIES } from './limits.ts'
import { refuseReaching } from './reach.ts'
import { type Datum, type Use, Uses } from './rows.ts'
import { printable } from './svg.ts'
import { textWidth } from './text-width.ts'
import { isColor, type Theme, vegaConfigOf } from './theme.ts'
import { only, type Written, withPossibleLog, writeChannel } from './vega-channel.ts'
import { type ChartWords, chartWords } from './words.ts'

const MARKS = new Set(['bar', 'line', 'area', 'point', 'circle', 'square', 'arc', 'rect', 'tick', 'text', 'rule', 'trail', 'boxplot', 'errorbar'])
const MARK_MEMBERS = [
  ...[
    'point',
    'innerRadius',
    'outerRadius',
    'padAngle',
    'tooltip',
    'filled',
    'opacity',
    'fillOpacity',
    'strokeOpacity',
    'fontSize',
    'fontWeight',
    'interpolate',
  ],
  ...[
    'strokeDash',
    'strokeWidth',
    'cornerRadius',
    'cornerRadiusEnd',
    'orient',
    'size',
    'shape',
    'align',
    'baseline',
    'dx',
    'dy',
    'angle',
    'extent',
    'clip',
    'line',
  ],
  ...['radius', 'thickness', 'ticks', 'color', 'fill', 'stroke', 'limit'],
]
/** Marks that stand one for each row, which nothing adds up. */
const ONE_EACH = new Set(['point', 'circle', 'square', 'tick', 'text', 'rule', 'trail'])
const FACETS = ['row', 'column', 'facet'] as const
const DISCRETE = ['x', 'y', 'color', 'fill', 'stroke', 'xOffset', 'yOffset', 'detail', 'shape'] as const

/** A chart as a whole Vega-Lite spec with its rows in it, the fields that stand for columns, and what to say of what it leaves out. */
export type Composed = { spec: Record<string, unknown>; uses: Use[]; notes: string[]; isFaceted: boolean }

export const markType = (mark: Mark): string => (typeof mark === 'string' ? mark : mark.type)

/** Puts rows, theme and size to a spec. Fails with `DrawingError` when the rows cannot carry it or it names what no chart may. */
export function composeVegaLite(chart: Drawable, theme: Theme, options: DrawOptions): Composed {
  const given = chart.spec
  if (!given) throw new DrawingError('the chart has no spec to draw')
  refuseReaching({ ...given, transform: undefined })
  const { locale } = options
  const words = chartWords(locale)
  const uses = new Uses(chart.columns, words.empty)
  const layers = layersOf(given)
  const written = layers.map((layer, at) => writeLayer(layer, uses, words, given.layer ? `layer[${at}]` : ''))
  const facets = facetsOf(given, uses, words)
  const folded = limitRows(uses.read(chart.rows), given, { layers: written, facets, uses, locale })
  for (const { channels } of written) {
    for (const [key, one] of channels) {
      withPossibleLog(one.channel, one.use, folded.rows)
      if (key === 'x') one.channel = withReadableLabels(one, folded.rows, (options.width ?? 640) / Math.max(1, panelsAcross(facets, folded.rows)))
    }
  }
  const notes = [...folded.notes, ...(chart.truncated ? [words.truncated] : [])]
  const { width = 640, height = 360 } = options
  const config = vegaConfigOf(theme)
  const inner = {
    ...(given.layer ? { layer: layered(written, given) } : unitOf(written[0] as WrittenLayer)),
    ...(given.resolve?.scale ? { resolve: { scale: only(given.resolve.scale, ['x', 'y', 'color', 'size', 'shape']) } } : {}),
  }
  const title = titleFor(options.title ?? given.title, notes)
  const spec = {
    ...allPrintable(sized(inner, facets, { width, height, columns: given.columns, rows: folded.rows })),
    ...(title ? { title: allPrintable(title) } : {}),
    data: { name: 'result', values: folded.rows },
    config: { ...config, legend: { ...(config.legend as object), ...legendRoom(written, folded.rows, width) } },
  }
  return { spec, uses: [...uses.all.values()], notes, isFaceted: facets.size > 0 }
}

const allPrintable = (spec: Record<string, unknown>): Record<string, unknown> =>
  JSON.parse(JSON.stringify(spec, (_, value) => (typeof value === 'string' ? printable(value) : value)))

/** As near as lines of 11 pixels stand at that slant. */
const SLANTED_BAND = 22

/** Labels below an axis of names lie flat where there is room, and slant where there is not. */
function withReadableLabels({ channel, use }: Written, rows: Datum[], width: number): Record<string, unknown> {
  const isDiscrete = channel.type === 'nominal' || (channel.type === 'ordinal' && channel.timeUnit === undefined)
  const axis = channel.axis as Record<string, unknown> | null | undefined
  if (!isDiscrete || !use || axis === null || axis?.labelAngle !== undefined) return channel
  const values = new Set(rows.map((row) => row[use.field]))
  const band = (width - 80) / Math.max(1, values.size)
  const widest = Math.max(0, ...[...values].map((value) => textWidth(String(value), 11)))
  // Slanted lines of text pass each other where their bounding boxes, by which Vega leaves labels out, do not.
  const slanted = { labelAngle: -40, labelLimit: 110, ...(band >= SLANTED_BAND ? { labelOverlap: false } : {}) }
  const slant = widest <= band - 2 ? { labelAngle: 0 } : slanted
  return { ...channel, axis: { ...slant, ...axis } }
}

const panelsAcross = (facets: Map<string, Written>, rows: Datum[]): number => {
  const use = facets.get('column')?.use
  return use ? new Set(rows.map((row) => row[use.field])).size : facets.has('facet') ? 2 : 1
}

function titleFor(title: string | null | undefined, notes: string[]): Record<string, unknown> | null {
  if (!title && notes.length === 0) return null
  const subtitle = notes.map((note) => `${note}.`).join(' ')
  return title ? { text: title, ...(subtitle ? { subtitle } : {}) } : { text: '', subtitle, fontSize: 1 }
}

type WrittenLayer = { mark: Record<string, unknown> & { type: string }; channels: Map<string, Written>; lists: Map<string, Written[]> }

function layersOf({ mark, encoding, layer }: ChartSpec): Layer[] {
  if (layer?.length) return layer.map((one) => ({ mark: one.mark, encoding: { ...(isReference(one) ? {} : encoding), ...one.encoding } }))
  if (mark === undefined) throw new DrawingError('mark: a chart needs one, or layers that have')
  return [{ mark, encoding }]
}

/** A line at a figure of its own runs across the whole picture, whatever the others stand along. */
function isReference({ mark, encoding = {} }: Layer): boolean {
  const isConstant = (channel: Encoding[string]) => channel !== undefined && !Array.isArray(channel) && channel.datum !== undefined
  return markType(mark) === 'rule' && isConstant(encoding.x) !== isConstant(encoding.y) && !(encoding.x && encoding.y)
}

function writeLayer({ mark, encoding = {} }: Layer, uses: Uses, words: ChartWords, path: string): WrittenLayer {
  const at = (member: string) => (path === '' ? member : `${path}.${member}`)
  const channels = new Map<string, Written>()
  const lists = new Map<string, Written[]>()
  for (const [key, channel] of Object.entries(encoding)) {
    if (channel === undefined || (FACETS as readonly string[]).includes(key)) continue
    const here = at(`encoding.${key}`)
    if (Array.isArray(channel))
      lists.set(
        key,
        channel.map((one, index) => writeChannel(key, one, { uses, words }, `${here}[${index}]`)),
      )
    else channels.set(key, writeChannel(key, channel, { uses, words }, here))
  }
  return { mark: writeMark(mark, at('mark')), channels, lists }
}

function writeMark(mark: Mark, path: string): WrittenLayer['mark'] {
  const type = markType(mark)
  if (!MARKS.has(type)) throw new DrawingError(`${path}: the mark "${type}" is not drawn`)
  const facts = typeof mark === 'string' ? {} : only(mark, MARK_MEMBERS)
  for (const name of ['color', 'fill', 'stroke']) {
    if (facts[name] !== undefined && !(typeof facts[name] === 'string' && isColor(facts[name]))) throw new DrawingError(`${path}.${name}: not a colour`)
  }
  // Every tooltip tells what the encoding names: the data has names of our own.
  if (typeof facts.tooltip === 'object') facts.tooltip = true
  return { ...facts, type }
}

const unitOf = ({ mark, channels, lists }: WrittenLayer) => ({
  mark,
  encoding: Object.fromEntries([
    ...[...channels].map(([key, { channel }]) => [key, channel]),
    ...[...lists].map(([key, list]) => [key, list.map(({ channel }) => channel)]),
  ]),
})

/** With two axes, lines of reference stand on the first. */
function layered(layers: WrittenLayer[], { resolve }: ChartSpec): Record<string, unknown>[] {
  const isLine = ({ mark, channels }: WrittenLayer) => mark.type === 'rule' && [...channels.values()].some(({ channel }) => channel.datum !== undefined)
  const [first, ...others] = layers.filter((layer) => !isLine(layer))
  const references = layers.filter(isLine)
  if (!first || references.length === 0 || (resolve?.scale?.y !== 'independent' && resolve?.scale?.x !== 'independent')) return layers.map(unitOf)
  return [{ layer: [unitOf(first), ...references.map(unitOf)] }, ...others.map(unitOf)]
}

function facetsOf({ encoding = {}, facet }: ChartSpec, uses: Uses, words: ChartWords): Map<string, Written> {
  const found = new Map<string, Written>()
  for (const key of FACETS) {
    const channel = key === 'facet' ? (facet ?? (encoding.facet as Channel | undefined)) : (encoding as Encoding)[key]
    if (channel && !Array.isArray(channel)) found.set(key, writeChannel(key, { ...channel, legend: undefined }, { uses, words }, `encoding.${key}`))
  }
  return found
}

type Limits = { layers: WrittenLayer[]; facets: Map<string, Written>; uses: Uses; locale: string | undefined }

/** The rows within what a picture can carry. */
function limitRows(rows: Datum[], given: ChartSpec, { layers, facets, uses, locale }: Limits): { rows: Datum[]; notes: string[] } {
  const notes: string[] = []
  let left = withLargestSeries(rows, given, layers, uses)
  for (const { use } of facets.values()) {
    if (!use) continue
    const limited = limitFacets(left, use.field, locale)
    left = limited.rows
    notes.push(...limited.notes)
  }
  const measures = measuresOf(layers)
  const keys = [...uses.all.values()].filter(({ type }) => type !== 'quantitative').map(({ field }) => field)
  for (const use of categoriesOf(layers)) {
    const combines = !layers.every(({ mark }) => ONE_EACH.has(mark.type))
    const folding: Folding = { use, measures, keys: keys.filter((key) => key !== use.field), combines, locale }
    const limited = foldCategories(left, folding)
    left = limited.rows
    notes.push(...limited.notes)
  }
  if (layers.some(isAggregating)) return { rows: left, notes }
  const limited = limitMarks(left, measures[0]?.use.field, locale)
  return { rows: limited.rows, notes: [...new Set([...notes, ...limited.notes])] }
}

function withLargestSeries(rows: Datum[], { transform }: ChartSpec, layers: WrittenLayer[], uses: Uses): Datum[] {
  if (!Array.isArray(transform)) return rows
  const [sums, , keep] = transform as { groupby?: string[]; joinaggregate?: { field: string }[]; filter?: { lte?: number } }[]
  const most = keep?.filter?.lte
  const series = layers[0]?.channels.get('color')?.use
  const measure = sums?.joinaggregate?.[0]?.field
  if (!series || measure === undefined || most === undefined) return rows
  const known = [...uses.all.values()].find(({ column, type }) => column.name === measure && type === 'quantitative')
  return known ? largestSeries(rows, series.field, known.field, most) : rows
}

function measuresOf(layers: WrittenLayer[]): Folding['measures'] {
  const found = new Map<string, Folding['measures'][number]>()
  for (const { channels } of layers) {
    for (const key of ['y', 'x', 'theta', 'color', 'size', 'text']) {
      const written = channels.get(key)
      if (!written?.use || written.channel.bin) continue
      if (written.use.type === 'quantitative') found.set(written.use.field, { use: written.use, isAggregated: written.channel.aggregate !== undefined })
    }
  }
  return [...found.values()]
}

function categoriesOf(layers: WrittenLayer[]): Use[] {
  const found = new Map<string, Use>()
  for (const { channels } of layers) {
    for (const key of DISCRETE) {
      const written = channels.get(key)
      if (written?.use && written.channel.type === 'nominal' && written.channel.aggregate === undefined) found.set(written.use.field, written.use)
    }
  }
  return [...found.values()]
}

/** Whether marks are fewer than rows, because rows are put together on the way. */
const isAggregating = ({ mark, channels }: WrittenLayer): boolean =>
  mark.type === 'boxplot' || mark.type === 'errorbar' || [...channels.values()].some(({ channel }) => channel.aggregate !== undefined)

type Room = { width: number; height: number; columns: number | undefined; rows: Datum[] }

/** Gives a chart its size: one fits itself in, of several panels each has its share. */
function sized(inner: Record<string, unknown>, facets: Map<string, Written>, { width, height, columns, rows }: Room): Record<string, unknown> {
  if (facets.size === 0) return { ...inner, width, height, autosize: { type: 'fit', contains: 'padding' } }
  const count = (key: string) => {
    const use = facets.get(key)?.use
    return use ? Math.max(1, new Set(rows.map((row) => row[use.field])).size) : 1
  }
  const wrapped = count('facet')
  const across = facets.has('facet') ? Math.min(columns ?? Math.ceil(Math.sqrt(wrapped)), wrapped) : count('column')
  const down = facets.has('facet') ? Math.ceil(wrapped / across) : count('row')
  const panel = { width: Math.max(60, (width - 90) / across - 20), height: Math.max(48, (height - 90) / down - (facets.has('facet') ? 44 : 20)) }
  const written = Object.fromEntries([...facets].map(([key, { channel }]) => [key, only(channel, ['field', 'type', 'title', 'sort', 'timeUnit', 'bin'])]))
  if ('layer' in inner) {
    const facet = facets.has('facet') ? written.facet : only(written, ['row', 'column'])
    return { facet, ...(facets.has('facet') ? { columns: across } : {}), spec: { ...inner, ...panel } }
  }
  const { encoding, ...unit } = inner as { encoding: object }
  return { ...unit, ...panel, encoding: { ...encoding, ...withColumns(written, across) } }
}

const withColumns = (facets: Record<string, Record<string, unknown>>, columns: number) =>
  facets.facet ? { ...facets, facet: { ...facets.facet, columns } } : facets

/** As many columns of a legend as its longest label leaves room for, in at most four lines. */
function legendRoom(layers: WrittenLayer[], rows: Datum[], width: number): { columns: number; symbolLimit: number } {
  let widest = 0
  for (const use of categoriesOf(layers)) {
    const values = new Set(rows.map((row) => row[use.field]))
    if (values.size > MOST_CATEGORIES) continue
    for (const value of values) widest = Math.max(widest, Math.min(120, textWidth(String(value), 11)))
  }
  const columns = Math.max(1, Math.min(8, Math.floor((width - 40) / (widest + 34))))
  return { columns, symbolLimit: columns * 4 }
}
