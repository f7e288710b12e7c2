/** What can be told about a reading that bears on whether it is right; each grows with doubt. */
export type Doubts = {
  /** What words left out and corrections cost, see `confidenceOf`. */
  missed: number
  /** Assumptions that are told. */
  assumed: number
  /** Tables named that the query does not read. */
  dropped: number
  /** Tables read beyond the first, but for those that hold nothing but references. */
  tables: number
  /** Tables of nothing but references. */
  links: number
  ranked: number
  /** Conditions on counts and other figures of a group. */
  counted: number
  /** Keys shown. */
  keyed: number
  /** Columns shown of a table the question does not name, though it names others. */
  foreign: number
  /** Verbs that were passed over as if they said nothing. */
  verbs: number
  /** Names that only resemble what the data source calls them. */
  weak: number
  /** Names asked for where none is shown, and columns shown in the place of a name. */
  misnamed: number
  /** Columns shown for words that stand in a condition. */
  late: number
  /** Figures split by something though nothing in the question splits. */
  ungrouped: number
  /** Columns of several tables that fit a name, and columns named that the query does not use. */
  unclear: number
  /** Words that call for a set, a count or an exception, and that the query does not heed. */
  unheeded: number
  /** Values compared by a part of their text. */
  parts: number
  /** Figures over rows of several tables. */
  joined: number
  /** Conditions beyond the first. */
  conditions: number
}

/**
 * A logistic regression on 3,400 answers over Spider's 91 databases, 64 over the six of defog, and the Chinook questions of the tests, by whether
 * the answer held what was asked for. Fitted on one half of the databases, its 85 hundredths are 85 on the other half too, either way.
 */
const weights: Doubts = {
  missed: -2.3,
  assumed: -0.65,
  dropped: -2.1,
  tables: -0.45,
  links: -0.4,
  ranked: -0.6,
  counted: -0.61,
  keyed: -0.7,
  foreign: -0.33,
  verbs: -0.53,
  weak: -0.4,
  misnamed: -1.35,
  late: -0.31,
  ungrouped: -0.94,
  unclear: -0.15,
  unheeded: -0.94,
  parts: -0.47,
  joined: -0.15,
  conditions: -0.37,
}
const bias = 2.88
const most: Partial<Doubts> = { verbs: 4, unheeded: 2 }

/** How likely a reading is right, from 0 to 1. */
export function certaintyOf(doubts: Doubts): number {
  const names = Object.keys(weights) as (keyof Doubts)[]
  const sum = names.reduce((total, name) => total + weights[name] * Math.min(doubts[name], most[name] ?? 3), bias)
  return 1 / (1 + Math.exp(-sum))
}
