import { describe, expect, test } from 'vitest'
import { shopLayer } from '#test/fixtures/shop.ts'
import { elsewhereNote, isEmptyResult, nowhereNote, textConditions, textsOf, unplacedTexts, withFoundValues } from './looked-up-values.ts'

describe('the texts of a question that may be values', () => {
  test.each([
    ['How many orders did Save-a-lot Markets place?', ['save', 'lot'], ['Save-a-lot Markets', 'Save-a-lot']],
    ['orders from alfreds futterkiste', ['alfreds', 'futterkiste'], ['alfreds futterkiste', 'alfreds', 'futterkiste']],
    ["What are Quintessa's orders?", ['quintessa'], ['Quintessa']],
    ['Orders of the Isle of Wight and Rome', ['isle', 'wight'], ['Isle of Wight and Rome', 'Isle', 'Wight']],
    ['Orders of Fooey, and of Barley', ['fooey', 'barley'], ['Fooey', 'Barley']],
    ['How many orders are there?', [], []],
    ['orders of 12345', ['12345'], []],
    ['How many unicorns did we sell?', ['many', 'unicorns'], ['many unicorns', 'unicorns']],
    ['customers without orders', ['without'], []],
  ])('%s', (question, unknown, texts) => {
    expect(unplacedTexts(question, unknown)).toEqual(texts)
  })
})

const layer = shopLayer('sqlite')
const column = { table: 'customers', column: 'name' }

test('a value found whole joins the samples of its column alone, in a layer of another version', () => {
  const found = withFoundValues(layer, 'orders of Zed', [{ ...column, text: 'Zed', value: 'ZED', match: 'exact' }])
  const values = (one: typeof layer) => one.tables.flatMap((table) => table.columns.flatMap(({ sampleValues }) => sampleValues))
  expect(values(found.layer).filter((value) => !values(layer).includes(value))).toEqual(['ZED'])
  expect(found.layer.version).not.toBe(layer.version)
  expect(values(layer)).not.toContain('ZED')
  expect([found.question, found.notes]).toEqual(['orders of Zed', ['"ZED" was found as name of customers']])
})

test('a part of one value is written out, a part of several is asked back', () => {
  const part = { ...column, text: 'zed', match: 'part' as const }
  expect(withFoundValues(layer, 'orders of zed', [{ ...part, value: 'Zed House' }]).question).toBe('orders of Zed House')
  const several = withFoundValues(layer, 'orders of zed', [
    { ...part, value: 'Zed House' },
    { ...part, value: 'Zed Farm' },
  ])
  expect(several.choices).toEqual({ text: 'zed', options: ['orders of Zed House', 'orders of Zed Farm'] })
  expect(several.layer).toBe(layer)
})

test('of an empty result the text values are looked up, and what they are said to be is where they stand', () => {
  const condition = { table: 'customers', column: 'country', operator: 'equals' as const, values: ['Zed', 3] }
  const query = { measures: [], dimensions: [], filters: { and: [condition, { not: condition }] }, having: [], order: [], joins: [] } as never
  expect(textsOf(textConditions(query))).toEqual(['Zed'])
  expect(nowhereNote(['Zed'], [])).toContain('"Zed"')
  expect(elsewhereNote(layer, [condition as never], [{ ...column, text: 'Zed', value: 'Zed', match: 'exact' }])).toBe('"Zed" was found as name of customers.')
  expect(elsewhereNote(layer, [condition as never], [{ table: 'customers', column: 'country', text: 'Zed', value: 'Zed', match: 'exact' }])).toBe('')
  expect([isEmptyResult([]), isEmptyResult([[0]]), isEmptyResult([[null, 0]]), isEmptyResult([[1]]), isEmptyResult([[0], [0]])]).toEqual([
    true,
    true,
    true,
    false,
    false,
  ])
})
