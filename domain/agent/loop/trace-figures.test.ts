import { expect, test } from 'vitest'
import { untracedFigures } from './trace-figures.ts'

const results = [
  {
    rows: [
      ['USA', 523.06, 13, '2013-07', 0.2246],
      ['Canada', 303.96, 8, 'Q3 2012', -4.5],
      ['Brazil', '4234567.891', 3503, null, 1234.5],
    ],
    row_count: 24,
  },
]
const untraced = (text: string, question = '') => untracedFigures(text, results, question)

test.each([
  ['exact', 'The USA paid 523.06 in 13 orders.'],
  ['rounded', 'The USA paid 523.1, Canada 304, Brazil about 3,500 times.'],
  ['in millions', 'Brazil made 4.2M, that is 4.23 million.'],
  ['in other languages', 'Brasilien: 4,2 Mio. oder rund 3,5 Tausend Mal; 4,23 millones; 22,5 Prozent.'],
  ['in a script without blanks', 'ブラジルは423万、つまり4,234,567.89です。'],
  ['a percentage', 'That is 22.5%, or 22.46 percent.'],
  ['with thousands marks', "Brazil made 4,234,567.89, 1.234,5 and 1'234.5."],
  ['part of a text cell', 'It was in July 2013 and in Q3 of 2012.'],
  ['a fall told in words', 'It fell by 4.5.'],
  ['the number of rows', 'There are 24 countries.'],
  ['lines that are counted', '1. USA\n2. Canada\n3) Brazil'],
  ['no figure at all', 'Version v77 of Q9 does not count.'],
])('%s is traced', (_, text) => {
  expect(untraced(text)).toEqual([])
})

test('a figure joined to the words of a script without blanks is seen', () => {
  expect(untraced('合計は777です。')).toEqual(['777'])
})

test('figures of the question are known', () => {
  expect(untraced('More than 777 were asked for.', 'Which have more than 777?')).toEqual([])
  expect(untraced('More than 777 were asked for.')).toEqual(['777'])
})

test.each([
  ['a sum of its own', 'Together they paid 827.02.', '827.02'],
  ['a share of its own', 'That is 63% of all.', '63%'],
  ['a figure next to a true one', 'The USA paid 524.', '524'],
  ['a figure cut where it is rounded up', 'Canada paid 303.9.', '303.9'],
  ['a wrong count', 'There are 14 orders.', '14'],
  ['a scale that is wrong', 'Brazil made 4.2K.', '4.2K'],
])('%s is not', (_, text, figure) => {
  expect(untraced(text)).toEqual([figure])
})

test('each figure is told once, at most ten', () => {
  expect(untraced('91 and 91 again')).toEqual(['91'])
  expect(untraced(Array.from({ length: 30 }, (_, index) => `${index + 9100}.25`).join(' '))).toHaveLength(10)
})
