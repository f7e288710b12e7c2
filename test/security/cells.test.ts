import { expect, test } from 'vitest'
import { checkCells } from './cells.ts'
import { checkScopedKeys } from './scoped.ts'
import { PRINCIPALS } from './world.ts'

test('every route answers every kind of caller as its declared access says', { timeout: 300_000 }, async () => {
  const { checked, wrong, unplaced } = await checkCells()
  expect(unplaced).toEqual([])
  expect(wrong).toEqual([])
  expect(checked % PRINCIPALS.length).toBe(0)
})

test('a key that has every scope but "*" makes nobody, and no key, that may do more', { timeout: 300_000 }, async () => {
  const { checked, wrong } = await checkScopedKeys(({ service }) => service === 'core', 1)
  expect(wrong).toEqual([])
  expect(checked).toBeGreaterThan(40)
})
