import type { QueryCase } from './compile.cases.ts'

const units = { aggregate: 'sum', table: 'sales', column: 'units' } as const
const store = { table: 'stores', column: 'name' }
const region = { table: 'stores', column: 'region' }
const saleId = { table: 'sales', column: 'id' }
const customer = { table: 'customers', column: 'name' }
const employee = { table: 'employees', column: 'name' }
const price = { table: 'sales', column: 'price' }

/** Pages, and values that compare or sort in a way of their own. */
export const pageCases: Record<string, QueryCase> = {
  'the second page': { query: { dimensions: [saleId], limit: 3, offset: 3 }, rows: [[4], [5], [6]] },
  'the second largest': {
    query: { dimensions: [store], measures: [units], order: [{ by: 'sum_units', direction: 'desc' }], limit: 1, offset: 1 },
    rows: [['Harbour', 9]],
  },
  'a page beyond the end': { query: { dimensions: [saleId], limit: 3, offset: 300 }, rows: [] },
  'an offset alone': { query: { dimensions: [saleId], offset: 6 }, rows: [[7], [8]] },
  'a page of the first of each group': {
    query: {
      measures: [units],
      dimensions: [region, store],
      order: [{ by: 'sum_units', direction: 'desc' }],
      limit_per: { dimension: 'region', limit: 1 },
      limit: 1,
      offset: 1,
    },
    rows: [['North', 'Harbour', 9]],
  },
  'a search for signs that mean something': {
    query: { dimensions: [store], filters: { ...store, operator: 'contains', values: ["%'; \\ _!", 'ARB'] } },
    rows: [['Harbour']],
  },
  'fractions compared with whole numbers': {
    query: { dimensions: [saleId], filters: { table: 'sales', column: 'units', operator: 'less_than', values: [1.5] } },
    rows: [[2], [6]],
  },
  'decimals compared exactly': { query: { dimensions: [saleId], filters: { ...price, operator: 'equals', values: [99.99, '15.50'] } }, rows: [[2], [3]] },
  'texts that are no numbers are left out': {
    query: {
      measures: [
        { aggregate: 'sum', table: 'readings', column: 'note' },
        { aggregate: 'count', table: 'readings', column: 'note' },
        { aggregate: 'min', table: 'readings', column: 'note' },
      ],
    },
    rows: [[18.5, 4, -1]],
  },
  'milliseconds within a month': {
    query: {
      dimensions: [{ table: 'readings', column: 'id' }],
      filters: { table: 'readings', column: 'taken', operator: 'between', values: ['2024-01', '2024-02-01'] },
    },
    rows: [[3], [4]],
  },
  'a leap day': {
    query: { dimensions: [employee], filters: { table: 'employees', column: 'hired', operator: 'equals', values: ['2020-02-29'] } },
    rows: [['Finn']],
  },
  'the last second of a year': {
    query: { dimensions: [saleId], filters: { table: 'sales', column: 'sold_at', operator: 'between', values: ['2023-12-31', '2023-12-31'] } },
    rows: [[3]],
  },
  'neither true nor false': { query: { dimensions: [saleId], filters: { table: 'sales', column: 'is_online', operator: 'is_empty' } }, rows: [[8]] },
  'empty last, from the highest': {
    query: { dimensions: [saleId, { table: 'sales', column: 'cost' }], order: [{ by: 'cost', direction: 'desc' }], offset: 5, limit: 3 },
    rows: [
      [6, 5],
      [7, 4.4],
      [8, null],
    ],
  },
  'empty last, from the lowest, by a hidden measure': {
    query: {
      dimensions: [customer],
      measures: [
        { aggregate: 'sum', table: 'refunds', column: 'amount', hidden: true, name: 'refunded' },
        { aggregate: 'count', table: 'orders' },
      ],
      order: [{ by: 'refunded' }],
    },
    rows: [
      ['Ada', 2],
      ['Bo', 1],
      ['Cem', 1],
      [null, 1],
    ],
  },
}
