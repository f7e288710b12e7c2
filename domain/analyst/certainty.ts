import { searchJoinTrees } from '#domain/semantics/join-path.ts'
import type { SemanticQuery } from '#domain/semantics/semantic-query.ts'
import { tablesIn } from './filter-parts.ts'
import { bestWeight } from './lexicon.ts'
import { type Reading, tableOf } from './reading.ts'
import { fillers } from './words.ts'

/** What can be told about a reading that bears on whether it is right; each grows with doubt. */
export type Doubts = {
  /** What words left out, corrections and assumptions cost, see `confidenceOf`. */
  missed: number
  /** Tables named that the query does not read. */
  dropped: number
  tables: number
  ranked: number
  /** Conditions on counts and other figures of a group. */
  counted: number
  /** Keys shown. */
  keyed: number
  /** Columns shown of a table the question does not name. */
  foreign: number
  groups: number
  /** Verbs that were passed over as if they said nothing. */
  verbs: number
  /** Names that only resemble what the data source calls them. */
  weak: number
}

/** A logistic regression over thousands of questions of many data sources, by whether the answer held what was asked for. */
const weights: Doubts = {
  missed: -3.05,
  dropped: -1.77,
  tables: -0.68,
  ranked: -0.6,
  counted: -0.51,
  keyed: -0.38,
  foreign: -0.36,
  groups: -0.31,
  verbs: -0.28,
  weak: -0.25,
}
const bias = 3.02
const most: Partial<Doubts> = { tables: 5, verbs: 4 }

/** How likely a reading is right, from 0 to 1. */
export function certaintyOf(doubts: Doubts): number {
  const names = Object.keys(weights) as (keyof Doubts)[]
  const sum = names.reduce((total, name) => total + weights[name] * Math.min(doubts[name], most[name] ?? 3), bias)
  return 1 / (1 + Math.exp(-sum))
}

export function doubtsOf(reading: Reading, query: SemanticQuery, missed: number): Doubts {
  const { draft, items, taken, lexicon } = reading
  const read = [
    ...query.dimensions.map((item) => item.table),
    ...query.measures.flatMap((item) => ('table' in item ? [item.table] : [])),
    ...(query.filters ? tablesIn(query.filters) : []),
  ]
  const named = new Set(items.flatMap((item) => (item.kind === 'name' ? item.meaning.tables.map(({ table }) => table.name) : [])))
  const joined = treeTables(reading, [...new Set(read)])
  const shown = query.dimensions.filter((item) => !item.hidden)
  const isKey = (table: string, column: string) => lexicon.layer.tables.find((item) => item.name === table)?.primaryKey.includes(column) ?? false
  return {
    missed,
    dropped: items.filter((item) => tableOf(item) && !joined.includes(tableOf(item)?.name ?? '')).length,
    tables: joined.length,
    ranked: draft.superlative ? 1 : 0,
    counted: draft.having.length,
    keyed: shown.filter((item) => isKey(item.table, item.column)).length,
    foreign: shown.filter((item) => !named.has(item.table)).length,
    groups: draft.groups.length,
    verbs: items.filter((item, at) => taken[at] === null && item.kind === 'word' && isVerb(item.lower)).length,
    weak: items.filter((item, at) => taken[at] !== null && item.kind === 'name' && item.values.length === 0 && bestWeight(item.meaning) < 0.75).length,
  }
}

function isVerb(word: string): boolean {
  return fillers.has(word) && /.{3,}(?:ed|ing|s)$/.test(word) && !plain.has(word)
}

const plain = new Set('this his is was has does its us names details records results values rows lists shows gives finds returns years listed'.split(' '))

function treeTables({ lexicon }: Reading, tables: string[]): string[] {
  try {
    const [tree] = searchJoinTrees(lexicon.layer, tables, null, [])
    return tree ? [tree.root, ...tree.steps.map((step) => step.child)] : tables
  } catch {
    return tables
  }
}
