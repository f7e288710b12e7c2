import { expect, test } from 'vitest'
import { shopLayer } from '#test/fixtures/shop.ts'
import { readToolCall } from '../context/tools.ts'

const layers = [{ ...shopLayer('sqlite'), name: 'Shop' }]
const other = { ...shopLayer('sqlite'), datasourceId: 'ds_other', name: 'Other' }
const id = layers[0]?.datasourceId

const read = (name: string, input: unknown, known = layers) => {
  const found = readToolCall(name, typeof input === 'string' ? input : JSON.stringify(input), known)
  if ('faults' in found) throw new Error(found.faults.join('; '))
  return found.call
}
const query = (given: object) => (read('query_data', { datasource_id: id, query: given }).input as { query: object }).query

const count = { aggregate: 'count', table: 'orders' }
const byStatus = { table: 'orders', column: 'status' }
const plain = query({ measures: [count], dimensions: [byStatus] })

test.each<[string, unknown]>([
  [
    'nulls for what is not meant',
    { datasource_id: id, query: { measures: [{ ...count, column: null }], dimensions: [{ ...byStatus, grain: null }], limit: null }, chart: null },
  ],
  ['empty texts for it', { datasource_id: id, query: { measures: [count], dimensions: [{ ...byStatus, grain: '' }] }, title: '', chart: '' }],
  ['no source where there is one', { query: { measures: [count], dimensions: [byStatus] } }],
  ['the name of the source', { datasource_id: 'shop', query: { measures: [count], dimensions: [byStatus] } }],
  ['the source by another name', { datasource: 'Shop', query: { measures: [count], dimensions: [byStatus] } }],
  ['a made-up source where there is one', { datasource_id: 'ds_0', query: { measures: [count], dimensions: [byStatus] } }],
  ['a query as text', { datasource_id: id, query: JSON.stringify({ measures: [count], dimensions: [byStatus] }) }],
  ['all arguments as text', JSON.stringify(JSON.stringify({ datasource_id: id, query: { measures: [count], dimensions: [byStatus] } }))],
  ['arguments in a list', [{ datasource_id: id, query: { measures: [count], dimensions: [byStatus] } }]],
  ['a query that is not nested', { datasource_id: id, measures: [count], dimensions: [byStatus] }],
  ['reasons', { datasource_id: id, query: { measures: [count], dimensions: [byStatus] }, reasoning: 'It counts.' }],
  ['COUNT of *', { query: { measures: [{ aggregate: 'COUNT', table: 'orders', column: '*' }], dimensions: [byStatus] } }],
  ['one measure instead of a list', { query: { measures: count, dimensions: byStatus } }],
  ['table and column in one', { query: { measures: [count], dimensions: ['orders.status'] } }],
  ['a grain of none', { query: { measures: [count], dimensions: [{ ...byStatus, grain: 'none' }] } }],
  ['filters that hold nothing', { query: { measures: [count], dimensions: [byStatus], filters: [] } }],
  ['an empty object of filters', { query: { measures: [count], dimensions: [byStatus], filters: {} } }],
  ['group_by', { query: { measures: [count], group_by: [byStatus] } }],
  ['a limit of 0', { query: { measures: [count], dimensions: [byStatus], limit: 0, offset: 0 } }],
  ['an unknown kind of chart', { query: { measures: [count], dimensions: [byStatus] }, chart: 'auto' }],
])('%s says the same', (_, input) => {
  const call = read('query_data', input as object)
  expect(call).toMatchObject({ name: 'query_data', input: { datasource_id: id } })
  expect((call.input as { query: object }).query).toEqual(plain)
})

const filtered = (filters: object | object[]) => (query({ measures: [count], filters }) as { filters: object }).filters
const paid = { ...byStatus, operator: 'equals', values: ['paid'] }

test.each<[string, object | object[], object]>([
  ['a list', [paid], paid],
  ['a list of two', [paid, { ...paid, values: ['new'] }], { and: [paid, { ...paid, values: ['new'] }] }],
  ['a sign for the operator', { ...paid, operator: '=' }, paid],
  ['IN', { ...paid, operator: 'IN' }, paid],
  ['one value', { ...paid, values: 'paid' }, paid],
  ['value for values', { ...byStatus, operator: 'eq', value: 'paid' }, paid],
  ['a field', { field: 'orders.status', operator: 'equals', values: ['paid'] }, paid],
  ['conditions', { operator: 'or', conditions: [paid, paid] }, { or: [paid, paid] }],
  [
    'greater or equal',
    { table: 'orders', column: 'total', operator: '>=', value: 5 },
    { table: 'orders', column: 'total', operator: 'greater_or_equal', values: [5] },
  ],
  ['LIKE', { ...byStatus, operator: 'LIKE', value: 'pa%' }, { ...byStatus, operator: 'starts_with', values: ['pa'] }],
  ['LIKE of both ends', { ...byStatus, operator: 'like', value: '%ai%' }, { ...byStatus, operator: 'contains', values: ['ai'] }],
  ['IS NULL', { ...byStatus, operator: 'is null' }, { ...byStatus, operator: 'is_empty', values: [] }],
])('a filter written as %s is read', (_, given, meant) => {
  expect(filtered(given)).toEqual(meant)
})

test.each<[string, object[], unknown, object[]]>([
  ['a text', [{ ...count, name: 'n' }], ['n desc'], [{ by: 'n', direction: 'desc' }]],
  ['a minus', [{ ...count, name: 'n' }], '-n', [{ by: 'n', direction: 'desc' }]],
  ['capitals', [{ ...count, name: 'n' }], [{ by: 'n', direction: 'DESC' }], [{ by: 'n', direction: 'desc' }]],
  ['the column', [{ aggregate: 'sum', table: 'orders', column: 'total' }], [{ by: 'total', direction: 'desc' }], [{ by: 'sum_total', direction: 'desc' }]],
  ['the aggregate', [{ aggregate: 'sum', table: 'orders', column: 'total' }], [{ by: 'SUM(orders.total)' }], [{ by: 'sum_total', direction: 'asc' }]],
  ['another word for by', [{ ...count, name: 'n' }], [{ field: 'n', order: 'descending' }], [{ by: 'n', direction: 'desc' }]],
])('an order written as %s is read', (_, measures, order, meant) => {
  expect(query({ measures, order })).toMatchObject({ order: meant })
})

test('measures as texts, and by other words', () => {
  expect(query({ measures: ['revenue', 'sum(orders.total)'] })).toMatchObject({
    measures: [{ measure: 'revenue' }, { aggregate: 'sum', table: 'orders', column: 'total' }],
  })
  expect(query({ measures: [{ agg: 'average', column: 'orders.total', alias: 'mean total' }] })).toMatchObject({
    measures: [{ aggregate: 'avg', table: 'orders', column: 'total', name: 'mean_total' }],
  })
})

test('a statement is found under other names and in a fence; one in query_data is run as SQL', () => {
  for (const input of [{ sql: '```sql\nselect 1\n```' }, { query: 'select 1' }, { statement: ' select 1 ' }]) {
    expect(read('run_sql', input)).toMatchObject({ name: 'run_sql', input: { datasource_id: id, sql: 'select 1' } })
  }
  expect(read('query_data', { query: 'SELECT 1' })).toMatchObject({ name: 'run_sql', input: { sql: 'SELECT 1' } })
})

test('what is in doubt is left to be told of', () => {
  const faults = (input: object, known = layers) => {
    const found = readToolCall('query_data', JSON.stringify(input), known)
    return 'faults' in found ? found.faults : []
  }
  expect(faults({ query: { measures: [count] } }, [...layers, other])).toEqual([expect.stringMatching(/^datasource_id/)])
  expect(faults({ query: { measures: [count], filter_by: 'x' } })).not.toEqual([])
  expect(faults({ query: { measures: [{ aggregate: 'mode', table: 'orders', column: 'total' }] } })).not.toEqual([])
})

test('what was put right is told', () => {
  const found = readToolCall('query_data', JSON.stringify({ measures: [{ aggregate: 'COUNT', table: 'orders', column: '*' }], chart: null }), layers)
  expect(found.deviations).toEqual(['empty optionals', 'query not nested', 'column *', 'data source not by its id', 'arguments the tool does not have'])
})
