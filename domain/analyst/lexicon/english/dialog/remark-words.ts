import { phraseList, wordList, wordSet } from '../forms/word-set.ts'

/** Words of remarks: questions that change or go on from the one before, as "and the oldest?", "only those with an album". */

// What a remark asks to do

/** Verbs that ask to show something, in a remark. */
export const remarkVerbs = wordSet('show give list display tell')

/** "Keep the first 5", "limit it to 3": verbs that cut what is shown. */
export const cutVerbs = wordSet('keep take limit cut')

/** Verbs that give what is shown another form: "plot it by month". */
export const shapeVerbs = wordSet('show draw plot chart make break split group')

/** "Split that by city", "drill down by month". */
export const splitVerbs = wordSet('break split drill slice group divide segment')

/** "Stack it by genre": verbs that split what is drawn a second time. */
export const seriesVerbs = wordSet('split stack stacked color colour colored coloured facet faceted')

/** Verbs that ask for an order of what is shown. */
export const reorderVerbs = wordSet('sort sorted order ordered rank ranked arrange arranged')

/** "Reverse the order". */
export const reverseVerbs = wordSet('reverse invert flip turn')

/** Verbs that take something away from what is shown: "drop the city". */
export const takeAwayVerbs = phraseList('remove;drop;hide;take out')

/** Those and other words that do so: "without the city". */
export const removals = [...takeAwayVerbs, ...phraseList('clear;skip;without;leave out')]

/** "Change the list to include": verbs for a change of what is shown, and for what it is to hold. */
export const updateVerbs = wordSet('update change extend modify expand edit adjust')
export const includeVerbs = wordSet('include show add have contain')

// What a remark changes

/** "Except those", "apart from": rows of the answer before are left out. */
export const withoutPhrases = phraseList(
  `not;without;except for;except;excluding;exclude;leave out;remove;drop;skip;apart from;other than
  do not list;do not show;do not include;do not count;do not give me;don't list;don't show;don't include;don't count;don't give me
  everyone except for;everyone except;everyone but for;everyone but;everything except;everything but;all except;all but
  those not;those that are not;those who are not;the ones not;the ones that are not;the ones who are not`,
)

/** What stands between all rows and those that are left out. */
export const exceptions = phraseList('except;but;other than;excluding;apart from;besides;without')

/** "Also", "as well": what is asked for is shown beside the rest. */
export const additions = phraseList('also;too;as well;additionally')

/** What opens a remark that asks for more beside what is shown. */
export const addingPhrases = phraseList('also;add;include;plus;as well as')

/** "The average instead of the total". */
export const replacementPhrases = phraseList('instead of;rather than')

/** What opens what a question is asked about again: "the same for". */
export const sameContexts = wordSet('for with by in of per on since before after')

/** "In the previous year", "a year earlier": words for the period before, and for the one behind. */
export const earlierWords = wordSet('before previous prior preceding earlier')
export const laterPeriods = wordSet('after next following later')

/** "The next page", "the previous 5". */
export const pageWords = wordSet('next following previous')

const detailLeads = ['', 'in ', 'with ', 'show ', 'give ', 'me ', 'show me ', 'give me ']

/** "Drill down", "more detail": to the next finer level. */
export const finerPhrases: ReadonlySet<string> = new Set([
  ...['drill down', 'drill in', ...wordList('it this that them').flatMap((word) => [`break ${word} down`, `split ${word} down`])].flatMap((phrase) => [
    phrase,
    `${phrase} further`,
  ]),
  ...detailLeads.map((lead) => `${lead}more detail`),
  'go deeper',
])

/** "Roll up", "less detail": to the next coarser level. */
export const coarserPhrases: ReadonlySet<string> = new Set([
  ...wordList('drill roll go zoom').flatMap((verb) => [`${verb} up`, `${verb} out`, `${verb} back up`]),
  ...detailLeads.map((lead) => `${lead}less detail`),
])

/** Directions of an order. */
export const directionWords: ReadonlyMap<string, 'asc' | 'desc'> = new Map([
  ...wordList('descending desc decreasing').map((word): [string, 'desc'] => [word, 'desc']),
  ...wordList('ascending asc increasing').map((word): [string, 'asc'] => [word, 'asc']),
])

/** "From high to low": the two ends of a falling order. Their reverse is a rising one. */
export const fallingPairs: ReadonlySet<string> = new Set(
  phraseList(
    `high low;highest lowest;big small;large small;largest smallest;biggest smallest;long short;longest shortest;most least;old young;oldest youngest;new old;newest oldest
    latest earliest;z a;top bottom;most fewest`,
  ),
)

/** Words of labels of dates and years by which the older has the lower value. */
export const agedLabels = wordSet('birth founded opened built date year')

/** "The ones after", "older than that": comparatives that stand for an operator when nothing else is said. */
export const greaterWords = wordSet('after later since more above over higher greater larger bigger longer older')
export const lessWords = wordSet('before earlier less fewer below under lower smaller shorter younger')

/** "The ones with none": words for no row. */
export const noneWords = wordSet('0 zero none no')

/** "How many in all": phrases behind a count. */
export const inAllPhrases = phraseList('in total;in all;altogether')

/** "How many are there": what stands behind "how many" where rows that were shown are counted. */
export const countedBefore = phraseList('is that;is it;are they;exist;are there;were there;are those')

/** "What about", "make it": what may stand before another figure. */
export const figureLeads = phraseList(
  'what is;show;show me;give;give me;add;use;take;make it;change to;change it to;change that to;switch to;switch it to;switch that to;with;as;in',
)

/** Words for the period before, as adjectives: "the previous year". */
export const previousWords = wordSet('previous prior last preceding past')

/** "Break it down", "split them out". */
export const splitParticles = wordSet('down up out in')

/** "Reverse the order". */
export const reversedNouns = wordSet('order it them sorting')

/** "Remove the country filter": nouns behind what is taken away. */
export const removedNouns = wordSet('filter column condition')

/** "For all countries": a condition on what is named is taken away. */
export const forAllPhrases = phraseList('for all;in all;show all')

/** "Which ones do not have any": what may stand behind the verb that is denied. */
export const deniedObjects = wordSet('any one so it')

/** "Another column with": what opens a column that is added. */
export const newColumnLeads = phraseList('a;another;one more;the')

/** "Compare with": prepositions behind a verb of comparison. */
export const comparePrepositions = wordSet('with to against')

/** "In 2023", "with last year": what may stand before a period that is compared. */
export const comparedPeriodLeads = wordSet('in of with to')

/** "A year ago". */
export const agoWords = wordSet('ago earlier before')

/** "Per order on average": what stands before the rows of which each counts once. */
export const eachPrepositions = phraseList('per;for each;for every;a;an')

/** Openings by which rows are asked for, beside verbs that show them: "which ones", "add the town". */
export const rowRequests = wordSet('which who whose add')

/** "Split it by city", "break it into months". */
export const splitLeads = phraseList('by;into;per;for each')
