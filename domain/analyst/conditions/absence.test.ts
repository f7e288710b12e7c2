import { expect, test } from 'vitest'
import { analyseQuestion } from '#domain/analyst/analyse.ts'
import { namedLayer } from '#test/fixtures/named-layer.ts'

const layer = namedLayer(
  'absence',
  { instructors: ['instructor_no', 'name'], courses: ['course_no', 'title'], teaches: ['instructor_no', 'course_no', 'year'] },
  ['teaches.instructor_no instructors', 'teaches.course_no courses'],
)
const clock = { now: new Date('2026-01-01T00:00:00Z'), timeZone: 'UTC' }

test('who did not teach any courses is not wanted to have one', () => {
  const analysis = analyseQuestion({ question: "Show the name of instructors who didn't teach any courses", layer, previous: null, clock, leastCertainty: 0.1 })
  expect(analysis).toMatchObject({ kind: 'query', query: { filters: { not: { table: 'teaches', operator: 'is_not_empty' } } } })
})
