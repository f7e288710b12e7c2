import { expect, test } from 'vitest'
import type { Layer, LayerColumn } from '../layer.ts'
import { SemanticQuery } from '../semantic-query.ts'
import { compileQuery } from './compile.ts'

const column = (name: string): LayerColumn => ({
  ...{ name, label: name, description: '', synonyms: [], unit: null, sampleValues: [], distinct: 20, nullFraction: 0, min: '0', max: '30', isHidden: false },
  type: 'integer',
  semanticType: 'measure',
})
const refers = (fromTable: string, toTable: string) => ({
  ...{ fromTable, fromColumns: ['owner'], toTable, toColumns: ['id'], cardinality: 'many_to_one' as const, source: 'declared' as const },
})
const layer: Layer = {
  ...{ datasourceId: 'ds', name: 'x', description: '', dialect: 'sqlite', version: '1', measures: [], hierarchies: [], verifiedQueries: [] },
  tables: ['orders', 'customers', 'places'].map((name) => ({
    ...{ name, schema: null, label: name, description: '', synonyms: [], rows: 10, isHidden: false, primaryKey: ['id'] },
    columns: ['id', 'n', 'price', 'owner'].map(column),
  })),
  relationships: [refers('orders', 'customers'), refers('customers', 'places')],
}

test('conditions joined by `and` speak of the same row two steps away too', () => {
  const condition = (name: string) => ({ table: 'orders', column: name, operator: 'greater_than', values: [1] })
  const measures = [{ aggregate: 'count', table: 'places', name: 'places' }]
  const { sql } = compileQuery(layer, SemanticQuery.parse({ measures, filters: { and: [condition('n'), condition('price')] } }))
  expect(sql.match(/from "orders"/gi)).toHaveLength(1)
})
