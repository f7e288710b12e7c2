import { ordinals } from '../sentences/function-words.ts'
import { irregularPasts } from '../sentences/verbs.ts'
import { wordSet } from './word-set.ts'

/** Pasts and participles that no ending tells and whose root is not needed. */
const otherPasts = wordSet('born brought came done found led read run seen worn')

/** Whether a word is a past form or a participle by its ending or as an irregular verb: "closed", "sold". */
export const isPastForm = (word: string): boolean => /[^e]ed$/.test(word) || irregularPasts.has(word) || otherPasts.has(word)

/** Whether a word is a past form or ends as present participles do: "closing". */
export const isParticiple = (word: string): boolean => isPastForm(word) || word.endsWith('ing')

/** What a word denies by its first syllable: "insured" of "uninsured". */
export const deniedBy = (word: string): string | null => /^(?:un|in|non)(.{4,})$/.exec(word)?.[1] ?? null

/** Verbs by which a row simply came to be: "when did it happen". */
export const happenVerbs = wordSet('come happen arrive')

/** "The number of cards sold": participles that say no more than that the rows are there. */
export const emptyParticiples = wordSet('sold made received placed')

/** The place an ordinal tells: 2 of "second" and "2nd"; 0 where a word is none. */
export function ordinalOf(word: string): number {
  const digits = /^(\d+)(?:st|nd|rd|th)$/.exec(word)?.[1]
  return digits === undefined ? ordinals.indexOf(word) + 1 : Number(digits)
}

/** Whether a noun names who does what another tells: the rider of a ride, the renter of a rental. */
export const isDoerOf = (doer: string, deed: string): boolean => deed !== doer && [`${deed}r`, `${deed}er`, `${deed}or`].includes(doer)
