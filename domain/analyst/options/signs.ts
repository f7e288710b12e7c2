import type { Composed } from './composed.ts'
import type { Change } from './near-misses.ts'

/**
 * How much each sign of a candidate speaks for what it is a sign of. Fitted by `bench/analyst/fit-options.ts`, which tells how much each database is worth by weights of
 * the others; what few questions have is set by hand.
 */
const weights = {
  // How sure the reading is that it is or differs from, in logits; words left out; its place among the readings; who read it.
  certainty: 0.08,
  left: -0.35,
  place: -0.23,
  isReaders: -0.84,
  link: -0.24,
  strays: -0.39,
  // It is a reading as it is, and how sure that one is; how many ways of reading lead to the same, and how many readings.
  whole: 1.1,
  surely: 0.04,
  agreed: 0.17,
  again: 0.09,
  // What it changes of that reading.
  measure: -0.62,
  counted: 0.56,
  group: -0.43,
  'own-key': -0.54,
  filter: -0.14,
  either: 0.9,
  unfiltered: 0.13,
  date: 1.4,
  'left-word': 0.43,
  word: -0.43,
  agent: 2.0,
  entity: 1.4,
  state: 1.1,
  percentage: 2.0,
  // What it is put together of.
  composed: -0.24,
  anchors: -0.26,
  varied: -0.75,
  rows: 0.0,
  sum: -0.3,
  avg: -0.51,
  time: -0.88,
  later: -0.19,
  far: 0.06,
  called: 0.25,
  cued: 0,
  listed: 0.57,
  // It speaks of the two sides of a row.
  contest: 2.2,
  // It speaks of what is not there, or of the time up to a date.
  absent: 0.7,
  taken: 2.0,
  correlated: 1.5,
  // What a turn makes of the query it goes on from.
  turn: 1.73,
  said: -2.24,
  filtered: -0.27,
  measured: -1.8,
  split: 0.0,
  turned: -3.38,
  ended: 2.2,
  guessed: -0.29,
  // The readers are sure of what it makes of an option of the turn before.
  sure: 1.5,
}
export type SignName = keyof typeof weights
export const signNames = Object.keys(weights) as SignName[]

/** What can be told about a candidate that bears on whether it is what was meant. */
export type OptionSigns = Partial<Record<SignName, number>>

export const fitted: { bias: number; weights: OptionSigns } = { bias: -2.34, weights }

/** How likely a candidate is meant, in logits. */
export const likelihoodOf = (signs: OptionSigns, { bias, weights } = fitted): number =>
  (Object.entries(signs) as [SignName, number][]).reduce((sum, [name, value]) => sum + (weights[name] ?? 0) * value, bias)

export const signsOfChanges = (changes: Change[]): OptionSigns => Object.fromEntries(changes.map((change) => [change, 1]))

export function signsOfComposed({ query, guess, varied, isCued, anchors, left }: Composed, strays: number): OptionSigns {
  return {
    composed: 1,
    left: left.length,
    strays,
    anchors: Math.min(4, anchors),
    varied: varied ? 1 : 0,
    cued: isCued ? 1 : 0,
    listed: query.measures.length === 0 ? 1 : 0,
    ...(guess ? { [guess.kind]: 1, later: guess.at, far: guess.far ? 1 : 0, called: guess.isCalled ? 1 : 0 } : {}),
  }
}
