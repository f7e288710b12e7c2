import { z } from 'zod'
import { strict } from '../strict.ts'

export const fieldName = z.string().min(1).max(128).describe('Name of a column of the result')
const title = z.string().max(200).nullable().optional()
export const numberFormat = z
  .string()
  .regex(/^[-+, ~$.0-9a-zA-Z%]{1,16}$/)
  .describe('A d3-format pattern such as ,.2~f or .0%')
const format = z
  .string()
  .regex(/^[-+, ~$.0-9a-zA-Z%/:]{1,32}$/)
  .describe('A d3-format pattern such as ,.2~f, or a d3-time-format pattern such as %b %Y')
export const color = z
  .string()
  .regex(
    /^(?:#[0-9a-fA-F]{3,8}|[a-zA-Z]{3,32}|(?:rgb|hsl|oklch|lab|lch)a?\([\d.,%/ +-]{1,64}(?:deg)?[\d.,%/ +-]{0,64}\))$/,
    'a colour such as #4f5bd5 or steelblue',
  )
const constant = z.union([z.string().max(200), z.number(), z.boolean()])

const AGGREGATES = ['count', 'sum', 'mean', 'average', 'median', 'min', 'max', 'distinct', 'stdev', 'variance', 'q1', 'q3'] as const
const UNITS = [
  'year',
  'yearquarter',
  'yearmonth',
  'yearweek',
  'yearmonthdate',
  'yearmonthdatehours',
  'quarter',
  'month',
  'week',
  'date',
  'day',
  'hours',
] as const
/** A moment is a moment of UTC wherever it is drawn: both spellings say the same. */
const timeUnit = z.enum([...UNITS, ...UNITS.map((unit) => `utc${unit}` as const)])

const scale = strict({
  domain: z
    .array(z.union([constant, z.null()]))
    .min(1)
    .max(100)
    .optional(),
  range: z
    .array(z.union([color, z.number()]))
    .min(1)
    .max(100)
    .optional(),
  type: z.enum(['linear', 'log', 'symlog', 'sqrt', 'pow', 'time', 'utc', 'band', 'point', 'ordinal', 'quantize', 'threshold']).optional(),
  zero: z.boolean().optional(),
  nice: z.boolean().optional(),
  reverse: z.boolean().optional(),
  clamp: z.boolean().optional(),
  padding: z.number().min(0).max(100).optional(),
  exponent: z.number().min(0.1).max(10).optional(),
  scheme: z
    .string()
    .regex(/^[a-z0-9-]{2,30}$/)
    .optional()
    .describe('A colour scheme of Vega, such as blues, viridis or tableau10'),
})
  .nullable()
  .optional()

const channel = {
  field: fieldName.optional().describe('Absent only when aggregate is count, or where a constant stands'),
  datum: constant.optional().describe('A constant in the measure of the data, such as a target'),
  value: constant.optional().describe('A constant as it is drawn, such as a colour'),
  type: z.enum(['quantitative', 'temporal', 'ordinal', 'nominal']).optional().describe('Told by the column when absent'),
  aggregate: z.enum(AGGREGATES).optional(),
  timeUnit: timeUnit.optional(),
  bin: z.union([z.boolean(), strict({ maxbins: z.int().min(2).max(200).optional(), step: z.number().positive().optional() })]).optional(),
  title,
}
const direction = z.enum(['ascending', 'descending'])
const sort = z
  .union([
    z.enum(['ascending', 'descending', 'x', '-x', 'y', '-y', 'color', '-color', 'size', '-size', 'text', '-text']),
    z.array(z.union([constant, z.null()])).max(200),
    strict({ field: fieldName, op: z.enum(AGGREGATES).optional(), order: direction.nullable().optional() }),
    strict({ encoding: z.enum(['x', 'y', 'color', 'size', 'text']), order: direction.nullable().optional() }),
    z.null(),
  ])
  .optional()
const stack = z.union([z.enum(['zero', 'normalize', 'center']), z.boolean(), z.null()]).optional()
const axis = strict({
  format: format.optional(),
  labelAngle: z.number().min(-360).max(360).optional(),
  labelOverlap: z.union([z.boolean(), z.enum(['parity', 'greedy'])]).optional(),
  labelLimit: z.number().min(10).max(1000).optional(),
  labels: z.boolean().optional(),
  ticks: z.boolean().optional(),
  domain: z.boolean().optional(),
  grid: z.boolean().optional(),
  tickCount: z.int().min(1).max(100).optional(),
  tickMinStep: z.number().positive().optional(),
  orient: z.enum(['top', 'bottom', 'left', 'right']).optional(),
  title,
})
  .nullable()
  .optional()
const legend = strict({
  format: format.optional(),
  orient: z.enum(['left', 'right', 'top', 'bottom', 'top-left', 'top-right', 'bottom-left', 'bottom-right', 'none']).optional(),
  direction: z.enum(['horizontal', 'vertical']).optional(),
  columns: z.int().min(1).max(20).optional(),
  symbolLimit: z.int().min(1).max(100).optional(),
  title,
})
  .nullable()
  .optional()

export const PositionChannel = strict({ ...channel, sort, stack, scale, axis }).meta({ id: 'ChartPositionChannel' })
/** The far end of a bar, an area or a rule. */
export const EndChannel = strict({ field: channel.field, datum: channel.datum, value: channel.value, aggregate: channel.aggregate, title }).meta({
  id: 'ChartEndChannel',
})
export const LegendChannel = strict({ ...channel, sort, scale, legend }).meta({ id: 'ChartLegendChannel' })
export const ThetaChannel = strict({ ...channel, sort, stack, scale }).meta({ id: 'ChartThetaChannel' })
export const TextChannel = strict({ ...channel, format: format.optional() }).meta({ id: 'ChartTextChannel' })
export const FacetChannel = strict({ ...channel, sort, scale }).meta({ id: 'ChartFacetChannel' })
