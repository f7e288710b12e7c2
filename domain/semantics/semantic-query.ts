import { z } from 'zod'

export const Aggregate = z.enum(['count', 'count_distinct', 'sum', 'avg', 'min', 'max']).meta({
  id: 'Aggregate',
  description: 'How a measure folds many rows into one value',
})
export type Aggregate = z.infer<typeof Aggregate>

export const Grain = z.enum(['day', 'week', 'month', 'quarter', 'year']).meta({
  id: 'Grain',
  description: "The period a date is rounded to; written as 2024-03-09, Monday's date, 2024-03, 2024-Q1 and 2024",
})
export type Grain = z.infer<typeof Grain>

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
const outputName = z
  .string()
  .regex(/^[A-Za-z_][A-Za-z0-9_]{0,63}$/)
  .describe('Name of the column in the result; letters, digits and underscores')
const filterValues = z
  .array(FilterValue)
  .max(1000)
  .describe('What to compare with: none for is_empty and is_not_empty, two for between (both included), one or more for the others, of which any may match')

const ownFigure = z
  .enum(['average', 'lowest', 'highest'])
  .optional()
  .describe('Compares a number with this figure of its own column over all rows of the table, instead of with values')

export const FilterCondition = z
  .strictObject({ table: tableName, column: columnName, operator: FilterOperator, values: filterValues.default([]), than: ownFigure })
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

const hidden = z.boolean().optional().describe('True computes it for `order` and `having` without showing it')

export const NamedMeasure = z
  .strictObject({ measure: z.string().min(1).max(256).describe('Name of a defined measure'), name: outputName.optional(), hidden })
  .meta({
    id: 'NamedMeasure',
    description: 'A measure that an owner of the data source defined, by its name',
  })
export type NamedMeasure = z.infer<typeof NamedMeasure>

export const AggregateMeasure = z
  .strictObject({
    aggregate: Aggregate,
    table: tableName,
    column: columnName.optional(),
    filters: Filter.optional(),
    name: outputName.optional(),
    hidden,
  })
  .meta({
    id: 'AggregateMeasure',
    description: "An aggregate of one table: count without a column counts the table's rows. Its filters apply to this measure alone.",
  })
export type AggregateMeasure = z.infer<typeof AggregateMeasure>

export const QueryMeasure = z.union([NamedMeasure, AggregateMeasure]).meta({ id: 'QueryMeasure' })
export type QueryMeasure = z.infer<typeof QueryMeasure>

export const QueryDimension = z
  .strictObject({
    table: tableName,
    column: columnName,
    grain: Grain.optional().describe('Only for dates: the period to group by'),
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
    values: z.array(z.number()).min(1).max(2),
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

export const SemanticQuery = z
  .strictObject({
    measures: z.array(QueryMeasure).max(20).default([]),
    dimensions: z.array(QueryDimension).max(50).default([]),
    filters: Filter.optional(),
    having: z.array(HavingCondition).max(10).default([]),
    order: z.array(QueryOrder).max(10).default([]),
    limit: z.int().min(1).max(100_000).optional(),
    limit_per: z
      .strictObject({ dimension: outputName, limit: z.int().min(1).max(1000) })
      .optional()
      .describe('Keeps the first `limit` rows, in the order given, for each value of a dimension'),
    distinct: z.boolean().default(false).describe('Lists equal rows once; only for a query without measures'),
    joins: z.array(QueryJoin).max(20).default([]),
  })
  .meta({
    id: 'SemanticQuery',
    description:
      'A question in structured form: what to measure, by what to group it, which rows count, how to sort and cut. Joins between the tables are found from the relationships of the data source. Without measures the dimensions are listed row by row. Output names default to the name of the column in snake_case with its grain (invoice_date_month), for measures with the aggregate in front (sum_total, count_invoice).',
  })
export type SemanticQuery = z.infer<typeof SemanticQuery>
