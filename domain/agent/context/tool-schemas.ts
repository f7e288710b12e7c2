import type { LanguageModelV4FunctionTool } from '@ai-sdk/provider'
import { ChartType } from '../../charts/chart-spec.ts'
import { Derivation } from '../../semantics/compile/derived-measure.ts'
import { Aggregate, FilterOperator, Grain } from '../../semantics/semantic-query.ts'

/**
 * What a model is told of the tools' arguments: the same shapes as those the arguments are checked by (`tools.ts`), in a form a model can hold in mind. The
 * full schema of a query alone is some 4,500 tokens; trees are told in words here, bounds and patterns not at all: what breaks them is answered by a fault.
 */
type Schema = LanguageModelV4FunctionTool['inputSchema']

const text = (description?: string): Schema => ({ type: 'string', ...(description ? { description } : {}) })
const oneOf = (options: readonly string[], description?: string): Schema => ({ type: 'string', enum: [...options], ...(description ? { description } : {}) })
const list = (items: Schema, description?: string): Schema => ({ type: 'array', items, ...(description ? { description } : {}) })
const whole: Schema = { type: 'integer' }
const flag: Schema = { type: 'boolean' }
const any = (description: string): Schema => ({ type: 'object', description })
const shape = (properties: Record<string, Schema>, required: string[] = [], description?: string): Schema => ({
  type: 'object',
  properties,
  ...(required.length ? { required } : {}),
  ...(description ? { description } : {}),
})

const datasource_id = text('Id of the data source')
const title = text('What the result shows, in a few words')

const filters = any(
  `{table, column, operator, values}, or {and: [..]}, {or: [..]}, {not: ..} of these. operator: ${FilterOperator.options.join(', ')}. values: a list; two for between (both included), several for any of them, none for is_empty. Dates as 2024-03-09; {.., grain: "day_of_week", values: [6, 7]} compares a repeating part. Instead of values: than: average, lowest or highest of the column; column_value: {table, column}; values_from: {query}`,
)

const measures = list(
  shape({
    name: text('What order and having call it'),
    measure: text('A measure listed in the schema; nothing else is needed then'),
    aggregate: oneOf(Aggregate.options),
    table: text(),
    column: text('Left out: counts rows'),
    expression: any('Calculated, instead of column: {column}, {column, table}, {number}, {op: + - * /, left, right}'),
    grain: any('Of count_distinct of dates: day, month, ..'),
    filters: any('Which rows this measure alone counts, as filters below'),
    ratio: any('{numerator, denominator}: two measures divided'),
    percent: flag,
    derive: oneOf(Derivation.options, 'Computed from another measure of this query'),
    of: text('The measure it is derived from'),
    rows: whole,
    hidden: flag,
  }),
)

const query = shape(
  {
    measures,
    dimensions: list(
      shape(
        { table: text(), column: text(), grain: oneOf(Grain.options, 'Only for dates'), bin: any('{width}, only for numbers'), name: text() },
        ['table', 'column'],
        'What to group by',
      ),
    ),
    filters,
    having: list(shape({ by: text(), operator: text(), values: list({ type: 'number' }) }), 'Conditions on measures'),
    order: list(shape({ by: text('Name of a measure or dimension'), direction: oneOf(['asc', 'desc']) })),
    limit: whole,
    offset: whole,
    limit_per: any('{dimension, limit}: the first rows of each value of a dimension'),
    distinct: flag,
    compare: any('{dimension, to: previous_period or previous_year}: adds _previous, _change and _percent_change'),
    combine: any('{operator: union, intersect or except, query}'),
    joins: list(any('{from_table, from_column, to_table}'), 'Only where tables are related in more than one way'),
  },
  [],
  'Joins are found for you. Without measures the dimensions are listed row by row.',
)

const chart = oneOf(ChartType.options, 'Only when the person asked for this kind')

/** `run_sql` as a small model is told of it: of one data source it need not name the id. */
export const smallRunSql = (hasSeveral: boolean): Schema =>
  shape({ ...(hasSeveral ? { datasource_id } : {}), sql: text('One SELECT statement'), title }, [...(hasSeveral ? ['datasource_id'] : []), 'sql'])

export const TOOL_SCHEMAS = {
  query_data: shape({ datasource_id, query, title, chart, bin_width: { type: 'number', description: 'Only for a histogram' } }, ['datasource_id', 'query']),
  run_sql: shape({ datasource_id, sql: text('One SELECT statement'), title, chart: text('As in query_data') }, ['datasource_id', 'sql']),
  use_verified_query: shape({ datasource_id, verified_query_id: text(), title }, ['datasource_id', 'verified_query_id']),
  find_in_schema: shape({ datasource_id, text: text('What to look for, in words of the business') }, ['datasource_id', 'text']),
  describe_table: shape({ datasource_id, table: text() }, ['datasource_id', 'table']),
  find_values: shape({ datasource_id, texts: list(text(), 'Names or other values to look for') }, ['datasource_id', 'texts']),
  explain_change: shape(
    {
      ...{ datasource_id, query: any('One sum or count with its filters, in the form of query_data, without the period') },
      ...{
        table: text(),
        column: text('The date'),
        grain: oneOf(['day', 'month', 'quarter', 'year']),
        period: text('2024, 2024-Q1, 2024-03 or 2024-03-09'),
        against: oneOf(['period', 'year'], 'The period before, or the same a year before'),
        title,
      },
    },
    ['datasource_id', 'query', 'table', 'column', 'grain', 'period'],
  ),
  ask_user: shape({ question: text(), options: list(text(), 'Answers to choose from') }, ['question']),
  suggest_questions: shape({ suggestions: list(text()) }, ['suggestions']),
} satisfies Record<string, Schema>
