import { wordList, wordSet } from '../forms/word-set.ts'
import { adjectiveSuperlatives, comparatives, superlatives } from '../meanings/adjectives.ts'
import { aggregatePhrases } from '../meanings/aggregates.ts'
import { comparisonPhrases } from './comparisons.ts'
import { fillers } from './fillers.ts'
import { copulas, distributives, doForms, plainArticles, subjectRelatives } from './function-words.ts'

/** Words by which the analyst tells how much of a question it has missed. */

/** Words that compare, rank, count or sort: one that no reader took changes the meaning. */
export const operatorWords = wordSet(
  superlatives.keys(),
  adjectiveSuperlatives.keys(),
  comparatives.keys(),
  [...aggregatePhrases, ...comparisonPhrases].flatMap(([phrase]) => wordList(phrase)).filter((word) => !fillers.has(word)),
  distributives,
  `both many much more less fewer than first last second third old long after before ascending descending percentage percent ratio share proportion fraction why where when
  predict forecast should near nearest during weekday weekend weekends usually typically normally difference growth change divided multiplied times minus plus rank cumulative
  median between compared compare correlation above higher larger bigger lower smaller greater`,
)

/** Prepositions that compare, but only place what they stand before when that is a value or its column: "under the category Seeds", "during the fall". */
export const placingPrepositions = wordSet('under during throughout')

/** Words of a question that goes on from the one before; they say nothing of the data. */
export const continuationWords = wordSet('about only just but now instead ok okay either')

/** "Like Jaws", "named Jaws": what stands behind them is a value, whether it is known or not. */
export const nameIntroductions = wordSet('named called titled entitled like as')

/** Words behind which a noun stands: one that is not known may be the very thing that is asked for. */
export const nounIntroductions = wordSet(plainArticles, distributives, 'all which what many any of their its no by in for with')

/** Words before an adjective and the noun of a table, "all major cities", and the beginning of the question. */
export const adjectiveIntroductions = wordSet(plainArticles, [''], 'all which what many of any show list find most')

/** Words between the rows and what is said of them: "articles that need to be replaced". */
export const predicateParticles = wordSet(copulas, subjectRelatives, 'need needs must should to be still currently now')

/** Words with the endings of verbs that are none, or say no more than the nouns they stand for: left out, they cost nothing. */
export const weightlessWords = wordSet('this his is was has does its us names details records results values rows lists shows gives finds returns years listed')

/** Between "have" and the relative before it: "buildings that do not have rooms". */
export const deniedHaving = wordSet(doForms, 'not')

/** Nouns that ask for a figure: a query without one has missed them. */
export const figureNouns = wordSet('average mean total sum maximum minimum percentage ratio difference proportion')

/** What stands behind "total" where it asks for a count and not for a sum: "total number of", "total records". `count-of` and `rows` stand for names of counts and tables. */
export const countsBehindTotal = ['number', 'the number', 'count-of', 'the count-of', 'the total', 'how many', 'count', 'records', 'rows', 'unique', 'distinct']

/** Phrases for what several rows have alike: "which genre do they share". */
export const sharedPhrases = ['shared', 'share', 'in common']

/** Words that ask for a count. */
export const countCues = wordSet('count number many')

/** Words that ask for keys, or for an order by them: "list the ids", "in alphabetical order". */
export const keyCues = wordSet('id ids code codes number numbers key keys alphabetical alphabetically')

/** "Which year", "what date": they ask for a time. */
export const askedDateNouns = wordSet('year date day month')
