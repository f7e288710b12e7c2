import { expect, test } from 'vitest'
import type { Layer } from '#domain/semantics/layer.ts'
import type { SemanticQuery } from '#domain/semantics/semantic-query.ts'
import { asksUnsaid } from './unsaid-values.ts'

const column = { name: 'tint', label: 'tint', type: 'text', semanticType: 'category', sampleValues: ['Amber', 'Cobalt blue'], distinct: 2 }
const layer = { tables: [{ name: 'panes', label: 'panes', columns: [column], primaryKey: [] }], relationships: [], measures: [] } as unknown as Layer
const panesIn = (tint: string) =>
  ({ dimensions: [], measures: [], having: [], filters: { table: 'panes', column: 'tint', operator: 'equals', values: [tint] } }) as unknown as SemanticQuery

test('a value of which a question says a word, or nearly one, is asked for', () => {
  expect(asksUnsaid('how many blue panes', panesIn('Cobalt blue'), layer, [])).toBe(false)
  expect(asksUnsaid('how many ambre panes', panesIn('Amber'), layer, [])).toBe(true)
  expect(asksUnsaid('how many amberish panes', panesIn('Amber'), layer, [])).toBe(false)
})

test('a value that no word of a question stands for is not', () => {
  expect(asksUnsaid('how many panes do we look after', panesIn('Amber'), layer, [])).toBe(true)
})
