import { phraseList, wordSet } from '../forms/word-set.ts'
import { conjunctions } from '../sentences/function-words.ts'

/** Words at the beginning and the end of remarks: questions that change or go on from the one before. */

// What opens a remark

/** "And", "now": a remark goes on from the question before. */
export const continuations = wordSet(conjunctions, 'so then now ok okay please')

/** "Great", "thank you": what is said to the answer before. */
export const thanks = phraseList('great;thanks;thank you;good;perfect;cool;nice;wonderful;excellent;awesome;alright;all right;hi;hello;well;sure;yes;sorry')

/** All that may stand before a remark and says nothing of the data. */
export const remarkOpeners = new Set([...continuations, ...thanks].filter((word) => word !== 'or'))

/** "Can you break that down": polite openings of a request. */
export const politeRequests = phraseList('can you;could you;would you')

/** "Only 2012", "also the genre": adverbs before what is changed. */
export const remarkAdverbs = wordSet('just only also')

/** What may stand at the end of a remark. */
export const remarkEnds = wordSet('please instead again then now')

/** "Hello there": greetings before a question. */
export const greetings = wordSet('hi hello hey')

/** "Start over": nothing that was said before counts any more. */
export const freshStarts = phraseList('start over;start again;reset;new question;forget that;forget it;forget about that;forget about it')

// How a remark is told from a question of its own

/** Words that only a remark begins with. */
export const leaningOpeners = wordSet('and but also now then ok okay')

/** "Only those", "without the city": a remark that narrows the rows. */
export const narrowingOpeners = wordSet('only just except without excluding')

/** "By city", "since 2020": a remark that is only a condition or a group. */
export const contextOpeners = phraseList('by;per;for each;for;in;since;before;after;during')

/** Words and phrases that open a whole question, whatever was asked before. */
export const wholeOpeners = phraseList('what;which;who;how many;how much;show;list;find;give;count;can you;tell;display;return')

/** What stands behind "of those" at the beginning of a question. */
export const afterAmong = wordSet('which who what how only show list')
