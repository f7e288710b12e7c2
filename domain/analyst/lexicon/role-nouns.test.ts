import { expect, test } from 'vitest'
import { analyseQuestion } from '#domain/analyst/analyse.ts'
import { namedLayer } from '#test/fixtures/named-layer.ts'

const layer = namedLayer(
  'roles',
  {
    people: ['id', 'shoe_size'],
    loans: ['id', 'reader_id'],
    fines: ['id', 'reader_id', 'judge_id'],
  },
  ['loans.reader_id people', 'fines.reader_id people', 'fines.judge_id people'],
)

test.each([
  ['How many readers are there?', 'people'],
  ['How many loans are there?', 'loans'],
])('%s: %s are counted', (question, counted) => {
  const analysis = analyseQuestion({ question, layer, previous: null, clock: { now: new Date('2026-01-01T00:00:00Z'), timeZone: 'UTC' }, leastCertainty: 0.3 })
  expect(analysis).toMatchObject({ kind: 'query', query: { measures: [{ aggregate: 'count', table: counted }], dimensions: [] } })
})

const named = namedLayer('named roles', { people: ['id', 'name'], trials: ['id', 'judge', 'clerk_id'] }, ['trials.judge people', 'trials.clerk_id people'])

test.each([
  ['What is the name of the judge of trial 7?', 'judge'],
  ['List the names of the clerks of trial 7', 'clerk_id'],
])('%s: a person, by the reference that is called so', (question, column) => {
  const analysis = analyseQuestion({
    question,
    layer: named,
    previous: null,
    clock: { now: new Date('2026-01-01T00:00:00Z'), timeZone: 'UTC' },
    leastCertainty: 0.1,
  })
  expect(analysis).toMatchObject({
    kind: 'query',
    query: { dimensions: [{ table: 'people', column: 'name' }], joins: [{ from_table: 'trials', from_column: column, to_table: 'people' }] },
  })
})
