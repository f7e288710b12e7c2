import { expect, test } from 'vitest'
import { phraseKey, tokenize } from './tokens.ts'

const shape = (question: string) => tokenize(question).map((token) => `${token.kind}:${token.lower}`)

test.each([
  ['How many albums?', ['word:how', 'word:many', 'word:albums', 'sign:?']],
  ['the artist "AC/DC"', ['word:the', 'word:artist', 'quoted:ac/dc']],
  ["tracks named 'Don't Stop' now", ['word:tracks', 'word:named', "quoted:don't stop", 'word:now']],
  ['“Balls to the Wall”', ['quoted:balls to the wall']],
  ['price >= 0.99', ['word:price', 'sign:>=', 'number:0.99']],
  ['since 2024-03-09', ['word:since', 'word:2024-03-09']],
  ['in 2024-Q1', ['word:in', 'word:2024-q1']],
  ['mail luis.g@embraer.com.br', ['word:mail', 'quoted:luis.g@embraer.com.br']],
  ["customers who don't pay", ['word:customers', 'word:who', "word:don't", 'word:pay']],
  ['a Ph.D. from the U.S.', ['word:a', 'word:ph.d', 'word:from', 'word:the', 'word:u.s']],
  ['', []],
])('%s', (question, expected) => expect(shape(question)).toEqual(expected))

test.each([
  ['1,234.5', 1234.5],
  ['$3k', 3000],
  ['2M', 2_000_000],
  ['15%', 15],
  ['5bn', 5_000_000_000],
])('%s is a number', (text, value) => expect(tokenize(text)[0]?.value).toBe(value))

test('owners lose their apostrophe and remember it', () => {
  expect(tokenize("each artist's albums").map((token) => [token.stem, token.isPossessive])).toEqual([
    ['each', false],
    ['artist', true],
    ['album', false],
  ])
  expect(tokenize("artists' names")[0]).toMatchObject({ lower: 'artists', stem: 'artist', isPossessive: true })
})

test('phrases are looked up without signs and case', () => {
  expect(phraseKey('AC/DC')).toBe('ac dc')
  expect(phraseKey('Rock & Roll, Vol. 2')).toBe('rock roll vol 2')
})

test('a short form is the same with and without its last stop', () => {
  expect(phraseKey('Ph.D.')).toBe(phraseKey('Ph.D'))
  expect(tokenize('Who has a Ph.D?').map(({ lower }) => lower)).toContain(phraseKey('Ph.D.'))
})
