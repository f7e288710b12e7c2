import fc from 'fast-check'
import { expect, test } from 'vitest'
import { jsonDecimal, jsonDocument, jsonInteger, jsonTime, jsonTimestamp, temporalType } from './json-values.ts'

test('an integer keeps its digits', () => {
  fc.assert(fc.property(fc.bigInt({ min: -(2n ** 80n), max: 2n ** 80n }), (value) => BigInt(jsonInteger(value)) === value))
  expect([jsonInteger(9007199254740991n), jsonInteger(9007199254740992n)]).toEqual([9007199254740991, '9007199254740992'])
})

test('a decimal that becomes a number reads back the same', () => {
  const decimal = fc.tuple(fc.bigInt({ min: -(10n ** 20n), max: 10n ** 20n }), fc.integer({ min: 1, max: 10 })).map(([digits, scale]) => {
    const text = (digits < 0n ? -digits : digits).toString().padStart(scale + 1, '0')
    return `${digits < 0n ? '-' : ''}${text.slice(0, -scale)}.${text.slice(-scale)}`
  })
  fc.assert(
    fc.property(decimal, (text) => {
      const value = jsonDecimal(text)
      return typeof value === 'string' ? value === text : value === 0 || value.toFixed(text.split('.')[1]?.length ?? 0) === text
    }),
  )
  expect([jsonDecimal('12.50'), jsonDecimal('0.0000000000000000'), jsonDecimal('1234567890123456.7')]).toEqual([12.5, 0, '1234567890123456.7'])
})

test('timestamps have one shape', () => {
  expect(
    ['2024-05-06 07:08:09', '2024-05-06T07:08:09.120000', '2024-05-06 07:08', '2024-05-06 07:08:09.123456+00', '2024-05-06 07:08:09+02:00', 'infinity'].map(
      jsonTimestamp,
    ),
  ).toEqual(['2024-05-06T07:08:09', '2024-05-06T07:08:09.120', '2024-05-06T07:08:00', '2024-05-06T07:08:09.123456Z', '2024-05-06T07:08:09+02:00', 'infinity'])
  expect(jsonTime('07:08:09.500000')).toBe('07:08:09.500')
})

test('texts are dates when nearly all of them are', () => {
  expect(temporalType(['2024-01-01', '2024-12-31'])).toBe('date')
  expect(temporalType(['2024-01-01', '2024-12-31 10:00:00Z'])).toBe('timestamp')
  expect(temporalType(['10:00:00'])).toBe('time')
  expect(temporalType(['2024-13-01'])).toBeNull()
  expect(temporalType(['2024', '2025'])).toBeNull()
  expect(temporalType([...Array.from({ length: 97 }, () => '2024-01-01'), 'a', 'b', 'c'])).toBe('date')
  expect(temporalType([...Array.from({ length: 94 }, () => '2024-01-01'), 'a', 'b', 'c', 'd', 'e', 'f'])).toBeNull()
  expect(temporalType([])).toBeNull()
})

test('stored JSON is parsed unless a number would be rounded', () => {
  expect([jsonDocument('{"a":[1,null]}'), jsonDocument('[12345678901234567890]'), jsonDocument('{')]).toEqual([{ a: [1, null] }, '[12345678901234567890]', '{'])
})
