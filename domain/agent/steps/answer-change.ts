import { z } from 'zod'
import { ChartType } from '#domain/charts/chart-spec.ts'
import { FilterOperator, FilterValue, Grain, QueryMeasure } from '#domain/semantics/semantic-query.ts'
import { strict } from '#domain/strict.ts'

const table = z.string().min(1).max(256).meta({ example: 'Customer' })
const column = z.string().min(1).max(256).meta({ example: 'Country' })
const output = z.string().min(1).max(256).meta({ description: 'Name of a column of the result' })
const day = z
  .string()
  .regex(/^\d{4}-\d{2}-\d{2}$/)
  .nullable()
  .meta({ example: '2012-01-01' })

export const ChosenColumn = strict({ table, column, grain: Grain.optional().meta({ description: 'Only for dates: the period to group by' }) }).meta({
  id: 'ChosenColumn',
})
export type ChosenColumn = z.infer<typeof ChosenColumn>

/** What a reader does with an answer. */
export const AnswerChange = z
  .discriminatedUnion('action', [
    strict({ action: z.literal('filter'), table, column, operator: FilterOperator.default('equals'), values: z.array(FilterValue).max(200).default([]) }).meta({
      description: 'Keeps the rows where it holds, instead of what was asked of that column before',
    }),
    strict({ action: z.literal('unfilter'), table, column }).meta({ description: 'Asks nothing of that column any more' }),
    strict({ action: z.literal('group'), dimensions: z.array(ChosenColumn).max(3) }).meta({
      description: 'Groups by these columns instead; by none: one figure',
    }),
    strict({
      action: z.literal('period'),
      table,
      column,
      grain: Grain.optional().meta({ description: 'Groups by it' }),
      from: day.optional().meta({ description: 'The first day; null for none, absent to leave it' }),
      to: day.optional().meta({ description: 'The last day; null for none, absent to leave it' }),
      compare: z.enum(['previous_period', 'previous_year']).nullable().optional(),
    }).meta({ description: 'Which time, in which steps, compared with which time before' }),
    strict({
      action: z.literal('drill'),
      dimension: output,
      value: z.union([FilterValue, z.null()]),
      into: ChosenColumn.optional().meta({ description: 'The next level of a hierarchy or the next finer period when absent' }),
    }).meta({ description: 'Keeps one group and shows what is in it' }),
    strict({ action: z.literal('measure'), measures: z.array(QueryMeasure).min(1).max(5) }).meta({ description: 'Measures this instead' }),
    strict({ action: z.literal('sort'), by: output, direction: z.enum(['asc', 'desc']).default('desc') }),
    strict({ action: z.literal('limit'), limit: z.int().min(1).max(10_000).nullable() }).meta({ description: 'Keeps the first rows; null keeps all' }),
    strict({ action: z.literal('why'), dimension: output, value: z.union([FilterValue, z.null()]) }).meta({
      description:
        'Splits the figure of one group by the column along which it is most uneven: of a period its change from the period before, of another group its share against the whole. Only of sums and counts',
    }),
    strict({ action: z.literal('sql'), sql: z.string().trim().min(1).max(20_000) }).meta({
      description: 'Runs this statement instead, as the reader changed it',
    }),
    strict({ action: z.literal('chart'), chart_type: ChartType }).meta({ description: 'Draws the same rows in another way' }),
  ])
  .meta({ id: 'AnswerChange' })
export type AnswerChange = z.infer<typeof AnswerChange>
