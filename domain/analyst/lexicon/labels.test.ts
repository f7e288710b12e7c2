import { expect, test } from 'vitest'
import { analyseQuestion } from '#domain/analyst/analyse.ts'
import type { LayerColumn } from '#domain/semantics/layer.ts'
import { namedLayer } from '#test/fixtures/named-layer.ts'

const named = namedLayer(
  'labels',
  {
    'reference stalls': ['stall_code', 'stall_name'],
    'fair stalls': ['fair_no', 'stall_code'],
    colors: ['color_code', 'color_note', 'color_name'],
    wares: ['ware_no', 'name', 'ware_note', 'color_code', 'registered_year'],
    fairs: ['fair_no', 'name', 'host_name', 'organized_by'],
    guards: ['guard_no', 'name', 'posted_from', 'posted_to'],
    sale: ['sale_no', 'color_code', 'sum_of_sale'],
  },
  ['fair stalls.stall_code reference stalls', 'fair stalls.fair_no fairs', 'wares.color_code colors', 'sale.color_code colors'],
)
const layer = {
  ...named,
  relationships: named.relationships.map((item) => ({ ...item, toColumns: item.fromColumns })),
  tables: named.tables.map((table) => ({
    ...table,
    columns: table.columns.map((column) => (column.type === 'text' ? { ...column, distinct: 50 } : dated(column))),
  })),
}
function dated(column: LayerColumn): LayerColumn {
  if (column.name === 'sum_of_sale') return { ...column, type: 'number', semanticType: 'measure' }
  return /_(?:from|to)$/.test(column.name) ? { ...column, type: 'date', semanticType: 'time' } : column
}
const read = (question: string) =>
  analyseQuestion({ question, layer, previous: null, clock: { now: new Date('2026-01-01T00:00:00Z'), timeZone: 'UTC' }, leastCertainty: 0.1 })

test('a table of reference is called what it lists', () => {
  expect(read('How many stalls are there?')).toMatchObject({ kind: 'query', query: { measures: [{ aggregate: 'count', table: 'reference stalls' }] } })
})

test('where nothing is called an id, the id of a row is its key', () => {
  expect(read('What is the name of the guard with id 12?')).toMatchObject({
    kind: 'query',
    query: { filters: { table: 'guards', column: 'guard_no', operator: 'equals', values: [12] } },
  })
})

test('who organizes is told by what is called organized by', () => {
  expect(read('Show the name and organizer of all fairs')).toMatchObject({
    kind: 'query',
    query: {
      dimensions: [
        { table: 'fairs', column: 'name' },
        { table: 'fairs', column: 'organized_by' },
      ],
    },
  })
})

test('the title of a host name is that name', () => {
  expect(read('Find the name of the fairs whose host name title contains "Ada"')).toMatchObject({
    kind: 'query',
    query: { dimensions: [{ column: 'name' }], filters: { column: 'host_name', operator: 'contains', values: ['Ada'] } },
  })
})

test('what stands behind a column is one of its values, though it was not sampled', () => {
  expect(read('How many fairs are in the host name of Goroka?')).toMatchObject({
    kind: 'query',
    query: { measures: [{ aggregate: 'count', table: 'fairs' }], filters: { column: 'host_name', operator: 'equals', values: ['Goroka'] } },
  })
})

test('what runs from and to has a starting and an ending date', () => {
  expect(read('Show the starting dates of guards')).toMatchObject({ kind: 'query', query: { dimensions: [{ column: 'posted_from' }] } })
  expect(read('Show the end dates of guards')).toMatchObject({ kind: 'query', query: { dimensions: [{ column: 'posted_to' }] } })
})

test('what stands behind the code of something is of that too', () => {
  expect(read('What is the color code and note of the ware named "Ada"?')).toMatchObject({
    kind: 'query',
    query: { dimensions: [{ column: 'color_code' }, { table: 'colors', column: 'color_note' }] },
  })
})

test('what is asked of a code is told by the columns called after it', () => {
  expect(read('What are the name and note of color code 12?')).toMatchObject({
    kind: 'query',
    query: {
      dimensions: [
        { table: 'colors', column: 'color_name' },
        { table: 'colors', column: 'color_note' },
      ],
    },
  })
})

test('the sum of a sale is its sum, and split by a code it needs no other table', () => {
  expect(read('Which sales have a sum greater than 30?')).toMatchObject({
    kind: 'query',
    query: { filters: { column: 'sum_of_sale', operator: 'greater_than' } },
  })
  expect(read('Average sum of sale by color code')).toMatchObject({ kind: 'query', query: { dimensions: [{ table: 'sale', column: 'color_code' }] } })
  expect(read('Show the color code that occurs the fewest times in the sales')).toMatchObject({
    kind: 'query',
    query: { dimensions: [{ column: 'color_code' }], measures: [{ aggregate: 'count', table: 'sale' }], order: [{ direction: 'asc' }], limit: 1 },
  })
})
