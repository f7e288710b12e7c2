import { expect, test } from 'vitest'
import type { Layer, LayerColumn } from '#domain/semantics/layer.ts'
import { shopLayer } from '#test/fixtures/shop.ts'
import { analyseQuestion } from './analyse.ts'

const shop = shopLayer('sqlite')
const column = (name: string): LayerColumn => ({
  ...(shop.tables[0]?.columns[0] as LayerColumn),
  name,
  label: name.replace('_', ' '),
  ...(name === 'name' ? { semanticType: 'text', type: 'text' } : {}),
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
  version: 'roles',
  measures: [],
  tables: [table('people', 'id', 'shoe_size'), table('loans', 'id', 'reader_id'), table('fines', 'id', 'reader_id', 'judge_id')],
  relationships: ['loans.reader_id', 'fines.reader_id', 'fines.judge_id'].map((from) => {
    const [fromTable = '', name = ''] = from.split('.')
    return { ...(shop.relationships[0] as Layer['relationships'][number]), fromTable, fromColumns: [name], toTable: 'people', toColumns: ['id'] }
  }),
}

test.each([
  ['How many readers are there?', 'people'],
  ['How many loans are there?', 'loans'],
])('%s: %s are counted', (question, counted) => {
  const analysis = analyseQuestion({ question, layer, previous: null, clock: { now: new Date('2026-01-01T00:00:00Z'), timeZone: 'UTC' }, leastCertainty: 0.3 })
  expect(analysis).toMatchObject({ kind: 'query', query: { measures: [{ aggregate: 'count', table: counted }], dimensions: [] } })
})

const named: Layer = {
  ...layer,
  version: 'named roles',
  tables: [table('people', 'id', 'name'), table('trials', 'id', 'judge', 'clerk_id')],
  relationships: ['trials.judge', 'trials.clerk_id'].map((from) => {
    const [fromTable = '', name = ''] = from.split('.')
    return { ...(shop.relationships[0] as Layer['relationships'][number]), fromTable, fromColumns: [name], toTable: 'people', toColumns: ['id'] }
  }),
}

test.each([
  ['What is the name of the judge of trial 7?', 'judge'],
  ['List the names of the clerks of trial 7', 'clerk_id'],
])('%s: a person, by the reference that is called so', (question, column) => {
  const analysis = analyseQuestion({
    question,
    layer: named,
    previous: null,
    clock: { now: new Date('2026-01-01T00:00:00Z'), timeZone: 'UTC' },
    leastCertainty: 0.1,
  })
  expect(analysis).toMatchObject({
    kind: 'query',
    query: { dimensions: [{ table: 'people', column: 'name' }], joins: [{ from_table: 'trials', from_column: column, to_table: 'people' }] },
  })
})
