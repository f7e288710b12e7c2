import { expect, test } from 'vitest'
import { otherWords } from './place-words.ts'

test.each([
  ['France', 'country', ['french']],
  ['Italy', 'country', ['italian']],
  ['Chile', 'country', ['chilean']],
  ['usa', 'country', ['united states', 'american']],
  ['German', 'nationality', ['germany']],
  ['TX', 'state', ['texas']],
  ['Florida', 'home state', ['FL']],
  ['Los Angeles', 'city', ['LA']],
])('%s of a %s is also %j', (value, label, words) => {
  expect(otherWords(value.toLowerCase(), value, label)).toEqual(expect.arrayContaining(words))
})

test('a code is a state only where it stands for one, and a language is no country', () => {
  expect(otherWords('tx', 'TX', 'tax code')).toEqual([])
  expect(otherWords('german', 'German', 'language')).toEqual([])
})
