import type { QueryCase } from './compile.cases.ts'

const country = { table: 'customers', column: 'country' }
const customer = { table: 'customers', column: 'name' }
const product = { table: 'products', column: 'name' }
const category = { table: 'categories', column: 'title' }
const orders = { aggregate: 'count', table: 'orders' } as const

/** Filters of every operator and kind of column. */
export const filterCases: Record<string, QueryCase> = {
  'equals one of several': {
    query: { dimensions: [customer], filters: { ...country, operator: 'equals', values: ['Austria', 'Brazil'] } },
    rows: [['Ada'], ['Bo'], ['Cem']],
  },
  'not equal leaves out the empty': {
    query: { dimensions: [customer], filters: { ...country, operator: 'not_equals', values: ['Brazil'] } },
    rows: [['Ada'], ['Cem']],
  },
  'not equal to several': {
    query: { dimensions: [customer], filters: { ...country, operator: 'not_equals', values: ['Brazil', 'Chile'] } },
    rows: [['Ada'], ['Cem']],
  },
  'is empty': { query: { dimensions: [customer], filters: { ...country, operator: 'is_empty' } }, rows: [['Dee']] },
  'is not empty': { query: { measures: [{ aggregate: 'count', table: 'customers' }], filters: { ...country, operator: 'is_not_empty' } }, rows: [[3]] },
  'more than the average': {
    query: { dimensions: [{ table: 'orders', column: 'id' }], filters: { table: 'orders', column: 'total', operator: 'greater_than', than: 'average' } },
    rows: [[3], [4]],
  },
  'the highest, behind a step to many rows': {
    query: { dimensions: [customer], filters: { table: 'orders', column: 'total', operator: 'equals', than: 'highest' } },
    rows: [['Cem']],
  },
  'numbers between': {
    query: { dimensions: [{ table: 'orders', column: 'id' }], filters: { table: 'orders', column: 'total', operator: 'between', values: [20, 50] } },
    rows: [[1], [2], [3]],
  },
  'greater and less': {
    query: {
      dimensions: [{ table: 'orders', column: 'id' }],
      filters: {
        and: [
          { table: 'orders', column: 'total', operator: 'greater_than', values: ['7'] },
          { table: 'orders', column: 'total', operator: 'less_or_equal', values: [50] },
          { table: 'orders', column: 'total', operator: 'greater_or_equal', values: [20] },
          { table: 'orders', column: 'total', operator: 'less_than', values: [50] },
        ],
      },
    },
    rows: [[1], [2]],
  },
  'either or, and not': {
    query: {
      dimensions: [customer],
      filters: {
        and: [
          {
            or: [
              { ...customer, operator: 'starts_with', values: ['a'] },
              { ...customer, operator: 'ends_with', values: ['E'] },
            ],
          },
          { not: { ...country, operator: 'is_empty' } },
        ],
      },
    },
    rows: [['Ada']],
  },
  'contains takes signs literally and ignores case': {
    query: { dimensions: [category], filters: { ...category, operator: 'contains', values: ['0%_R'] } },
    rows: [['100%_real']],
  },
  'does not contain': { query: { dimensions: [category], filters: { ...category, operator: 'not_contains', values: ['to'] } }, rows: [['100%_real']] },
  'contains on a number': {
    query: { dimensions: [product], filters: { table: 'products', column: 'made_in', operator: 'contains', values: ['02'] } },
    rows: [['Bear'], ['Kite']],
  },
  'a day stands for the whole day': {
    query: { dimensions: [{ table: 'orders', column: 'id' }], filters: { table: 'orders', column: 'ordered_at', operator: 'equals', values: ['2023-02-14'] } },
    rows: [[2], [3]],
  },
  'until a day includes it': {
    query: { measures: [orders], filters: { table: 'orders', column: 'ordered_at', operator: 'less_or_equal', values: ['2023-02-14'] } },
    rows: [[3]],
  },
  'after a day begins the day after': {
    query: { measures: [orders], filters: { table: 'orders', column: 'ordered_at', operator: 'greater_than', values: ['2023-02-14'] } },
    rows: [[2]],
  },
  'a quarter': { query: { measures: [orders], filters: { table: 'orders', column: 'ordered_at', operator: 'equals', values: ['2023-Q1'] } }, rows: [[3]] },
  'between two months': {
    query: { measures: [orders], filters: { table: 'orders', column: 'ordered_at', operator: 'between', values: ['2023-02', '2024-03'] } },
    rows: [[3]],
  },
  'before a year': {
    query: { dimensions: [customer], filters: { table: 'customers', column: 'signed_up', operator: 'less_than', values: ['2023'] } },
    rows: [['Ada']],
  },
  'not in a year': {
    query: { dimensions: [customer], filters: { table: 'customers', column: 'signed_up', operator: 'not_equals', values: ['2023', '2022'] } },
    rows: [['Dee']],
  },
  'an exact moment': {
    query: { measures: [orders], filters: { table: 'orders', column: 'ordered_at', operator: 'greater_or_equal', values: ['2023-02-14T23:59:59'] } },
    rows: [[3]],
  },
  'a column of years': {
    query: { dimensions: [product], filters: { table: 'products', column: 'made_in', operator: 'greater_than', values: [2019] } },
    rows: [['Bear'], ['Kite']],
  },
  'dates kept as text': {
    query: {
      measures: [{ aggregate: 'count', table: 'refunds' }],
      filters: { table: 'refunds', column: 'refunded_on', operator: 'equals', values: ['2023-01'] },
    },
    rows: [[2]],
  },
  'seconds since 1970': {
    query: { measures: [{ aggregate: 'count', table: 'flights' }], filters: { table: 'flights', column: 'departed', operator: 'equals', values: ['2024-02'] } },
    rows: [[2]],
  },
  'numbers kept as text': {
    query: { dimensions: [product], filters: { table: 'products', column: 'weight', operator: 'greater_than', values: [1] } },
    rows: [['Saw'], ['Kite']],
  },
  'sum of numbers kept as text': { query: { measures: [{ aggregate: 'max', table: 'products', column: 'weight' }] }, rows: [[10]] },
  'true or false': {
    query: { dimensions: [product], filters: { table: 'products', column: 'is_sold', operator: 'equals', values: [false] } },
    rows: [['Kite']],
  },
}
