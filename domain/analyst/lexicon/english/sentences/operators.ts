import { phraseList, wordList, wordSet } from '../forms/word-set.ts'

// Words that change what is computed: an answer whose query does not show them was misread.

/** What asks for a part of a whole. */
export const partCues = wordSet('percent percentage percentages proportion fraction share shares')

/** What asks for a part of a whole behind a noun: "return rate". */
export const rateCues = wordSet('rate rates')

/** What splits a figure. */
export const splitCues = wordSet('per split breakdown distribution spread varies vary')

/** What stands before a number that something is above or below. */
export const moreThan = phraseList('more than;fewer than;less than;at least;at most;over;under;above;below')

/** What stands before the "each" of a split. */
export const beforeEach = wordList('for of in by at on')

/** What asks how much there is of something for each of others. */
export const perCues = wordSet('per')

/** What denies, and is no "not". */
export const denyingCues = wordSet('never nothing nobody none without missing neither')

/** What only some of the rows are. */
export const stateCues = wordSet('still already yet')

/** Verbs between what is counted and what is said of it: "how many orders were returned". */
export const predicateVerbs = wordSet('are were was is get gets got been being become became')

/** Words behind such a verb that say nothing of the rows. */
export const emptyPredicates = wordSet(
  'there here we in on our the us registered recorded listed known stored held available altogether total overall made done taken placed',
)

/** Words that open a question, and those by which a second one is joined to it: "when was it, and how strong was it". */
export const questionOpenings = wordSet('what when where which who how')
export const secondQuestions = phraseList('where;when;who;whom;what;which;in which;in what;on which;on what;at which;at what;by which;of which;how')
