import { expect, test } from 'vitest'
import type { Layer, LayerColumn } from '#domain/semantics/layer.ts'
import { shopLayer } from '#test/fixtures/shop.ts'
import { analyseQuestion } from './analyse.ts'

const shop = shopLayer('sqlite')
const column = (name: string): LayerColumn => ({
  ...(shop.tables[0]?.columns[0] as LayerColumn),
  name,
  label: name.replaceAll('_', ' '),
  sampleValues: [],
  ...(/name|title/.test(name) ? { semanticType: 'text', type: 'text' } : {}),
})
const table = (name: string, ...columns: string[]): Layer['tables'][number] => ({
  ...(shop.tables[0] as Layer['tables'][number]),
  name,
  label: name,
  primaryKey: [columns[0] ?? ''],
  columns: columns.map(column),
})
const layer: Layer = {
  ...shop,
  version: 'names',
  measures: [],
  tables: [
    table('people', 'id', 'name'),
    table('skippers', 'id', 'person_id', 'licence'),
    table('writers', 'id', 'first_name', 'last_name'),
    table('books', 'id', 'title', 'writer_id'),
  ],
  relationships: ['skippers.person_id people', 'books.writer_id writers'].map((line) => {
    const [fromTable = '', name = '', toTable = ''] = line.split(/[. ]/)
    return { ...(shop.relationships[0] as Layer['relationships'][number]), fromTable, fromColumns: [name], toTable, toColumns: ['id'] }
  }),
}
const read = (question: string) =>
  analyseQuestion({ question, layer, previous: null, clock: { now: new Date('2026-01-01T00:00:00Z'), timeZone: 'UTC' }, leastCertainty: 0.1 })

test('rows without a name are called what those are that they refer to', () => {
  expect(read('What are the names of the skippers?')).toMatchObject({
    kind: 'query',
    query: { dimensions: [{ table: 'people', column: 'name' }], filters: { table: 'skippers', operator: 'is_not_empty' } },
  })
})

test('a full name in quotes is that of a person, though books are what is asked for', () => {
  expect(read('Find the titles of the books written by "Ada Lovelace"')).toMatchObject({
    kind: 'query',
    query: {
      dimensions: [{ table: 'books', column: 'title' }],
      filters: {
        and: [
          { table: 'writers', column: 'first_name', values: ['Ada'] },
          { table: 'writers', column: 'last_name', values: ['Lovelace'] },
        ],
      },
    },
  })
})
