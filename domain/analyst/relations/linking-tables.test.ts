import { expect, test } from 'vitest'
import { analyseQuestion } from '#domain/analyst/analyse.ts'
import { namedLayer } from '#test/fixtures/named-layer.ts'

const named = namedLayer(
  'links',
  {
    growers: ['grower_no', 'name_first', 'name_last'],
    drivers: ['driver_no', 'name'],
    markets: ['market_no', 'name'],
    stands: ['stand_no', 'grower_no', 'market_no', 'fee'],
    takes_part_in: ['call_no', 'grower_no', 'market_no'],
    driver_takes_part_in: ['call_no', 'driver_no', 'market_no'],
  },
  [
    'stands.grower_no growers',
    'stands.market_no markets',
    'driver_takes_part_in.driver_no drivers',
    'driver_takes_part_in.market_no markets',
    'takes_part_in.market_no markets',
  ],
)
const layer = { ...named, tables: named.tables.map((table) => ({ ...table, label: table.name.replaceAll('_', ' ') })) }
const read = (question: string) =>
  analyseQuestion({ question, layer, previous: null, clock: { now: new Date('2026-01-01T00:00:00Z'), timeZone: 'UTC' }, leastCertainty: 0.1 })

test('what lies between two tables that are spoken of is not wanted beside them', () => {
  expect(read('List the names of markets that have no grower stands')).toMatchObject({ kind: 'query', query: { filters: { not: { table: 'growers' } } } })
  expect(read('List the names of markets that have stands')).toMatchObject({ kind: 'query', query: { filters: { table: 'stands', operator: 'is_not_empty' } } })
})

test('of two tables called alike that one is meant which is called after who does it', () => {
  expect(read('How many drivers ever take part in a market?')).toMatchObject({
    kind: 'query',
    query: { filters: { table: 'markets', operator: 'is_not_empty' } },
  })
})

test('a name called first is a first name', () => {
  expect(read('List the first and last name of all growers')).toMatchObject({
    kind: 'query',
    query: { dimensions: [{ column: 'name_first' }, { column: 'name_last' }] },
  })
})
