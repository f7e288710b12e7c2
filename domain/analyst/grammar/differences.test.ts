import { expect, test } from 'vitest'
import { SemanticQuery } from '#domain/semantics/semantic-query.ts'
import { deskLayer } from '#test/fixtures/desk-layer.ts'
import { differencesOf, isBeyond, isSameMeaning, lostValues, showsKeys } from './differences.ts'

const of = (query: object) => SemanticQuery.parse(query)
const table = 'tickets'
const count = { aggregate: 'count', table, name: 'figure_1' }
const channel = { table, column: 'channel' }
const urgent = { table, column: 'priority', operator: 'equals', values: ['urgent'] }
const ranked = { dimensions: [channel], order: [{ by: 'figure_1', direction: 'desc' }], limit: 1 }

test('what is shown beside what is ranked makes no other meaning, a condition does', () => {
  const [shown, hidden] = [of({ ...ranked, measures: [count] }), of({ ...ranked, measures: [{ ...count, hidden: true }] })]
  expect(isSameMeaning(shown, hidden)).toBe(true)
  expect(isSameMeaning(shown, of({ ...ranked, measures: [count], filters: urgent }))).toBe(false)
  expect(isSameMeaning(of({ measures: [count] }), of({ dimensions: [channel] }))).toBe(false)
  expect(differencesOf(of({ measures: [count], filters: urgent }), of({ dimensions: [channel] }))).toMatchObject({
    filters: 1,
    measures: 1,
    otherGroups: 1,
    otherLists: 1,
  })
})

test('the row that is lowest is not the group with the lowest average', () => {
  const wait = { table, column: 'minutes' }
  const rows = of({ dimensions: [channel, { ...wait, hidden: true }], order: [{ by: 'minutes', direction: 'asc' }], limit: 1 })
  const group = (aggregate: string) => of({ ...ranked, measures: [{ aggregate, ...wait, name: 'figure_1' }], order: [{ by: 'figure_1', direction: 'asc' }] })
  expect(isSameMeaning(rows, group('avg'))).toBe(false)
  expect(isSameMeaning(group('avg'), rows)).toBe(false)
  expect(isSameMeaning(rows, group('min'))).toBe(true)
})

test('a value that the other asks for is lost, a period told otherwise is not', () => {
  const periods = { and: [{ table, column: 'opened_at', operator: 'equals', values: ['2024'] }, urgent] }
  expect(lostValues(of({ measures: [count] }), of({ measures: [count], filters: periods }))).toEqual(['urgent'])
  const share = { ratio: { numerator: { ...count, name: undefined, filters: urgent }, denominator: { aggregate: 'count', table } }, name: 'share' }
  expect(lostValues(of({ measures: [share] }), of({ measures: [count], filters: urgent }))).toEqual([])
})

test('a figure goes beyond a list, and an exception beyond its contrary, but not beyond the same said otherwise', () => {
  const list = of({ dimensions: [channel] })
  expect([isBeyond(of({ measures: [count] }), list), isBeyond(list, of({ measures: [count] }))]).toEqual([true, false])
  const rows = (operator: string, value: string) => of({ dimensions: [channel], filters: { ...urgent, operator, values: [value] } })
  expect(isBeyond(rows('not_equals', 'urgent'), rows('equals', 'urgent'))).toBe(true)
  expect(isBeyond(rows('not_equals', 'urgent'), rows('equals', 'low'))).toBe(false)
})

test('keys alone are told from names', () => {
  const layer = deskLayer()
  const tickets = { ...layer, tables: layer.tables.map((item) => ({ ...item, primaryKey: ['id'] })) }
  expect(showsKeys(of({ dimensions: [{ table, column: 'id' }] }), tickets)).toBe(true)
  expect(showsKeys(of({ dimensions: [{ table, column: 'id' }, channel] }), tickets)).toBe(false)
  expect(showsKeys(of({ measures: [count] }), tickets)).toBe(false)
})
