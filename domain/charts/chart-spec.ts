import { z } from 'zod'

export const ChartType = z
  .enum(['kpi', 'table', 'bar', 'line', 'area', 'pie', 'scatter', 'heatmap', 'histogram'])
  .meta({ id: 'ChartType', description: 'What a chart shows at a glance; a table has no spec' })
export type ChartType = z.infer<typeof ChartType>

const fieldName = z
  .string()
  .regex(/^[A-Za-z_][A-Za-z0-9_]{0,63}$/)
  .describe('Name of a column of the result')
const title = z.string().max(200).nullable().optional()
const numberFormat = z
  .string()
  .regex(/^[-+, ~$.0-9a-zA-Z%]{1,16}$/)
  .describe('A d3-format pattern such as ,.2~f or .0%')

const channel = {
  field: fieldName.optional().describe('Absent only when aggregate is count'),
  type: z.enum(['quantitative', 'temporal', 'ordinal', 'nominal']),
  aggregate: z.enum(['count', 'sum', 'mean', 'median', 'min', 'max']).optional(),
  timeUnit: z.enum(['utcyear', 'utcyearquarter', 'utcyearmonth', 'utcyearmonthdate', 'utcmonth', 'utcday', 'utchours']).optional(),
  bin: z.union([z.boolean(), z.strictObject({ maxbins: z.int().min(2).max(200) }), z.strictObject({ step: z.number().positive() })]).optional(),
  title,
}
const sort = z.union([z.enum(['ascending', 'descending', 'x', '-x', 'y', '-y', 'color', '-color']), z.null()]).optional()
const axis = z
  .strictObject({
    format: numberFormat.optional(),
    labelAngle: z.number().min(-90).max(90).optional(),
    labelOverlap: z.boolean().optional(),
    grid: z.boolean().optional(),
    tickMinStep: z.number().positive().optional(),
  })
  .nullable()
  .optional()

export const PositionChannel = z
  .strictObject({ ...channel, sort, stack: z.union([z.enum(['zero', 'normalize', 'center']), z.boolean(), z.null()]).optional(), axis })
  .meta({ id: 'ChartPositionChannel' })
export const LegendChannel = z
  .strictObject({ ...channel, sort, legend: z.strictObject({ format: numberFormat.optional() }).nullable().optional() })
  .meta({ id: 'ChartLegendChannel' })
export const ThetaChannel = z.strictObject({ ...channel, sort, stack: z.boolean().optional() }).meta({ id: 'ChartThetaChannel' })
export const TextChannel = z.strictObject({ ...channel, format: numberFormat.optional() }).meta({ id: 'ChartTextChannel' })
export const FacetChannel = z.strictObject({ ...channel, sort }).meta({ id: 'ChartFacetChannel' })

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

/** A safe part of Vega-Lite 6: fields of the result only, no data, address, expression or other transform. The rows are put in when it is drawn. */
export const ChartSpec = z
  .strictObject({
    title: z.string().max(200).optional(),
    transform: LargestSeries.optional(),
    mark: z.strictObject({
      type: z.enum(['bar', 'line', 'area', 'point', 'arc', 'rect', 'tick', 'text']),
      point: z.boolean().optional(),
      innerRadius: z.number().min(0).max(200).optional(),
      tooltip: z.boolean().optional(),
      filled: z.boolean().optional(),
      opacity: z.number().min(0).max(1).optional(),
      fontSize: z.number().min(6).max(96).optional(),
    }),
    encoding: z.strictObject({
      x: PositionChannel.optional(),
      y: PositionChannel.optional(),
      xOffset: FacetChannel.optional(),
      color: LegendChannel.optional(),
      size: LegendChannel.optional(),
      theta: ThetaChannel.optional(),
      row: FacetChannel.optional(),
      column: FacetChannel.optional(),
      text: TextChannel.optional(),
      tooltip: z.union([TextChannel, z.array(TextChannel).max(20)]).optional(),
    }),
  })
  .meta({ id: 'ChartSpec', description: 'A chart in a safe part of Vega-Lite: how the columns of the result are drawn, without the data itself' })
export type ChartSpec = z.infer<typeof ChartSpec>
