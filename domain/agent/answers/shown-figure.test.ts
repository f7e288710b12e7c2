import { expect, test } from 'vitest'
import { SemanticQuery } from '#domain/semantics/semantic-query.ts'
import { withFigure } from './shown-figure.ts'

const ranked = (direction: 'asc' | 'desc', limit: number | undefined) =>
  SemanticQuery.parse({
    measures: [{ aggregate: 'count', table: 'orders', name: 'orders', hidden: true }],
    dimensions: [{ table: 'customers', column: 'country' }],
    order: [{ by: 'orders', direction }],
    ...(limit === undefined ? {} : { limit }),
  })

test.each<['asc' | 'desc', number | undefined, boolean]>([
  ['desc', 1, true],
  ['desc', 3, true],
  ['asc', 1, true],
  ['asc', 3, false],
  ['desc', undefined, false],
])('ranked %s, the first %s', (direction, limit, isShown) => {
  const query = ranked(direction, limit)
  expect(withFigure(query).measures[0]?.hidden ?? false).toBe(!isShown)
  expect({ ...withFigure(query), measures: [] }).toEqual({ ...query, measures: [] })
})
