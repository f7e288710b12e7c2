import { expect, test } from 'vitest'
import { shopLayer } from '#test/fixtures/shop.ts'
import { SemanticQuery } from '../semantic-query.ts'
import { explainIn } from './explain-in.ts'

const layer = shopLayer('sqlite')
const explained = (query: object) => explainIn('de', layer, SemanticQuery.parse(query))
const total = { aggregate: 'sum', table: 'orders', column: 'total', name: 'sum' }
const count = { aggregate: 'count', table: 'orders', name: 'n' }
const status = { table: 'orders', column: 'status', name: 'status' }
const month = { table: 'orders', column: 'ordered_at', grain: 'month', name: 'month' }

test.each<[object, string]>([
  [
    { measures: [total], dimensions: [month], order: [{ by: 'month', direction: 'asc' }] },
    'Summe Total, nach Ordered at (Monat), sortiert nach Ordered at (aufsteigend).',
  ],
  [
    {
      measures: [count],
      filters: {
        and: [
          { table: 'orders', column: 'status', operator: 'equals', values: ['paid'] },
          { table: 'orders', column: 'ordered_at', operator: 'equals', values: ['2023-02'] },
        ],
      },
    },
    'Anzahl Orders, nur Status: „paid“ und Ordered at in Februar 2023.',
  ],
  [
    { measures: [count], filters: { table: 'orders', column: 'ordered_at', grain: 'day_of_week', operator: 'between', values: [6, 7] } },
    'Anzahl Orders, nur Ordered at: Wochentag zwischen Samstag und Sonntag.',
  ],
  [
    { measures: [total], dimensions: [status], having: [{ by: 'sum', operator: 'greater_than', values: [1500.5] }], limit: 3 },
    'Summe Total, nach Status, mit Summe Total über 1.500,5, nur die ersten 3.',
  ],
  [{ measures: [total, { derive: 'share_of_total', of: 'sum', name: 'share' }], dimensions: [status] }, 'Summe Total und Anteil (Summe Total), nach Status.'],
  [
    { dimensions: [{ table: 'customers', column: 'name', name: 'name' }], filters: { not: { table: 'orders', column: 'id', operator: 'is_not_empty' } } },
    'Name (Customers) aus Customers, nur ohne Orders.',
  ],
])('%j', (query, german) => {
  expect(explained(query)).toBe(german)
})

test('no word of English is left in what a query is said to do', () => {
  const query = { measures: [{ ratio: { numerator: total, denominator: count }, name: 'each' }], dimensions: [status], compare: undefined, distinct: false }
  expect(explained(query)).not.toMatch(/\b(?:of|by|for each|where|sorted|divided)\b/)
})
