import { phraseList, wordSet } from '../forms/word-set.ts'

// Phrases of time that are put in plainer words before a question is read.

/** What holds as the question is asked. */
export const presentPhrases = phraseList(
  'right now;at the moment;at this moment;at present;at the present time;as of now;as of today;as of this moment;just now;these days;presently;nowadays',
)

/** Behind these "now" is the end of a stretch, or no time at all. */
export const beforeOtherNow = wordSet('until till by from to than and of')

/** "More in the first than in the second quarter": what else may join two parts of a year. */
export const partJoints = phraseList('than;than in;compared with;compared to')

/** "In the three months": what stands before a stretch that can only be the whole of the data, and what behind it would say where it lies. */
export const spanPrepositions = wordSet('in over during for across')
export const spanDeterminers = wordSet('the these those our')
export const spanAnchors = wordSet('before after from since until leading following of')

/** All until now, which goes without saying. */
export const untilNowPhrases = phraseList(
  'so far;thus far;to date;until now;until today;till now;till today;up to now;up to today;up until now;to this day;as of yet',
)

/** "Over the months": what stands before units that a figure is told for one by one. */
export const spreadPrepositions = wordSet('over across through throughout')

/** Where something is that is not at its place: "how many bikes are out". */
export const awayWords = phraseList('out;away;off;gone;on loan;in use;lent out;rented out;checked out;on the road')

/** What says that it is so as the question is asked. */
export const presentWords = wordSet('now today currently still')

/** "How did sales [develop] by month": verbs that ask for no more than what is told for each. */
export const courseVerbs = wordSet(
  'change changed changing develop developed developing evolve evolved move moved vary varied progress progressed trend trended',
)
