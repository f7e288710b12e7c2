import { expect, test } from 'vitest'
import { fuzz } from './fuzz.ts'

test('generated requests, valid and broken, get replies that keep their contract, and never a 5xx', { timeout: 120_000 }, async () => {
  const { sent, wrong, statuses } = await fuzz(1200, 20_261_121)
  expect(wrong.slice(0, 5)).toEqual([])
  expect(sent).toBeGreaterThan(1100)
  expect(Object.keys(statuses).length).toBeGreaterThan(4)
})
