import { expect, test } from 'vitest'
import { vocabularyOf } from '../knowledge/vocabulary.ts'
import { keepToSpeech } from './keep-to-speech.ts'
import { layerOf } from './layer.fixture.ts'

const vocabulary = vocabularyOf([layerOf({ artists: { name: ['Led Zeppelin', 'Iron Maiden'] } })])

test.each([
  [
    'punctuation and capitals',
    'um show me revenue by region and then profit',
    'Show me revenue by region, and then profit.',
    'Show me revenue by region, and then profit.',
  ],
  ['a misheard word', 'show me sails for led zepelin', 'Show me sales for Led Zeppelin.', 'Show me sales for Led Zeppelin.'],
  ['a figure it changes', 'orders over 1200 in 2019', 'Orders over 12,000 in 2019.', 'Orders over 1200 in 2019.'],
  ['a number in words', 'the top ten of twenty', 'The top two of twenty.', 'The top ten of twenty.'],
  ['a figure it adds', 'show me revenue', 'Show me revenue for 2024.', 'Show me revenue for'],
  ['a name it invents', 'show me revenue by region', 'Show me Acme revenue by region.', 'Show me revenue by region.'],
  ['a name of the data that was not said', 'show me albums by queen', 'Show me albums by Iron Maiden.', 'Show me albums by queen'],
  ['a small word', 'list the albums queen', 'List the albums of Queen.', 'List the albums of Queen.'],
])('%s', (_what, said, corrected, kept) => {
  expect(keepToSpeech(said, corrected, vocabulary)).toBe(kept)
})
