import { expect, test } from 'vitest'
import { analyseQuestion } from '#domain/analyst/analyse.ts'
import { namedLayer } from '#test/fixtures/named-layer.ts'

const layer = namedLayer(
  'mechanics',
  { mechanic: ['id', 'name'], engine: ['id', 'name'], fix: ['id', 'launch'], job: ['mechanic_id', 'engine_id', 'fix_id'] },
  ['job.mechanic_id mechanic', 'job.engine_id engine', 'job.fix_id fix'],
)

test.each(['Show names of mechanics who fix engines', 'Show names of mechanics assigned to fix engines'])('a verb is no table: %s', (question) => {
  const read = analyseQuestion({ question, layer, previous: null, clock: { now: new Date('2026-01-01T00:00:00Z'), timeZone: 'UTC' } })
  expect(read).toMatchObject({ query: { dimensions: [{ table: 'mechanic', column: 'name' }], filters: { table: 'engine' } } })
})

test('nor is it where it is denied', () => {
  const question = 'List the names of mechanics who were not assigned to fix engines'
  const read = analyseQuestion({ question, layer, previous: null, clock: { now: new Date('2026-01-01T00:00:00Z'), timeZone: 'UTC' } })
  expect(read).toMatchObject({ query: { filters: { not: { table: 'engine' } } } })
})
