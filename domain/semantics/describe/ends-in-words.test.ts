import { expect, test } from 'vitest'
import { shopLayer } from '#test/fixtures/shop.ts'
import { SemanticQuery } from '../semantic-query.ts'
import { explainQuery } from './query-in-words.ts'

const layer = shopLayer('sqlite')
const explained = (query: object) => explainQuery(layer, SemanticQuery.parse(query))

test('dates are early or late, texts run from A to Z, numbers are high or low', () => {
  const shown = [{ table: 'orders', column: 'status', name: 'status' }]
  const sorted = (column: string, direction: string) =>
    explained({ dimensions: [...shown, { table: 'orders', column, name: 'key', hidden: true }], order: [{ by: 'key', direction }] })
  expect(sorted('ordered_at', 'desc')).toMatch(/, latest first\.$/)
  expect(sorted('total', 'asc')).toMatch(/, lowest first\.$/)
  expect(explained({ dimensions: shown, order: [{ by: 'status', direction: 'asc' }] })).toMatch(/sorted by status from A to Z\.$/)
  expect(explained({ measures: [{ aggregate: 'min', table: 'orders', column: 'ordered_at' }] })).toMatch(/^Earliest /)
})
