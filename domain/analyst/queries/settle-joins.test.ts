import { expect, test } from 'vitest'
import { analyseQuestion } from '#domain/analyst/analyse.ts'
import { namedLayer } from '#test/fixtures/named-layer.ts'

const layer = namedLayer(
  'ways',
  {
    ports: ['id', 'name'],
    ferries: ['id', 'source_port_id', 'destination_port_id'],
    clerks: ['id', 'name'],
    files: ['id', 'opened_by_clerk_id', 'closing_authorised_by_clerk_id'],
  },
  ['ferries.source_port_id ports', 'ferries.destination_port_id ports', 'files.opened_by_clerk_id clerks', 'files.closing_authorised_by_clerk_id clerks'],
)

test.each([
  ['How many ferries end at each port?', 'destination_port_id'],
  ['How many ferries start from each port?', 'source_port_id'],
  ['How many files were opened by each clerk?', 'opened_by_clerk_id'],
  ['Which clerks authorized the closing of files?', 'closing_authorised_by_clerk_id'],
])('of two references the one the words speak of: %s', (question, by) => {
  const analysis = analyseQuestion({ question, layer, previous: null, clock: { now: new Date('2026-01-01T00:00:00Z'), timeZone: 'UTC' }, leastCertainty: 0.1 })
  expect(analysis).toMatchObject({ kind: 'query', query: { joins: [{ from_column: by }] } })
})

test('where no word tells which, it is asked', () => {
  const question = 'How many ferries are there for each port?'
  const analysis = analyseQuestion({ question, layer, previous: null, clock: { now: new Date('2026-01-01T00:00:00Z'), timeZone: 'UTC' }, leastCertainty: 0.1 })
  expect(analysis).toMatchObject({ kind: 'clarification', question: 'Which one do you mean: source port or destination port?' })
})

test('the way that is chosen splits by nothing more', () => {
  const question = 'How many ferries are there for each port?, by way of destination port'
  expect(analyseQuestion({ question, layer, previous: null, clock: { now: new Date('2026-01-01T00:00:00Z'), timeZone: 'UTC' } })).toMatchObject({
    kind: 'query',
    query: { dimensions: [{ table: 'ports', column: 'name' }, { hidden: true }], joins: [{ from_column: 'destination_port_id' }] },
  })
})
