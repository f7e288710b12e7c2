import { z } from 'zod'
import { strict } from '../strict.ts'
import { color, EndChannel, FacetChannel, fieldName, LegendChannel, PositionChannel, TextChannel, ThetaChannel } from './chart-channels.ts'

export const ChartType = z
  .enum([
    ...(['kpi', 'big_number', 'table', 'pivot', 'bar', 'line', 'area', 'pie', 'scatter', 'heatmap', 'histogram'] as const),
    ...(['boxplot', 'combo', 'funnel', 'waterfall', 'choropleth', 'gauge', 'progress'] as const),
  ])
  .meta({ id: 'ChartType', description: 'What a chart shows at a glance; a table has no spec' })
export type ChartType = z.infer<typeof ChartType>

const MARKS = ['bar', 'line', 'area', 'point', 'circle', 'square', 'arc', 'rect', 'tick', 'text', 'rule', 'trail', 'boxplot', 'errorbar'] as const
export type MarkType = (typeof MARKS)[number]

const size = z.number().min(0).max(2000).optional()
const share = z.number().min(0).max(1).optional()
const markType = z.enum(MARKS, { error: `a mark is one of ${MARKS.join(', ')}` })
const Mark = z.union([
  markType,
  strict({
    type: markType,
    point: z.boolean().optional(),
    line: z.boolean().optional(),
    tooltip: z.union([z.boolean(), strict({ content: z.enum(['data', 'encoding']) })]).optional(),
    filled: z.boolean().optional(),
    innerRadius: z.number().min(0).max(200).optional(),
    outerRadius: size,
    padAngle: share,
    radius: size,
    opacity: share,
    fillOpacity: share,
    strokeOpacity: share,
    color: color.optional(),
    fill: color.optional(),
    stroke: color.optional(),
    strokeWidth: z.number().min(0).max(50).optional(),
    strokeDash: z.array(z.number().min(0).max(100)).max(8).optional(),
    interpolate: z.enum(['linear', 'monotone', 'step', 'step-before', 'step-after', 'basis', 'cardinal', 'natural', 'catmull-rom']).optional(),
    cornerRadius: size,
    cornerRadiusEnd: size,
    orient: z.enum(['horizontal', 'vertical']).optional(),
    size,
    shape: z.enum(['circle', 'square', 'cross', 'diamond', 'triangle-up', 'triangle-down', 'triangle-right', 'triangle-left', 'stroke']).optional(),
    thickness: size,
    extent: z.union([z.number().min(0).max(10), z.enum(['min-max', 'ci', 'iqr', 'stderr', 'stdev'])]).optional(),
    fontSize: z.number().min(6).max(96).optional(),
    fontWeight: z.union([z.enum(['normal', 'bold', 'lighter', 'bolder']), z.int().min(100).max(900)]).optional(),
    align: z.enum(['left', 'center', 'right']).optional(),
    baseline: z.enum(['top', 'middle', 'bottom', 'alphabetic', 'line-top', 'line-bottom']).optional(),
    dx: z.number().min(-500).max(500).optional(),
    dy: z.number().min(-500).max(500).optional(),
    angle: z.number().min(-360).max(360).optional(),
    limit: size,
    clip: z.boolean().optional(),
  }),
])

const Encoding = strict({
  x: PositionChannel.optional(),
  y: PositionChannel.optional(),
  x2: EndChannel.optional(),
  y2: EndChannel.optional(),
  xOffset: FacetChannel.optional(),
  yOffset: FacetChannel.optional(),
  color: LegendChannel.optional(),
  fill: LegendChannel.optional(),
  stroke: LegendChannel.optional(),
  opacity: LegendChannel.optional(),
  size: LegendChannel.optional(),
  shape: LegendChannel.optional(),
  strokeDash: LegendChannel.optional(),
  theta: ThetaChannel.optional(),
  radius: ThetaChannel.optional(),
  detail: z.union([FacetChannel, z.array(FacetChannel).max(5)]).optional(),
  order: FacetChannel.optional(),
  row: FacetChannel.optional(),
  column: FacetChannel.optional(),
  facet: FacetChannel.optional(),
  text: TextChannel.optional(),
  tooltip: z.union([TextChannel, z.array(TextChannel).max(20)]).optional(),
})
export type Encoding = z.infer<typeof Encoding>

/** Ranks the series of a chart by their sums and keeps the first: the only thing a spec does to the rows it is given. */
const LargestSeries = z
  .tuple([
    z.strictObject({
      joinaggregate: z.tuple([z.strictObject({ op: z.literal('sum'), field: fieldName, as: z.literal('series_total') })]),
      groupby: z.tuple([fieldName]),
    }),
    z.strictObject({
      window: z.tuple([z.strictObject({ op: z.literal('dense_rank'), as: z.literal('series_rank') })]),
      sort: z.tuple([z.strictObject({ field: z.literal('series_total'), order: z.literal('descending') })]),
    }),
    z.strictObject({ filter: z.strictObject({ field: z.literal('series_rank'), lte: z.int().min(1).max(50) }) }),
  ])
  .describe('Keeps the series with the highest sums')

const independence = z.enum(['shared', 'independent']).optional()
const room = z.union([z.number().min(20).max(4000), z.literal('container')]).optional()

/** A safe part of Vega-Lite 6: fields of the result only, no data, address, expression or other transform. The rows are put in when it is drawn. */
export const ChartSpec = strict({
  $schema: z
    .string()
    .regex(
      /^https:\/\/vega\.github\.io\/schema\/vega-lite\/v[4-6](?:\.\d+){0,2}\.json$/,
      'the schema of Vega-Lite, such as https://vega.github.io/schema/vega-lite/v6.json',
    )
    .optional(),
  title: z.string().max(200).optional(),
  description: z.string().max(1000).optional(),
  width: room,
  height: room,
  transform: LargestSeries.optional(),
  mark: Mark.optional(),
  encoding: Encoding.optional(),
  layer: z
    .array(strict({ mark: Mark, encoding: Encoding.optional() }))
    .min(1)
    .max(5)
    .optional()
    .describe('Several marks over the same rows, instead of `mark`; each has the channels of `encoding` and its own'),
  facet: FacetChannel.optional(),
  columns: z.int().min(1).max(12).optional().describe('Panels beside each other'),
  resolve: strict({ scale: strict({ x: independence, y: independence, color: independence, size: independence, shape: independence }).optional() }).optional(),
})
  .refine(({ mark, layer }) => (mark === undefined) !== (layer === undefined), { error: 'give either mark or layer' })
  .meta({ id: 'ChartSpec', description: 'A chart in a safe part of Vega-Lite: how the columns of the result are drawn, without the data itself' })
export type ChartSpec = z.infer<typeof ChartSpec>

/** The mark of a spec: of several that of the first. */
export function markOf({ mark, layer }: ChartSpec): MarkType {
  const given = mark ?? layer?.[0]?.mark ?? 'bar'
  return typeof given === 'string' ? given : given.type
}

const TYPE_OF_MARK: Record<MarkType, ChartType> = {
  bar: 'bar',
  line: 'line',
  trail: 'line',
  area: 'area',
  point: 'scatter',
  circle: 'scatter',
  square: 'scatter',
  tick: 'scatter',
  rule: 'line',
  arc: 'pie',
  rect: 'heatmap',
  text: 'kpi',
  boxplot: 'boxplot',
  errorbar: 'boxplot',
}

/** What a spec shows, as far as its marks tell; a chart without one is a table. */
export function typeOfSpec(spec: ChartSpec | null): ChartType {
  if (!spec) return 'table'
  const { layer = [], encoding = {} } = spec
  if (layer.length > 1)
    return new Set(layer.map(({ mark }) => TYPE_OF_MARK[typeof mark === 'string' ? mark : mark.type])).size > 1 ? 'combo' : TYPE_OF_MARK[markOf(spec)]
  const mark = markOf(spec)
  if (mark === 'bar' && (encoding.x?.bin || encoding.y?.bin)) return 'histogram'
  if (mark === 'text' && (encoding.y || encoding.row)) return 'pivot'
  return TYPE_OF_MARK[mark]
}

/** Types that are drawn from a spec of another's mark. */
const DRAWN_FROM: Partial<Record<ChartType, readonly ChartType[]>> = {
  bar: ['histogram', 'combo'],
  histogram: ['bar'],
  line: ['combo'],
  area: ['combo'],
  scatter: ['combo'],
  combo: ['bar', 'line', 'area', 'scatter'],
  big_number: ['kpi'],
  pivot: ['kpi', 'heatmap', 'bar'],
  funnel: ['bar', 'pie'],
  waterfall: ['bar'],
  choropleth: ['bar'],
  gauge: ['pie', 'kpi'],
  progress: ['bar', 'kpi', 'histogram'],
}

/** Whether a chart of this type can be drawn from this spec. */
export function fitsType(type: ChartType, spec: ChartSpec | null): boolean {
  if (type === 'table') return true
  const own = typeOfSpec(spec)
  return own === type || (DRAWN_FROM[type]?.includes(own) ?? false)
}
