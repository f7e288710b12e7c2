import { phraseList, wordSet } from '../forms/word-set.ts'
import { clauseEnds, countExtremes, listJoints, sortVerbs } from './function-words.ts'

/** Phrases for a way to sort. */
export const sortDirections: [direction: 'asc' | 'desc', phrases: readonly string[]][] = [
  ['desc', phraseList('descending;descendingly;desc;decreasing;reverse;reverse alphabetical;z to a')],
  [
    'asc',
    phraseList('ascending;ascendingly;asc;increasing;alphabetical;alphabetic;alphabetically;lexicographical;lexicographic;chronological;first to last;a to z'),
  ],
]

/** Directions that may stand right behind "sort": "sort descending". */
export const sortAdverbs = wordSet('alphabetically descending ascending desc asc')

/** Verbs that ask for an order only in front of a direction or an axis: "display from high to low". */
export const displayVerbs = wordSet('display displayed show shown list')

/** "Highest first", "oldest at the top". */
export const firstPhrases = phraseList('first;at the top;on top')

/** What asks for rows by the place they stand at, and not by a figure: "the last five". */
export const placeWords = wordSet('first last newest oldest latest earliest recent next previous highest lowest')

/** "Starting with the oldest". */
export const startPhrases = phraseList('starting with;starting from;beginning with')

/** Words between a verb that sorts and what is sorted by: "order the results by ...". */
export const betweenSortAndKey = wordSet('the results result them it by in from their of order and list its a to with according using based on for each an')

/** What shows that a verb before it asks for an order: "order the", "sort results", "ranked from". */
export const behindSortVerb = wordSet('by in from the them it results according based with using', sortAdverbs)

/** Stands for what is measured where nothing is said behind it: "by the total number". Longer phrases come first. */
export const figureStandIns = phraseList(
  'the total number;total number;the number;the total;the count;this count;their count;total;number;count;the amount;the frequency;how many',
)

/** "Rank the customers by": asks for places in a ranking. */
export const rankPhrases = phraseList('rank all;rank the;rank;ranking of;the ranking of;a ranking of')

/** "And sort them", "order the": what stands before or behind a phrase that sorts. */
export const besideSortPhrase = wordSet(clauseEnds, 'the please you to in from')

/** "By price, with the highest first": between what is sorted by and the direction, or behind both. */
export const besideDirection = wordSet(listJoints, 'with the for each of')

/** "By name and their price": between several things that are sorted by. */
export const betweenSortKeys = wordSet(listJoints, 'the their')

/** "Names, then prices": before something else that is sorted by. */
export const sortKeyJoints = wordSet(listJoints, 'then by')

/** "In order of": what is sorted by stands behind. */
export const sortPrepositions = wordSet('by in from')

/** "And the y axis is", "by using the x axis": what is said around an axis and carries no meaning. */
export const beforeAxis = wordSet(listJoints, 'as on by the is for using')
export const behindAxis = wordSet('order is for : as')

/** Words by which a phrase sorts or ranks, whatever by. */
export const sortHints = wordSet(sortVerbs, sortAdverbs, countExtremes, 'top ascendingly descendingly')

/** "Rank countries [in order of] revenue": between what is ranked and "by" or "to". */
export const betweenRankedAndBy = wordSet('in order of according')
