import { expect, test } from 'vitest'
import { requirePlantable } from './mutants.ts'
import { proveLending } from './proof.ts'

test('nobody is shown more through what others lend than the rule allows', async () => {
  const { cases, shown, beyond } = await proveLending(200, 7)
  expect(beyond).toEqual([])
  expect(shown).toBeGreaterThan(cases / 20)
})

test('each planted mistake still has a place in the code', () => requirePlantable())
