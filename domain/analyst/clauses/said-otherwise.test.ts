import { expect, test } from 'vitest'
import { analyseQuestion } from '#domain/analyst/analyse.ts'
import { namedLayer } from '#test/fixtures/named-layer.ts'

const named = namedLayer(
  'ages and orders',
  {
    members: ['id', 'name', 'age', 'date_joined', 'date_left', 'email'],
    addresses: ['id', 'member_id', 'street_line_1', 'street_line_2'],
    posts: ['id', 'member_id', 'job_title_code'],
    member_orders: ['id', 'member_id', 'paid_amount'],
    order_lines: ['id', 'member_order_id'],
    club: ['id', 'club'],
    towers: ['id', 'name', 'height', 'length'],
    offices: ['id', 'tower_id', 'founded', 'details'],
  },
  [
    'member_orders.member_id members',
    'order_lines.member_order_id member_orders',
    'offices.tower_id towers',
    'addresses.member_id members',
    'posts.member_id members',
  ],
)
const figure = { semanticType: 'measure', type: 'integer' } as const
const layer = {
  ...named,
  tables: named.tables.map((table) => ({
    ...table,
    columns: table.columns.map((column) => ({
      ...column,
      ...(['age', 'height', 'length', 'paid_amount'].includes(column.name)
        ? figure
        : column.name === 'founded'
          ? { ...figure, min: '1900', max: '2000' }
          : column.name.startsWith('date')
            ? { semanticType: 'time' as const, type: 'date' as const }
            : {}),
      ...(column.name === 'job_title_code' ? { semanticType: 'category' as const, type: 'text' as const, sampleValues: ['Head Clerk', 'Clerk'] } : {}),
      ...(/^(?:club|details|email|street.*)$/.test(column.name) ? { semanticType: 'text' as const, type: 'text' as const } : {}),
    })),
  })),
}
const query = (question: string) => {
  const analysis = analyseQuestion({ question, layer, previous: null, clock: { now: new Date('2026-01-01T00:00:00Z'), timeZone: 'UTC' }, leastCertainty: 0.1 })
  return analysis.kind === 'query' ? analysis.query : analysis
}

test('who is over a number is so by age, and how old they are on average is the average of it', () => {
  expect(query('How many members are over 18?')).toMatchObject({ filters: { table: 'members', column: 'age', operator: 'greater_than', values: [18] } })
  expect(query('How old are the members on average?')).toMatchObject({ measures: [{ aggregate: 'avg', table: 'members', column: 'age' }] })
})

test('orders are those of the one table of orders, whatever else is called an order something', () => {
  expect(query('Which member has the most orders?')).toMatchObject({ measures: [{ aggregate: 'count', table: 'member_orders' }], limit: 1 })
})

test('people are the only people there are', () => {
  expect(query('Which date joined has the most people?')).toMatchObject({ measures: [{ aggregate: 'count', table: 'members' }], limit: 1 })
})

test('when someone left the company is told by the date of leaving', () => {
  expect(query('When did the member with id 5 leave the company?')).toMatchObject({ dimensions: [{ table: 'members', column: 'date_left' }] })
  expect(query('When did the member with id 5 first join?')).toMatchObject({ dimensions: [{ table: 'members', column: 'date_joined' }] })
})

test('the name of a club is its club', () => {
  expect(query('What are the names of all clubs?')).toMatchObject({ dimensions: [{ table: 'club', column: 'club' }] })
})

test('what is higher is so by its height, and what is told of first by that', () => {
  expect(query('Show the towers longer than 30 or higher than 100')).toMatchObject({ filters: { or: [{ column: 'length' }, { column: 'height' }] } })
  expect(query('Which towers are higher than 100?')).toMatchObject({ filters: { column: 'height', values: [100] } })
})

test('rows that were founded later are counted', () => {
  expect(query('Show the names of towers with at least two offices founded after 1990')).toMatchObject({
    having: [{ operator: 'greater_or_equal', values: [2] }],
  })
})

test('a question mark is no text', () => {
  expect(query('How many offices does each tower contain? List the number and the tower id.')).not.toMatchObject({
    filters: { and: [{ operator: 'contains' }, {}] },
  })
})

test('an amount that is listed is the one there is', () => {
  expect(query('Which member order has the lowest paid amount? List the id and amount.')).toMatchObject({
    dimensions: [{ column: 'id' }, { column: 'paid_amount' }],
  })
})

test('an email address is no address', () => {
  const read = query('What are the names and email address of the members?')
  expect(read).toMatchObject({ dimensions: [{ column: 'name' }, { column: 'email' }] })
  expect(read).not.toHaveProperty('filters')
})

test('numbered columns share what is before the number', () => {
  expect(query('Show the street line 1 and 2 of the addresses')).toMatchObject({ dimensions: [{ column: 'street_line_1' }, { column: 'street_line_2' }] })
})

test('the noun before a value is the column it is of', () => {
  expect(query('Show the ids of members with the title Head Clerk')).toMatchObject({
    dimensions: [{ table: 'members', column: 'id' }],
    filters: { column: 'job_title_code', values: ['Head Clerk'] },
  })
})

test('alphabetical order of rows is that of a text they have', () => {
  expect(query('List the names of members in the alphabetical order of their addresses')).toMatchObject({ order: [{ by: 'street_line_1' }] })
  expect(query('Show the names of members by age ascendingly')).toMatchObject({ order: [{ direction: 'asc' }] })
})

test('the largest amount is no age', () => {
  expect(query('Which members were supplied in the largest amount?')).not.toMatchObject({ kind: 'query' })
})

test('who was assigned multiple jobs has more than one of them', () => {
  expect(query('List the names of members who were assigned multiple jobs')).toMatchObject({
    measures: [{ aggregate: 'count_distinct', column: 'job_title_code', hidden: true }],
    having: [{ operator: 'greater_than', values: [1] }],
  })
})
