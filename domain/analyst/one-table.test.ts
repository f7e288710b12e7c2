import { expect, test } from 'vitest'
import { deskLayer } from '#test/fixtures/desk-layer.ts'
import { analyseQuestion } from './analyse.ts'

const layer = deskLayer()
const clock = { now: new Date('2026-11-22T09:00:00Z'), timeZone: 'UTC' }

function queryOf(question: string) {
  const analysis = analyseQuestion({ question, layer, previous: null, clock })
  if (analysis.kind !== 'query') throw new Error(`${question}: ${JSON.stringify(analysis)}`)
  return analysis.query
}

test('by month this year tells of each month, and by the end of a year is a bound', () => {
  expect(queryOf('Refunds by month this year')).toMatchObject({
    dimensions: [{ column: 'opened_at', grain: 'month' }],
    filters: { operator: 'equals', values: ['2026'] },
  })
  expect(queryOf('How many tickets were opened by last month?')).toMatchObject({ dimensions: [], filters: { column: 'opened_at', operator: 'less_or_equal' } })
})

test('the time to close a ticket runs from when it was opened', () => {
  const days = { expression: { duration: { from: { column: 'opened_at' }, to: { column: 'closed_at' }, unit: 'day' } }, aggregate: 'avg' }
  for (const question of [
    'What is the average time to close a ticket by priority?',
    'How long does it take on average to close a ticket, by priority?',
    'Average resolution time per priority',
  ])
    expect(queryOf(question)).toMatchObject({ measures: [days], dimensions: [{ column: 'priority' }] })
  expect(queryOf('How many hours does it take to resolve a ticket for each agent?').measures).toMatchObject([{ expression: { duration: { unit: 'hour' } } }])
  expect(queryOf('Which agent has the shortest average resolution time?')).toMatchObject({
    dimensions: [{ column: 'agent' }],
    measures: [{ ...days, hidden: true }],
    order: [{ direction: 'asc' }],
    limit: 1,
  })
})

test('values before a counted noun tell which rows are counted', () => {
  const more = { having: [{ operator: 'greater_than', values: [250] }], dimensions: [{ column: 'agent' }] }
  expect(queryOf('Which agents have more than 250 urgent tickets?')).toMatchObject({ ...more, filters: { column: 'priority', values: ['urgent'] } })
  const either = { ...more, filters: { column: 'priority', operator: 'equals', values: ['urgent', 'high'] } }
  expect(queryOf('Which agents have more than 250 urgent or high tickets?')).toMatchObject(either)
  expect(queryOf('Which agents have more than 250 tickets that are urgent or high?')).toMatchObject(either)
  expect(queryOf('Which agents have more than 250 urgent or high tickets?').combine).toBeUndefined()
})

test('who has no such rows is listed by none of his rows, not by any other', () => {
  for (const question of ['Which agents have no urgent tickets?', 'Agents without urgent tickets'])
    expect(queryOf(question)).toMatchObject({
      distinct: true,
      filters: { not: { column: 'agent', values_from: { query: { filters: { values: ['urgent'] } } } } },
    })
  expect(queryOf('Show the agents of tickets that are not urgent').filters).toMatchObject({ not: { column: 'priority' } })
})

test('a category asked for alone is told once', () => {
  expect(queryOf('What are the channels?')).toMatchObject({ distinct: true, dimensions: [{ column: 'channel' }] })
  expect(queryOf('Show the channels of urgent tickets').distinct).toBe(false)
})

test('rows without a name are listed by what is different for each', () => {
  expect(queryOf('Show all urgent tickets').dimensions).toMatchObject([{ column: 'ticket_number' }])
})

test('a month without a year is the last one before the other end of its span', () => {
  expect(queryOf('Tickets opened between March and May 2025').filters).toMatchObject({ operator: 'between', values: ['2025-03', '2025-05'] })
  expect(queryOf('Tickets opened from November to February 2025').filters).toMatchObject({ values: ['2024-11', '2025-02'] })
})

test('figures of values set side by side are one for each', () => {
  const both = { filters: { column: 'channel', values: ['chat', 'phone'] } }
  for (const question of [
    'Average refund chat vs phone',
    'Compare the average refund of chat and phone',
    'What is the average refund of chat compared with phone?',
    'Average refund for chat versus phone tickets',
  ])
    expect(queryOf(question)).toMatchObject({ ...both, dimensions: [{ column: 'channel' }], measures: [{ aggregate: 'avg', column: 'refund' }] })
  expect(queryOf('Are there more tickets by chat or phone?')).toMatchObject({
    ...both,
    dimensions: [{ column: 'channel' }],
    measures: [{ aggregate: 'count' }],
  })
  expect(queryOf('How many tickets came by chat or phone?')).toMatchObject({ ...both, dimensions: [] })
})

test('what each row has is its average where something else splits it, and a trend runs by its period', () => {
  const perAgent = { measures: [{ aggregate: 'avg', column: 'refund' }], dimensions: [{ column: 'agent' }] }
  expect(queryOf('Refund per ticket by agent')).toMatchObject(perAgent)
  expect(queryOf('Refund per ticket')).toMatchObject({ dimensions: [{ column: 'ticket_number' }] })
  expect(queryOf('Show me the monthly trend of tickets in 2025')).toMatchObject({ measures: [{ aggregate: 'count' }], dimensions: [{ grain: 'month' }] })
})

test('how many there are of each is counted, by whatever word for a count', () => {
  const counted = { measures: [{ aggregate: 'count' }], dimensions: [{ column: 'priority' }] }
  for (const question of [
    'Counts of tickets by priority',
    'Show the count of each priority',
    'Show the number of each priority',
    'Total count based on priority',
  ])
    expect(queryOf(question)).toMatchObject(counted)
  expect(queryOf('Refund sum of tickets by priority')).toMatchObject({ ...counted, measures: [{ aggregate: 'sum', column: 'refund' }] })
})

test('each year from one to now is a figure for each year since', () => {
  expect(queryOf('Refunds for each year 2024 to now')).toMatchObject({
    dimensions: [{ column: 'opened_at', grain: 'year' }],
    filters: { operator: 'greater_or_equal', values: ['2024'] },
  })
})

test('the spread of a figure that is different for each row is still told', () => {
  const tables = layer.tables.map((table) => ({
    ...table,
    columns: table.columns.map((column) => (column.name === 'refund' ? { ...column, distinct: table.rows } : column)),
  }))
  const analysis = analyseQuestion({ question: 'Refund distribution by channel', layer: { ...layer, version: 'spread', tables }, previous: null, clock })
  expect(analysis).toMatchObject({ query: { dimensions: [{ column: 'refund' }, { column: 'channel' }], measures: [] } })
})
