import { describe, expect, test } from 'vitest'
import { readArithmetic } from '#connectors/expressions/postgres-grammar.ts'
import { describeTable } from '../describe/describe.ts'
import type { ColumnProfile, ColumnType, SourceTable, TableProfile } from '../sources/source.ts'
import { missingMarkOf } from './missing-marks.ts'
import { suggestMeasures } from './suggest-measures.ts'

type Facts = Partial<ColumnProfile> & { type?: ColumnType }

function suggestionsOf(name: string, columns: Record<string, Facts>, primaryKey: string[] = []) {
  const table: SourceTable = {
    ...{ name, schema: null, kind: 'table', comment: null, rowEstimate: 500, primaryKey, foreignKeys: [] },
    columns: Object.entries(columns).map(([column, { type = 'number' }]) => ({ name: column, type, nativeType: type, nullable: true, comment: null })),
  }
  const profile: TableProfile = {
    rows: 500,
    columns: Object.entries(columns).map(([column, { type: _, ...facts }]) => ({
      ...{ column, distinct: 300, nullFraction: 0, min: '1', max: '90', topValues: [] },
      ...facts,
    })),
  }
  const profiles = new Map([[name, profile]])
  return suggestMeasures([table], profiles, new Map([[name, describeTable(table, profile, [table])]]))
}

const text: Facts = { type: 'text' }
const day: Facts = { type: 'date', min: '2024-01-01', max: '2024-12-01' }

describe('what is proposed of a table', () => {
  test.each<[string, string, Record<string, Facts>, string[], (string | null)[][]]>([
    [
      'a discount that is a share',
      'order_details',
      { UnitPrice: {}, Quantity: {}, Discount: { min: '0', max: '0.25' } },
      [],
      [['revenue', 'sum', 'UnitPrice * Quantity * (1 - Discount)']],
    ],
    [
      'a discount in percent',
      'sale_lines',
      { price: {}, qty: {}, discount_percent: {} },
      [],
      [['revenue', 'sum', 'price * qty * (1 - discount_percent / 100)']],
    ],
    ['a discount that is an amount', 'sale_lines', { price: {}, qty: {}, discount: {} }, [], [['revenue', 'sum', 'price * qty - discount']]],
    [
      'a cost',
      'sale_lines',
      { 'Unit Price': {}, Units: {}, 'Unit Cost': {} },
      [],
      [
        ['revenue', 'sum', '"Unit Price" * Units'],
        ['margin', 'sum', '"Unit Price" * Units - "Unit Cost" * Units'],
      ],
    ],
    [
      'one row an order',
      'orders',
      { id: { type: 'integer', distinct: 500 }, total: {} },
      ['id'],
      [
        ['revenue', 'sum', 'total'],
        ['average_order_value', 'avg', 'total'],
      ],
    ],
    ['a sheet of sales', 'superstore', { Sales: {}, Region: text }, [], [['revenue', 'sum', 'Sales']]],
    ['days that are due', 'shipments', { due_date: day, delivered_on: day }, [], [['late_shipments', 'count', null]]],
    ['a state', 'customers', { status: { type: 'text', distinct: 2, topValues: ['Active', 'Gone'] } }, [], [['active_customers', 'count', null]]],
    ['an end', 'contracts', { end_date: { ...day, nullFraction: 0.4 } }, [], [['active_contracts', 'count', null]]],
    ['what is in stock', 'products', { price: {}, quantity: {} }, [], []],
    ['how it is packed', 'menu', { unit_price: {}, quantity_per_unit: {} }, [], []],
    ['lines of no price', 'tickets', { rating: {}, minutes: {} }, [], []],
  ])('%s', (_, name, columns, key, expected) => {
    expect(suggestionsOf(name, columns, key).map((one) => [one.name, one.aggregation, one.expression])).toEqual(expected)
  })
})

test('a formula is read back as what was proposed', async () => {
  const found = [
    ...suggestionsOf('lines', { 'Unit Price': {}, qty: {}, discount: { max: '0.5', min: '0' }, cost: {} }),
    ...suggestionsOf('lines', { price: {}, qty: {}, discount: {}, cost: {} }),
  ]
  expect(found).toHaveLength(4)
  for (const { expression, tree, table } of found) expect(await readArithmetic(expression ?? '', table)).toEqual(tree)
})

test('averages leave out a number that stands for a missing value, and the description says so', () => {
  const [average] = suggestionsOf('air', { co: { type: 'number', min: '-200', max: '11.9' } })
  expect(average).toMatchObject({ name: 'average_co', aggregation: 'avg', filters: { operator: 'not_equals', values: [-200] } })
  expect(average?.description).toContain('-200')
})

describe('marks for a missing value', () => {
  const of = (topValues: string[], facts: Partial<ColumnProfile> = {}) => missingMarkOf({ topValues, min: null, max: null, nullFraction: 0, ...facts })
  test.each<[string[], string | number | null]>([
    [['Cash', 'UNKNOWN', 'Card'], 'UNKNOWN'],
    [['4.0', 'ERROR', '3.0'], 'ERROR'],
    [['Vienna', 'n/a'], 'n/a'],
    [['12', '15', '-200', '9'], -200],
    [['-1.9', '20', '44.6', '-200'], -200],
    [['1', '2', '3', '9999'], 9999],
    [['1', '2', '3', '-1'], null],
    [['-250', '-200', '-150', '10'], null],
    [['99', '998', '999', '1000'], null],
    [['Berlin', 'Rome'], null],
  ])('%j', (values, mark) => {
    expect(of(values)).toBe(mark)
  })
  test('where only bounds are known', () => {
    expect(of([], { min: '-200.0', max: '1479' })).toBe(-200)
    expect(of([], { min: '-200', max: '1479', nullFraction: 0.2 })).toBeNull()
    expect(of([], { min: '-350', max: '1479' })).toBeNull()
  })
})
