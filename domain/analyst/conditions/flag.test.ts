import { expect, test } from 'vitest'
import { analyseQuestion } from '#domain/analyst/analyse.ts'
import type { Layer, LayerColumn } from '#domain/semantics/layer.ts'
import { shopLayer } from '#test/fixtures/shop.ts'

const clock = { now: new Date('2024-05-15T09:00:00Z'), timeZone: 'UTC' }

/** The shop, whose products tell in one more column whether they are discontinued. */
function layerWith(flag: Pick<LayerColumn, 'type' | 'sampleValues'>): Layer {
  const shop = shopLayer('duckdb')
  const tables = shop.tables.map((table) => {
    const like = table.columns.find(({ name }) => name === 'is_sold')
    if (!like) return table
    return { ...table, columns: [...table.columns, { ...like, ...flag, name: 'discontinued', label: 'discontinued', distinct: flag.sampleValues.length }] }
  })
  return { ...shop, version: JSON.stringify(flag), tables }
}

const flags: [string, Pick<LayerColumn, 'type' | 'sampleValues'>, unknown, unknown][] = [
  ['a boolean', { type: 'boolean', sampleValues: [] }, true, false],
  ['0 and 1', { type: 'integer', sampleValues: ['0', '1'] }, 1, 0],
  ['Y and N', { type: 'text', sampleValues: ['Y', 'N'] }, 'Y', 'N'],
  ['Yes alone', { type: 'text', sampleValues: ['Yes'] }, 'Yes', 'No'],
]

test.each(flags)('what rows are is a condition where a column of two values tells it: %s', (_what, flag, yes, no) => {
  const layer = layerWith(flag)
  const filterOf = (question: string) => {
    const analysis = analyseQuestion({ question, layer, previous: null, clock })
    return analysis.kind === 'query' ? analysis.query.filters : analysis.kind
  }
  const means = (value: unknown) => ({ table: 'products', column: 'discontinued', operator: 'equals', values: [value] })
  for (const question of [
    'How many products are discontinued?',
    'List the discontinued products',
    'Find the number of discontinued products',
    'products that are currently discontinued',
    'number of products where discontinued by made in',
  ])
    expect(filterOf(question)).toEqual(means(yes))
  for (const question of ['How many products are not discontinued?', 'List the non-discontinued products', "products that aren't discontinued"])
    expect(filterOf(question)).toEqual(means(no))
  expect(filterOf('number of products by discontinued')).toBeUndefined()
})
