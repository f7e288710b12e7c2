import { expect, test } from 'vitest'
import type { Layer } from '#domain/semantics/layer.ts'
import { SemanticQuery } from '#domain/semantics/semantic-query.ts'
import { shopLayer } from '#test/fixtures/shop.ts'
import { isVacuous } from './vacuous.ts'

const layer: Layer = shopLayer('sqlite')
const [table] = layer.tables
const column = table?.columns.find(({ name }) => !table.primaryKey.includes(name))
const member = { table: table?.name ?? '', column: column?.name ?? '' }
const isEmpty = (query: object) => isVacuous(SemanticQuery.parse(query), layer)

test('how many different values a column has where it is held to one tells nothing', () => {
  const measures = [{ aggregate: 'count_distinct', ...member }]
  expect(isEmpty({ measures, filters: { ...member, operator: 'equals', values: ['a'] } })).toBe(true)
  expect(isEmpty({ measures, filters: { ...member, operator: 'equals', values: ['a', 'b'] } })).toBe(false)
  expect(isEmpty({ measures })).toBe(false)
})

test('an empty value of a column that always has one is met by no row', () => {
  const full: Layer = { ...layer, tables: layer.tables.map((item) => ({ ...item, columns: item.columns.map((one) => ({ ...one, nullFraction: 0 })) })) }
  const query = SemanticQuery.parse({ measures: [{ aggregate: 'count', table: member.table }], filters: { ...member, operator: 'is_empty' } })
  expect(isVacuous(query, full)).toBe(true)
})
