import type { z } from 'zod'
import type { SemanticQuery } from '#domain/semantics/semantic-query.ts'
import { computedCases } from './compile-computed.cases.ts'
import { derivedCases } from './compile-derived.cases.ts'
import { filterCases } from './compile-filter.cases.ts'
import { joinCases } from './compile-join.cases.ts'
import { nestedCases } from './compile-nested.cases.ts'
import { pageCases } from './compile-page.cases.ts'
import { timeCases } from './compile-time.cases.ts'

type Cell = string | number | null
/** `rows` written by hand where they can be; all are on record in `golden/rows.jsonl`. */
export type QueryCase = { query: z.input<typeof SemanticQuery>; rows?: Cell[][] }

const country = { table: 'customers', column: 'country' }
const customer = { table: 'customers', column: 'name' }
const store = { table: 'stores', column: 'name' }
const product = { table: 'products', column: 'name' }
const category = { table: 'categories', column: 'title' }
const orders = { aggregate: 'count', table: 'orders' } as const
const total = { aggregate: 'sum', table: 'orders', column: 'total' } as const
const quantity = { aggregate: 'sum', table: 'lines', column: 'quantity' } as const

/** Queries over the market of `test/fixtures/market.ts` with the rows they must give in every dialect. */
export const queryCases: Record<string, QueryCase> = {
  'count of rows': { query: { measures: [orders] }, rows: [[5]] },
  'every aggregate of one column': {
    query: {
      measures: (['count', 'count_distinct', 'sum', 'avg', 'min', 'max'] as const).map((aggregate) => ({ aggregate, table: 'orders', column: 'total' })),
    },
    rows: [[5, 5, 207, 41.4, 7, 100]],
  },
  'median of even and odd numbers of rows': {
    query: {
      measures: [
        { aggregate: 'median', table: 'sales', column: 'price' },
        { aggregate: 'count', table: 'sales' },
      ],
      dimensions: [store],
    },
    rows: [
      ['Airport', 12.625, 2],
      ['Central', 10, 3],
      ['Harbour', 15.5, 3],
    ],
  },
  'medians beside sums of another table': {
    query: {
      measures: [{ aggregate: 'median', table: 'sales', column: 'price' }, { aggregate: 'median', table: 'sales', column: 'units', name: 'pieces' }, total],
    },
    rows: [[12.75, 2.5, 207]],
  },
  'median by the many side counts each row once': {
    query: {
      measures: [{ aggregate: 'median', table: 'sales', column: 'price', name: 'middle' }],
      dimensions: [{ table: 'tags', column: 'label' }],
      having: [{ by: 'middle', operator: 'greater_than', values: [10] }],
    },
    rows: [
      ['gift', 54.995],
      [null, 17.875],
    ],
  },
  'median of no rows': {
    query: {
      measures: [{ aggregate: 'median', table: 'sales', column: 'cost', filters: { table: 'sales', column: 'units', operator: 'greater_than', values: [99] } }],
    },
    rows: [[null]],
  },
  'correlation of two columns': {
    query: { measures: [{ correlation: { table: 'sales', columns: ['units', 'price'] } }, total] },
  },
  'correlation is nothing where a column does not vary': {
    query: {
      measures: [
        {
          correlation: { table: 'sales', columns: ['units', 'price'] },
          filters: { table: 'sales', column: 'units', operator: 'equals', values: [2] },
          name: 'r',
        },
      ],
    },
    rows: [[null]],
  },
  'named measure': { query: { measures: [{ measure: 'revenue' }] }, rows: [[207]] },
  'list in the order of the key': { query: { dimensions: [customer] }, rows: [['Ada'], ['Bo'], ['Cem'], ['Dee']] },
  'list of distinct values, empty last': { query: { dimensions: [country], distinct: true }, rows: [['Austria'], ['Brazil'], [null]] },
  'list sorted by a column that is not shown': {
    query: { dimensions: [customer, { table: 'customers', column: 'signed_up', hidden: true }], order: [{ by: 'signed_up', direction: 'desc' }], limit: 2 },
    rows: [['Dee'], ['Cem']],
  },
  'distinct list sorted by a column that is not shown': {
    query: {
      dimensions: [
        { table: 'products', column: 'made_in' },
        { table: 'products', column: 'category_id', hidden: true },
      ],
      order: [{ by: 'category_id', direction: 'desc' }],
      distinct: true,
    },
    rows: [[2021], [2019]],
  },
  'measure by the one side keeps rows without a partner': {
    query: { measures: [orders], dimensions: [customer] },
    rows: [
      ['Ada', 2],
      ['Bo', 1],
      ['Cem', 1],
      [null, 1],
    ],
  },
  'sum over two steps to the one side': {
    query: { measures: [quantity], dimensions: [category] },
    rows: [
      ['Tools', 2],
      ['Toys', 22],
    ],
  },
  'sum by the many side counts each order once per group': {
    query: { measures: [total], dimensions: [product] },
    rows: [
      ['Bear', 100],
      ['Kite', 150],
      ['Saw', 80],
      [null, 7],
    ],
  },
  'average by the many side': {
    query: { measures: [{ aggregate: 'avg', table: 'orders', column: 'total' }], dimensions: [category] },
    rows: [
      ['Tools', 40],
      ['Toys', 50],
      [null, 7],
    ],
  },
  'count by the many side': {
    query: { measures: [{ aggregate: 'count', table: 'customers' }], dimensions: [category] },
    rows: [
      ['Tools', 2],
      ['Toys', 3],
      [null, 1],
    ],
  },
  'a table without a key keeps equal rows': {
    query: { measures: [{ aggregate: 'sum', table: 'refunds', column: 'amount' }], dimensions: [{ table: 'orders', column: 'status' }] },
    rows: [
      ['open', 50],
      ['paid', 10],
    ],
  },
  'a table without a key, by the many side': {
    query: { measures: [{ aggregate: 'sum', table: 'refunds', column: 'amount' }], dimensions: [product] },
    rows: [
      ['Bear', 60],
      ['Kite', 50],
      ['Saw', 60],
    ],
  },
  'measures of two grains side by side': {
    query: { measures: [total, quantity, { aggregate: 'sum', table: 'refunds', column: 'amount' }], dimensions: [{ table: 'orders', column: 'status' }] },
    rows: [
      ['open', 57, 6, 50],
      ['paid', 150, 18, 10],
    ],
  },
  'measures of two grains without groups': { query: { measures: [orders, { aggregate: 'count', table: 'customers' }] }, rows: [[5, 4]] },
  'a measure with its own filter': {
    query: {
      measures: [orders, { ...orders, name: 'paid', filters: { table: 'orders', column: 'status', operator: 'equals', values: ['paid'] } }],
      dimensions: [country],
    },
    rows: [
      ['Austria', 3, 3],
      ['Brazil', 1, 0],
      [null, 1, 0],
    ],
  },
  'by day': {
    query: { measures: [orders], dimensions: [{ table: 'orders', column: 'ordered_at', grain: 'day' }], limit: 2 },
    rows: [
      ['2023-01-01', 1],
      ['2023-02-14', 2],
    ],
  },
  'by week, named by its Monday': {
    query: { measures: [orders], dimensions: [{ table: 'orders', column: 'ordered_at', grain: 'week' }] },
    rows: [
      ['2022-12-26', 1],
      ['2023-02-13', 2],
      ['2024-03-25', 1],
      ['2024-04-01', 1],
    ],
  },
  'by month': {
    query: { measures: [total], dimensions: [{ table: 'orders', column: 'ordered_at', grain: 'month' }] },
    rows: [
      ['2023-01', 30],
      ['2023-02', 70],
      ['2024-03', 100],
      ['2024-04', 7],
    ],
  },
  'by quarter': {
    query: { measures: [total], dimensions: [{ table: 'orders', column: 'ordered_at', grain: 'quarter' }] },
    rows: [
      ['2023-Q1', 100],
      ['2024-Q1', 100],
      ['2024-Q2', 7],
    ],
  },
  'by year of a date': {
    query: { measures: [{ aggregate: 'count', table: 'customers' }], dimensions: [{ table: 'customers', column: 'signed_up', grain: 'year' }] },
    rows: [
      ['2022', 1],
      ['2023', 2],
      ['2024', 1],
    ],
  },
  'by year of a column of years': {
    query: { measures: [{ aggregate: 'count', table: 'products' }], dimensions: [{ table: 'products', column: 'made_in', grain: 'year' }] },
    rows: [
      ['2019', 1],
      ['2021', 2],
    ],
  },
  'by month of text and of seconds': {
    query: { measures: [{ aggregate: 'count', table: 'refunds' }], dimensions: [{ table: 'refunds', column: 'refunded_on', grain: 'month' }] },
    rows: [
      ['2023-01', 2],
      ['2023-03', 1],
    ],
  },
  'by quarter of seconds': {
    query: { measures: [{ aggregate: 'count', table: 'flights' }], dimensions: [{ table: 'flights', column: 'departed', grain: 'month' }] },
    rows: [
      ['2024-01', 1],
      ['2024-02', 2],
    ],
  },
  'the most of something': {
    query: { dimensions: [customer], measures: [{ ...orders, hidden: true }], order: [{ by: 'count_orders', direction: 'desc' }], limit: 1 },
    rows: [['Ada']],
  },
  'having more than': {
    query: { dimensions: [customer], measures: [total], having: [{ by: 'sum_total', operator: 'greater_or_equal', values: [50] }] },
    rows: [
      ['Ada', 50],
      ['Bo', 50],
      ['Cem', 100],
    ],
  },
  'having between, over two grains': {
    query: { dimensions: [customer], measures: [orders, quantity], having: [{ by: 'sum_quantity', operator: 'between', values: [6, 8] }] },
    rows: [
      ['Ada', 2, 8],
      ['Bo', 1, 6],
    ],
  },
  'the first per group': {
    query: {
      dimensions: [country, customer],
      measures: [total],
      order: [{ by: 'sum_total', direction: 'desc' }],
      limit_per: { dimension: 'country', limit: 1 },
    },
    rows: [
      ['Austria', 'Cem', 100],
      ['Brazil', 'Bo', 50],
      [null, null, 7],
    ],
  },
  'a filter behind many rows lists each row once': {
    query: { dimensions: [customer], filters: { ...category, operator: 'equals', values: ['Toys'] } },
    rows: [['Ada'], ['Bo'], ['Cem']],
  },
  'a filter behind many rows sums each row once': {
    query: { measures: [total], filters: { ...category, operator: 'equals', values: ['Toys'] } },
    rows: [[200]],
  },
  'conditions of one row': {
    query: {
      dimensions: [{ table: 'orders', column: 'id' }],
      filters: {
        and: [
          { ...product, operator: 'equals', values: ['Saw'] },
          { table: 'lines', column: 'quantity', operator: 'greater_than', values: [1] },
        ],
      },
    },
    rows: [],
  },
  'none exists': {
    query: { dimensions: [customer], filters: { not: { table: 'orders', column: 'id', operator: 'is_not_empty' } } },
    rows: [['Dee']],
  },
  'none exists with a condition': {
    query: { dimensions: [{ table: 'orders', column: 'id' }], filters: { not: { ...category, operator: 'equals', values: ['Toys'] } } },
    rows: [[5]],
  },
  'either here or behind many rows': {
    query: {
      dimensions: [{ table: 'orders', column: 'id' }],
      filters: {
        or: [
          { ...customer, operator: 'equals', values: ['Cem'] },
          { ...product, operator: 'equals', values: ['Saw'] },
        ],
      },
    },
    rows: [[1], [3], [4]],
  },
  'pairs met through a table between are listed once': {
    query: { dimensions: [{ table: 'customers', column: 'name' }, category] },
    rows: [
      ['Ada', 'Tools'],
      ['Ada', 'Toys'],
      ['Bo', 'Tools'],
      ['Bo', 'Toys'],
      ['Cem', 'Toys'],
    ],
  },
  'the join that was named': {
    query: {
      measures: [{ aggregate: 'count', table: 'flights' }],
      dimensions: [{ table: 'airports', column: 'city' }],
      joins: [{ from_table: 'flights', from_column: 'destination', to_table: 'airports' }],
    },
    rows: [
      ['Sao Paulo', 2],
      ['Vienna', 1],
    ],
  },
  ...filterCases,
  ...computedCases,
  ...derivedCases,
  ...timeCases,
  ...joinCases,
  ...nestedCases,
  ...pageCases,
}
