import type { QueryCase } from './compile.cases.ts'
import type { Arithmetic } from './semantic-query.ts'

const sales = { aggregate: 'count', table: 'sales' } as const
const units = { aggregate: 'sum', table: 'sales', column: 'units' } as const
const region = { table: 'stores', column: 'region' }
const city = { table: 'stores', column: 'city' }
const store = { table: 'stores', column: 'name' }
const month = { table: 'sales', column: 'sold_at', grain: 'month' } as const
const year = { table: 'sales', column: 'sold_at', grain: 'year' } as const
const turnover = { measure: 'turnover' }
const column = (name: string): Arithmetic => ({ column: name })
const net: Arithmetic = {
  op: '*',
  left: { op: '*', left: column('price'), right: column('units') },
  right: { op: '-', left: { number: 1 }, right: column('discount') },
}
const online = { ...sales, filters: { table: 'sales', column: 'is_online', operator: 'equals', values: [true] } } as const

/** Expressions, ratios, and what is derived from other rows. */
export const computedCases: Record<string, QueryCase> = {
  'a defined expression': { query: { measures: [turnover] }, rows: [[584.49]] },
  'a defined expression by group': {
    query: { measures: [turnover], dimensions: [region] },
    rows: [
      ['East', 303.49],
      ['North', 281],
    ],
  },
  'a defined filter': {
    query: { measures: [{ measure: 'online_sales' }, { measure: 'sales_count' }], dimensions: [region] },
    rows: [
      ['East', 2, 5],
      ['North', 1, 3],
    ],
  },
  'an expression with a missing part': { query: { measures: [{ aggregate: 'sum', table: 'sales', expression: net, name: 'net' }], dimensions: [year] } },
  'the average of an expression': {
    query: { measures: [{ aggregate: 'avg', table: 'sales', expression: { op: '-', left: column('price'), right: column('cost') }, name: 'margin' }] },
  },
  'whole numbers divide into fractions, and by zero into nothing': {
    query: {
      measures: [
        { aggregate: 'sum', table: 'sales', expression: { op: '/', left: column('units'), right: column('discount') }, name: 'odd' },
        { aggregate: 'avg', table: 'sales', expression: { op: '/', left: column('units'), right: { number: 4 } }, name: 'quarters' },
      ],
    },
    rows: [[150, 0.875]],
  },
  'the time from one date to another': {
    query: {
      measures: [
        {
          aggregate: 'max',
          table: 'sales',
          expression: { duration: { from: { column: 'sold_at' }, to: { moment: '2024-05-01' }, unit: 'day' } },
          name: 'days_since_first',
        },
        {
          aggregate: 'min',
          table: 'refunds',
          expression: { duration: { from: { moment: '2023-01-01 12:00' }, to: { column: 'refunded_on' }, unit: 'hour' } },
          name: 'hours',
        },
      ],
      dimensions: [],
    },
  },
  'the time between moments of a row': {
    query: {
      measures: [
        {
          aggregate: 'avg',
          table: 'readings',
          expression: { duration: { from: { column: 'taken' }, to: { column: 'taken' }, unit: 'second' } },
          name: 'none',
        },
        {
          aggregate: 'avg',
          table: 'readings',
          expression: { duration: { from: { moment: '2023-01-01' }, to: { column: 'taken' }, unit: 'minute' } },
          name: 'minutes',
        },
      ],
    },
  },
  'a case': {
    query: {
      measures: [
        {
          aggregate: 'sum',
          table: 'sales',
          expression: {
            case: [
              { when: { column: 'is_online', operator: 'equals', values: [true] }, value: column('units') },
              { when: { column: 'units', operator: 'greater_than', values: [3] }, value: { number: 100 } },
            ],
            else: { number: 0 },
          },
          name: 'weighted',
        },
      ],
      dimensions: [region],
    },
    rows: [
      ['East', 111],
      ['North', 5],
    ],
  },
  'a case without an else': {
    query: {
      measures: [
        {
          aggregate: 'count',
          table: 'sales',
          expression: { case: [{ when: { column: 'price', operator: 'between', values: [10, 20.25] }, value: { number: 1 } }] },
          name: 'middling',
        },
      ],
    },
    rows: [[4]],
  },
  'yes and no as numbers': {
    query: {
      measures: [
        { aggregate: 'sum', table: 'sales', column: 'is_online' },
        { aggregate: 'avg', table: 'sales', column: 'is_online' },
        { aggregate: 'max', table: 'sales', column: 'is_online' },
      ],
    },
    rows: [[3, 3 / 7, 1]],
  },
  'an expression by the many side': {
    query: { measures: [turnover], dimensions: [{ table: 'tags', column: 'label' }] },
    rows: [
      ['bulk', 137.5],
      ['gift', 129.99],
      ['promo', 117.5],
      [null, 317],
    ],
  },
  'distinct values of an expression': {
    query: { measures: [{ aggregate: 'count_distinct', table: 'sales', expression: { op: '*', left: column('units'), right: { number: 2 } }, name: 'kinds' }] },
    rows: [[6]],
  },
  'a ratio of two measures': {
    query: { measures: [{ ratio: { numerator: turnover, denominator: { measure: 'sales_count' } }, name: 'basket' }], dimensions: [region] },
  },
  'a share in percent': {
    query: { measures: [{ ratio: { numerator: online, denominator: sales }, percent: true, name: 'online_percent' }], dimensions: [store] },
    rows: [
      ['Airport', 0],
      ['Central', 66.6666667],
      ['Harbour', 33.3333333],
    ],
  },
  'a ratio of two tables': {
    query: {
      measures: [{ ratio: { numerator: { aggregate: 'sum', table: 'returns', column: 'amount' }, denominator: turnover }, percent: true }],
      dimensions: [region],
    },
  },
  'a ratio without groups': { query: { measures: [{ ratio: { numerator: units, denominator: sales } }] }, rows: [[3.5]] },
  'a ratio over nothing': {
    query: {
      measures: [{ ratio: { numerator: units, denominator: sales } }],
      filters: { table: 'sales', column: 'units', operator: 'greater_than', values: [1000] },
    },
    rows: [[null]],
  },
  'having a ratio': {
    query: {
      dimensions: [store],
      measures: [{ ratio: { numerator: units, denominator: sales }, name: 'each', hidden: true }],
      having: [{ by: 'each', operator: 'greater_than', values: [2.9] }],
      order: [{ by: 'each', direction: 'desc' }],
    },
    rows: [['Central'], ['Harbour']],
  },
  'share of the total': {
    query: { measures: [units, { derive: 'share_of_total', of: 'sum_units', percent: true, name: 'share' }], dimensions: [region] },
    rows: [
      ['East', 19, 67.8571429],
      ['North', 9, 32.1428571],
    ],
  },
  'share within each region, only the large': {
    query: {
      measures: [units, { derive: 'share_of_total', of: 'sum_units', per: ['region'], name: 'share' }],
      dimensions: [region, store],
      having: [{ by: 'share', operator: 'greater_than', values: [0.3] }],
    },
    rows: [
      ['East', 'Central', 14, 0.736842105],
      ['North', 'Harbour', 9, 1],
    ],
  },
  'running total': {
    query: { measures: [units, { derive: 'running_total', of: 'sum_units', name: 'so_far' }], dimensions: [month] },
    rows: [
      ['2023-01', 3, 3],
      ['2023-02', 1, 4],
      ['2023-12', 2, 6],
      ['2024-01', 5, 11],
      ['2024-02', 5, 16],
      ['2024-03', 10, 26],
      ['2024-04', 2, 28],
    ],
  },
  'running total within each region, latest first': {
    query: {
      measures: [units, { derive: 'running_total', of: 'sum_units' }],
      dimensions: [month, region],
      order: [{ by: 'sold_at_month', direction: 'desc' }],
      limit: 3,
    },
    rows: [
      ['2024-04', 'North', 2, 9],
      ['2024-03', 'East', 10, 19],
      ['2024-02', 'East', 5, 9],
    ],
  },
  'running total begins anew each year': {
    query: { measures: [units, { derive: 'running_total', of: 'sum_units', per: ['sold_at_year'] }], dimensions: [year, month] },
    rows: [
      ['2023', '2023-01', 3, 3],
      ['2023', '2023-02', 1, 4],
      ['2023', '2023-12', 2, 6],
      ['2024', '2024-01', 5, 5],
      ['2024', '2024-02', 5, 10],
      ['2024', '2024-03', 10, 20],
      ['2024', '2024-04', 2, 22],
    ],
  },
  'previous, change and percent change': {
    query: {
      measures: [
        units,
        { derive: 'previous', of: 'sum_units', name: 'before' },
        { derive: 'change', of: 'sum_units', name: 'change' },
        { derive: 'percent_change', of: 'sum_units', name: 'percent' },
      ],
      dimensions: [year],
    },
    rows: [
      ['2023', 6, null, null, null],
      ['2024', 22, 6, 16, 266.666667],
    ],
  },
  'the row two before': {
    query: { measures: [units, { derive: 'previous', of: 'sum_units', rows: 2, name: 'before' }], dimensions: [month], limit: 4 },
    rows: [
      ['2023-01', 3, null],
      ['2023-02', 1, null],
      ['2023-12', 2, 3],
      ['2024-01', 5, 1],
    ],
  },
  'moving average': {
    query: { measures: [units, { derive: 'moving_average', of: 'sum_units', rows: 2, name: 'smooth' }], dimensions: [month] },
    rows: [
      ['2023-01', 3, 3],
      ['2023-02', 1, 2],
      ['2023-12', 2, 1.5],
      ['2024-01', 5, 3.5],
      ['2024-02', 5, 5],
      ['2024-03', 10, 7.5],
      ['2024-04', 2, 6],
    ],
  },
  'rank, equal ones together': {
    query: { measures: [units, { derive: 'rank', of: 'sum_units', name: 'place' }], dimensions: [month], order: [{ by: 'place' }], limit: 4 },
    rows: [
      ['2024-03', 10, 1],
      ['2024-01', 5, 2],
      ['2024-02', 5, 2],
      ['2023-01', 3, 4],
    ],
  },
  'the best within each region by rank': {
    query: {
      measures: [
        { ...turnover, hidden: true },
        { derive: 'rank', of: 'turnover', per: ['region'], name: 'place', hidden: true },
      ],
      dimensions: [region, store],
      having: [{ by: 'place', operator: 'equals', values: [1] }],
    },
    rows: [
      ['East', 'Central'],
      ['North', 'Harbour'],
    ],
  },
  'a share of a ratio, over two grains': {
    query: {
      measures: [
        { aggregate: 'sum', table: 'targets', column: 'amount', name: 'target' },
        { ratio: { numerator: turnover, denominator: { aggregate: 'sum', table: 'targets', column: 'amount' } }, name: 'reached' },
        { derive: 'rank', of: 'reached', name: 'place' },
      ],
      dimensions: [store],
    },
  },
  'running total without time follows the order asked for': {
    query: {
      measures: [units, { derive: 'running_total', of: 'sum_units', name: 'so_far' }],
      dimensions: [city],
      order: [{ by: 'sum_units', direction: 'desc' }],
    },
    rows: [
      ['Vienna', 19, 19],
      ['Hamburg', 9, 28],
    ],
  },
  'derived of a compared query': {
    query: {
      measures: [units, { derive: 'share_of_total', of: 'sum_units', name: 'share' }],
      dimensions: [year],
      compare: { dimension: 'sold_at_year', to: 'previous_period' },
    },
  },
}
