import { describe, expect, test } from 'vitest'
import { shopLayer } from '#test/fixtures/shop.ts'
import type { LayerLearned } from '../../semantics/layer.ts'
import { choiceIn, learnedNote, learnedOption } from './learned-readings.ts'

const shop = shopLayer('sqlite')
const options = ['Average price of Rock, reading "price" as unit price of line', 'Average price of Rock, reading "price" as unit price of track']
const learned = (facts: Partial<LayerLearned> = {}): LayerLearned => ({
  ...{ kind: 'word', phrase: 'price', meaning: 'unit price of track', times: 1, isShared: true, chosenBy: 'usr_1' },
  ...facts,
})
const taken = (...some: LayerLearned[]) => learnedOption({ ...shop, learned: some }, 'usr_me', options)

describe('the option that was chosen before', () => {
  test.each<[string, LayerLearned[], string | null]>([
    ['a word, whatever the question', [learned()], 'unit price of track'],
    ['of another person alone', [learned({ isShared: false })], null],
    [
      'the own before the shared',
      [learned({ times: 9 }), learned({ meaning: 'unit price of line', chosenBy: 'usr_me', isShared: false })],
      'unit price of line',
    ],
    ['two as good', [learned(), learned({ meaning: 'unit price of line' })], null],
    ['the more often chosen', [learned({ times: 2 }), learned({ meaning: 'unit price of line' })], 'unit price of track'],
    ['what is not offered', [learned({ meaning: 'total of invoice' })], null],
    ['another word', [learned({ phrase: 'cost' })], null],
  ])('%s', (_, some, expected) => {
    expect(taken(...some)?.split(' as ')[1] ?? null).toBe(expected)
  })
})

test('a choice is that of a whole question too, and none of who sees a part of the rows', () => {
  const query = {} as never
  expect(choiceIn('Best shops?, meaning: total of orders, for each shop', shop, query)).toMatchObject({
    kind: 'question',
    phrase: 'Best shops',
    meaning: 'total of orders, for each shop',
  })
  expect(choiceIn('Best shops?', shop, query)).toBeNull()
  const cut = { ...shop, tables: shop.tables.map((table) => ({ ...table, rowFilter: { kind: 'all', of: [] } as never })) }
  expect(choiceIn('Best shops?, meaning: total of orders', cut, query)).toBeNull()
  expect(learnedNote(options[1] ?? '')).toBe('"price" is read as unit price of track, as was chosen before')
})
