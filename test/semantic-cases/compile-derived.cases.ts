import type { QueryCase } from './compile.cases.ts'

const units = { aggregate: 'sum', table: 'sales', column: 'units' } as const
const region = { table: 'stores', column: 'region' }
const city = { table: 'stores', column: 'city' }
const store = { table: 'stores', column: 'name' }
const month = { table: 'sales', column: 'sold_at', grain: 'month' } as const
const year = { table: 'sales', column: 'sold_at', grain: 'year' } as const
const turnover = { measure: 'turnover' }

/** What is derived from the other rows of a result. */
export const derivedCases: Record<string, QueryCase> = {
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
