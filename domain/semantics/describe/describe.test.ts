import { expect, test } from 'vitest'
import { layerOfSqlite } from '#test/fixtures/sqlite-layer.ts'
import { guessSemanticType } from '../extraction/semantic-type.ts'
import { bareColumnName, bareTableName } from '../extraction/shared-prefix.ts'
import type { ColumnProfile, ColumnType, SourceTable } from '../sources/source.ts'
import { describeTable } from './describe.ts'
import { identifierWords } from './identifier-words.ts'

const chinook = layerOfSqlite('examples/chinook.sqlite')
const tableOf = (name: string) => chinook.tables.find((table) => table.name === name)
const columnOf = (table: string, name: string) => tableOf(table)?.columns.find((column) => column.name === name)

test('tables and columns are told in sentences of facts', () => {
  expect(tableOf('Track')?.description).toBe(
    'One row for each track, 3,503 rows in all. It refers to media type, genre and album. Invoice line and playlist track refer to it.',
  )
  expect(tableOf('PlaylistTrack')?.description).toBe('Connects tracks and playlists in 8,715 rows.')
  expect(columnOf('Customer', 'Country')?.description).toBe('Country of each customer: 24 different values, most often "USA", "Canada" and "Brazil".')
  expect(columnOf('Invoice', 'Total')?.description).toBe('Total of each invoice: from 0.99 to 25.86.')
  expect(columnOf('Customer', 'SupportRepId')).toMatchObject({
    label: 'support representative id',
    description: 'Support representative id: refers to Employee.',
    synonyms: ['support rep id'],
  })
  expect(columnOf('Track', 'Milliseconds')).toMatchObject({ semanticType: 'measure', unit: 'ms' })
})

test.each([
  ['InvoiceDate', 'invoice date'],
  ['cust_fname', 'customer first name'],
  ['dim_orderdate', 'order date'],
  ['HTTPStatusCode', 'http status code'],
  ['address2', 'address 2'],
  ['order no', 'order number'],
  ['candidate', 'candidate'],
  ['hostcity', 'host city'],
  ['course_cd', 'course code'],
  ['cd_title', 'cd title'],
  ['capacity', 'capacity'],
  ['constructor', 'constructor'],
  ['__', '__'],
])('%s reads "%s"', (identifier, label) => expect(identifierWords(identifier).join(' ')).toBe(label))

test.each([
  ['sbCustName', ['sbCustId', 'sbCustName', 'sbCustCity'], 'sbCustomer', 'name'],
  ['sbDpTickerId', ['sbDpTickerId', 'sbDpDate', 'sbDpClose'], 'sbDailyPrice', 'tickerId'],
  ['c_name', ['c_id', 'c_name', 'c_city'], 'customer', 'name'],
  ['pet_name', ['pet_id', 'pet_name', 'pet_age'], 'pet', 'pet_name'],
  ['home_goals', ['home_goals', 'home_team', 'home_city'], 'match', 'home_goals'],
  ['city', ['id', 'city', 'state'], 'city', 'city'],
])('what all columns begin with is left out where it is short for the table: %s', (name, columns, table, bare) =>
  expect(bareColumnName(name, columns, table)).toBe(bare),
)

test('letters that all tables begin with are left out', () => {
  expect(['sbCustomer', 'sbTicker', 'sbTrade'].map((name, _, all) => bareTableName(name, all))).toEqual(['Customer', 'Ticker', 'Trade'])
  expect(bareTableName('sbCustomer', ['sbCustomer', 'sbTicker', 'rates'])).toBe('sbCustomer')
})

function guess(name: string, type: ColumnType, facts: Partial<ColumnProfile> | null, rows = 100): string {
  const column = { name, type, nativeType: type, nullable: true, comment: null }
  const table: SourceTable = {
    name: 'things',
    schema: null,
    kind: 'table',
    comment: null,
    rowEstimate: null,
    columns: [column],
    primaryKey: [],
    foreignKeys: [],
  }
  return guessSemanticType(column, table, facts && { column: name, distinct: 100, nullFraction: 0, min: null, max: null, topValues: [], ...facts }, rows)
}

test.each<[string, ColumnType, Partial<ColumnProfile> | null, string]>([
  ['price', 'decimal', null, 'measure'],
  ['thing_id', 'integer', null, 'identifier'],
  ['created_at', 'timestamp', null, 'time'],
  ['created_at', 'integer', { min: '1704067200', max: '1706832000' }, 'time'],
  ['signup', 'text', { min: '2023-01-01', max: '2024-01-01' }, 'time'],
  ['year', 'integer', { min: '1999', max: '2024' }, 'time'],
  ['is_active', 'integer', { distinct: 2, topValues: ['0', '1'] }, 'boolean'],
  ['approved', 'text', { distinct: 2, topValues: ['Y', 'N'] }, 'boolean'],
  ['country', 'text', { distinct: 30 }, 'geo'],
  ['zip_code', 'integer', { distinct: 30 }, 'geo'],
  ['status', 'text', { distinct: 4 }, 'category'],
  ['weight', 'text', { min: '0.3', max: '10', topValues: ['0.3', '10'] }, 'measure'],
  ['comment', 'text', { distinct: 98 }, 'text'],
  ['phone', 'text', { distinct: 3 }, 'text'],
])('%s (%s) is found to be %o → %s', (name, type, facts, expected) => expect(guess(name, type, facts)).toBe(expected))

test('a letter of the table and a glued reference are read out', () => {
  const column = (name: string) => ({ name, type: 'text' as const, nativeType: 'text', nullable: true, comment: null })
  const matches: SourceTable = {
    name: 'matches',
    schema: null,
    kind: 'table',
    comment: null,
    rowEstimate: null,
    columns: [column('mname'), column('lname'), column('mat_type'), column('mdate'), column('tid'), column('hometeam'), column('passport')],
    primaryKey: [],
    foreignKeys: [
      { columns: ['tid'], toTable: 'Tournaments', toColumns: ['tid'] },
      { columns: ['hometeam'], toTable: 'team', toColumns: ['id'] },
    ],
  }
  expect(describeTable(matches, null, [matches]).columns.map(({ label }) => label)).toEqual([
    'match name',
    'last name',
    'match type',
    'mdate',
    'tournament id',
    'home team',
    'passport',
  ])
})

test('without a profile nothing is claimed', () => {
  const orders: SourceTable = {
    name: 'orders',
    schema: null,
    kind: 'table',
    comment: 'What customers bought',
    rowEstimate: 1200,
    columns: [{ name: 'id', type: 'integer', nativeType: 'int', nullable: false, comment: null }],
    primaryKey: ['id'],
    foreignKeys: [],
  }
  expect(describeTable(orders, null, [orders])).toMatchObject({
    label: 'orders',
    description: 'What customers bought. One row for each order, about 1,200 rows in all.',
    columns: [{ name: 'id', description: 'Identifies each order.', semanticType: 'identifier' }],
  })
})
