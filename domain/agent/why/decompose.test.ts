import { expect, test } from 'vitest'
import { contributions, effectsOf, type Member } from './decompose.ts'

const member = (name: string, [there, rowsThere]: [number, number], [here, rowsHere]: [number, number]): Member => ({ name, here, there, rowsHere, rowsThere })

test('fewer rows alone are volume', () => {
  expect(effectsOf([member('a', [100, 10], [50, 5]), member('b', [100, 10], [50, 5])])).toEqual({ volume: -100, mix: 0, rate: 0 })
})

test('shares that shift to what comes to less are mix', () => {
  expect(effectsOf([member('dear', [100, 10], [50, 5]), member('cheap', [10, 10], [15, 15])])).toEqual({ volume: 0, mix: -45, rate: 0 })
})

test('rows of each that come to less are rate', () => {
  expect(effectsOf([member('a', [100, 10], [80, 10]), member('b', [50, 10], [40, 10])])).toEqual({ volume: 0, mix: 0, rate: -30 })
})

test('whatever changes, the parts add up to the change', () => {
  let seed = 7
  const random = () => {
    seed = (seed * 16_807) % 2_147_483_647
    return seed % 50
  }
  for (let round = 0; round < 200; round++) {
    const members = Array.from({ length: 5 }, (_, at) => member(String(at), [random() * 10, random()], [random() * 10, random()]))
    const effects = effectsOf(members)
    if (!effects) continue
    const change = members.reduce((sum, { here, there }) => sum + here - there, 0)
    expect(effects.volume + effects.mix + effects.rate).toBeCloseTo(change, 6)
  }
  expect(effectsOf([member('a', [0, 0], [10, 1])])).toBeNull()
})

test('those that changed most with the whole are told, and the one most against it', () => {
  const members = [member('a', [10, 1], [2, 1]), member('b', [10, 1], [8, 1]), member('c', [10, 1], [13, 1]), member('d', [10, 1], [11, 1])]
  const { along, against } = contributions(members, 3)
  expect([along.map(({ name }) => name), against.map(({ name }) => name)]).toEqual([['a', 'b'], ['c']])
})
