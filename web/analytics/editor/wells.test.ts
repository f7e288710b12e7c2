import { expect, test } from 'vitest'
import type { SemanticQuery } from '#web/api/analytics.gen.ts'
import { emptyWells, readWells, writeWells } from './wells.ts'

const revenue = { aggregate: 'sum', table: 'Invoice', column: 'Total', name: 'revenue' } as const
const country = { table: 'Customer', column: 'Country' }

test.each<[string, SemanticQuery]>([
  ['nothing but figures', { measures: [revenue], dimensions: [] }],
  ['an order and a limit', { measures: [revenue], dimensions: [country], order: [{ by: 'revenue', direction: 'desc' }], limit: 10 }],
  ['one condition', { measures: [revenue], dimensions: [country], filters: { ...country, operator: 'equals', values: ['France'] } }],
  [
    'conditions that no well shows beside one that does',
    {
      measures: [{ measure: 'revenue' }],
      dimensions: [country],
      filters: {
        and: [
          { ...country, operator: 'equals', values: ['France'] },
          { not: { ...country, operator: 'is_empty' } },
          { table: 'Invoice', column: 'InvoiceDate', grain: 'month_of_year', operator: 'equals', values: [1] },
        ],
      },
    },
  ],
  [
    'parts of a query that no well shows',
    {
      measures: [revenue, { derive: 'rank', of: 'revenue' }],
      dimensions: [country, { table: 'Genre', column: 'Name' }, { table: 'Artist', column: 'Name' }],
      having: [{ by: 'revenue', operator: 'greater_than', values: [5] }],
      order: [{ by: 'country' }, { by: 'revenue' }],
      distinct: false,
      joins: [],
    },
  ],
])('%s are read into wells and written as they were', (_what, query) => {
  expect(writeWells(readWells(query))).toEqual(query)
})

test('a figure without a name gets one when its rows are put in order', () => {
  const { name: _, ...nameless } = revenue
  expect(writeWells({ ...emptyWells, measures: [nameless], x: country, order: 'desc' })).toEqual({
    measures: [{ ...nameless, name: 'value' }],
    dimensions: [country],
    order: [{ by: 'value', direction: 'desc' }],
  })
})

test('a condition that has no value yet is not asked', () => {
  const wells = { ...emptyWells, x: country, filters: [{ ...country, operator: 'equals' as const, values: [] }] }
  expect(writeWells(wells)).toEqual({ measures: [], dimensions: [country] })
})
