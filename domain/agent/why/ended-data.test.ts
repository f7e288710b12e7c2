import { expect, test } from 'vitest'
import type { Layer } from '#domain/semantics/layer.ts'
import { SemanticQuery } from '#domain/semantics/semantic-query.ts'
import { shopLayer } from '#test/fixtures/shop.ts'
import { endedData } from './ended-data.ts'

const shop = shopLayer('sqlite')
const ending = (max: string | null): Layer => ({
  ...shop,
  tables: shop.tables.map((table) =>
    table.name === 'orders'
      ? { ...table, columns: [{ ...(table.columns[0] as Layer['tables'][0]['columns'][0]), name: 'day', semanticType: 'time' as const, max }] }
      : table,
  ),
})
const query = (operator: string, ...values: string[]) =>
  SemanticQuery.parse({ measures: [{ aggregate: 'count', table: 'orders' }], filters: { table: 'orders', column: 'day', operator, values } })

test.each<[string, string, string | null]>([
  ['orders last month', '2026-10', 'orders in December 2025'],
  ['How many orders were there in the last quarter?', '2026-Q3', 'How many orders were there in Q4 2025?'],
  ['orders this year', '2026', 'orders in 2025'],
  ['orders today', '2026-11-21', 'orders on 2025-12-22'],
  ['orders in May 2026', '2026-05', null],
])('%s', (question, period, instead) => {
  expect(endedData(question, ending('2025-12-22 00:00:00'), query('equals', period))).toEqual({ said: 'The data ends on 22 December 2025.', instead })
})

test('what the data reaches is not said to have ended, nor where its end is not known', () => {
  expect(endedData('orders this year', ending('2025-12-22'), query('equals', '2025'))).toBeNull()
  expect(endedData('orders last month', ending('2025-12-22'), query('less_than', '2026-10'))).toBeNull()
  for (const max of [null, '', '1970-01-01']) expect(endedData('orders last month', ending(max), query('equals', '2026-10'))).toBeNull()
})
