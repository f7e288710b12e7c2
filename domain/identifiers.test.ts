import { expect, test } from 'vitest'
import { newId } from './identifiers.ts'

test('identifiers sort in the order they were made, also within a millisecond, and none comes twice', () => {
  const made = Array.from({ length: 5_000 }, (_, index) => newId('msg', 1_790_000_000_000 + Math.floor(index / 1_000)))
  expect(new Set(made).size).toBe(made.length)
  expect(made.toSorted()).toEqual(made)
  expect(made.every((id) => /^msg_[0-9a-hjkmnp-tv-z]{26}$/.test(id))).toBe(true)
  const random = new Set(made.map((id) => id.slice(-12)))
  expect(random.size).toBe(made.length)
})
