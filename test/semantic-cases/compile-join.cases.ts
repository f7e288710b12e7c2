import type { QueryCase } from './compile.cases.ts'

const sales = { aggregate: 'count', table: 'sales' } as const
const units = { aggregate: 'sum', table: 'sales', column: 'units' } as const
const returned = { aggregate: 'sum', table: 'returns', column: 'amount', name: 'returned' } as const
const target = { aggregate: 'sum', table: 'targets', column: 'amount', name: 'target' } as const
const employee = { table: 'employees', column: 'name' }
const store = { table: 'stores', column: 'name' }
const region = { table: 'stores', column: 'region' }
const tag = { table: 'tags', column: 'label' }
const online = { table: 'sales', column: 'is_online', operator: 'equals', values: [true] } as const

/** Cycles, keys in several roles, bridges, and facts that share a dimension. */
export const joinCases: Record<string, QueryCase> = {
  'of two ways to an employee the shorter': {
    query: { measures: [units], dimensions: [employee] },
    rows: [
      ['Eva', 3],
      ['Finn', 3],
      ['Gus', 7],
      ['Hana', 14],
      [null, 1],
    ],
  },
  'the longer way when it is named': {
    query: { measures: [units], dimensions: [employee], joins: [{ from_table: 'stores', from_column: 'manager_id', to_table: 'employees' }] },
    rows: [
      ['Eva', 14],
      ['Finn', 9],
      [null, 5],
    ],
  },
  'both an employee and a store': {
    query: { measures: [sales], dimensions: [store, employee], joins: [{ from_table: 'sales', from_column: 'seller_id', to_table: 'employees' }] },
    rows: [
      ['Airport', 'Hana', 1],
      ['Airport', null, 1],
      ['Central', 'Eva', 1],
      ['Central', 'Finn', 1],
      ['Central', 'Hana', 1],
      ['Harbour', 'Finn', 1],
      ['Harbour', 'Gus', 2],
    ],
  },
  'managers of stores': {
    query: { dimensions: [store, employee], joins: [{ from_table: 'stores', from_column: 'manager_id', to_table: 'employees' }] },
    rows: [
      ['Central', 'Eva'],
      ['Harbour', 'Finn'],
      ['Airport', null],
    ],
  },
  'over a bridge, each sale once per tag': {
    query: { measures: [units, sales], dimensions: [tag] },
    rows: [
      ['bulk', 15, 2],
      ['gift', 4, 2],
      ['promo', 13, 2],
      [null, 9, 4],
    ],
  },
  'over a bridge the other way': {
    query: { measures: [{ aggregate: 'count', table: 'tags' }], dimensions: [region] },
    rows: [
      ['East', 3],
      ['North', 1],
    ],
  },
  'tags and regions that met': {
    query: { dimensions: [region, tag] },
    rows: [
      ['East', 'bulk'],
      ['East', 'gift'],
      ['East', 'promo'],
      ['North', 'bulk'],
    ],
  },
  'a filter behind a bridge': {
    query: { measures: [units], filters: { ...tag, operator: 'equals', values: ['promo', 'gift'] } },
    rows: [[14]],
  },
  'both tags': {
    query: {
      dimensions: [{ table: 'sales', column: 'id' }],
      filters: {
        and: [{ or: [{ ...tag, operator: 'equals', values: ['promo'] }] }, { not: { not: { ...tag, operator: 'equals', values: ['bulk'] } } }],
      },
    },
    rows: [[7]],
  },
  'neither tag': {
    query: { dimensions: [{ table: 'sales', column: 'id' }], filters: { not: { ...tag, operator: 'equals', values: ['promo', 'gift'] } } },
    rows: [[3], [4], [5], [6], [8]],
  },
  'two tables of facts by what they share': {
    query: { measures: [units, target, returned], dimensions: [store] },
    rows: [
      ['Airport', 5, 80, null],
      ['Central', 14, 110, 45],
      ['Harbour', 9, 85, 120],
    ],
  },
  'facts by a dimension of which one has none': {
    query: { measures: [units, target], dimensions: [region], filters: { ...store, operator: 'not_equals', values: ['Airport'] } },
    rows: [
      ['East', 14, 110],
      ['North', 9, 85],
    ],
  },
  'facts without a dimension': { query: { measures: [units, target, returned] }, rows: [[28, 275, 165]] },
  'returns without a key by tag': {
    query: { measures: [returned, { aggregate: 'count', table: 'returns' }], dimensions: [tag] },
    rows: [
      ['bulk', 35, 2],
      ['gift', 10, 1],
      ['promo', 45, 3],
      [null, 120, 1],
    ],
  },
  'lowest and highest by the many side': {
    query: {
      measures: [
        { aggregate: 'min', table: 'sales', column: 'price' },
        { aggregate: 'max', table: 'sales', column: 'sold_at' },
      ],
      dimensions: [tag],
    },
    rows: [
      ['bulk', 8.75, '2024-03-31 09:00:00'],
      ['gift', 10, '2023-02-28 14:05:10'],
      ['promo', 8.75, '2024-03-31 09:00:00'],
      [null, 5, '2024-04-30 14:59:59'],
    ],
  },
  'average of decimals by the many side': {
    query: { measures: [{ aggregate: 'avg', table: 'sales', column: 'price' }], dimensions: [tag] },
    rows: [
      ['bulk', 9.375],
      ['gift', 54.995],
      ['promo', 9.375],
      [null, 35.1875],
    ],
  },
  'distinct sellers of a region': {
    query: { measures: [{ aggregate: 'count_distinct', table: 'sales', column: 'seller_id' }], dimensions: [region] },
    rows: [
      ['East', 3],
      ['North', 2],
    ],
  },
  'employees counted over their sales': {
    query: {
      measures: [{ aggregate: 'count', table: 'employees' }],
      dimensions: [region],
      joins: [{ from_table: 'sales', from_column: 'seller_id', to_table: 'employees' }],
    },
    rows: [
      ['East', 3],
      ['North', 2],
    ],
  },
  'measures with filters of their own, over many rows': {
    query: {
      measures: [sales, { ...sales, filters: online, name: 'online' }, { ...sales, filters: { ...tag, operator: 'equals', values: ['bulk'] }, name: 'bulk' }],
      dimensions: [region],
    },
    rows: [
      ['East', 5, 2, 1],
      ['North', 3, 1, 1],
    ],
  },
  'who never sold': {
    query: {
      dimensions: [employee],
      filters: { not: { table: 'sales', column: 'id', operator: 'is_not_empty' } },
      joins: [{ from_table: 'sales', from_column: 'seller_id', to_table: 'employees' }],
    },
    rows: [],
  },
  'who never sold on line': {
    query: { dimensions: [employee], filters: { not: online }, joins: [{ from_table: 'sales', from_column: 'seller_id', to_table: 'employees' }] },
    rows: [['Eva']],
  },
  'stores with a return': {
    query: { dimensions: [store], filters: { table: 'returns', column: 'amount', operator: 'greater_than', values: [0] } },
    rows: [['Central'], ['Harbour']],
  },
  'stores with a late return on line': {
    query: { dimensions: [store], filters: { and: [{ table: 'returns', column: 'reason', operator: 'equals', values: ['late'] }, online] } },
    rows: [['Central']],
  },
  'a flight by where it starts': {
    query: {
      dimensions: [
        { table: 'flights', column: 'id' },
        { table: 'airports', column: 'city' },
      ],
      joins: [{ from_table: 'flights', from_column: 'origin', to_table: 'airports' }],
    },
    rows: [
      [1, 'Vienna'],
      [2, 'Sao Paulo'],
      [3, 'Vienna'],
    ],
  },
  'first of each region by its own measure': {
    query: {
      measures: [units],
      dimensions: [region, employee],
      joins: [{ from_table: 'sales', from_column: 'seller_id', to_table: 'employees' }],
      order: [{ by: 'sum_units', direction: 'desc' }],
      limit_per: { dimension: 'region', limit: 2 },
    },
    rows: [
      ['East', 'Hana', 14],
      ['East', 'Eva', 3],
      ['North', 'Gus', 7],
      ['North', 'Finn', 2],
    ],
  },
}
