import { expect, test } from 'vitest'
import type { OpenVectors } from '#domain/analyst/vectors/word-vectors.ts'
import { openWordVectors } from '#runtime/word-vectors/open.ts'
import { shopLayer } from '#test/fixtures/shop.ts'
import type { Layer } from '../../semantics/layer.ts'
import { lookUp } from './look-up.ts'
import { nearVerified, sameVerified, searchLayer } from './schema-search.ts'

const layer: Layer = {
  ...shopLayer('sqlite'),
  verifiedQueries: [
    { id: 'vq_1', question: 'What is the total revenue per country?', query: null, sql: 'select 1' },
    { id: 'vq_2', question: 'How many orders are open?', query: null, sql: 'select 2' },
  ],
}

test('tables, columns and values are found by words of any of their texts', () => {
  expect(searchLayer(layer, 'the origin of flights', 3).map(({ table, column }) => [table, column])).toContainEqual(['flights', 'origin'])
  expect(searchLayer(layer, 'nothing like it here', 3)).toEqual([])
})

test('by meaning, what no name has is found by what is near to it, after what has the name', () => {
  const tables = (text: string, vectors?: OpenVectors) => searchLayer(layer, text, 3, vectors).map(({ table }) => table)
  expect(tables('patrons')).toEqual([])
  expect(tables('patrons', openWordVectors())).toContain('customers')
  expect(tables('the origin of flights', openWordVectors())).toEqual(tables('the origin of flights'))
})

test('hidden tables are not found and not described', () => {
  const hidden = { ...layer, tables: layer.tables.map((table) => (table.name === 'flights' ? { ...table, isHidden: true } : table)) }
  expect(searchLayer(hidden, 'flights origin', 5).filter(({ table }) => table === 'flights')).toEqual([])
  const input = { datasource_id: layer.datasourceId, table: 'flights' }
  expect(lookUp([hidden], { name: 'describe_table', input }).failed).toBe(true)
  expect(JSON.stringify(lookUp([layer], { name: 'describe_table', input }).value)).toContain('departed')
  expect(lookUp([layer], { name: 'describe_table', input: { ...input, datasource_id: 'ds_other' } }).failed).toBe(true)
})

test('a verified question is known again without its fillers, and not when a word differs', () => {
  expect(sameVerified(layer, 'show me the total revenue per countries')?.id).toBe('vq_1')
  for (const other of ['What is the total revenue per city?', 'revenue per country, total', 'How many orders are not open?', 'What is the?']) {
    expect(sameVerified(layer, other)).toBeNull()
  }
  expect(nearVerified(layer, 'What is the total revenue per city?', 5).map(({ id }) => id)).toEqual(['vq_1'])
})
