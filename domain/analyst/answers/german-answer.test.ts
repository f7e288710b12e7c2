import { expect, test } from 'vitest'
import { compileQuery } from '#domain/semantics/compile/compile.ts'
import { SemanticQuery } from '#domain/semantics/semantic-query.ts'
import type { JsonValue } from '#domain/semantics/sources/source.ts'
import { layerOfSqlite } from '#test/fixtures/sqlite-layer.ts'
import { writeAnswer } from './answer.ts'

const layer = layerOfSqlite('examples/chinook.sqlite')
const clock = { now: new Date('2026-11-21T10:00:00Z'), timeZone: 'UTC' }
const said = (asked: object, rows: JsonValue[][], truncated = false) => {
  const query = SemanticQuery.parse(asked)
  const result = { columns: [], rows, truncated, durationMs: 0 }
  return writeAnswer({ question: '', layer, query, compiled: compileQuery(layer, query), result, clock, language: 'de' }).text
}
const count = { aggregate: 'count', table: 'Customer' }
const country = { table: 'Customer', column: 'Country' }

test('figures, groups, lists and nothing are told in German, with numbers as Germans write them', () => {
  expect(said({ measures: [count] }, [[1234.5]])).toMatch(/^Anzahl .*: ?.*1\.234,5\.$|^Anzahl .* 1\.234,5\.$/)
  const grouped = said({ measures: [count], dimensions: [country] }, [
    ['USA', 13],
    ['Kanada', 8],
    ['Brasilien', 5],
  ])
  expect(grouped).toContain('nach Country: am höchsten ist USA mit 13, dann Kanada (8) und Brasilien (5). Zusammen 26.')
  const filters = { ...country, operator: 'equals', values: ['USA'] }
  expect(said({ measures: [count], filters }, [])).toBe('Nichts gefunden (Country: „USA“).')
  expect(said({ dimensions: [country] }, [['USA'], ['Kanada']])).toBe('2 Zeilen: USA; Kanada.')
})

test('periods have German names', () => {
  const day = { table: 'Invoice', column: 'InvoiceDate', grain: 'month' }
  const told = said({ measures: [{ aggregate: 'sum', table: 'Invoice', column: 'Total' }], dimensions: [day] }, [
    ['2024-02', 10],
    ['2024-03', 30],
  ])
  expect(told).toContain('von 10 (Februar 2024) auf 30 (März 2024)')
})

test('a condition that is turned round is told in German', () => {
  const filters = { not: { ...country, operator: 'equals', values: ['USA'] } }
  expect(said({ measures: [count], filters }, [[5]])).toBe('Anzahl Customer 5 (nicht (Country: „USA“)).')
})
