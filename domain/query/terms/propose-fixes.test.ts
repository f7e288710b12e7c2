import { expect, test } from 'vitest'
import { openWordVectors } from '#runtime/word-vectors/open.ts'
import { shopLayer } from '#test/fixtures/shop.ts'
import type { Layer } from '../../semantics/layer.ts'
import { proposeFixes } from './propose-fixes.ts'

const shop: Layer = shopLayer('sqlite')
const labels = (term: string, layer = shop) => proposeFixes(term, `Which ${term} are there?`, layer).map(({ label }) => label)

test('a slip of the pen, another word for the same and a common stem are told apart by how likely they are', () => {
  const [slip] = proposeFixes('custmers', 'How many custmers are there?', shop)
  expect(slip).toMatchObject({ fix: { kind: 'synonym', table: 'customers', column: null } })
  const [same] = proposeFixes('clients', 'How many clients are there?', shop)
  expect(same).toMatchObject({ fix: { kind: 'synonym', table: 'customers', column: null } })
  expect(slip?.likelihood).toBeGreaterThan(same?.likelihood ?? 1)
  expect(labels('zqxw')).toEqual([])
})

test('what people chose for a word counts more than what it looks like', () => {
  const [column] = shop.tables.flatMap((table) => table.columns.map((one) => `${one.label} of ${table.label}`))
  const learned: Layer['learned'] = [{ kind: 'word', phrase: 'zqxw', meaning: (column ?? '').toLowerCase(), times: 3, isShared: false, chosenBy: 'usr_1' }]
  expect(labels('zqxw', { ...shop, learned })[0]).toBe(column)
})

test('at most three are offered, the likeliest first', () => {
  for (const term of ['clients', 'revenue', 'town', 'item', 'purchases']) {
    const fixes = proposeFixes(term, '', shop)
    expect(fixes.length).toBeLessThanOrEqual(3)
    expect(fixes.map(({ likelihood }) => likelihood)).toEqual(fixes.map(({ likelihood }) => likelihood).toSorted((one, other) => other - one))
  }
})

test('by meaning a word is proposed for that no list has, after what is written so', () => {
  expect(labels('patrons')).toEqual([])
  const [near] = proposeFixes('patrons', 'Which patrons are there?', shop, [], openWordVectors())
  expect(near).toMatchObject({ fix: { kind: 'synonym', table: 'customers', column: null } })
  const [slip] = proposeFixes('custmers', 'How many custmers are there?', shop, [], openWordVectors())
  expect(slip?.likelihood).toBeGreaterThan(near?.likelihood ?? 1)
})
