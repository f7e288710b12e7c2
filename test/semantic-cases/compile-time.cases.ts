import { Grain } from '#domain/semantics/semantic-query.ts'
import type { QueryCase } from './compile.cases.ts'

const sales = { aggregate: 'count', table: 'sales' } as const
const units = { aggregate: 'sum', table: 'sales', column: 'units' } as const
const soldBy = (grain: Grain) => ({ table: 'sales', column: 'sold_at', grain })
const soldIn = (operator: 'equals' | 'between' | 'greater_or_equal', ...values: string[]) => ({ table: 'sales', column: 'sold_at', operator, values })

const saleId = { table: 'sales', column: 'id' }
const returned = { table: 'returns', column: 'returned_at', since: { table: 'sales', column: 'sold_at', unit: 'day' as const } }

/** Every grain of every way moments are kept; comparisons with the past; bins. */
export const timeCases: Record<string, QueryCase> = {
  ...Object.fromEntries(Grain.options.map((grain) => [`moments by ${grain}`, { query: { measures: [sales], dimensions: [soldBy(grain)] } }])),
  ...Object.fromEntries(
    Grain.options.map((grain) => [
      `milliseconds by ${grain}`,
      { query: { measures: [{ aggregate: 'count', table: 'readings' } as const], dimensions: [{ table: 'readings', column: 'taken', grain }] } },
    ]),
  ),
  ...Object.fromEntries(
    (['week', 'month', 'quarter', 'year', 'month_of_year', 'day_of_week', 'day_of_month'] as const).map((grain) => [
      `days by ${grain}`,
      { query: { measures: [{ aggregate: 'count', table: 'employees' } as const], dimensions: [{ table: 'employees', column: 'hired', grain }] } },
    ]),
  ),
  'text dates by day of the week': {
    query: {
      measures: [{ aggregate: 'sum', table: 'refunds', column: 'amount' }],
      dimensions: [{ table: 'refunds', column: 'refunded_on', grain: 'day_of_week' }],
    },
    rows: [
      [3, 50],
      [4, 10],
    ],
  },
  'months there are sales in': { query: { measures: [{ aggregate: 'count_distinct', table: 'sales', column: 'sold_at', grain: 'month' }] }, rows: [[7]] },
  'month of year and year': {
    query: { measures: [units], dimensions: [soldBy('month_of_year'), soldBy('year')] },
    rows: [
      [1, '2023', 3],
      [1, '2024', 5],
      [2, '2023', 1],
      [2, '2024', 5],
      [3, '2024', 10],
      [4, '2024', 2],
      [12, '2023', 2],
    ],
  },
  'each month beside the month before': {
    query: { measures: [units], dimensions: [soldBy('month')], compare: { dimension: 'sold_at_month', to: 'previous_period' } },
    rows: [
      ['2023-01', 3, null, null, null],
      ['2023-02', 1, 3, -2, -66.6666667],
      ['2023-12', 2, null, null, null],
      ['2024-01', 5, 2, 3, 150],
      ['2024-02', 5, 5, 0, 0],
      ['2024-03', 10, 5, 5, 100],
      ['2024-04', 2, 10, -8, -80],
    ],
  },
  'each month of a year beside that of the year before': {
    query: {
      measures: [units],
      dimensions: [soldBy('month')],
      filters: soldIn('equals', '2024'),
      compare: { dimension: 'sold_at_month', to: 'previous_year' },
    },
    rows: [
      ['2024-01', 5, 3, 2, 66.6666667],
      ['2024-02', 5, 1, 4, 400],
      ['2024-03', 10, null, null, null],
      ['2024-04', 2, null, null, null],
    ],
  },
  'the first month asked for has one before it': {
    query: {
      measures: [sales],
      dimensions: [soldBy('month')],
      filters: soldIn('equals', '2024-01'),
      compare: { dimension: 'sold_at_month', to: 'previous_period' },
    },
    rows: [['2024-01', 1, 1, 0, 0]],
  },
  'a year beside the year before, by region': {
    query: {
      measures: [units],
      dimensions: [soldBy('year'), { table: 'stores', column: 'region' }],
      filters: soldIn('equals', '2024'),
      compare: { dimension: 'sold_at_year', to: 'previous_period' },
    },
    rows: [
      ['2024', 'East', 15, 4, 11, 275],
      ['2024', 'North', 7, 2, 5, 250],
    ],
  },
  'quarters compared, of two grains': {
    query: {
      measures: [units, { aggregate: 'sum', table: 'returns', column: 'amount' }],
      dimensions: [soldBy('quarter')],
      compare: { dimension: 'sold_at_quarter', to: 'previous_period' },
    },
  },
  'weeks compared with the year before': {
    query: { measures: [sales], dimensions: [soldBy('week')], compare: { dimension: 'sold_at_week', to: 'previous_year' } },
  },
  'days compared with the year before leave out the leap day': {
    query: { measures: [sales], dimensions: [soldBy('day')], compare: { dimension: 'sold_at_day', to: 'previous_year' } },
  },
  'hours compared': { query: { measures: [sales], dimensions: [soldBy('hour')], compare: { dimension: 'sold_at_hour', to: 'previous_period' } } },
  'a ratio compared': {
    query: {
      measures: [{ ratio: { numerator: units, denominator: sales }, name: 'units_per_sale' }],
      dimensions: [soldBy('year')],
      compare: { dimension: 'sold_at_year', to: 'previous_period' },
    },
    rows: [
      ['2023', 2, null, null, null],
      ['2024', 4.4, 2, 2.4, 120],
    ],
  },
  'years of a column of years compared': {
    query: {
      measures: [{ aggregate: 'count', table: 'products' }],
      dimensions: [{ table: 'products', column: 'made_in', grain: 'year' }],
      compare: { dimension: 'made_in_year', to: 'previous_period' },
    },
  },
  'milliseconds compared': {
    query: {
      measures: [{ aggregate: 'sum', table: 'readings', column: 'level' }],
      dimensions: [{ table: 'readings', column: 'taken', grain: 'month' }],
      compare: { dimension: 'taken_month', to: 'previous_period' },
    },
  },
  'compared and sorted by the change': {
    query: {
      measures: [units],
      dimensions: [soldBy('month')],
      compare: { dimension: 'sold_at_month', to: 'previous_period' },
      order: [{ by: 'sum_units_change', direction: 'desc' }],
      limit: 2,
    },
    rows: [
      ['2024-03', 10, 5, 5, 100],
      ['2024-01', 5, 2, 3, 150],
    ],
  },
  'a part of a date that comes again: weekends': {
    query: { dimensions: [saleId], filters: { table: 'sales', column: 'sold_at', grain: 'day_of_week', operator: 'equals', values: [6, 7] } },
    rows: [[1], [3], [7]],
  },
  'hours of the day between two': {
    query: { dimensions: [saleId], filters: { table: 'sales', column: 'sold_at', grain: 'hour_of_day', operator: 'between', values: [9, 14] } },
    rows: [[1], [2], [5], [7], [8]],
  },
  'milliseconds outside every January': {
    query: {
      dimensions: [{ table: 'readings', column: 'id' }],
      filters: { table: 'readings', column: 'taken', grain: 'month_of_year', operator: 'not_equals', values: [1] },
    },
    rows: [[4], [5]],
  },
  'days of the month, of text dates, at most': {
    query: {
      measures: [{ aggregate: 'count', table: 'refunds' }],
      filters: { table: 'refunds', column: 'refunded_on', grain: 'day_of_month', operator: 'less_or_equal', values: [31] },
    },
  },
  'the time since a date of another table': {
    query: {
      measures: [{ aggregate: 'count', table: 'returns' }],
      filters: { ...returned, operator: 'greater_than', values: [1] },
    },
    rows: [[3]],
  },
  'the time since, of rows behind a step to many': {
    query: { dimensions: [saleId], filters: { ...returned, operator: 'between', values: [0, 1.5] } },
    rows: [[8]],
  },
  'hours since, of a measure of its own': {
    query: {
      measures: [
        {
          aggregate: 'count',
          table: 'returns',
          name: 'late',
          filters: { ...returned, since: { ...returned.since, unit: 'hour' }, operator: 'greater_than', values: [24] },
        },
        { aggregate: 'count', table: 'returns' },
      ],
    },
    rows: [[3, 4]],
  },
  'bins of decimals': {
    query: { measures: [sales], dimensions: [{ table: 'sales', column: 'price', bin: { width: 10 } }] },
    rows: [
      [0, 2],
      [10, 3],
      [20, 1],
      [90, 1],
      [100, 1],
    ],
  },
  'bins below zero': {
    query: { measures: [{ aggregate: 'count', table: 'readings' }], dimensions: [{ table: 'readings', column: 'level', bin: { width: 2.5 } }] },
    rows: [
      [-5, 1],
      [0, 1],
      [10, 1],
      [27.5, 1],
      [30, 1],
    ],
  },
  'bins of whole numbers, with a missing one': {
    query: { measures: [sales], dimensions: [{ table: 'sales', column: 'seller_id', bin: { width: 2 }, name: 'sellers' }] },
    rows: [
      [0, 1],
      [2, 4],
      [4, 2],
      [null, 1],
    ],
  },
  'bins of numbers kept as text': {
    query: { measures: [{ aggregate: 'count', table: 'products' }], dimensions: [{ table: 'products', column: 'weight', bin: { width: 1 } }] },
    rows: [
      [0, 1],
      [1, 1],
      [10, 1],
    ],
  },
}
