import { expect, test } from 'vitest'
import { languageOf, listIn } from './language.ts'

test.each([
  [undefined, 'en'],
  ['*', 'en'],
  ['de', 'de'],
  ['de-AT,en;q=0.5', 'de'],
  ['en-GB,en;q=0.9,de;q=0.8', 'en'],
  ['fr-CH, fr;q=0.9, de;q=0.8, en;q=0.7', 'de'],
  ['DE ; q=0.3 , en ; q=0.4', 'en'],
  ['de;q=0, en', 'en'],
  ['de;q=0', 'en'],
  ['den', 'en'],
  [',;=,de;q=x', 'en'],
  [`de${',x'.repeat(1_000)}`, 'en'],
])('Accept-Language %s is answered in %s', (header, language) => {
  expect(languageOf(header)).toBe(language)
})

test('a list ends in the word for "and"', () => {
  expect([listIn('en', ['a', 'b', 'c']), listIn('de', ['a', 'b']), listIn('de', ['a'])]).toEqual(['a, b and c', 'a und b', 'a'])
})
