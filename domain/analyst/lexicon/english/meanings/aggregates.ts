import type { Aggregate } from '#domain/semantics/semantic-query.ts'
import { phraseList, phrasesFor, wordSet } from '../forms/word-set.ts'
import { determiners, distinctWords, distributives, listJoints, valueJoints } from '../sentences/function-words.ts'

/** Phrases before the name of a column or table that tell how its rows become one figure: "the average price". Longest first wins. */
export const aggregatePhrases = phrasesFor<Aggregate>({
  count: 'amount of;how many;total number of;number of;count of;counts of;count the;count all;count;count the number of;the count of',
  avg: 'average number of;average;averages;mean;avg',
  median: 'median;medians',
  sum: 'total;sum of;sum;combined;overall',
  max: 'maximum;max;maximal',
  min: 'minimum;min;minimal',
})

/** Superlatives before a column that ask for its highest or lowest value: "the longest duration". */
export const extremeAggregates = new Map(
  phrasesFor<'max' | 'min'>({ max: 'highest;largest;greatest;biggest;latest;longest', min: 'lowest;smallest;earliest;shortest' }),
)

/** Words before a date column that ask for its highest or lowest value: "the first order date". */
export const dateExtremes = new Map(phrasesFor<'max' | 'min'>({ max: 'last', min: 'first' }))

/** Names of aggregates behind a column: "the fare sum", "the price average". */
export const aggregateNouns = wordSet('sum avg average mean median max maximum min minimum')

/** "Average and maximum price", "count as well as the sum": what stands between two aggregates of one column. */
export const aggregateJoints = wordSet(valueJoints, 'the as well also /')

/** What makes "age" a figure where only the date of birth is known: "the average age". */
export const ageAggregates = wordSet('average mean avg maximum minimum highest lowest')

// Counts

/** Phrases before a noun that is counted: "how many tracks". */
export const countPhrases = phraseList('how many;total number of;number of')

/** "How many separate cities": each value counts once. */
export const distinctCountWords = wordSet(distinctWords, 'separate')

/** What may stand between an aggregate and what it is of: "the number of available values for the city". */
export const afterAggregate = wordSet(determiners, 'number value values for in available existing possible')

/** "How many kinds of pets": what is counted are values of a column. */
export const kindNouns = wordSet('kind kinds type types sort sorts')

/** "How many of them", behind a list. */
export const countOfThemPhrases = phraseList('how many of them;how many of those')

/** Phrases that count the rows of what is listed beside them: "each city and how many there are". */
export const bareCountPhrases = phraseList(
  `the count;their count;its count;their counts;the counts;count;counts;how many there are;how many are there;how many do they have;how many they have
  the number of each;how many of each`,
).concat(countOfThemPhrases)

/** What stands before one of `bareCountPhrases`. */
export const beforeBareCount = wordSet(listJoints, 'with along including as')

// Averages over groups

/** "Average number of tracks per album", "average revenue per customer". */
export const averagePhrases = phraseList('average number of;average count of;mean number of;avg number of;average;avg;mean')

/** "The top 3 tracks of each genre": one figure or ranking for each. */
export const eachPhrases = phraseList(
  [...distributives]
    .filter((word) => word !== 'per')
    .flatMap((each) => ['for', 'in', 'of', 'on', 'by', 'to', 'within'].map((before) => `${before} ${each}`))
    .concat('per')
    .join(';'),
)

/** As `eachPhrases`, and those with an article behind an average: "average number of tracks on an album". */
export const averagePerPhrases = [...eachPhrases, ...phraseList('in a;in an;on a;on an;each')]

/** "Total price times quantity", "sum of (price * quantity)": phrases before what is added up. */
export const sumPhrases = phraseList('the sum of;sum of;total')

/** Verbs before a figure: "calculate the total". */
export const figureVerbs = phraseList('find;get;calculate;compute;tell me;give me')
