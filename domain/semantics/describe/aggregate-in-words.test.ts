import { expect, test } from 'vitest'
import { withAggregateWord } from './aggregate-in-words.ts'

test.each([
  ['avg', 'Average', 'average temperature', 'average temperature'],
  ['avg', 'Average', 'temperature', 'Average temperature'],
  ['avg', 'Average', 'max temperature', 'Average max temperature'],
  ['max', 'Highest', 'max temperature', 'max temperature'],
  ['min', 'Lowest', 'minimum stay', 'minimum stay'],
  ['sum', 'Total', 'total', 'total'],
  ['sum', 'Total', 'totaled amount', 'Total totaled amount'],
] as const)('%s with the word %s of "%s" is "%s"', (aggregate, word, of, said) => expect(withAggregateWord(aggregate, word, of)).toBe(said))
