import { expect, test } from 'vitest'
import { type Chosen, valuesIn, withDrill, withMark, withValues } from './choices.ts'

const france: Chosen = { tile: 'bars', column: 'country', values: ['France'] }
const year: Chosen = { filter: 'year', values: [2024] }

test('a mark that is clicked is chosen, another of its tile takes its place, and the same again ends it', () => {
  const one = withMark([year], 'bars', [{ column: 'country', value: 'France' }], [])
  expect(one).toEqual([year, france])
  const other = withMark(one ?? [], 'bars', [{ column: 'country', value: null }], [])
  expect(other).toEqual([year, { ...france, values: [null] }])
  expect(withMark(other ?? [], 'bars', [{ column: 'country', value: null }], [])).toEqual([year])
})

test('a click beside all marks ends what was chosen on the tile, and changes nothing where nothing was', () => {
  expect(withMark([year, france], 'bars', [], [])).toEqual([year])
  expect(withMark([year, france], 'line', [], [])).toBeNull()
})

test('a mark on a hierarchy keeps the level it was clicked at', () => {
  expect(withMark([], 'bars', [{ column: 'country', value: 'France' }], [{ column: 'country', at: 0 }])).toEqual([{ ...france, level: 0 }])
})

test('the span of a bin is not chosen', () => {
  expect(withMark([], 'bars', [{ column: 'total', from: 0, to: 10 }], [])).toBeNull()
})

test('values of a filter take the place of those it had', () => {
  const chosen = withValues([year, france], { filter: 'year', values: [] })
  expect(chosen).toEqual([france, { filter: 'year', values: [] }])
  expect([valuesIn(chosen, 'year'), valuesIn(chosen, 'month')]).toEqual([[], null])
})

test('a tile stands at one level of a column', () => {
  const first = withDrill([], { tile: 'bars', column: 'country', level: 1 })
  expect(withDrill([...first, { tile: 'line', column: 'country', level: 2 }], { tile: 'bars', column: 'country', level: 0 })).toEqual([
    { tile: 'line', column: 'country', level: 2 },
    { tile: 'bars', column: 'country', level: 0 },
  ])
})
