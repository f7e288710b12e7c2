import { wordList } from '../forms/word-set.ts'
import { type SuperlativeSense, superlatives } from './superlatives.ts'

const irregular = new Map(wordList('better:best worse:worst further:farthest').map((pair) => pair.split(':') as [string, string]))

/** Comparatives by what they compare: "warmer" by temperature, as "warmest" ranks by it. */
export const comparatives: ReadonlyMap<string, SuperlativeSense> = new Map([
  ...[...irregular].flatMap(([word, superlative]): [string, SuperlativeSense][] =>
    superlatives[superlative]?.[0] ? [[word, superlatives[superlative][0]]] : [],
  ),
  ...Object.entries(superlatives).flatMap(([word, [sense]]): [string, SuperlativeSense][] =>
    sense && word.endsWith('est') && !isPlain(word) ? [[word.replace(/est$/, 'er'), sense]] : [],
  ),
])

function isPlain(word: string): boolean {
  return word === 'best' || word === 'fewest'
}

/** Of rows and amounts, and no property of them. */
export const moreWords = wordList('more less fewer')

/** "How strong was it": what is asked for by its degree, and by no superlative or regular comparative of it. */
export const askedDegrees = wordList('much many strong good bad great wet hot')
