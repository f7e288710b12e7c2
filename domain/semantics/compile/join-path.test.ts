import { expect, test } from 'vitest'
import { Failure } from '#domain/failure.ts'
import { marketLayer } from '#test/fixtures/market.ts'
import type { Layer, LayerRelationship } from '../layer.ts'
import { findJoinTree } from './join-path.ts'

const link = (from: string, column: string, to: string, more: Partial<LayerRelationship> = {}): LayerRelationship => ({
  fromTable: from,
  fromColumns: [column],
  toTable: to,
  toColumns: ['id'],
  cardinality: 'many_to_one',
  source: 'declared',
  ...more,
})
const layerOf = (relationships: LayerRelationship[]): Layer => ({ ...marketLayer('sqlite'), relationships })
const pathOf = (layer: Layer, tables: string[], root: string | null = null, joins: Parameters<typeof findJoinTree>[3] = []) => {
  const tree = findJoinTree(layer, tables, root, joins)
  return [tree.root, ...tree.steps.map((step) => `${step.parent}${step.fansOut ? ' < ' : ' > '}${step.child}`)]
}

test('many to many goes over the bridge, and fans out once', () => {
  expect(pathOf(marketLayer('sqlite'), ['tags'], 'sales')).toEqual(['sales', 'sales < sale_tags', 'sale_tags > tags'])
})

test('of a cycle the shortest way is taken, a named one against it', () => {
  expect(pathOf(marketLayer('sqlite'), ['employees'], 'sales')).toEqual(['sales', 'sales > employees'])
  const joins = [{ from_table: 'stores', from_column: 'manager_id', to_table: 'employees' }]
  expect(pathOf(marketLayer('sqlite'), ['employees'], 'sales', joins)).toEqual(['sales', 'sales > stores', 'stores > employees'])
})

test('tables of facts meet over what both refer to, and not through each other', () => {
  expect(pathOf(marketLayer('sqlite'), ['stores'], 'targets')).toEqual(['targets', 'targets > stores'])
  const layer = layerOf([
    link('sales', 'store_id', 'stores'),
    link('targets', 'store_id', 'stores'),
    link('targets', 'sale_id', 'sales', { source: 'inferred' }),
  ])
  expect(pathOf(layer, ['stores'], 'targets')).toEqual(['targets', 'targets > stores'])
})

test('a declared key is taken before an inferred one, a plain name before a role', () => {
  expect(pathOf(layerOf([link('a', 'x', 'b', { source: 'inferred' }), link('a', 'c_id', 'c'), link('c', 'b_id', 'b')]), ['b'], 'a')).toEqual([
    'a',
    'a > c',
    'c > b',
  ])
  const roles = layerOf([link('orders', 'referrer_id', 'customers'), link('orders', 'customer_id', 'customers')])
  expect(findJoinTree(roles, ['customers'], 'orders', []).steps[0]?.on).toEqual([{ parent: 'customer_id', child: 'id' }])
})

test('keys of equal standing are told apart by name, each with what to put into `joins`', () => {
  const layer = layerOf([link('games', 'home_id', 'teams'), link('games', 'guest_id', 'teams')])
  const refused = (() => {
    try {
      return findJoinTree(layer, ['teams'], 'games', [])
    } catch (error) {
      return error
    }
  })()
  expect(refused).toBeInstanceOf(Failure)
  expect(refused).toMatchObject({
    code: 'ambiguous_join',
    details: { hint: 'Name the join to take in `joins`.', details: [{ message: 'games.home_id → teams.id' }, { message: 'games.guest_id → teams.id' }] },
  })
  const joins = [{ from_table: 'games', from_column: 'guest_id', to_table: 'teams' }]
  expect(findJoinTree(layer, ['teams'], 'games', joins).steps[0]?.on).toEqual([{ parent: 'guest_id', child: 'id' }])
})

test('a ring of tables that all refer to the next ends, and what nothing connects is refused', () => {
  const ring = layerOf(['a', 'b', 'c', 'd'].map((name, index) => link(name, 'next_id', ['b', 'c', 'd', 'a'][index] ?? '')))
  expect(pathOf(ring, ['c'], 'a')).toEqual(['a', 'a > b', 'b > c'])
  expect(() => findJoinTree(ring, ['z'], 'a', [])).toThrow('no relationship connects a and z')
})
