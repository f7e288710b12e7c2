import { expect, test } from 'vitest'
import { testServer } from '#test/harness.ts'
import { requirePlantable } from './mutants.ts'
import { proveLending } from './proof.ts'
import { WITH_ROWS, WITHOUT_ROWS } from './reads.ts'

test('nobody is shown more through what others lend than the rule allows', async () => {
  const { cases, shown, beyond } = await proveLending(400, 7, { scenes: [] })
  expect(beyond).toEqual([])
  expect(shown).toBeGreaterThan(cases / 20)
})

test('every operation is known either to be read by the proof or to hold no rows', async () => {
  const server = await testServer()
  const known = [...server.contracts.map(({ operationId }) => operationId), 'getHealth']
  await server.close()
  expect(known.filter((operation) => WITH_ROWS.has(operation) === WITHOUT_ROWS.has(operation))).toEqual([])
  expect([...WITH_ROWS, ...WITHOUT_ROWS].filter((operation) => !known.includes(operation))).toEqual([])
})

test('each planted mistake still has a place in the code', () => requirePlantable())
