import { expect, test } from 'vitest'
import { analyseQuestion } from '#domain/analyst/analyse.ts'
import { layerOfSqlite } from '#test/fixtures/sqlite-layer.ts'

const layer = layerOfSqlite('examples/chinook.sqlite')
const clock = { now: new Date('2013-12-31T09:00:00Z'), timeZone: 'UTC' }
const shownBy = (question: string) => {
  const analysis = analyseQuestion({ question, layer, previous: null, clock })
  return analysis.kind === 'query' ? analysis.query.dimensions.map(({ table }) => table) : []
}

test('who sells is no customer, and who buys is one', () => {
  expect(shownBy('Who sold the most last year?')).not.toContain('Customer')
  expect(shownBy('Who bought the most last year?')).toContain('Customer')
})
