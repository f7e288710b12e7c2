import { expect, test } from 'vitest'
import { checkCells } from './cells.ts'
import { PRINCIPALS } from './world.ts'

test('every route answers every kind of caller as its declared access says', { timeout: 300_000 }, async () => {
  const { checked, wrong, unplaced } = await checkCells()
  expect(unplaced).toEqual([])
  expect(wrong).toEqual([])
  expect(checked % PRINCIPALS.length).toBe(0)
})
