import { type Channel, type ChannelScale, DrawingError, type FieldType } from './chart.ts'
import { type Datum, titleOf, type Use, type Uses } from './rows.ts'
import { isColor } from './theme.ts'
import type { ChartWords } from './words.ts'

const AXIS = ['format', 'labelAngle', 'labelOverlap', 'grid', 'tickMinStep', 'tickCount', 'orient', 'labels', 'ticks', 'domain', 'title', 'labelLimit'] as const
const LEGEND = ['format', 'orient', 'title', 'direction', 'columns', 'symbolLimit'] as const
const SCALE = ['domain', 'range', 'type', 'zero', 'nice', 'reverse', 'scheme', 'clamp', 'padding', 'exponent'] as const
const COLOR_CHANNELS = new Set(['color', 'fill', 'stroke'])
const POSITIONS = new Set(['x', 'y', 'x2', 'y2'])
/** Thousands are written k, M, B: a quarter of the width, and read as fast. Others have the decimals they need, also where all are zero. */
const SHORT_NUMBERS = "abs(datum.value) >= 1000 ? replace(format(datum.value, '~s'), 'G', 'B') : format(datum.value, ',')"

/** Only the members named, of what may have more. */
export function only(source: Record<string, unknown> | null | undefined, names: readonly string[]): Record<string, unknown> {
  if (!source) return {}
  return Object.fromEntries(names.flatMap((name) => (source[name] === undefined ? [] : [[name, source[name]]])))
}

/** What a channel reads its column as. */
export function typeOf(channel: Channel): FieldType | undefined {
  if (channel.aggregate === 'count' || channel.aggregate === 'distinct') return 'nominal'
  if (channel.type === 'temporal' || channel.timeUnit !== undefined) return 'temporal'
  if (channel.aggregate !== undefined || channel.bin) return 'quantitative'
  return channel.type
}

/** The columns that channels read, and what is said of them in the reader's language. */
type Surroundings = { uses: Uses; words: ChartWords }

export type Written = { channel: Record<string, unknown>; use: Use | null }

/** A channel as Vega-Lite takes it, over fields of our own names. Fails with `DrawingError` for a column that is not there or a colour that is none. */
export function writeChannel(key: string, given: Channel, { uses, words }: Surroundings, path: string): Written {
  if (given.value !== undefined) {
    if (COLOR_CHANNELS.has(key) && !isColor(String(given.value))) throw new DrawingError(`${path}.value: not a colour`)
    return { channel: { value: given.value }, use: null }
  }
  if (given.datum !== undefined) return { channel: { ...only(given, ['datum', 'type', 'title']), ...guides(key, given, null, path) }, use: null }
  if (given.field === undefined) {
    if (given.aggregate !== 'count') throw new DrawingError(`${path}.field: needed unless aggregate is count`)
    return {
      channel: { aggregate: 'count', type: 'quantitative', title: given.title ?? words.count, ...guides(key, given, null, path), ...only(given, ['stack']) },
      use: null,
    }
  }
  const use = uses.of(given.field, typeOf(given), `${path}.field`)
  // What is counted may be of any type; a bin of numbers may still be an ordinal axis.
  const type = given.aggregate ? measured(use.type) : given.bin || given.timeUnit ? (given.type ?? use.type) : use.type
  const channel = {
    field: use.field,
    type,
    ...only(given, ['aggregate', 'bin', 'stack', 'format']),
    ...(given.timeUnit ? { timeUnit: given.timeUnit.startsWith('utc') ? given.timeUnit : `utc${given.timeUnit}` } : {}),
    title: given.title === undefined ? named(given, use, words) : given.title,
    ...(given.sort === undefined ? {} : { sort: sortOf(given.sort, uses, `${path}.sort`) }),
    ...guides(key, given, use, path),
  }
  return { channel, use }
}

/** What an aggregate is: a moment where moments are compared, else a number. */
const measured = (type: FieldType | undefined): FieldType => (type === 'temporal' ? 'temporal' : 'quantitative')

function named({ aggregate, bin }: Channel, { column }: Use, words: ChartWords): string {
  const prefix = aggregate && !bin ? words.aggregates[aggregate] : undefined
  return prefix ? words.aggregateOf(prefix, titleOf(column)) : titleOf(column)
}

/** Scale, and axis or legend. */
function guides(key: string, given: Channel, use: Use | null, path: string): Record<string, unknown> {
  const type = given.aggregate ? measured(use?.type) : (given.type ?? use?.type)
  const scale = given.scale === null ? null : scaleOf(given.scale, type, key, path)
  const isPosition = POSITIONS.has(key)
  const isQuantitative = type === 'quantitative' && !given.bin
  const isPlainNumber = isPosition && isQuantitative && given.stack !== 'normalize' && given.axis?.format === undefined
  const isYear = use !== null && /(?:^|_|\b)(?:year|jahr|annee|año)s?$/i.test(use.column.name)
  const axis = given.axis === null ? null : { ...only(given.axis, AXIS), ...(isPlainNumber ? (isYear ? { format: 'd' } : { labelExpr: SHORT_NUMBERS }) : {}) }
  const yearScale = isPlainNumber && isYear && scale !== null ? { zero: false, ...scale } : scale
  return {
    ...(yearScale === null || Object.keys(yearScale).length > 0 ? { scale: yearScale } : {}),
    ...(isPosition && key.length === 1 && (axis === null || Object.keys(axis).length > 0) ? { axis } : {}),
    ...(isPosition || given.legend === undefined ? {} : { legend: given.legend === null ? null : only(given.legend, LEGEND) }),
  }
}

function scaleOf(given: ChannelScale | undefined, type: FieldType | undefined, key: string, path: string): Record<string, unknown> {
  const scale = only(given as Record<string, unknown> | undefined, SCALE)
  if (type === 'temporal' && scale.type === undefined) scale.type = 'utc'
  if (Array.isArray(scale.range) && COLOR_CHANNELS.has(key)) {
    const wrong = scale.range.findIndex((color) => typeof color !== 'string' || !isColor(color))
    if (wrong >= 0) throw new DrawingError(`${path}.scale.range[${wrong}]: not a colour`)
  }
  return scale
}

function sortOf(sort: unknown, uses: Uses, path: string): unknown {
  if (typeof sort !== 'object' || sort === null || Array.isArray(sort)) return sort
  const { field, ...rest } = sort as { field?: string }
  if (field === undefined) return only(rest, ['encoding', 'order'])
  const op = (rest as { op?: string }).op
  const use = uses.of(field, op === undefined || op === 'count' || op === 'distinct' ? undefined : 'quantitative', `${path}.field`)
  return { ...only(rest, ['op', 'order']), field: use.field }
}

/** A logarithm has no place for zero and below: there the scale is one that has. */
export function withPossibleLog(channel: Record<string, unknown>, use: Use | null, rows: Datum[]): void {
  const scale = channel.scale as { type?: string } | undefined
  if (scale?.type !== 'log' || !use) return
  if (rows.some((row) => typeof row[use.field] === 'number' && (row[use.field] as number) <= 0)) scale.type = 'symlog'
}
