import { expect, test } from 'vitest'
import { analyseQuestion } from '#domain/analyst/analyse.ts'
import type { Layer, LayerColumn } from '#domain/semantics/layer.ts'
import { namedLayer } from '#test/fixtures/named-layer.ts'

const clock = { now: new Date('2024-05-15T09:00:00Z'), timeZone: 'UTC' }

/** Gardeners, the letters they write and the permits they are given; some columns have short names. */
function gardenLayer(): Layer {
  const layer = namedLayer(
    'gardens',
    {
      gardeners: ['id', 'name', 'joined_on'],
      permits: ['id', 'gardener_id', 'permit_kind', 'soil_cond', 'annual_dues_sum', 'issued_on', 'inspected_on', 'exp_dt', 'appr_on'],
      letters: ['id', 'gardener_id', 'state', 'amount', 'read_on', 'expired_on', 'assignee_id', 'expired_lines'],
      lines: ['id', 'letter_id'],
    },
    ['permits.gardener_id gardeners', 'letters.gardener_id gardeners', 'lines.letter_id letters'],
  )
  const date: Partial<LayerColumn> = { type: 'date', semanticType: 'time', min: '2020-01-01', max: '2025-01-01', nullFraction: 0.1 }
  const kind = (...sampleValues: string[]): Partial<LayerColumn> => ({ type: 'text', semanticType: 'category', sampleValues, distinct: sampleValues.length })
  const figure: Partial<LayerColumn> = { type: 'number', semanticType: 'measure' }
  const changed: Record<string, Partial<LayerColumn>> = {
    ...Object.fromEntries(['joined_on', 'issued_on', 'inspected_on', 'exp_dt', 'appr_on', 'read_on', 'expired_on'].map((name) => [name, date])),
    permit_kind: kind('travel', 'visit', 'stall'),
    soil_cond: kind('hill', 'shore'),
    state: kind('sent', 'read', 'expired'),
    annual_dues_sum: figure,
    amount: figure,
    assignee_id: { semanticType: 'identifier', nullFraction: 0.3 },
    expired_lines: figure,
  }
  return { ...layer, tables: layer.tables.map((table) => ({ ...table, columns: table.columns.map((column) => ({ ...column, ...changed[column.name] })) })) }
}

const layer = gardenLayer()
const asked = (question: string) => {
  const analysis = analyseQuestion({ question, layer, previous: null, clock, leastCertainty: 0.3 })
  return analysis.kind === 'query' ? analysis.query : analysis
}
const permits = { aggregate: 'count', table: 'permits' }

test('months are of the date that the verb speaks of, wherever it stands', () => {
  expect(asked('How many permits were inspected each month in 2023?')).toMatchObject({
    measures: [permits],
    dimensions: [{ column: 'inspected_on', grain: 'month' }],
    filters: { column: 'inspected_on', values: ['2023'] },
  })
})

test('what is expiring in the next days does so by its date, and has not expired', () => {
  expect(asked('How many permits are expiring in the next 30 days?')).toMatchObject({
    measures: [permits],
    filters: { table: 'permits', column: 'exp_dt', operator: 'between', values: ['2024-05-15', '2024-06-14'] },
  })
})

test('what was made a while ago is dated by itself, not by who made it', () => {
  expect(asked('How many gardeners made a visit in the past 30 days?')).toMatchObject({
    measures: [{ table: 'gardeners' }],
    filters: {
      and: [
        { column: 'permit_kind', values: ['visit'] },
        { table: 'permits', column: 'issued_on', values: ['2024-04-15', '2024-05-15'] },
      ],
    },
  })
})

test('words that mostly say nothing are values beside their column', () => {
  expect(asked('How many permits have the travel permit kind?')).toMatchObject({ filters: { column: 'permit_kind', values: ['travel'] } })
})

test('a word stands for the short form a column has for it', () => {
  expect(asked('How many permits are there by soil condition?')).toMatchObject({ dimensions: [{ column: 'soil_cond' }] })
  expect(asked('What is the total annual dues sum?')).toMatchObject({ measures: [{ aggregate: 'sum', column: 'annual_dues_sum' }], dimensions: [] })
})

test('what was read is told by what is called so, not by the day', () => {
  expect(asked('What percentage of letters were read?')).toMatchObject({
    measures: [{ ratio: { numerator: { filters: { column: 'state', values: ['read'] } } }, percent: true }],
    dimensions: [],
  })
})

test('what people do with rows is no state of others', () => {
  expect(asked('Which gardeners sent the most permits?')).toMatchObject({ dimensions: [{ table: 'gardeners' }, {}], limit: 1 })
  expect(JSON.stringify(asked('Which gardeners sent the most permits?'))).not.toContain('state')
})

test('the average of rows that have one amount is that of the amount', () => {
  expect(asked('What is the average letter?')).toMatchObject({ measures: [{ aggregate: 'avg', table: 'letters', column: 'amount' }] })
})

test('what happened in a period is told by its date alone', () => {
  expect(asked('How many letters expired in 2023?')).toMatchObject({ filters: { column: 'expired_on', values: ['2023'] } })
})

test('rows are in the state said before them, whatever else begins so', () => {
  expect(asked('How many expired letters are there?')).toMatchObject({ filters: { column: 'state', values: ['expired'] } })
})

test('what is unassigned refers to no one', () => {
  expect(asked('How many unassigned letters are there?')).toMatchObject({ filters: { column: 'assignee_id', operator: 'is_empty' } })
})

test('a verb before the rows that someone never had is what they did', () => {
  expect(asked('Which gardeners have never inspected a permit?')).toMatchObject({ filters: { not: { table: 'permits', column: 'id' } } })
})

test('periods are of the date they are said to be by', () => {
  expect(asked('What is the quarterly number of permits by inspected on?')).toMatchObject({ dimensions: [{ column: 'inspected_on', grain: 'quarter' }] })
})

test('a state that is not known here leaves little certainty', () => {
  const analysis = analyseQuestion({ question: 'How many gardeners were zealous in the last 7 days?', layer, previous: null, clock, leastCertainty: 0.01 })
  expect(analysis.kind === 'query' ? analysis.confidence : 0).toBeLessThan(0.58)
})
