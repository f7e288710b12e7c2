import { expect, test } from 'vitest'
import type { Tile } from './board.ts'
import { fitted, freshId, withoutTile, withPlace, withTab, withTile } from './layout.ts'

const tile = (id: string, x: number, y: number, w = 6, h = 4, more: Partial<Tile> = {}): Tile => ({ id, type: 'chart', chart_id: 'cht', x, y, w, h, ...more })
const places = (layout: Tile[]) => Object.fromEntries(layout.map(({ id, x, y, w, h }) => [id, [x, y, w, h]]))

test('what a moved tile meets gives way downwards, and what lies below that; what is beside it stays', () => {
  const layout = [tile('a', 0, 0), tile('b', 6, 0), tile('c', 0, 4), tile('d', 6, 4)]
  expect(places(withPlace(layout, 'b', { x: 0, y: 1, w: 6, h: 4 }))).toEqual({ a: [0, 5, 6, 4], b: [0, 1, 6, 4], c: [0, 9, 6, 4], d: [6, 4, 6, 4] })
})

test('a tile stays within the grid', () => {
  expect(places(withPlace([tile('a', 0, 0)], 'a', { x: 9, y: -3, w: 6, h: 0 }))).toEqual({ a: [6, 0, 6, 1] })
  expect(places(withPlace([tile('a', 0, 0)], 'a', { x: 4, y: 0, w: 40, h: 2 }))).toEqual({ a: [0, 0, 12, 2] })
})

test('the grids of tabs are apart from each other', () => {
  const layout = [tile('a', 0, 0), tile('b', 0, 0, 6, 4, { tab: 'one' })]
  expect(places(withPlace(layout, 'a', { x: 1, y: 0, w: 6, h: 4 }))).toEqual({ a: [1, 0, 6, 4], b: [0, 0, 6, 4] })
})

test('a new tile stands below all others, and tabs grow with what they hold', () => {
  const tabs = tile('t', 0, 0, 12, 2, { type: 'tabs', tabs: [{ id: 'one', title: 'One' }] })
  const layout = withTile([tabs, tile('a', 0, 2)], { id: 'b', type: 'chart', chart_id: 'cht', tab: 'one', x: 0, w: 6, h: 4 })
  expect(places(layout)).toEqual({ t: [0, 0, 12, 5], a: [0, 5, 6, 4], b: [0, 0, 6, 4] })
  expect(places(withTab(layout, 'b', undefined))).toEqual({ t: [0, 0, 12, 2], a: [0, 5, 6, 4], b: [0, 9, 6, 4] })
})

test('tabs that are removed take along what lies on them', () => {
  const tabs = tile('t', 0, 0, 12, 5, { type: 'tabs', tabs: [{ id: 'one', title: 'One' }] })
  expect(places(withoutTile([tabs, tile('a', 0, 0, 6, 4, { tab: 'one' }), tile('b', 0, 5)], 't'))).toEqual({ b: [0, 5, 6, 4] })
})

test('however tiles are thrown about, none lies on another', () => {
  let seed = 7
  const random = (below: number) => {
    seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648
    return seed % below
  }
  for (let round = 0; round < 200; round += 1) {
    const layout = fitted(Array.from({ length: 9 }, (_, at) => tile(`t${at}`, random(7), random(12), 1 + random(6), 1 + random(5))))
    const moved = withPlace(layout, `t${random(9)}`, { x: random(12), y: random(12), w: 1 + random(12), h: 1 + random(6) })
    for (const one of moved) {
      expect(one.x + one.w).toBeLessThanOrEqual(12)
      const under = moved.filter(
        (other) => other.id !== one.id && one.x < other.x + other.w && other.x < one.x + one.w && one.y < other.y + other.h && other.y < one.y + one.h,
      )
      expect(under).toEqual([])
    }
  }
})

test('names are those that are free', () => {
  expect(freshId('tile', ['tile_1', 'tile_3'])).toBe('tile_2')
})
