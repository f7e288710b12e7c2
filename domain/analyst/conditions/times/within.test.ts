import { expect, test } from 'vitest'
import { analyseQuestion } from '#domain/analyst/analyse.ts'
import type { Layer } from '#domain/semantics/layer.ts'
import { namedLayer } from '#test/fixtures/named-layer.ts'

const clock = { now: new Date('2024-05-15T09:00:00Z'), timeZone: 'UTC' }
const dates = new Set(['joined_on', 'start_date', 'end_date', 'booked_at', 'issued_on', 'paid_on'])

function gymLayer(): Layer {
  const layer = namedLayer(
    'gym',
    {
      members: ['id', 'name', 'joined_on'],
      courses: ['id', 'member_id', 'start_date', 'end_date', 'booked_at'],
      invoices: ['id', 'course_id', 'issued_on'],
      invoice_payments: ['id', 'invoice_id', 'paid_on'],
    },
    ['courses.member_id members', 'invoices.course_id courses', 'invoice_payments.invoice_id invoices'],
  )
  const dated = (name: string) => (dates.has(name) ? { type: 'date' as const, semanticType: 'time' as const } : {})
  const tables = layer.tables.map((table) => ({
    ...table,
    label: table.name.replaceAll('_', ' '),
    columns: table.columns.map((column) => ({ ...column, ...dated(column.name) })),
  }))
  return { ...layer, tables }
}

const layer = gymLayer()
const asked = (question: string) => {
  const analysis = analyseQuestion({ question, layer, previous: null, clock, leastCertainty: 0.3 })
  return analysis.kind === 'query' ? analysis.query : analysis
}
const figure = (table: string, from: object, to: object, unit: string) => ({
  measures: [{ aggregate: 'avg', table, expression: { duration: { from, to, unit } } }],
})

test.each([
  ['average number of days between booking and the end date of courses', figure('courses', { column: 'booked_at' }, { column: 'end_date' }, 'day')],
  ['What is the average course duration in hours?', figure('courses', { column: 'start_date' }, { column: 'end_date' }, 'hour')],
  [
    'What is the average time in days between the invoice issue date and the payment date?',
    figure('invoice_payments', { column: 'issued_on', table: 'invoices' }, { column: 'paid_on' }, 'day'),
  ],
])('time between dates that are told by their verbs: %s', (question, query) => expect(asked(question)).toMatchObject(query))

const away = (column: string, since: object, operator: string, values: number[]) => ({ filters: { table: 'courses', column, since, operator, values } })
const joined = { table: 'members', column: 'joined_on', unit: 'day' }
test.each([
  ['How many courses were booked within 2 weeks of joining?', away('booked_at', joined, 'between', [0, 14])],
  [
    'How many courses started more than 5 days after being booked?',
    away('start_date', { ...joined, table: 'courses', column: 'booked_at' }, 'greater_than', [5]),
  ],
  ['How many courses lasted longer than 30 days?', away('end_date', { ...joined, table: 'courses', column: 'start_date' }, 'greater_than', [30])],
])('time since another date as a condition: %s', (question, query) => expect(asked(question)).toMatchObject(query))
