import { expect, test } from 'vitest'
import { analyseQuestion } from '#domain/analyst/analyse.ts'
import type { Layer, LayerColumn } from '#domain/semantics/layer.ts'
import { namedLayer } from '#test/fixtures/named-layer.ts'

const clock = { now: new Date('2024-05-15T09:00:00Z'), timeZone: 'UTC' }

/** Lodges, who stays in them and what they pay; their accounts have a row for each day. */
function lodgeLayer(): Layer {
  const layer = namedLayer(
    'lodges',
    {
      lodges: ['id', 'name', 'region'],
      guests: ['id', 'name', 'email', 'birth_date', 'joined_on'],
      tickets: ['id', 'lodge_id', 'guest_id', 'opened_on', 'closed_on', 'is_disputed'],
      payments: ['id', 'lodge_id', 'guest_id', 'state', 'amount', 'paid_on'],
      account_days: ['id', 'lodge_id', 'day_on', 'closing_balance'],
    },
    ['tickets.lodge_id lodges', 'tickets.guest_id guests', 'payments.lodge_id lodges', 'payments.guest_id guests', 'account_days.lodge_id lodges'],
  )
  const date: Partial<LayerColumn> = { type: 'date', semanticType: 'time', min: '2020-01-01', max: '2024-05-01', nullFraction: 0.1 }
  const kind = (...sampleValues: string[]): Partial<LayerColumn> => ({ type: 'text', semanticType: 'category', sampleValues, distinct: sampleValues.length })
  const figure: Partial<LayerColumn> = { type: 'number', semanticType: 'measure' }
  const changed: Record<string, Partial<LayerColumn>> = {
    ...Object.fromEntries(['joined_on', 'opened_on', 'closed_on', 'paid_on', 'day_on'].map((name) => [name, date])),
    birth_date: { ...date, min: '1940-01-01', max: '2004-01-01' },
    region: { ...kind('north', 'south'), nullFraction: 0.2 },
    state: kind('settled', 'sent', 'refused'),
    email: { type: 'text', semanticType: 'text' },
    is_disputed: { type: 'boolean', semanticType: 'boolean' },
    amount: figure,
    closing_balance: figure,
  }
  const tables = layer.tables.map((table) => ({
    ...table,
    label: table.name.replaceAll('_', ' '),
    columns: table.columns.map((column) => ({ ...column, ...changed[column.name] })),
  }))
  return { ...layer, tables }
}

const layer = lodgeLayer()
const asked = (question: string) => {
  const analysis = analyseQuestion({ question, layer, previous: null, clock, leastCertainty: 0.3 })
  return analysis.kind === 'query' ? analysis.query : analysis
}
const total = { aggregate: 'sum', table: 'payments', column: 'amount' }

test('what is ranked is shown with its figure and the one told along with it', () => {
  expect(asked('List the top 3 lodges by total payment amount along with the number of payments.')).toMatchObject({
    dimensions: [{ table: 'lodges', column: 'name' }, {}],
    measures: [total, { aggregate: 'count', table: 'payments' }],
    limit: 3,
  })
})

test('values before the rows of a figure that ranks are conditions, and no region is not the highest', () => {
  expect(asked('Which region has the highest total amount of settled payments?')).toMatchObject({
    dimensions: [{ column: 'region' }],
    measures: [total],
    filters: { and: [{ column: 'state', values: ['settled'] }, {}, { column: 'region', operator: 'is_not_empty' }] },
    limit: 1,
  })
})

test('the latest of a figure is that of the latest day', () => {
  expect(asked('What is the latest closing balance for each lodge?')).toMatchObject({
    measures: [],
    dimensions: [{ column: 'closing_balance' }, { column: 'name' }, { column: 'day_on', hidden: true }],
    order: [{ direction: 'desc' }],
    limit_per: { limit: 1 },
  })
})

test('new rows of each month are so by their date', () => {
  expect(asked('Show the number of new guests per month')).toMatchObject({
    measures: [{ aggregate: 'count', table: 'guests' }],
    dimensions: [{ column: 'joined_on', grain: 'month' }],
  })
})

test('mail is of a domain', () => {
  expect(asked('How many guests have a Gmail or Yahoo email address?')).toMatchObject({
    filters: { column: 'email', operator: 'contains', values: ['@gmail.', '@yahoo.'] },
  })
})

test('age is told by the day of birth', () => {
  expect(asked('How many guests are older than 60?')).toMatchObject({ filters: { column: 'birth_date', operator: 'less_than', values: ['1964-05-15'] } })
  expect(asked('What is the average age of guests?')).toMatchObject({
    measures: [{ aggregate: 'avg', expression: { op: '/', left: { duration: { from: { column: 'birth_date' } } } } }],
  })
})

test('the time to do something ends with it', () => {
  const days = { aggregate: 'avg', expression: { duration: { from: { column: 'opened_on' }, to: { column: 'closed_on' }, unit: 'day' } } }
  expect(asked('What is the average time in days to close a ticket by lodge?')).toMatchObject({ measures: [days], dimensions: [{ table: 'lodges' }, {}] })
  expect(asked('What is the average time in days between opening and closure of tickets?')).toMatchObject({ measures: [days] })
})

test('rows are in what a flag says of them', () => {
  expect(asked('How many tickets are in dispute by region?')).toMatchObject({
    dimensions: [{ column: 'region' }],
    filters: { and: [{ column: 'is_disputed', values: [true] }, {}] },
  })
})

test('who has sent something is not in a state called sent', () => {
  expect(JSON.stringify(asked('How many guests have sent more than 10 tickets?'))).not.toContain('state')
})

test('a first in another sentence is one of what was asked', () => {
  expect(asked('Which lodges have the highest total payment amount? Return the top 4 lodge names.')).toMatchObject({ limit: 4 })
})

test('whoever has the lowest figure is named, though the figure is called as its table is', () => {
  const scores = namedLayer('scores', { riders: ['id', 'name'], stamina: ['id', 'rider_id', 'stamina'] }, ['stamina.rider_id riders'])
  const tables = scores.tables.map((table) => ({
    ...table,
    columns: table.columns.map((column) => (column.name === 'stamina' ? { ...column, type: 'number' as const, semanticType: 'measure' as const } : column)),
  }))
  const question = 'Show the name of the rider with the lowest stamina score'
  expect(analyseQuestion({ question, layer: { ...scores, tables }, previous: null, clock, leastCertainty: 0.3 })).toMatchObject({
    query: {
      measures: [],
      dimensions: [
        { table: 'riders', column: 'name' },
        { column: 'stamina', hidden: true },
      ],
      order: [{ by: 'stamina', direction: 'asc' }],
      limit: 1,
    },
  })
})
