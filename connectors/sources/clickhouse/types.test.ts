import { expect, test } from 'vitest'
import { clickhouseType, parameterText } from './types.ts'

test.each([
  ['Bool', 'boolean', false],
  ['UInt8', 'integer', false],
  ['Int256', 'integer', false],
  ['Nullable(Float32)', 'number', true],
  ['Decimal(38, 10)', 'decimal', false],
  ['LowCardinality(Nullable(String))', 'text', true],
  ['FixedString(16)', 'text', false],
  ["Enum8('a' = 1, 'b)' = 2)", 'text', false],
  ["Nullable(DateTime64(3, 'Europe/Paris'))", 'timestamp', true],
  ["DateTime('UTC')", 'timestamp', false],
  ['Date32', 'date', false],
  ['Time64(3)', 'time', false],
  ['UUID', 'text', false],
  ['IPv6', 'text', false],
  ['Array(Array(Nullable(String)))', 'json', false],
  ['Map(String, Array(UInt64))', 'json', false],
  ['Tuple(a UInt8, b String)', 'json', false],
  ['JSON(max_dynamic_paths=10)', 'json', false],
  ['SimpleAggregateFunction(sum, UInt64)', 'integer', false],
  ['AggregateFunction(uniq, String)', 'other', false],
  ['IntervalDay', 'other', false],
])('%s', (declared, type, nullable) => {
  expect(clickhouseType(declared)).toMatchObject({ type, nullable })
})

test('values keep their digits', () => {
  expect(clickhouseType('UInt64').json('18446744073709551615')).toBe('18446744073709551615')
  expect(clickhouseType('Int64').json('-42')).toBe(-42)
  expect(clickhouseType('Decimal(38, 10)').json('12345678901234567890.0123456789')).toBe('12345678901234567890.0123456789')
  expect(clickhouseType('Decimal(10, 2)').json('12.50')).toBe(12.5)
  expect(clickhouseType('Array(Nullable(Int64))').json(['1', null, '9007199254740993'])).toEqual([1, null, '9007199254740993'])
  expect(clickhouseType('FixedString(4)').json('ab\0\0')).toBe('ab')
})

test('a value as a parameter is one field of a tab-separated line', () => {
  expect(['a\tb\nc\\d', null, true, 1.5].map(parameterText)).toEqual(['a\\tb\\nc\\\\d', '\\N', 'true', '1.5'])
})
