import { tablesOf } from '#domain/analyst/grammar/query/query-tables.ts'
import type { Resolved } from '#domain/analyst/grammar/query/resolve.ts'
import type { Cover } from './parse.ts'

/** What can be told about a reading that bears on whether it is right. */
export type Signs = {
  /** How surely the words name the data, and what one word brings on average. */
  link: number
  weight: number
  /** Words left out, and particles that were passed over, by their price. */
  passed: number
  loose: number
  /** Figures and columns that no word names and that were taken as the main ones. */
  guesses: number
  /** Parts that do not join. */
  fragments: number
  tables: number
  /** Tables that no word names, where others are named. */
  stray: number
  /** How near the next reading is, 0 to 1. */
  rival: number
  listed: number
  ranked: number
  grouped: number
  /** Figures and derived ones beyond the first. */
  figures: number
  sums: number
  counts: number
  ratios: number
  /** Values that no sample holds. */
  unverified: number
  distinct: number
}

/** A logistic regression on readings that leave no word out, over the databases of all sets, see `bench/analyst/fit-grammar.ts`. */
const weights: Signs = {
  link: -1.17,
  weight: 3.99,
  passed: 0,
  loose: -1.8,
  guesses: -0.37,
  fragments: -0.18,
  tables: -0.37,
  stray: -0.52,
  rival: -1.11,
  listed: 0.18,
  ranked: -0.1,
  grouped: -0.66,
  figures: -0.61,
  sums: 1.59,
  counts: 0.06,
  ratios: -0.74,
  unverified: -0.19,
  distinct: 0.39,
}
const bias = 1.77

export function signsOf({ query, guesses }: Resolved, cover: Cover, length: number, named: ReadonlySet<string>): Signs {
  const read = tablesOf(query)
  const text = JSON.stringify(query.measures)
  const occurs = (pattern: RegExp) => (text.match(pattern) ?? []).length
  return {
    link: cover.link,
    weight: Math.min(1.5, cover.weight / Math.max(1, length)),
    passed: Math.min(3, cover.passed.length),
    loose: Math.min(2, cover.price),
    guesses: Math.min(2, guesses),
    fragments: Math.min(6, cover.fragments.length),
    tables: Math.min(3, read.size - 1),
    stray: named.size === 0 ? 0 : Math.min(3, [...read].filter((name) => !named.has(name)).length),
    rival: 0,
    listed: query.measures.length === 0 ? 1 : 0,
    ranked: query.limit !== undefined || query.limit_per !== undefined ? 1 : 0,
    grouped: Math.min(3, query.dimensions.filter(({ hidden }) => !hidden).length),
    figures: Math.min(3, Math.max(0, query.measures.length - 1)),
    sums: occurs(/"aggregate":"sum"/g) > 0 ? 1 : 0,
    counts: occurs(/"aggregate":"count"/g) > 0 ? 1 : 0,
    ratios: occurs(/"ratio":/g) > 0 ? 1 : 0,
    unverified: cover.fragments.some(({ isUnverified }) => isUnverified) ? 1 : 0,
    distinct: occurs(/"aggregate":"count_distinct"/g) > 0 ? 1 : 0,
  }
}

export const signNames = Object.keys(weights) as (keyof Signs)[]

/** What each sign adds to the log-odds that a reading is right. */
export const shareOf = (signs: Signs, name: keyof Signs): number => weights[name] * signs[name]

/** How likely a reading is right, 0 to 1. */
export function certaintyOfSigns(signs: Signs): number {
  return 1 / (1 + Math.exp(-bias - signNames.reduce((sum, name) => sum + shareOf(signs, name), 0)))
}
