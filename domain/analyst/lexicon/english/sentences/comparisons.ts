import type { FilterOperator, HavingCondition } from '#domain/semantics/semantic-query.ts'
import { phraseList, phrasesFor, wordList, wordSet } from '../forms/word-set.ts'
import {
  beForms,
  demonstratives,
  determiners,
  haveForms,
  indefiniteArticles,
  phraseEnds,
  plainArticles,
  quantifiers,
  relatives,
  scopePrepositions,
  thirdPersonPossessives,
} from './function-words.ts'
import { groupMarkers } from './grouping.ts'
import { namingParticiples } from './verbs.ts'

type Bound = HavingCondition['operator']

/** Phrases before a number that bound it. */
export const boundPhrases: [string, Bound][] = [
  ['more than', 'greater_than'],
  ['greater than', 'greater_than'],
  ['higher than', 'greater_than'],
  ['larger than', 'greater_than'],
  ['longer than', 'greater_than'],
  ['older than', 'greater_than'],
  ['over', 'greater_than'],
  ['above', 'greater_than'],
  ['exceeding', 'greater_than'],
  ['less than', 'less_than'],
  ['fewer than', 'less_than'],
  ['lower than', 'less_than'],
  ['smaller than', 'less_than'],
  ['younger than', 'less_than'],
  ['under', 'less_than'],
  ['below', 'less_than'],
  ['at least', 'greater_or_equal'],
  ['no less than', 'greater_or_equal'],
  ['at most', 'less_or_equal'],
  ['no more than', 'less_or_equal'],
  ['up to', 'less_or_equal'],
  ['exactly', 'equals'],
]

/** Phrases before a number in a remark that bound it: "how about at least 4". */
export const numberBounds: ReadonlyMap<string, Bound> = new Map<string, Bound>([
  ...boundPhrases,
  ...phrasesFor<Bound>({
    greater_or_equal: 'no fewer than;not less than;minimum',
    less_or_equal: 'not more than;maximum',
    greater_than: 'bigger than;>',
    less_than: 'shorter than;<',
    equals: 'only;just',
  }),
])

/** What a phrase between a column and a value may ask of the column. */
export type Comparison = Extract<
  FilterOperator,
  'equals' | 'not_equals' | 'greater_than' | 'greater_or_equal' | 'less_than' | 'less_or_equal' | 'contains' | 'starts_with' | 'ends_with'
>

const plainComparisons = phrasesFor<Comparison>({
  greater_or_equal: 'greater than or equal to;more than or equal to;no less than;not less than;no fewer than;no lower than;at least;a minimum of;>=',
  less_or_equal: 'less than or equal to;no more than;not more than;no greater than;at most;a maximum of;up to;<=',
  greater_than: 'more than;greater than;higher than;larger than;bigger than;longer than;later than;above;over;exceeding;exceeds;exceed;after;beyond;>',
  less_than: 'less than;fewer than;lower than;smaller than;shorter than;earlier than;below;under;before;<',
  not_equals: 'not equal to;other than;different from;!=;<>',
  equals: 'equal to;equals;exactly;=',
  starts_with: 'starting with;starts with;start with;begins with;begin with;beginning with',
  ends_with: 'ending with;ends with;end with;ending in',
  contains: 'containing;contains;contained;contain;includes;including;include',
})

/** Words that compare only right before a number: "greater 30", "reached 25". */
export const bareComparisons = new Map<string, Comparison>(
  phrasesFor<Comparison>({
    greater_or_equal: 'reach;reaches;reached;reaching',
    greater_than: 'greater;higher;larger;bigger',
    less_than: 'lower;smaller',
  }),
)

/** "Smaller than or equal to", "smaller or equal to": as "at most". */
const orEqual = plainComparisons.flatMap(([phrase, operator]): [string, Comparison][] => {
  const inclusive = operator === 'greater_than' ? 'greater_or_equal' : operator === 'less_than' ? 'less_or_equal' : null
  if (inclusive === null || phrase.includes(' or ') || !phrase.endsWith(' than')) return []
  return [
    [`${phrase} or equal to`, inclusive],
    [`${phrase.replace(/ than$/, '')} or equal to`, inclusive],
  ]
})

/** Phrases between a column and a value: "price at least 5", "name starting with A". */
export const comparisonPhrases = [...plainComparisons, ...orEqual]

/** "5 or more", "30 or younger": the word behind "or" that opens one end of a range. */
export const openBounds: ReadonlyMap<string, 'greater_or_equal' | 'less_or_equal'> = new Map([
  ...wordList('more above higher greater over larger bigger longer older later up').map((word) => [word, 'greater_or_equal'] as const),
  ...wordList('less below lower fewer under smaller shorter younger young earlier').map((word) => [word, 'less_or_equal'] as const),
])

/** "A higher salary than", "more tracks than": comparatives before a noun, with the superlative that tells which column of the noun is meant. */
export const nounComparatives: ReadonlyMap<string, { operator: 'greater_than' | 'less_than'; superlative: string | null }> = new Map(
  Object.entries({
    more: { operator: 'greater_than', superlative: null },
    higher: { operator: 'greater_than', superlative: 'highest' },
    greater: { operator: 'greater_than', superlative: null },
    larger: { operator: 'greater_than', superlative: 'largest' },
    bigger: { operator: 'greater_than', superlative: 'largest' },
    longer: { operator: 'greater_than', superlative: 'longest' },
    less: { operator: 'less_than', superlative: null },
    fewer: { operator: 'less_than', superlative: null },
    lower: { operator: 'less_than', superlative: 'lowest' },
    smaller: { operator: 'less_than', superlative: 'smallest' },
    shorter: { operator: 'less_than', superlative: 'shortest' },
  }),
)

/** "Towers higher than 100": comparatives of a height where no column is named. */
export const heightComparatives = wordSet('higher lower')

/** "Between 5 and 10", "from 5 to 10". */
export const rangeOpeners = wordSet('between from ranging')
export const rangeLinks = wordSet('and to -')

/** "Prices [that are] above 5": what may stand between a column and a comparison of it. "Who" is not among it: people have the figure, a column has none. */
export const betweenColumnAndComparison = wordSet(beForms, haveForms, plainArticles, 'that which of with value values ,')

/** "An average salary [that is] above 5": as between a column and its comparison, without "with", behind which rows are told. */
export const betweenFigureAndComparison = wordSet(beForms, indefiniteArticles, 'of that has have')

/** "The state [is equal to] open": what may stand between a column and its value. */
export const betweenColumnAndValue = wordSet(
  determiners,
  beForms,
  haveForms,
  namingParticiples,
  'not equals equal to as : = like value values exactly either both in at',
)

/** "Is", "equals": says that a column has the value behind. */
export const equalWords = wordSet('equals equal = :')

/** "Over 5 [of the total] points": what may stand between a number and the column it is compared with. */
export const betweenNumberAndColumn = wordSet('of the in total points')

/** What ends a comparison right behind its number: "over 5 per month". */
export const behindComparedNumber = wordSet(phraseEnds, groupMarkers, 'in for ) grouped')

/** "More than the average". */
export const averageWords = wordSet('average usual mean avg')

/** Words by which "how many" may ask for an average. */
export const averageCues = wordList('average averages typical typically usual usually normally normal mean median per each every')

/** Figures of a column that its own values are compared with: "above the maximum". */
export const comparedFigures: ReadonlyMap<string, 'average' | 'highest' | 'lowest'> = new Map([
  ...wordList('average mean avg').map((word) => [word, 'average'] as const),
  ...wordList('highest maximum largest greatest max biggest').map((word) => [word, 'highest'] as const),
  ...wordList('lowest smallest minimum min').map((word) => [word, 'lowest'] as const),
])

/** "The overall average": what may stand before a figure of all rows. */
export const beforeWholeFigure = wordSet(plainArticles, thirdPersonPossessives, 'overall general total')

/** "The average price [of all other] tracks": between a figure and the rows it is of. */
export const betweenFigureAndRows = wordSet(scopePrepositions, determiners, quantifiers, 'other')

/** "The average price of tracks in": says that a figure is one of some rows only. */
export const narrowingWords = wordSet(scopePrepositions, relatives, 'with')

/** "More than all", "more than some of": whether each row or one of them is compared with. Longer phrases come first. */
export const comparedQuantifiers: readonly (readonly [words: readonly string[], compared: 'each' | 'one'])[] = [
  ...phraseList('some ( at least one );at least one;some;one').map((phrase) => [wordList(phrase), 'one'] as const),
  ...phraseList('all;any;every;each').map((phrase) => [wordList(phrase), 'each'] as const),
]

/** "Than that of", "than those in": stands for the noun before "than". */
export const comparedPronouns = wordSet(plainArticles, demonstratives)

/** Asks for two things side by side. */
export const compareWords = wordSet('compare compared comparing comparison')

/** "More than 5 countries": before a number that compares and counts no rows to show. */
export const beforeComparedNumber = wordSet('than least over is under above below')
