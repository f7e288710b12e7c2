import { expect, test } from 'vitest'
import { ROWS, runRows } from './rows.ts'

test('every row of the endpoint tables does what it says, over real data', { timeout: 60_000 }, async () => {
  const outcomes = await runRows()
  expect(outcomes.filter(({ fault }) => fault !== null)).toEqual([])
  expect(Object.keys(ROWS).length).toBe(30)
})
