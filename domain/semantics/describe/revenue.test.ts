import { expect, test } from 'vitest'
import { layerOfSqlite } from '#test/fixtures/sqlite-layer.ts'
import type { Arithmetic } from '../semantic-query.ts'
import { measureInWords } from './query-in-words.ts'

const layer = layerOfSqlite('examples/chinook.sqlite')
const words = (expression: Arithmetic) => measureInWords(layer, { aggregate: 'sum', table: 'InvoiceLine', expression })

test('a price times a quantity is revenue, and another product is told by its columns', () => {
  const [left, right]: Arithmetic[] = [{ column: 'UnitPrice' }, { column: 'Quantity' }]
  expect(words({ op: '*', left, right } as Arithmetic)).toBe('revenue of invoice lines')
  expect(words({ op: '*', left, right: { number: 2 } } as Arithmetic)).not.toContain('revenue')
  expect(words({ op: '+', left, right } as Arithmetic)).not.toContain('revenue')
})
