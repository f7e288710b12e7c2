import type { Arithmetic } from '#domain/semantics/semantic-query.ts'
import type { QueryCase } from './compile.cases.ts'

const sales = { aggregate: 'count', table: 'sales' } as const
const units = { aggregate: 'sum', table: 'sales', column: 'units' } as const
const region = { table: 'stores', column: 'region' }
const store = { table: 'stores', column: 'name' }
const year = { table: 'sales', column: 'sold_at', grain: 'year' } as const
const turnover = { measure: 'turnover' }
const column = (name: string): Arithmetic => ({ column: name })
const net: Arithmetic = {
  op: '*',
  left: { op: '*', left: column('price'), right: column('units') },
  right: { op: '-', left: { number: 1 }, right: column('discount') },
}
const online = { ...sales, filters: { table: 'sales', column: 'is_online', operator: 'equals', values: [true] } } as const

/** Expressions and ratios. */
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
  'a calculation over columns of another table': {
    query: {
      measures: [
        {
          aggregate: 'avg',
          table: 'returns',
          expression: { duration: { from: { column: 'sold_at', table: 'sales' }, to: { column: 'returned_at' }, unit: 'day' } },
          name: 'days',
        },
        { aggregate: 'sum', table: 'returns', expression: { op: '*', left: { number: 2 }, right: { column: 'price', table: 'sales' } }, name: 'doubled' },
        { aggregate: 'count', table: 'returns' },
      ],
      dimensions: [region],
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
}
