import type { Aggregate, FilterOperator } from '#domain/semantics/semantic-query.ts'

/** Every phrase, parted by semicolons, with what it says. */
function phrasesFor<Said extends string>(phrases: Partial<Record<Said, string>>): [phrase: string, said: Said][] {
  return (Object.entries(phrases) as [Said, string][]).flatMap(([said, list]) => list.split(';').map((phrase): [string, Said] => [phrase, said]))
}

/** Phrases that name an aggregate; longest first wins. */
export const aggregatePhrases = phrasesFor<Aggregate>({
  count: 'amount of;how many;total number of;number of;count of;counts of;count the;count all;count;count the number of;the count of',
  avg: 'average number of;average;averages;mean;avg',
  median: 'median;medians',
  sum: 'total;sum of;sum;combined;overall',
  max: 'maximum;max;maximal',
  min: 'minimum;min;minimal',
})

/** Superlatives about a size that is named: `the highest price`. */
export const superlatives = new Map(
  phrasesFor<'asc' | 'desc'>({
    desc: 'highest;largest;greatest;biggest;most;maximum;max;best;latest;top',
    asc: 'earliest;lowest;smallest;least;fewest;minimum;min;worst;bottom',
  }),
)

/** Adjectives that imply a column: words its label may hold, and the direction of the superlative. `inverse` lists columns that run the other way. */
export type Adjective = { direction: 'asc' | 'desc'; columns: string[]; inverse?: string[] }
const old: Omit<Adjective, 'direction'> = {
  columns: ['age'],
  inverse: ['birth', 'born', 'birthday', 'birthdate', 'dob', 'founded', 'founding', 'opened', 'built', 'opening', 'established', 'year', 'date'],
}
const long = { columns: ['length', 'duration', 'milliseconds', 'minutes', 'seconds', 'runtime', 'time', 'distance', 'hours', 'days', 'pages', 'page'] }
const large = { columns: ['size', 'area', 'population', 'capacity', 'enrollment', 'square', 'total', 'amount', 'bytes', 'employees'] }
const costly = { columns: ['price', 'cost', 'fee', 'amount', 'rate', 'charge', 'total'] }
const recent = { columns: ['date', 'year', 'time', 'at', 'on', 'start', 'day'] }
const tall = { columns: ['height', 'elevation', 'stories', 'altitude'] }
const fast = { columns: ['speed', 'horsepower', 'pace'], inverse: ['time', 'duration'] }
const paid = { columns: ['salary', 'income', 'wage', 'pay', 'payment', 'compensation', 'earnings'] }
export const adjectiveSuperlatives = new Map<string, Adjective>(
  Object.entries({
    oldest: { direction: 'desc', ...old },
    youngest: { direction: 'asc', ...old },
    eldest: { direction: 'desc', ...old },
    longest: { direction: 'desc', ...long },
    shortest: { direction: 'asc', columns: [...long.columns, ...tall.columns] },
    largest: { direction: 'desc', ...large },
    biggest: { direction: 'desc', ...large },
    smallest: { direction: 'asc', ...large },
    cheapest: { direction: 'asc', ...costly },
    priciest: { direction: 'desc', ...costly },
    latest: { direction: 'desc', ...recent },
    newest: { direction: 'desc', ...recent },
    earliest: { direction: 'asc', ...recent },
    tallest: { direction: 'desc', ...tall },
    highest: { direction: 'desc', ...tall },
    lowest: { direction: 'asc', ...tall },
    fastest: { direction: 'desc', ...fast },
    slowest: { direction: 'asc', ...fast },
    heaviest: { direction: 'desc', columns: ['weight', 'mass'] },
    lightest: { direction: 'asc', columns: ['weight', 'mass'] },
    richest: { direction: 'desc', columns: ['worth', 'wealth', 'money', ...paid.columns] },
    hottest: { direction: 'desc', columns: ['temperature'] },
    coldest: { direction: 'asc', columns: ['temperature'] },
    deepest: { direction: 'desc', columns: ['depth'] },
    densest: { direction: 'desc', columns: ['density'] },
    sparsest: { direction: 'asc', columns: ['density'] },
    busiest: { direction: 'desc', columns: ['traffic', 'passengers'] },
  }),
)
export const twoWordAdjectives = new Map<string, Omit<Adjective, 'direction'>>(
  Object.entries({
    expensive: costly,
    costly,
    recent,
    populous: { columns: ['population'] },
    populated: { columns: ['population'] },
    dense: { columns: ['density'] },
    valuable: { columns: ['value', 'worth', 'price', 'market'] },
    paid,
    experienced: { columns: ['experience', 'years'] },
    popular: { columns: ['popularity'] },
    priced: costly,
    earning: paid,
    heavy: { columns: ['weight', 'mass'] },
    long,
    rated: { columns: ['rating', 'rate', 'score', 'stars'], inverse: ['rank', 'ranking'] },
    scoring: { columns: ['score', 'points', 'goals', 'total'] },
    ranked: { columns: [], inverse: ['rank', 'ranking', 'position'] },
    grossing: { columns: ['gross', 'revenue', 'sales', 'earnings', 'box'] },
  }),
)
export const comparatives = new Map<string, Adjective>(
  Object.entries({
    older: { direction: 'desc', ...old },
    younger: { direction: 'asc', ...old },
    longer: { direction: 'desc', ...long },
    shorter: { direction: 'asc', columns: [...long.columns, ...tall.columns] },
    taller: { direction: 'desc', ...tall },
    heavier: { direction: 'desc', columns: ['weight', 'mass'] },
    lighter: { direction: 'asc', columns: ['weight', 'mass'] },
    cheaper: { direction: 'asc', ...costly },
    faster: { direction: 'desc', ...fast },
    slower: { direction: 'asc', ...fast },
  }),
)

export type Comparison = Extract<
  FilterOperator,
  'equals' | 'not_equals' | 'greater_than' | 'greater_or_equal' | 'less_than' | 'less_or_equal' | 'contains' | 'starts_with' | 'ends_with'
>

/** Phrases between a column and a value. */
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

/** What compares only right before a number: `greater 30`, `reached 25`. */
export const bareComparisons = new Map<string, Comparison>(
  phrasesFor<Comparison>({
    greater_or_equal: 'reach;reaches;reached;reaching',
    greater_than: 'greater;higher;larger;bigger',
    less_than: 'lower;smaller',
  }),
)

/** "Smaller than or equal to" is "at most". */
const orEqual = plainComparisons.flatMap(([phrase, operator]): [string, Comparison][] => {
  const inclusive = operator === 'greater_than' ? 'greater_or_equal' : operator === 'less_than' ? 'less_or_equal' : null
  if (inclusive === null || phrase.includes(' or ') || !phrase.endsWith(' than')) return []
  return [
    [`${phrase} or equal to`, inclusive],
    [`${phrase.replace(/ than$/, '')} or equal to`, inclusive],
  ]
})
export const comparisonPhrases = [...plainComparisons, ...orEqual]

export const numberWords = new Map<string, number>(
  Object.entries({
    zero: 0,
    one: 1,
    two: 2,
    three: 3,
    four: 4,
    five: 5,
    six: 6,
    seven: 7,
    eight: 8,
    nine: 9,
    ten: 10,
    eleven: 11,
    twelve: 12,
    fifteen: 15,
    twenty: 20,
    thirty: 30,
    fifty: 50,
    hundred: 100,
    thousand: 1000,
    once: 1,
    twice: 2,
    single: 1,
  }),
)
