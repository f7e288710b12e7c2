import { beforeAll, describe, expect, test } from 'vitest'
import type { Recorded } from '#test/database.ts'
import { checkPlans } from '#test/plans/check-plans.ts'
import { hearStatements } from '#test/plans/statements.ts'
import { type CellOutcome, checkCells } from './cells.ts'
import { checkScopedKeys } from './scoped.ts'
import { PRINCIPALS } from './world.ts'

let cells: CellOutcome
let statements: Recorded[]
// Every cell is called once: the first test looks at what was answered, the last ones at what the database was asked meanwhile.
beforeAll(async () => {
  const hearing = hearStatements()
  cells = await checkCells(undefined, hearing.watch)
  statements = await hearing.all()
}, 600_000)

test('every route answers every kind of caller as its declared access says', () => {
  const { checked, wrong, unplaced } = cells
  expect(unplaced).toEqual([])
  expect(wrong).toEqual([])
  expect(checked % PRINCIPALS.length).toBe(0)
})

test('a key that has every scope but "*" makes nobody, and no key, that may do more', { timeout: 300_000 }, async () => {
  const { checked, wrong } = await checkScopedKeys(({ service }) => service === 'core', 1)
  expect(wrong).toEqual([])
  expect(checked).toBeGreaterThan(40)
})

describe('the statements heard', () => checkPlans(() => statements))
