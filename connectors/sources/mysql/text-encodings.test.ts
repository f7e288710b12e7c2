import { expect, test } from 'vitest'
import { getDecoder, getEncoder } from './text-encodings.ts'

test('text of other encodings is read, and sent as UTF-8 only', () => {
  expect(getDecoder('cp1251').write(Uint8Array.of(0xcf, 0xf0))).toBe('Пр')
  expect(getDecoder('big5').write(Uint8Array.of(0xa4, 0xa4))).toBe('中')
  expect(() => getDecoder('dec8')).toThrow(RangeError)
  expect(getEncoder('utf8').write('é')).toEqual(Uint8Array.of(0xc3, 0xa9))
  expect(() => getEncoder('cp1251')).toThrow(RangeError)
})
