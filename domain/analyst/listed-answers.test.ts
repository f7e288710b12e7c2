import { expect, test } from 'vitest'
import type { Layer, LayerColumn } from '#domain/semantics/layer.ts'
import { namedLayer } from '#test/fixtures/named-layer.ts'
import { analyseQuestion } from './analyse.ts'

const clock = { now: new Date('2026-11-22T09:00:00Z'), timeZone: 'UTC' }

/** Garages, the drivers who bring bicycles there, and a table of repairs that is called after how often it is filled. */
function garageLayer(): Layer {
  const layer = namedLayer(
    'garages',
    {
      drivers: ['id', 'name', 'town', 'status', 'phone'],
      garages: ['id', 'name', 'noise_score', 'light_score'],
      bicycle_repairs_daily: ['id', 'payer_id', 'booker_id', 'garage_id', 'bill_amount', 'status', 'began_on'],
      trips: ['driver_id', 'started_at', 'ended_at', 'weather'],
      letters: ['id', 'driver_id', 'weather', 'kind', 'reported_on'],
    },
    [
      'bicycle_repairs_daily.payer_id drivers',
      'bicycle_repairs_daily.booker_id drivers',
      'bicycle_repairs_daily.garage_id garages',
      'trips.driver_id drivers',
      'letters.driver_id drivers',
    ],
  )
  const kind = (...sampleValues: string[]): Partial<LayerColumn> => ({ type: 'text', semanticType: 'category', sampleValues, distinct: sampleValues.length })
  const time: Partial<LayerColumn> = { type: 'timestamp', semanticType: 'time', min: '2025-01-01 08:00:00', max: '2026-11-20 17:00:00', nullFraction: 0 }
  const figure: Partial<LayerColumn> = { type: 'number', semanticType: 'measure' }
  const changed: Record<string, Partial<LayerColumn>> = {
    ...Object.fromEntries(['began_on', 'started_at', 'ended_at', 'reported_on'].map((name) => [name, time])),
    ...Object.fromEntries(['bill_amount', 'noise_score', 'light_score'].map((name) => [name, figure])),
    phone: { type: 'text', semanticType: 'text', nullFraction: 0.2 },
    town: kind('Porto', 'Gent'),
    weather: kind('rain', 'sun'),
    status: kind('open', 'closed'),
    kind: kind('promotion', 'reminder'),
  }
  const tables = layer.tables.map((table) => ({
    ...table,
    label: table.name.replaceAll('_', ' '),
    columns: table.columns.map((column) => ({ ...column, ...changed[column.name] })),
  }))
  return { ...layer, tables }
}

const layer = garageLayer()
const asked = (question: string) => {
  const analysis = analyseQuestion({ question, layer, previous: null, clock, leastCertainty: 0.3 })
  return analysis.kind === 'query' ? analysis.query : analysis
}
const bills = { aggregate: 'sum', table: 'bicycle_repairs_daily', column: 'bill_amount' }
const repairs = { aggregate: 'count', table: 'bicycle_repairs_daily' }

test('a table that is filled daily is called what it holds', () => {
  for (const noun of ['bicycle repairs', 'repairs']) expect(asked(`How many ${noun} are there?`)).toMatchObject({ measures: [repairs] })
})

test('how many of each there are is told beside the most common', () => {
  for (const counts of ['and their respective counts', 'with their counts'])
    expect(asked(`What are the top 2 most common repair statuses ${counts}?`)).toMatchObject({
      dimensions: [{ table: 'bicycle_repairs_daily', column: 'status' }],
      measures: [repairs],
      limit: 2,
    })
})

test('what is ranked by is told where it is listed again, in its own words or as the amount', () => {
  for (const listed of ['total bill amount', 'total amount'])
    expect(asked(`What are the top 3 garages by total bill amount? Return the garage name, number of repairs, and ${listed}.`)).toMatchObject({
      measures: [repairs, bills],
      dimensions: [{ column: 'name' }, {}],
      limit: 3,
    })
})

test('what is listed in the end is what is shown', () => {
  const query = asked('How many garages had repairs last year? Return the number of repairs and the total bill amount.')
  expect('measures' in query && query.measures).toMatchObject([repairs, bills])
  expect('measures' in query && query.measures).toHaveLength(2)
})

test('those alike in one figure are ranked by the other', () => {
  expect(asked('What are the top 3 garages by number of repairs and total bill amount?')).toMatchObject({
    order: [{ direction: 'desc' }, { direction: 'desc' }],
    measures: [bills, repairs],
  })
})

test('who pays or books is referred to so', () => {
  for (const [verb, column] of [
    ['paid', 'payer_id'],
    ['booked', 'booker_id'],
  ])
    expect(asked(`Total bill amount of repairs ${verb} by drivers from Porto`)).toMatchObject({ measures: [bills], joins: [{ from_column: column }] })
})

test('rows behind a verb are those that the ones asked for have', () => {
  expect(asked('List the distinct driver ids, names and towns that have received letters')).toMatchObject({
    dimensions: [
      { table: 'drivers', column: 'id' },
      { table: 'drivers', column: 'name' },
      { table: 'drivers', column: 'town' },
    ],
    filters: { table: 'letters', operator: 'is_not_empty' },
  })
})

test('of several columns that a word may mean, that is meant which was called in full before', () => {
  expect(asked('What are the light scores of garages? Show the garages and scores.')).toMatchObject({
    dimensions: [{ column: 'light_score' }, { table: 'garages', column: 'name' }],
  })
})

test('what splits a figure worked out is of its own rows', () => {
  expect(asked('Average trip duration in minutes split by weather')).toMatchObject({ dimensions: [{ table: 'trips', column: 'weather' }] })
})

test('how a figure varies is told for each', () => {
  expect(asked('How does the average bill amount vary across different garages?')).toMatchObject({ measures: [{ ...bills, aggregate: 'avg' }] })
})

test('an adjective of a kind is the kind', () => {
  expect(asked('How many promotional letters are there?')).toMatchObject({ filters: { column: 'kind', values: ['promotion'] } })
})

test('a date is not told beside its month', () => {
  const query = asked('What month were most trips started? Return the number of trips and the month.')
  expect('dimensions' in query && query.dimensions).toMatchObject([{ column: 'started_at', grain: 'month' }])
  expect('dimensions' in query && query.dimensions).toHaveLength(1)
})

test('what someone has given is filled in', () => {
  const filled = (operator: string) => ({ filters: { table: 'drivers', column: 'phone', operator } })
  expect(asked('How many drivers have provided a phone?')).toMatchObject(filled('is_not_empty'))
  expect(asked('Which drivers have not entered their phone?')).toMatchObject({ dimensions: [{ column: 'name' }], filters: { column: 'phone' } })
  expect(asked('Which drivers have not entered a phone?')).toMatchObject(filled('is_empty'))
})

test('rows that were reported are all of them, where each has the date of it', () => {
  const analysis = analyseQuestion({ question: 'How many promotional letters have been reported?', layer, previous: null, clock })
  expect(analysis).toMatchObject({ kind: 'query', readAs: [] })
})
