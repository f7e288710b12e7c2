import { wordList, wordSet } from '../forms/word-set.ts'
import { clauseEnds, copulas, determiners, listJoints, prepositions, scopePrepositions, showVerbs } from '../sentences/function-words.ts'

/** Which end a word means, and of which columns it speaks: the words of their labels, or the main figure of the question when it names none. */
export type SuperlativeSense = { end: 'high' | 'low'; of: 'size' | 'worth' | 'count' | 'time' | 'labels'; labels?: string[] }

/** What makes one thing larger than another, where its row tells. */
const extents = ['population', 'size', 'area', 'sqm', 'sqft', 'acreage', 'capacity', 'length', 'amount', 'total', 'value']

/** Words that ask for an end of a ranking. One word may have several senses; the data decides which it has. */
export const superlatives: Record<string, SuperlativeSense[]> = {
  most: [{ end: 'high', of: 'size' }],
  highest: [{ end: 'high', of: 'size' }],
  largest: [{ end: 'high', of: 'size', labels: extents }],
  biggest: [{ end: 'high', of: 'size', labels: extents }],
  greatest: [{ end: 'high', of: 'size', labels: extents }],
  top: [{ end: 'high', of: 'worth' }],
  leading: [{ end: 'high', of: 'worth' }],
  best: [{ end: 'high', of: 'worth' }],
  strongest: [{ end: 'high', of: 'worth' }],
  worst: [{ end: 'low', of: 'worth' }],
  weakest: [{ end: 'low', of: 'worth' }],
  poorest: [{ end: 'low', of: 'worth' }],
  least: [{ end: 'low', of: 'size' }],
  fewest: [{ end: 'low', of: 'count' }],
  lowest: [{ end: 'low', of: 'size' }],
  smallest: [{ end: 'low', of: 'size', labels: extents }],
  bottom: [{ end: 'low', of: 'worth' }],
  busiest: [{ end: 'high', of: 'count' }],
  quietest: [{ end: 'low', of: 'count' }],
  slowest: [{ end: 'high', of: 'labels', labels: ['duration', 'time', 'delay'] }],
  fastest: [{ end: 'low', of: 'labels', labels: ['duration', 'time'] }],
  cheapest: [{ end: 'low', of: 'labels', labels: ['price', 'cost', 'fee', 'rate'] }],
  priciest: [{ end: 'high', of: 'labels', labels: ['price', 'cost', 'fee', 'rate'] }],
  dearest: [{ end: 'high', of: 'labels', labels: ['price', 'cost', 'fee'] }],
  oldest: [
    { end: 'high', of: 'labels', labels: ['age'] },
    { end: 'low', of: 'time' },
  ],
  youngest: [
    { end: 'low', of: 'labels', labels: ['age'] },
    { end: 'high', of: 'time' },
  ],
  newest: [{ end: 'high', of: 'time' }],
  latest: [{ end: 'high', of: 'time' }],
  earliest: [{ end: 'low', of: 'time' }],
  hottest: [{ end: 'high', of: 'labels', labels: ['temperature', 'temp', 'high', 'tmax'] }],
  warmest: [{ end: 'high', of: 'labels', labels: ['temperature', 'temp', 'high', 'tmax'] }],
  coldest: [{ end: 'low', of: 'labels', labels: ['temperature', 'temp', 'low', 'tmin'] }],
  rainiest: [{ end: 'high', of: 'labels', labels: ['rain', 'rainfall', 'precipitation'] }],
  wettest: [{ end: 'high', of: 'labels', labels: ['rain', 'rainfall', 'precipitation'] }],
  driest: [{ end: 'low', of: 'labels', labels: ['rain', 'rainfall', 'precipitation', 'humidity'] }],
  windiest: [{ end: 'high', of: 'labels', labels: ['wind'] }],
  heaviest: [{ end: 'high', of: 'labels', labels: ['weight', 'mass'] }],
  lightest: [{ end: 'low', of: 'labels', labels: ['weight', 'mass'] }],
  tallest: [{ end: 'high', of: 'labels', labels: ['height', 'elevation'] }],
  shortest: [{ end: 'low', of: 'labels', labels: ['length', 'duration', 'height', 'distance'] }],
  longest: [
    { end: 'high', of: 'labels', labels: ['length', 'duration', 'distance', 'time'] },
    { end: 'low', of: 'time' },
  ],
  richest: [{ end: 'high', of: 'labels', labels: ['income', 'revenue', 'wealth', 'salary'] }],
}

/** Adverbs and adjectives behind "most" or "least" that only say by what rows are counted or measured. */
export const rankedBy: Record<string, SuperlativeSense> = {
  often: { end: 'high', of: 'count' },
  frequently: { end: 'high', of: 'count' },
  frequent: { end: 'high', of: 'count' },
  common: { end: 'high', of: 'count' },
  popular: { end: 'high', of: 'count' },
  loyal: { end: 'high', of: 'count' },
  regular: { end: 'high', of: 'count' },
  successful: { end: 'high', of: 'worth' },
  active: { end: 'high', of: 'count' },
  expensive: { end: 'high', of: 'labels', labels: ['price', 'cost', 'fee', 'rate'] },
  valuable: { end: 'high', of: 'worth' },
  important: { end: 'high', of: 'worth' },
  profitable: { end: 'high', of: 'labels', labels: ['profit', 'margin'] },
  recent: { end: 'high', of: 'time' },
}

/** Adjectives by the superlative for the end they speak of: "how old", "from high to low". */
export const superlativeOf: ReadonlyMap<string, string> = new Map(
  Object.entries({
    high: 'highest',
    low: 'lowest',
    big: 'biggest',
    small: 'smallest',
    large: 'largest',
    old: 'oldest',
    young: 'youngest',
    new: 'newest',
    long: 'longest',
    short: 'shortest',
    cheap: 'cheapest',
    early: 'earliest',
    late: 'latest',
    tall: 'tallest',
    deep: 'deepest',
    heavy: 'heaviest',
    light: 'lightest',
    fast: 'fastest',
    slow: 'slowest',
    hot: 'hottest',
    cold: 'coldest',
  }),
)

/** Superlatives of any figure, whatever it measures. */
export const figureSuperlatives = wordSet('highest lowest largest smallest biggest most least greatest best worst fewest top')

/** "The last order": which end of time a word means. */
export const timeEnds: ReadonlyMap<string, 'first' | 'last'> = new Map(
  Object.entries({ first: 'first', earliest: 'first', oldest: 'first', last: 'last', latest: 'last', newest: 'last', recent: 'last' } as const),
)

/** "Most common": words behind "most" or "least" for how often something occurs. */
export const frequencyWords = wordSet('common popular frequent frequently often commonly prevalent used widely regularly typical')

/** Superlatives of a size that the label of no column needs to name. */
export const sizeSuperlatives = wordSet('largest biggest smallest greatest')

/** Superlatives of a length of time. */
export const durationSuperlatives = wordSet('longest shortest fastest slowest quickest')

/** "How high", "the height of": nouns for what a superlative of a place measures. */
export const extentNouns = wordSet('height elevation altitude depth length size')

/** "The largest amount", "the highest volume": nouns that say no more than that there is much. Singular. */
export const amountNouns = wordSet('amount quantity volume')

/** Words at the head of a list of ranked rows: "top 5", "last 3". */
export const listEnds = wordSet('top bottom first last')

/** "The most in each country", "first, and": what may stand behind a superlative that has no noun. */
export const behindSuperlative = wordSet(scopePrepositions, clauseEnds, 'at per by with overall')

/** "Top 5 customers by revenue": what rows are ranked by stands behind. */
export const rankPrepositions = wordSet('by with in based for')

/** "Top 5 customers [in terms of] revenue". */
export const beforeRankFigure = wordSet(determiners, prepositions, 'terms based according')

/** "What is the highest price", "show the lowest": behind these words the figure itself is asked for, not the rows that have it. */
export const beforeAskedFigure = wordSet(copulas, showVerbs, listJoints, 'me us what how calculate compute')

/** Verbs before "the most" or "the least", with the adjective that tells which column they measure. */
export const measuringVerbs: ReadonlyMap<string, string> = new Map(
  Object.entries({
    expensive: 'cost costs charge charges charged priced',
    paid: 'paid earn earns earned earning',
    heavy: 'weigh weighs weighed',
    long: 'last lasts lasted',
    scoring: 'score scores scored',
  }).flatMap(([adjective, verbs]) => wordList(verbs).map((verb): [string, string] => [verb, adjective])),
)

/** "Appears most often": verbs for being there as a row. */
export const occurVerbs = wordSet('appear appears appeared occur occurs occurred happen happens happened')

/** Words for the better and the worse end, and how what is bad is sorted by them. */
export const bestAndWorst: ReadonlyMap<string, 'asc' | 'desc'> = new Map([
  ...wordList('best').map((word) => [word, 'asc'] as const),
  ...wordList('worst').map((word) => [word, 'desc'] as const),
])

/** Labels of what is the worse the more there is of it. Singular. */
export const badLabels = wordSet(
  'delay lateness waiting wait error defect fault failure bug complaint cancellation cancelled absence absenteeism downtime outage churn attrition',
  'accident injury death fatality casualty crime offense offence incident pollution emission waste scrap reject rejected damage overdue debt arrears penalty fine bounce spam noise',
)

/** Words of labels of the higher and the lower of two figures of one thing. */
export const peakLabels = wordList('max maximum high highest peak tmax')
export const lowLabels = wordList('min minimum low lowest tmin')
