import { wordSet } from './word-set.ts'

/** Past forms that no ending tells. */
export const irregularPasts = wordSet(
  'bought brought built came chosen done driven given held led left lost made met paid run seen sent sold spent taken taught won worn written',
)

/** Whether a word is a past form or participle: "closed", "sold". */
export const isPastForm = (word: string): boolean => /[^e]ed$/.test(word) || irregularPasts.has(word)

/** Verbs by which a row simply came to be: "when did it happen". */
export const happenVerbs = wordSet('come happen arrive')
