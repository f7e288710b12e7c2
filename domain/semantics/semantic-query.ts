import { z } from 'zod'
import { DerivedMeasure, hidden, outputName } from './compile/derived-measure.ts'
import { QueryComparison } from './compile/query-comparison.ts'

export const Aggregate = z.enum(['count', 'count_distinct', 'sum', 'avg', 'median', 'min', 'max']).meta({
  id: 'Aggregate',
  description: 'How a measure folds many rows into one value; the median of an even number of rows is the mean of the two in the middle',
})
export type Aggregate = z.infer<typeof Aggregate>

export const Grain = z
  .enum(['hour', 'day', 'week', 'month', 'quarter', 'year', 'month_of_year', 'quarter_of_year', 'day_of_month', 'day_of_week', 'hour_of_day'])
  .meta({
    id: 'Grain',
    description:
      "The period a date is rounded to, written as 2024-03-09 14:00, 2024-03-09, Monday's date, 2024-03, 2024-Q1 and 2024; or the part of it that repeats, a number: months 1 to 12, quarters 1 to 4, days 1 to 31, days of the week 1 (Monday) to 7, hours 0 to 23",
  })
export type Grain = z.infer<typeof Grain>

/** Whether a grain is a part that repeats (every Monday) and not a stretch of time (one week). */
export function isCyclic(grain: Grain): boolean {
  return grain.includes('_of_')
}

export const FilterOperator = z
  .enum([
    'equals',
    'not_equals',
    'greater_than',
    'greater_or_equal',
    'less_than',
    'less_or_equal',
    'between',
    'contains',
    'not_contains',
    'starts_with',
    'ends_with',
    'is_empty',
    'is_not_empty',
  ])
  .meta({ id: 'FilterOperator' })
export type FilterOperator = z.infer<typeof FilterOperator>

export const FilterValue = z.union([z.string().max(2000), z.number(), z.boolean()])
export type FilterValue = z.infer<typeof FilterValue>

const tableName = z.string().min(1).max(256).describe('Name of a table of the data source')
const columnName = z.string().min(1).max(256).describe('Name of a column of that table')
const filterValues = z
  .array(FilterValue)
  .max(1000)
  .describe('What to compare with: none for is_empty and is_not_empty, two for between (both included), one or more for the others, of which any may match')

const ownFigure = z
  .enum(['average', 'lowest', 'highest'])
  .optional()
  .describe('Compares a number with this figure of its own column over all rows of the table, instead of with values')

export type ValuesFrom = { query: SemanticQuery }
const ValuesFrom: z.ZodType<ValuesFrom> = z
  .lazy(() => z.strictObject({ query: SemanticQuery }))
  .meta({
    id: 'ValuesFrom',
    description:
      'Compares with the result of another query, which shows exactly one column, instead of with values: equals and not_equals with any of its rows, the others with its one value',
  })

const otherColumn = z
  .strictObject({ table: tableName, column: columnName })
  .optional()
  .describe('Compares with another column of the same row, instead of with values')

const otherMoment = z
  .strictObject({ table: tableName, column: columnName, unit: z.enum(['second', 'minute', 'hour', 'day']) })
  .optional()
  .describe(
    'Compares the time since another date of the same row, in this unit, with its fraction: shipped more than 20 days after the order; with `column_value`, with the number in that column: kept for more days than allowed',
  )

export const FilterCondition = z
  .strictObject({
    table: tableName,
    column: columnName,
    grain: Grain.optional().describe(
      'Only for dates: compares a part of them that repeats, a number, instead: day_of_week 6 and 7 are weekends, month_of_year 12 every December. With `values_from`, a stretch of time that the date lies in (day, month) is compared with those of a query: days with more than 100 orders',
    ),
    since: otherMoment,
    operator: FilterOperator,
    values: filterValues.default([]),
    than: ownFigure,
    column_value: otherColumn,
    values_from: ValuesFrom.optional(),
  })
  .meta({
    id: 'FilterCondition',
    description:
      'One comparison. As in SQL, an empty value matches nothing but is_empty. A day (2024-03-09) compared with a timestamp stands for the whole day.',
  })
export type FilterCondition = z.infer<typeof FilterCondition>

export type Filter = FilterCondition | { and: Filter[] } | { or: Filter[] } | { not: Filter }

export const Filter: z.ZodType<Filter> = z
  .lazy(() =>
    z.union([
      FilterCondition,
      z.strictObject({ and: z.array(Filter).min(1).max(100) }),
      z.strictObject({ or: z.array(Filter).min(1).max(100) }),
      z.strictObject({ not: Filter }),
    ]),
  )
  .meta({
    id: 'Filter',
    description:
      'A tree of conditions. A condition on a table with many rows for one row of the result asks whether such a row exists; conditions joined by `and` then speak of the same row, and `not` asks that none exists.',
  })

export const NamedMeasure = z
  .strictObject({ measure: z.string().min(1).max(256).describe('Name of a defined measure'), name: outputName.optional(), hidden })
  .meta({
    id: 'NamedMeasure',
    description: 'A measure that an owner of the data source defined, by its name',
  })
export type NamedMeasure = z.infer<typeof NamedMeasure>

export type Arithmetic =
  | { column: string; table?: string | undefined }
  | { number: number }
  | { op: '+' | '-' | '*' | '/'; left: Arithmetic; right: Arithmetic }
  | { case: { when: ArithmeticCondition; value: Arithmetic }[]; else?: Arithmetic | undefined }
  | { duration: { from: Moment; to: Moment; unit: 'second' | 'minute' | 'hour' | 'day' } }
export type ArithmeticCondition = z.infer<typeof ArithmeticCondition>

const ArithmeticCondition = z.strictObject({ column: columnName, operator: FilterOperator, values: filterValues.default([]) }).meta({
  id: 'ArithmeticCondition',
})

const otherTable = tableName.optional().describe('Where the column is of another table, of which each row has one: the product of an order line')
const columnOfRow = z.strictObject({ column: columnName, table: otherTable })

const Moment = z.union([
  columnOfRow,
  z.strictObject({
    moment: z
      .string()
      .regex(/^\d{4}-\d{2}-\d{2}(?:[T ]\d{2}:\d{2}(?::\d{2})?)?$/)
      .describe('2024-03-09 or 2024-03-09 14:30:00'),
  }),
])
/** A date or time of a row, or one that is the same for all. */
export type Moment = z.infer<typeof Moment>

export const Arithmetic: z.ZodType<Arithmetic> = z
  .lazy(() =>
    z.union([
      columnOfRow,
      z.strictObject({ number: z.number() }),
      z.strictObject({ op: z.enum(['+', '-', '*', '/']), left: Arithmetic, right: Arithmetic }),
      z.strictObject({
        case: z
          .array(z.strictObject({ when: ArithmeticCondition, value: Arithmetic }))
          .min(1)
          .max(20),
        else: Arithmetic.optional(),
      }),
      z.strictObject({ duration: z.strictObject({ from: Moment, to: Moment, unit: z.enum(['second', 'minute', 'hour', 'day']) }) }),
    ]),
  )
  .meta({
    id: 'Arithmetic',
    description:
      'A number calculated from the columns of one row, and of the rows it refers to: price * quantity. Dividing by 0 gives nothing. A `duration` is the time from one date to another, with its fraction, below 0 when `to` is the earlier.',
  })

export const AggregateMeasure = z
  .strictObject({
    aggregate: Aggregate,
    table: tableName,
    column: columnName.optional(),
    expression: Arithmetic.optional().describe('What to aggregate instead of a column'),
    grain: Grain.optional().describe('Only for count_distinct of dates: counts the periods of this length that there are, days of a timestamp'),
    filters: Filter.optional(),
    name: outputName.optional(),
    hidden,
  })
  .meta({
    id: 'AggregateMeasure',
    description:
      "An aggregate of a column of one table, or of an expression over its columns: count without either counts the table's rows. Its filters apply to this measure alone.",
  })
export type AggregateMeasure = z.infer<typeof AggregateMeasure>

export const RatioMeasure = z
  .strictObject({
    ratio: z.strictObject({ numerator: z.union([NamedMeasure, AggregateMeasure]), denominator: z.union([NamedMeasure, AggregateMeasure]) }),
    percent: z.boolean().optional().describe('True multiplies it by 100'),
    name: outputName.optional(),
    hidden,
  })
  .meta({ id: 'RatioMeasure', description: 'One measure divided by another; nothing where the denominator is 0' })
export type RatioMeasure = z.infer<typeof RatioMeasure>

export const CorrelationMeasure = z
  .strictObject({
    correlation: z.strictObject({ table: tableName, columns: z.tuple([columnName, columnName]).describe('Two columns of numbers of that table') }),
    filters: Filter.optional(),
    name: outputName.optional(),
    hidden,
  })
  .meta({
    id: 'CorrelationMeasure',
    description:
      "Pearson's coefficient of two columns over the rows that have both: 1 where they rise together, -1 where one falls as the other rises, near 0 where neither tells of the other; nothing where one of them does not vary",
  })
export type CorrelationMeasure = z.infer<typeof CorrelationMeasure>

export const QueryMeasure = z.union([NamedMeasure, AggregateMeasure, RatioMeasure, DerivedMeasure, CorrelationMeasure]).meta({ id: 'QueryMeasure' })
export type QueryMeasure = z.infer<typeof QueryMeasure>

export const QueryDimension = z
  .strictObject({
    table: tableName,
    column: columnName,
    grain: Grain.optional().describe('Only for dates: the period to group by'),
    bin: z
      .strictObject({ width: z.number().positive() })
      .optional()
      .describe('Only for numbers: groups them into bins of this width, named by their lower end'),
    name: outputName.optional(),
    hidden,
  })
  .meta({
    id: 'QueryDimension',
    description: 'A column to group by or, in a query without measures, to list',
  })
export type QueryDimension = z.infer<typeof QueryDimension>

export const HavingCondition = z
  .strictObject({
    by: outputName,
    operator: z.enum(['equals', 'not_equals', 'greater_than', 'greater_or_equal', 'less_than', 'less_or_equal', 'between']),
    values: z.array(z.number()).max(2).default([]),
    values_from: ValuesFrom.optional(),
  })
  .meta({
    id: 'HavingCondition',
    description: 'A condition on a measure of the result',
  })
export type HavingCondition = z.infer<typeof HavingCondition>

export const QueryOrder = z.strictObject({ by: outputName, direction: z.enum(['asc', 'desc']).default('asc') }).meta({ id: 'QueryOrder' })
export type QueryOrder = z.infer<typeof QueryOrder>

export const QueryJoin = z.strictObject({ from_table: tableName, from_column: columnName, to_table: tableName }).meta({
  id: 'QueryJoin',
  description: 'A join to take where tables are related in more than one way: the column that refers, and the table it refers to',
})
export type QueryJoin = z.infer<typeof QueryJoin>

export type QueryCombination = { operator: 'union' | 'intersect' | 'except'; query: SemanticQuery }
const QueryCombination: z.ZodType<QueryCombination> = z
  .lazy(() => z.strictObject({ operator: z.enum(['union', 'intersect', 'except']), query: SemanticQuery }))
  .meta({
    id: 'QueryCombination',
    description:
      'Puts the rows of this query together with those of another that shows as many columns: rows of either, of both, or of this one only; each row once. `order`, `limit` and `offset` of this query then cut the whole.',
  })

export const SemanticQuery = z
  .strictObject({
    measures: z.array(QueryMeasure).max(20).default([]),
    dimensions: z.array(QueryDimension).max(50).default([]),
    filters: Filter.optional(),
    having: z.array(HavingCondition).max(10).default([]),
    order: z.array(QueryOrder).max(10).default([]),
    limit: z.int().min(1).max(100_000).optional(),
    offset: z.int().min(0).max(10_000_000).optional().describe('Rows to leave out before the first'),
    limit_per: z
      .strictObject({ dimension: outputName, limit: z.int().min(1).max(1000) })
      .optional()
      .describe('Keeps the first `limit` rows, in the order given, for each value of a dimension'),
    distinct: z.boolean().default(false).describe('Lists equal rows once; only for a query without measures'),
    joins: z.array(QueryJoin).max(20).default([]),
    compare: QueryComparison.optional(),
    combine: QueryCombination.optional(),
  })
  .meta({
    id: 'SemanticQuery',
    description:
      'A question in structured form: what to measure, by what to group it, which rows count, how to sort and cut. Joins between the tables are found from the relationships of the data source. Without measures the dimensions are listed row by row. Output names default to the name of the column in snake_case with its grain (invoice_date_month), for measures with the aggregate in front (sum_total, count_invoice).',
  })
export type SemanticQuery = z.infer<typeof SemanticQuery>
