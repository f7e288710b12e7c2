import { expect, test } from 'vitest'
import type { ActiveCondition } from './selection.ts'
import { filterInWords } from './words.ts'

const country = { label: 'Country', member: 'customers.country' }
const condition = (operator: ActiveCondition['operator'], values: ActiveCondition['values']): ActiveCondition => ({
  name: 'filter_1',
  datasourceId: null,
  member: country.member,
  operator,
  values,
  reaches: () => true,
})

test('a filter is told in words of its reader', () => {
  const ten = Array.from({ length: 10 }, (_, at) => `c${at}`)
  expect([undefined, 'de-AT'].map((locale) => filterInWords(country, undefined, locale))).toEqual(['Country: all', 'Country: alle'])
  expect(filterInWords(country, condition('equals', ten), 'de')).toBe('Country: c0, c1, c2, c3, c4, c5, c6, c7, 2 weitere')
  expect(['en', 'de'].map((locale) => filterInWords(country, condition('not_contains', ['x']), locale))).toEqual([
    'Country does not contain x',
    'Country enthält nicht x',
  ])
  expect(filterInWords({ label: '', member: 'price' }, condition('between', [1, 5]), 'de')).toBe('price: 1 – 5')
})
