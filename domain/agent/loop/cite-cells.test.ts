import { expect, test } from 'vitest'
import type { QueryColumn, QueryOutcome } from '../../query/query-outcome.ts'
import type { JsonValue } from '../../semantics/sources/source.ts'
import { citeCells } from './cite-cells.ts'

const column = (name: string, type: QueryColumn['type'], role: QueryColumn['role'], unit: string | null = null): QueryColumn => ({
  ...{ name, type, role, unit, label: name, grain: null, aggregate: null, table: '', column: null },
})
const outcome = (columns: QueryColumn[], rows: JsonValue[][]): QueryOutcome => ({
  ...{ sql: '', columns, rows, row_count: rows.length, truncated: false, duration_ms: 0, tables: [], row_filters_applied: false, filtered_tables: [] },
})
const sales = outcome(
  [
    column('country', 'text', 'dimension'),
    column('year', 'integer', 'dimension'),
    column('total', 'decimal', 'measure', 'EUR'),
    column('share', 'number', 'measure', '%'),
  ],
  [
    ['Austria', 2023, '12345678901234567.125', 12.3456],
    ['Chile', 2024, null, 1000],
  ],
)

const read = (parts: string[], outcomes = [sales]): [string, string[]] => {
  const citations = citeCells(outcomes)
  const text = parts.map((part) => citations.push(part)).join('')
  return [text + citations.flush(), citations.unknown]
}

test('a citation becomes its cell: measures grouped, with their unit and every digit, dimensions as they are', () => {
  expect(read(['In [[1:1:country]] it was [[1:1:total]], [[1:1:share]] of all, in [[1:1:year]].'])).toEqual([
    'In Austria it was 12,345,678,901,234,567.13 EUR, 12.35% of all, in 2023.',
    [],
  ])
  expect(read(['[[1:2:TOTAL]] and [[ 1 : 2 : share ]]'])).toEqual(['no value and 1,000%', []])
})

test('a citation that copies the word of its form means the latest result, and what cannot be read is not shown', () => {
  expect(read(['[[result:1:country]] had [[result:1:share]].'], [outcome([], []), sales])).toEqual(['Austria had 12.35%.', []])
  expect(read(['It is [[result:1, country]].'])).toEqual(['It is ….', ['[[result:1, country]]']])
})

test('a cell is written as readers of another language write numbers', () => {
  const citations = citeCells([sales], 'de')
  expect(citations.push('[[1:1:total]], [[1:1:share]] im Jahr [[1:1:year]]; [[1:2:total]]')).toBe('12.345.678.901.234.567,13 EUR, 12,35% im Jahr 2023; –')
})

test('a cited text is one line of a bearable length', () => {
  const [text] = read(['[[1:1:country]]'], [outcome([column('country', 'text', 'dimension')], [[`a\n\u202eb${'x'.repeat(5_000)}`]])])
  expect([text.slice(0, 4), text.length]).toEqual(['a bx', 400])
})

test('a citation may come in any parts, and nothing of it is shown before it is whole', () => {
  const text = 'It was [[1:1:share]] in [[1:1:country]] [sic].'
  const citations = citeCells([sales])
  const shown = [...text].map((character) => citations.push(character))
  expect(shown.some((part) => part.includes('[['))).toBe(false)
  expect(shown.join('') + citations.flush()).toBe('It was 12.35% in Austria [sic].')
})

test('a cell that no result has is not shown, and told', () => {
  expect(read(['[[2:1:total]] [[1:9:total]] [[1:1:secret]]'])).toEqual(['… … …', ['[[2:1:total]]', '[[1:9:total]]', '[[1:1:secret]]']])
})

test('what only looks like a citation stays', () => {
  expect(read(['a [[b]] c [', '[ d'])).toEqual(['a [[b]] c [[ d', []])
  const long = `[[${'x'.repeat(500)}`
  expect(read([long])).toEqual([long, []])
})
