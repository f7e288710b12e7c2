import { DuckDBInstance } from '@duckdb/node-api'
import { expect, test } from 'vitest'
import { columnTypeOf, jsonFromDuckdb } from './values.ts'

const connection = await (await DuckDBInstance.create(':memory:')).connect()

test.each([
  ['true', 'boolean', true],
  ['42::tinyint', 'integer', 42],
  ['9007199254740993::bigint', 'integer', '9007199254740993'],
  ["'170141183460469231731687303715884105727'::hugeint", 'integer', '170141183460469231731687303715884105727'],
  ['sum(1)', 'integer', 1],
  ['1.5::float', 'number', 1.5],
  ["'nan'::double", 'number', null],
  ["'-inf'::double", 'number', null],
  ['12.50::decimal(10, 2)', 'decimal', 12.5],
  ['12345678901234567.89::decimal(20, 2)', 'decimal', '12345678901234567.89'],
  ["'x'", 'text', 'x'],
  ["date '2024-01-31'", 'date', '2024-01-31'],
  ["time '10:00:00.5'", 'time', '10:00:00.500'],
  ["timestamp '2024-01-31 10:00:00'", 'timestamp', '2024-01-31T10:00:00'],
  ["timestamp '2024-01-31 10:00:00.123456'", 'timestamp', '2024-01-31T10:00:00.123456'],
  ["'2024-01-31 10:00:00.123456789'::timestamp_ns", 'timestamp', '2024-01-31T10:00:00.123456789'],
  ["'infinity'::timestamp", 'timestamp', 'infinity'],
  ["interval '1 month 2 days'", 'other', '1 month 2 days'],
  ["'\\xAA\\x00'::blob", 'binary', 'qgA='],
  ["uuid '00000000-0000-0000-0000-000000000001'", 'text', '00000000-0000-0000-0000-000000000001'],
  ["'a'::enum('a', 'b')", 'text', 'a'],
  ['[1, null, 3]', 'json', [1, null, 3]],
  ['[9007199254740993]', 'json', ['9007199254740993']],
  ["{'a': 1, 'b': [date '2024-01-01']}", 'json', { a: 1, b: ['2024-01-01'] }],
  ["map {'k': 1.5}", 'json', [{ key: 'k', value: 1.5 }]],
  ['[1, 2]::integer[2]', 'json', [1, 2]],
  ['union_value(n := 7)', 'json', 7],
  ['\'{"a": [1]}\'::json', 'json', { a: [1] }],
  ['null', 'integer', null],
  ["'101'::bit", 'other', '101'],
])('%s is %s', async (expression, type, value) => {
  const result = await connection.run(`select ${expression}`)
  const [column] = result.columnTypes()
  const [[read] = []] = await result.getRows()
  if (!column || read === undefined) throw new Error('no value')
  expect([columnTypeOf(column), jsonFromDuckdb(read, column)]).toEqual([type, value])
})

test('a timestamp with a zone is told in UTC', async () => {
  const result = await connection.run("select timestamptz '2024-01-31 10:00:00+02'")
  const [column] = result.columnTypes()
  const [[read] = []] = await result.getRows()
  if (!column || read === undefined) throw new Error('no value')
  expect(new Date(String(jsonFromDuckdb(read, column))).toISOString()).toBe('2024-01-31T08:00:00.000Z')
})
