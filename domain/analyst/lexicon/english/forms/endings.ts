import { wordSet } from './word-set.ts'

/** Endings of English words: what they are cut or changed to, so that words of one family are found. */

/** Endings that are cut to get the root that words of one family share. */
export const rootEndings = /(?:ational|isation|ization|ations?|ments?|ness|ings?|ers?|ors?|ees?|ions?|ances?|ences?|als?|ity|ly|ed|es?|s)$/

/** Endings of nouns that are made of verbs. */
export const nounEndings = /(?:ments?|ations?|ions?|ers?|ors?|ances?|ences?|ity|ees?|ings)$/

/** Endings of inflected words, with the ending of their base; the same as in `scripts/write-vectors/inflections.py`. */
export const inflections: readonly (readonly [ending: string, base: string])[] = [
  ['ies', 'y'],
  ['sses', 'ss'],
  ['shes', 'sh'],
  ['ches', 'ch'],
  ['xes', 'x'],
  ['zes', 'z'],
  ['ses', 's'],
  ['men', 'man'],
  ['s', ''],
  ['ied', 'y'],
  ['ed', 'e'],
  ['ed', ''],
  ['ing', 'e'],
  ['ing', ''],
]

/** Those of `inflections` behind which no further one is tried. */
export const finalInflections = wordSet('ies sses shes ches xes zes men ied')
