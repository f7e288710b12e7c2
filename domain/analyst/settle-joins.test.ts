import { expect, test } from 'vitest'
import type { Layer, LayerColumn } from '#domain/semantics/layer.ts'
import { shopLayer } from '#test/fixtures/shop.ts'
import { analyseQuestion } from './analyse.ts'

const shop = shopLayer('sqlite')
const column = (name: string): LayerColumn => ({
  ...(shop.tables[0]?.columns[0] as LayerColumn),
  name,
  label: name.replaceAll('_', ' '),
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
  version: 'ways',
  measures: [],
  tables: [
    table('ports', 'id', 'name'),
    table('ferries', 'id', 'source_port_id', 'destination_port_id'),
    table('clerks', 'id', 'name'),
    table('files', 'id', 'opened_by_clerk_id', 'closing_authorised_by_clerk_id'),
  ],
  relationships: [
    'ferries.source_port_id ports',
    'ferries.destination_port_id ports',
    'files.opened_by_clerk_id clerks',
    'files.closing_authorised_by_clerk_id clerks',
  ].map((line) => {
    const [fromTable = '', name = '', toTable = ''] = line.split(/[. ]/)
    return { ...(shop.relationships[0] as Layer['relationships'][number]), fromTable, fromColumns: [name], toTable, toColumns: ['id'] }
  }),
}

test.each([
  ['How many ferries end at each port?', 'destination_port_id'],
  ['How many ferries start from each port?', 'source_port_id'],
  ['How many files were opened by each clerk?', 'opened_by_clerk_id'],
  ['Which clerks authorized the closing of files?', 'closing_authorised_by_clerk_id'],
])('of two references the one the words speak of: %s', (question, by) => {
  const analysis = analyseQuestion({ question, layer, previous: null, clock: { now: new Date('2026-01-01T00:00:00Z'), timeZone: 'UTC' }, leastCertainty: 0.1 })
  expect(analysis).toMatchObject({ kind: 'query', query: { joins: [{ from_column: by }] } })
})

test('where no word tells which, it is asked', () => {
  const question = 'How many ferries are there for each port?'
  const analysis = analyseQuestion({ question, layer, previous: null, clock: { now: new Date('2026-01-01T00:00:00Z'), timeZone: 'UTC' }, leastCertainty: 0.1 })
  expect(analysis.kind).toBe('clarification')
})
