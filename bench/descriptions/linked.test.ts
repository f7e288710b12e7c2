import { join } from 'node:path'
import { expect, test } from 'vitest'
import { layerOf } from '../analyst/layers.ts'
import { isLinked } from './linked.ts'
import { withoutWords, withWords } from './worded.ts'

const file = join(import.meta.dirname, '../../examples/chinook.sqlite')

test('a statement is linked when it names the columns expected, keys aside', async () => {
  const layer = await layerOf(file, null)
  const gold = ["SELECT BillingCountry, sum(Total) FROM Invoice WHERE BillingCity = 'Name' GROUP BY 1"]
  expect(isLinked(gold, 'SELECT t."BillingCountry", avg(t."Total") FROM "Invoice" AS t WHERE t."BillingCity" = ? -- ["Title"]', layer)).toBe(true)
  expect(isLinked(gold, 'SELECT t."BillingCountry", sum(t."Total") FROM "Invoice" AS t', layer)).toBe(false)
  expect(isLinked(['SELECT count(*) FROM Track'], 'SELECT count(*) FROM "Track" AS t', layer)).toBe(true)
  expect(isLinked(['SELECT count(*) FROM Track'], 'SELECT count(*) FROM "Album" AS t', layer)).toBe(false)
  expect(isLinked(gold, null, layer)).toBe(false)
})

test('words are left out, and put in place of others', async () => {
  const layer = await layerOf(file, null)
  const bare = withoutWords(layer)
  const told = bare.tables
    .flatMap((table) => [table, ...table.columns])
    .filter(({ label, name, description, synonyms }) => label !== name || description || synonyms.length)
  expect(told).toEqual([])
  const words = [{ table_name: 'Track', column_name: 'Name', label: 'song title', description: 'What it is called.', synonyms: ['tune'] }]
  const track = withWords(layer, words).tables.find(({ name }) => name === 'Track')
  expect(track?.columns.find(({ name }) => name === 'Name')).toMatchObject({ label: 'song title', synonyms: ['tune'] })
  expect(new Set([layer.version, bare.version, withWords(layer, words).version]).size).toBe(3)
})
