import { phraseList, wordList, wordSet } from '../forms/word-set.ts'
import { determiners, distributives, groupPrepositions } from './function-words.ts'

/** Phrases before what rows are grouped by that may also speak of one figure of all rows: "across all products". */
export const weakGroupPhrases: ReadonlySet<string> = new Set(
  phraseList('by;across;for different;in different;for the different;from different;based on;depending on;over'),
)

/** "Break it down by". */
const splitPhrases = wordList('it that this them').flatMap((word) => [`break ${word} down by`, `split ${word} by`, `group ${word} by`])

/** All phrases before what rows are grouped by, longest first. */
export const groupPhrases: readonly string[] = [
  ...phraseList('for each;for every;in each;in every;of each;of every;from each;by each;on each;at each;to each;with each;within each;per;each;every'),
  ...phraseList('grouped by;group by;grouping by;group them by;colored by;color by;stacked by;categorized by;categorize by;broken down by;split by'),
  ...phraseList('binning by;bin it by;bins by;bin by;binned by;bin'),
  ...splitPhrases,
  ...weakGroupPhrases,
].sort((a, b) => b.length - a.length)

/** "Orders and their totals": a figure that is told for each row named before. */
export const besidePhrases = phraseList('with their;with its;and their;along with their;together with their')

/** "Along with the number of visits": a figure that is told beside the one rows are ranked by. */
export const alongPhrases = phraseList('along with;together with;as well as')

/** Words for a column in talk about charts: "by the attribute region". */
const columnNouns = wordList('attribute column variable field')

/** What may stand between a phrase that groups and what rows are grouped by. */
export const beforeGroup = wordSet(determiners, distributives, columnNouns)

/** What stands between two things rows are grouped by: "by genre and by year". */
export const groupJoints = wordSet('and , / by', distributives)

/** "By city", "per month": right before what rows are grouped by. */
export const groupMarkers = wordSet(distributives, 'by')

/** What stands before a yes or no by which figures are split. */
export const splitters = wordSet(groupMarkers, 'whether with without by and or vs versus split if')

/** "Various genres", "each number of seats": several of what rows may be grouped by. */
export const severalWords = wordSet('various different each every')

/** Words before a number that rows are grouped by: "on the number of cylinders". */
export const beforeClass = wordSet(groupPrepositions, severalWords, 'on to representing with based for against between into')

/** Participles before "by" that group, while those of other verbs say who did it: "colored by region". */
export const groupParticiples = wordSet('colored coloured grouped split')

/** Labels of numbers that put rows into few classes and are said with an ordinal: "fifth grade". Singular. */
export const classNouns = wordSet('grade level tier class stage generation season round floor quarter semester week')

/** "How many of each": each of the values that a question lists has a figure of its own. */
export const eachOfThem = phraseList('of each;for each;each;for each of them;of each of them;each one')

/** "How do people pay: card or cash": words before a list of values among which is asked. */
export const openingOfLists = phraseList('how do;how did;how are;how were;how does;which;what')
