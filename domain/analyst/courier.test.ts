import { expect, test } from 'vitest'
import { courierLayer } from '#test/fixtures/courier-layer.ts'
import { analyseQuestion } from './analyse.ts'

const layer = courierLayer()
const clock = { now: new Date('2026-11-22T09:00:00Z'), timeZone: 'UTC' }

const asked = (question: string) => analyseQuestion({ question, layer, previous: null, clock })

function queryOf(question: string) {
  const analysis = asked(question)
  if (analysis.kind !== 'query') throw new Error(`${question}: ${JSON.stringify(analysis)}`)
  return analysis.query
}

const late = { column: 'delivered_on', operator: 'greater_than', column_value: { table: 'parcels', column: 'due_date' } }

test('numbers that join tables or tell rows apart add up to nothing', () => {
  for (const question of ['total depot code', 'average home depot', 'What is the total rider id?', 'average depot code by town'])
    expect(asked(question).kind).not.toBe('query')
  expect(queryOf('total fee').measures).toMatchObject([{ aggregate: 'sum', column: 'fee' }])
})

test('a full name is denied as one', () => {
  const both = {
    not: {
      and: [
        { column: 'first_name', values: ['Ada'] },
        { column: 'last_name', values: ['Lund'] },
      ],
    },
  }
  for (const question of ['riders not called Ada Lund', 'Which riders are not Ada Lund?', 'riders except Ada Lund'])
    expect(queryOf(question)).toMatchObject({ filters: both })
})

test('one column of a row is compared with another', () => {
  expect(queryOf('parcels delivered after their due date').filters).toMatchObject(late)
  for (const question of ['parcels where the fee exceeds the quoted fee', 'Which parcels have a fee higher than the quoted fee?'])
    expect(queryOf(question).filters).toMatchObject({ column: 'fee', operator: 'greater_than', column_value: { column: 'quoted_fee' } })
})

test('what is late, on time or overdue is told by when it was due', () => {
  for (const question of ['late parcels', 'Which parcels were delivered late?', 'how many parcels were late?'])
    expect(queryOf(question).filters).toMatchObject(late)
  expect(queryOf('parcels delivered on time').filters).toMatchObject({ ...late, operator: 'less_or_equal' })
  expect(queryOf('overdue parcels').filters).toMatchObject({
    and: [{ operator: 'is_empty' }, { column: 'state', operator: 'not_equals' }, { column: 'due_date', values: ['2026-11-22'] }],
  })
})

test('a rate is what part of all rows are so', () => {
  const rateOf = (filters: object, table = 'parcels') => [{ ratio: { numerator: { table, filters }, denominator: { table } } }]
  expect(queryOf('late delivery rate by rider').measures).toMatchObject(rateOf(late))
  expect(queryOf('refund rate by town of the from depot').measures).toMatchObject(rateOf({ column: 'state', values: ['refunded'] }))
  expect(queryOf('fragile share per rider').measures).toMatchObject(rateOf({ column: 'is_fragile', values: [1] }))
  expect(queryOf('churn rate by town').measures).toMatchObject(rateOf({ column: 'left_on', operator: 'is_not_empty' }, 'riders'))
  expect(queryOf('share of lost parcels by rider').measures).toMatchObject(rateOf({ column: 'state', values: ['lost'] }))
  for (const question of ['monthly churn rate', 'theft rate by rider']) expect(asked(question).kind).not.toBe('query')
})

test('what stands behind the period of a whole is true of a part of it', () => {
  const [measure] = queryOf('What percentage of the parcels ordered in 2025 were lost?').measures
  expect(measure).toMatchObject({ ratio: { denominator: { filters: { column: 'ordered_on', values: ['2025'] } } } })
})

test('the busiest time is that of the only rows with times, and the busiest of things that of the rows that are named', () => {
  expect(queryOf('busiest hour')).toMatchObject({ dimensions: [{ table: 'visits', column: 'arrived_at', grain: 'hour_of_day' }], limit: 1 })
  expect(queryOf('Which month was the quietest for parcels?')).toMatchObject({
    dimensions: [{ table: 'parcels', grain: 'month' }],
    order: [{ direction: 'asc' }],
  })
  for (const question of ['busiest month', 'busiest rider']) expect(asked(question).kind).not.toBe('query')
})

test('a number of days is compared with no other number', () => {
  for (const question of ['parcels over 3 days', 'parcels over 500']) expect(asked(question).kind).not.toBe('query')
})

test('a verb that rows are called by goes through them', () => {
  const through = { table: 'depots', column: 'town', values: ['Faro'] }
  expect(queryOf('How many riders visited Faro in 2026?')).toMatchObject({
    filters: { and: [through, { table: 'visits', column: 'arrived_at', values: ['2026'] }] },
  })
  expect(queryOf('riders who never visited Faro')).toMatchObject({ filters: { not: through }, joins: [{ from_table: 'visits', to_table: 'depots' }] })
})

test('a table that is referred to twice is asked back about', () => {
  expect(asked('parcels by depot').kind).toBe('clarification')
})

test('how long rows took since they began is told by the verb that ends them', () => {
  const since = { column: 'delivered_on', since: { column: 'ordered_on' } }
  expect(queryOf('parcels delivered within 48 hours').filters).toMatchObject({ ...since, operator: 'between', values: [0, 48] })
  expect(queryOf('Which parcels were delivered in less than 2 days?').filters).toMatchObject({ ...since, operator: 'less_than', values: [2] })
  expect(queryOf('parcels that took more than 3 days to deliver').filters).toMatchObject({ ...since, operator: 'greater_than', values: [3] })
  expect(queryOf('How long do parcels usually take?').measures).toMatchObject([
    { aggregate: 'avg', expression: { duration: { to: { column: 'delivered_on' } } } },
  ])
  expect(queryOf('average days between order and delivery').measures).toMatchObject([{ expression: { duration: { from: { column: 'ordered_on' } } } }])
})

test('from and to before a value tell which of two references is meant', () => {
  expect(queryOf('How many parcels went to Braga?').joins).toMatchObject([{ from_column: 'to_depot' }])
  expect(queryOf('number of parcels from Braga').joins).toMatchObject([{ from_column: 'from_depot' }])
  expect(asked('parcels from Braga to Faro').kind).not.toBe('query')
})

test('what makes rows late may be said', () => {
  const question = 'A parcel is late if it was delivered after its due date. What percentage of parcels were late?'
  expect(queryOf(question).measures).toMatchObject([{ ratio: { numerator: { filters: late }, denominator: { table: 'parcels' } } }])
})

test('days kept as people write them are not sorted', () => {
  const written: typeof layer = {
    ...layer,
    version: 'written',
    tables: layer.tables.map((table) => ({
      ...table,
      columns: table.columns.map((column) =>
        column.name === 'due_date' ? { ...column, type: 'text', semanticType: 'text', min: '01.02.2024', max: '31.12.2025' } : column,
      ),
    })),
  }
  for (const question of ['parcels sorted by due date', 'parcels with the latest due date', 'parcels due in 2025'])
    expect({ question, ...analyseQuestion({ question, layer: written, previous: null, clock }) }).not.toMatchObject({ kind: 'query' })
})
