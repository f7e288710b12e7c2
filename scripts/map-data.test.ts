import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { WORLD } from '#charts/maps/world.gen.ts'
import { statesMap, worldMap } from './map-data.ts'

test('the maps are those of the atlas packages; npm run write:maps writes them anew', () => {
  const stored = (name: string) => readFileSync(join(import.meta.dirname, '..', 'charts', 'maps', name), 'utf8')
  expect([stored('world.gen.ts') === worldMap(), stored('states.gen.ts') === statesMap()]).toEqual([true, true])
})

test('no two countries have a name in common', () => {
  const names = WORLD.places.flatMap(([all]) => all.toLowerCase().split('|'))
  expect(names.filter((name, at) => names.indexOf(name) !== at)).toEqual([])
})
