import { wordSet } from '../forms/word-set.ts'
import { copulas, haveForms, placePrepositions, subjectRelatives } from '../sentences/function-words.ts'

/** Nouns before "of" for a part of a whole, and whether it is told in hundredths. */
export const shareWords: ReadonlyMap<string, boolean> = new Map([
  ['percentage', true],
  ['percent', true],
  ['%', true],
  ['share', true],
  ['proportion', false],
  ['fraction', false],
])

/** Nouns for one figure divided by another, and whether it is told in hundredths: "ratio of A to B". */
export const ratioWords: ReadonlyMap<string, boolean> = new Map([...shareWords, ['ratio', false]])

/** Nouns behind the word that tells which part is meant: "refund rate", "student share". */
export const rateNouns = wordSet(ratioWords.keys(), 'rate rates')

/** What stands between the two sides of a ratio: "ratio of A to B". */
export const ratioJoints = wordSet('to over versus vs')

/** What opens the predicate that tells which part is meant: "percentage of orders that were returned". */
export const predicateOpeners = wordSet(copulas, haveForms, subjectRelatives, 'with where made')

/** "Share of total revenue": what may stand before the whole. */
export const wholeAmounts = wordSet('total overall')

/** Prepositions of a place or time at the end of a ratio that holds for both of its sides. */
export const sharedConditions = wordSet(placePrepositions, 'for during since')

/** Nouns of a rate that may stand behind the word it is of, also as the end of a name: "refund rate", "market share". */
export const rateHeads = wordSet('rate rates share shares percentage percentages')
