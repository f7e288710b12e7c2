import { phrasesFor } from '../forms/word-set.ts'

/** Superlatives of an amount, and the order of rows they ask for: "the most", "the lowest". */
export const amountSuperlatives = new Map(
  phrasesFor<'asc' | 'desc'>({
    desc: 'highest;largest;greatest;biggest;most;maximum;max;best;top',
    asc: 'lowest;smallest;least;fewest;minimum;min;worst;bottom',
  }),
)

/** Superlatives before the name of a column, and the order of rows they ask for: "the highest price". */
export const superlatives = new Map([...amountSuperlatives, ...phrasesFor<'asc' | 'desc'>({ desc: 'latest', asc: 'earliest' })])

/** What an adjective measures: words that the label of the column may hold, and the order of rows the superlative asks for. `inverse` lists columns that run the other way: the oldest has the highest age and the lowest year of birth. */
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

/** Superlatives that tell themselves which column is meant: "the oldest singer". */
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

/** Adjectives behind "most", "least", "highest" or "lowest": "the most expensive car". */
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

/** Comparatives that tell themselves which column is compared: "older than 30". */
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
