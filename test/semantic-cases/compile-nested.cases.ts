import type { QueryCase } from './compile.cases.ts'

const sales = { aggregate: 'count', table: 'sales' } as const
const units = { aggregate: 'sum', table: 'sales', column: 'units' } as const
const store = { table: 'stores', column: 'name' }
const storeId = { table: 'sales', column: 'store_id' }
const region = { table: 'stores', column: 'region' }
const saleId = { table: 'sales', column: 'id' }
const customer = { table: 'customers', column: 'name' }
const country = { table: 'customers', column: 'country' }
const employee = { table: 'employees', column: 'name' }
const price = { table: 'sales', column: 'price' }

/** Queries inside queries, sets, and columns against columns. */
export const nestedCases: Record<string, QueryCase> = {
  'one of the rows of another query': {
    query: {
      dimensions: [store],
      filters: {
        table: 'stores',
        column: 'id',
        operator: 'equals',
        values_from: { query: { dimensions: [storeId], filters: { ...price, operator: 'greater_than', values: [50] } } },
      },
    },
    rows: [['Central'], ['Harbour']],
  },
  'none of the rows of another query, one of which is missing': {
    query: {
      dimensions: [employee],
      filters: {
        table: 'employees',
        column: 'id',
        operator: 'not_equals',
        values_from: { query: { dimensions: [{ table: 'stores', column: 'manager_id' }] } },
      },
    },
    rows: [['Gus'], ['Hana']],
  },
  'one of the best of another query': {
    query: {
      measures: [sales],
      dimensions: [store],
      filters: {
        ...storeId,
        operator: 'equals',
        values_from: { query: { dimensions: [storeId], measures: [{ ...units, hidden: true }], order: [{ by: 'sum_units', direction: 'desc' }], limit: 2 } },
      },
    },
    rows: [
      ['Central', 3],
      ['Harbour', 3],
    ],
  },
  'more than the one value of another query': {
    query: {
      dimensions: [saleId],
      filters: {
        ...price,
        operator: 'greater_than',
        values_from: {
          query: {
            measures: [{ aggregate: 'avg', table: 'sales', column: 'price' }],
            filters: { table: 'sales', column: 'is_online', operator: 'equals', values: [false] },
          },
        },
      },
    },
    rows: [[2], [3], [5], [8]],
  },
  'the first of several values of another query': {
    query: {
      dimensions: [saleId],
      filters: {
        ...price,
        operator: 'less_than',
        values_from: { query: { dimensions: [{ table: 'sales', column: 'cost' }], order: [{ by: 'cost', direction: 'asc' }] } },
      },
    },
    rows: [],
  },
  'three queries deep': {
    query: {
      measures: [units],
      filters: {
        ...storeId,
        operator: 'equals',
        values_from: {
          query: {
            dimensions: [{ table: 'stores', column: 'id' }],
            filters: {
              table: 'stores',
              column: 'manager_id',
              operator: 'equals',
              values_from: { query: { dimensions: [{ table: 'employees', column: 'id' }], filters: { ...employee, operator: 'starts_with', values: ['e'] } } },
            },
          },
        },
      },
    },
    rows: [[14]],
  },
  'groups above the average of all groups': {
    query: {
      dimensions: [store],
      measures: [units],
      having: [{ by: 'sum_units', operator: 'greater_than', values_from: { query: { measures: [{ aggregate: 'avg', table: 'sales', column: 'units' }] } } }],
    },
    rows: [
      ['Airport', 5],
      ['Central', 14],
      ['Harbour', 9],
    ],
  },
  'groups of as many as one group': {
    query: {
      dimensions: [region],
      measures: [units],
      having: [
        {
          by: 'sum_units',
          operator: 'greater_than',
          values_from: { query: { measures: [units], filters: { ...region, operator: 'equals', values: ['North'] } } },
        },
      ],
    },
    rows: [['East', 19]],
  },
  'a column against another of its row': {
    query: { dimensions: [saleId], filters: { ...price, operator: 'equals', column_value: { table: 'sales', column: 'cost' } } },
    rows: [[6]],
  },
  'a column against one of the table it refers to': {
    query: {
      dimensions: [{ table: 'sales', column: 'id' }],
      filters: { table: 'sales', column: 'seller_id', operator: 'equals', column_value: { table: 'stores', column: 'manager_id' } },
    },
    rows: [[1], [3]],
  },
  'a moment against one of another table': {
    query: {
      measures: [sales],
      filters: { table: 'sales', column: 'sold_at', operator: 'less_than', column_value: { table: 'targets', column: 'period' } },
    },
    rows: [[3]],
  },
  'a number against one of many rows': {
    query: {
      dimensions: [{ table: 'orders', column: 'id' }],
      filters: { table: 'orders', column: 'total', operator: 'less_than', column_value: { table: 'refunds', column: 'amount' } },
    },
    rows: [],
  },
  'not below its cost': {
    query: { dimensions: [saleId], filters: { not: { ...price, operator: 'less_or_equal', column_value: { table: 'sales', column: 'cost' } } } },
    rows: [[1], [2], [3], [4], [5], [7]],
  },
  'of one or the other': {
    query: {
      dimensions: [{ table: 'stores', column: 'city' }],
      combine: { operator: 'union', query: { dimensions: [country] } },
    },
    rows: [['Austria'], ['Brazil'], ['Hamburg'], ['Vienna'], [null]],
  },
  'of both': {
    query: {
      dimensions: [{ table: 'stores', column: 'city' }],
      combine: { operator: 'intersect', query: { dimensions: [{ table: 'airports', column: 'city' }] } },
    },
    rows: [['Vienna']],
  },
  'of one and not the other': {
    query: {
      dimensions: [{ table: 'stores', column: 'city' }],
      combine: { operator: 'except', query: { dimensions: [{ table: 'airports', column: 'city' }] } },
    },
    rows: [['Hamburg']],
  },
  'both measured, sorted as a whole': {
    query: {
      dimensions: [{ ...store, name: 'name' }],
      measures: [{ ...units, name: 'amount' }],
      order: [{ by: 'amount', direction: 'desc' }],
      limit: 3,
      combine: { operator: 'union', query: { dimensions: [customer], measures: [{ aggregate: 'count', table: 'orders' }] } },
    },
    rows: [
      ['Central', 14],
      ['Harbour', 9],
      ['Airport', 5],
    ],
  },
  'customers of two kinds of goods': {
    query: {
      dimensions: [customer],
      filters: { table: 'categories', column: 'title', operator: 'equals', values: ['Toys'] },
      combine: {
        operator: 'intersect',
        query: { dimensions: [customer], filters: { table: 'categories', column: 'title', operator: 'equals', values: ['Tools'] } },
      },
    },
    rows: [['Ada'], ['Bo']],
  },
  'three sets': {
    query: {
      dimensions: [{ table: 'stores', column: 'city' }],
      combine: {
        operator: 'union',
        query: {
          dimensions: [{ table: 'airports', column: 'city' }],
          combine: { operator: 'except', query: { dimensions: [{ table: 'stores', column: 'city' }] } },
        },
      },
    },
    rows: [['Hamburg'], ['Sao Paulo'], ['Vienna']],
  },
  'the best of each put together': {
    query: {
      dimensions: [store],
      measures: [units],
      limit: 1,
      offset: 1,
      order: [{ by: 'sum_units', direction: 'desc' }],
      combine: {
        operator: 'union',
        query: { dimensions: [employee], measures: [units], order: [{ by: 'sum_units', direction: 'desc' }], limit: 1, joins: [] },
      },
    },
    rows: [['Hana', 14]],
  },
  'days on which more than one sale was made, counted': {
    query: {
      measures: [{ aggregate: 'count_distinct', table: 'sales', column: 'sold_at', grain: 'day' }],
      filters: {
        table: 'sales',
        column: 'sold_at',
        grain: 'day',
        operator: 'equals',
        values_from: {
          query: {
            measures: [{ aggregate: 'count', table: 'sales', name: 'bound', hidden: true }],
            dimensions: [{ table: 'sales', column: 'sold_at', grain: 'day' }],
            having: [{ by: 'bound', operator: 'greater_than', values: [1] }],
          },
        },
      },
    },
    rows: [[1]],
  },
  'months without a sale online': {
    query: {
      dimensions: [{ table: 'sales', column: 'sold_at', grain: 'month', name: 'period' }],
      distinct: true,
      filters: {
        table: 'sales',
        column: 'sold_at',
        grain: 'month',
        operator: 'not_equals',
        values_from: {
          query: {
            dimensions: [{ table: 'sales', column: 'sold_at', grain: 'month' }],
            filters: { table: 'sales', column: 'is_online', operator: 'equals', values: [true] },
          },
        },
      },
      order: [{ by: 'period' }],
    },
    rows: [['2023-01'], ['2023-12'], ['2024-02'], ['2024-04']],
  },
}
