import { phraseList, wordList, wordSet } from '../forms/word-set.ts'
import { determiners, plainArticles, thirdPersonPossessives } from '../sentences/function-words.ts'

/** Words for the time that passes between two dates. */

/** A unit in which the time between two dates is told. */
export type TimeUnit = 'day' | 'hour' | 'minute' | 'second'

/** Units by their singular words. */
export const timeUnits: ReadonlyMap<string, TimeUnit> = new Map((wordList('day hour minute second') as TimeUnit[]).map((unit) => [unit, unit]))

/** "Time between order and delivery", "how long it takes": words for time that passed. */
export const durationWords = wordSet('time duration difference gap interval delay period lag length takes took taken elapsed')

/** Words between one of `durationWords` or a unit and the dates: "days passed between". */
export const beforeDates = wordSet(determiners, 'each one being number of time in elapsed passed taken it takes took difference')

/** What stands before the first date, with what stands before the second. */
export const dateJoints: ReadonlyMap<string, ReadonlySet<string>> = new Map([
  ['between', wordSet('and')],
  ['from', wordSet('to until till')],
])

/** Words before "time" that make one figure of how long each row took: "the average delivery time". */
export const durationFolds = wordSet('average mean avg typical longest shortest fastest slowest minimum maximum min max')

/** "Days since the last order": the time from a date until today. */
export const sincePhrases = phraseList(
  `how many days has it been since;how many days have passed since;how long has it been since;how long is it since;how long ago was;number of days since
  days since;how long has it been in days since;time since`,
)

/** "The first order", for the first of several dates. */
export const firstWords = wordSet('first earliest oldest')

/** "The most recent order", for the last of several dates. */
export const lastWords = wordSet('last latest recent newest')

/** Phrases before a length of time that add nothing: "the number of days between". */
export const amountOfPhrases = phraseList('total number of;the number of;number of;amount of;length of;the')

/** "Since the last order", "since each first order": what may stand between "since" and the first or last. */
export const beforeFirstOrLast = wordSet(plainArticles, thirdPersonPossessives, 'each most')
