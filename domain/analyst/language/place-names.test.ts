import { expect, test } from 'vitest'
import type { Layer, LayerColumn, LayerTable } from '#domain/semantics/layer.ts'
import { placeKinds } from './place-names.ts'

const column = (name: string, sampleValues: string[]) =>
  ({ name, type: 'text', semanticType: 'category', sampleValues, isHidden: false }) as unknown as LayerColumn
const layerOf = (...columns: LayerColumn[]) => ({ tables: [{ name: 'cars', isHidden: false, columns } as unknown as LayerTable] }) as Layer
const unnamed = () => false

test('a column of places answers to what places are called', () => {
  const kinds = placeKinds(layerOf(column('made', ['USA', 'Japan', 'Europe']), column('brand', ['Ford', 'Turkey'])), unnamed)
  expect([...kinds].map(([word, place]) => [word, place.column.name])).toEqual([
    ['country', 'made'],
    ['region', 'made'],
  ])
})

test('a word the data source uses, or that two columns would answer to, is left alone', () => {
  expect(placeKinds(layerOf(column('made', ['France', 'Japan'])), (word) => word === 'country').has('country')).toBe(false)
  expect(placeKinds(layerOf(column('made', ['France', 'Japan']), column('sold', ['Italy', 'Spain'])), unnamed).size).toBe(0)
})
