import { expect, test } from 'vitest'
import type { Layer, LayerColumn } from '#domain/semantics/layer.ts'
import { namedLayer } from '#test/fixtures/named-layer.ts'
import { withCodesAlone, withInitialsSpelt } from './initials.ts'

function tradeLayer(): Layer {
  const layer = namedLayer('trade', { sales: ['id', 'sale_price', 'status', 'port'] }, [])
  const changed: Record<string, Partial<LayerColumn>> = {
    sale_price: { type: 'number', semanticType: 'measure' },
    status: { type: 'text', semanticType: 'category', distinct: 2, sampleValues: ['open', 'closed'] },
    port: { type: 'text', semanticType: 'category', distinct: 2, sampleValues: ['LAX', 'TSP'] },
  }
  const columns = (layer.tables[0]?.columns ?? []).map((column) => ({ ...column, ...changed[column.name] }))
  return { ...layer, tables: layer.tables.map((table) => ({ ...table, columns })) }
}

const layer = tradeLayer()

test.each([
  ['What is the ASP of open sales?', 'What is the average sale price of open sales?'],
  ['TSC per status', 'number of sales per status'],
  ['TNS and NCS by port', 'TNS and number of closed sales by port'],
  ['What is the GPM of sales?', 'What is the GPM of sales?'],
  ['sales in TSP', 'sales in TSP'],
  ['WHAT IS THE ASP', 'WHAT IS THE ASP'],
])('figures told by their initials are spelt out where they are known: %s', (question, spelt) => expect(withInitialsSpelt(question, layer)).toBe(spelt))

test('initials that another table of several words may be called by stay as they are', () => {
  const other = { ...layer.tables[0], name: 'sale_visits', label: 'sale visits', columns: [] } as unknown as Layer['tables'][number]
  expect(withInitialsSpelt('TSC per status', { ...layer, tables: [...layer.tables, other] })).toBe('TSC per status')
})

test('a code that is a value stands for the name before it', () => {
  expect(withCodesAlone('sales from Los Angeles (LAX) to Oslo (OSL)', layer)).toBe('sales from LAX to Oslo (OSL)')
})
