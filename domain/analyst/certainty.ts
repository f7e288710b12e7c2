import { searchJoinTrees } from '#domain/semantics/join-path.ts'
import type { SemanticQuery } from '#domain/semantics/semantic-query.ts'
import { tablesIn } from './filter-parts.ts'
import { bestWeight } from './lexicon.ts'
import { type Reading, tableOf, wordAt } from './reading.ts'
import { fillers } from './words.ts'

/** What can be told about a reading that bears on whether it is right; each grows with doubt. */
export type Doubts = {
  /** What words left out, corrections and assumptions cost, see `confidenceOf`. */
  missed: number
  /** Verbs that were passed over as if they said nothing. */
  verbs: number
  /** Names that only resemble what the data source calls them. */
  weak: number
  /** Tables that were joined in without being named. */
  unnamed: number
  tables: number
  /** Related tables that merely must have a row. */
  partners: number
  ranked: number
  counted: number
  words: number
  /** Columns shown of a table the question does not name. */
  foreign: number
  /** Tables named that the query does not read. */
  dropped: number
  conditions: number
  groups: number
  keyed: number
  joint: number
}

export function doubtsOf(reading: Reading, query: SemanticQuery, missed: number): Doubts {
  const { draft, items, taken, lexicon } = reading
  const read = new Set([
    ...query.dimensions.map((item) => item.table),
    ...query.measures.flatMap((item) => ('table' in item ? [item.table] : [])),
    ...(query.filters ? tablesIn(query.filters) : []),
  ])
  const named = new Set(items.flatMap((item) => (item.kind === 'name' ? item.meaning.tables.map(({ table }) => table.name) : [])))
  const isOwn = (table: string) => named.has(table)
  const joined = treeTables(reading, [...read])
  const shown = query.dimensions.filter((item) => !item.hidden)
  const key = (table: string, column: string) => lexicon.layer.tables.find((item) => item.name === table)?.primaryKey.includes(column) ?? false
  return {
    missed,
    verbs: items.filter(
      (item, at) => taken[at] === null && item.kind === 'word' && fillers.has(item.lower) && /.{3,}(?:ed|ing|s)$/.test(item.lower) && !plain.has(item.lower),
    ).length,
    weak: items.filter((item, at) => taken[at] !== null && item.kind === 'name' && item.values.length === 0 && bestWeight(item.meaning) < 0.75).length,
    unnamed: joined.filter((table) => !isOwn(table)).length,
    tables: joined.length,
    partners: draft.related.length,
    ranked: draft.superlative ? 1 : 0,
    counted: draft.having.length,
    words: items.length,
    foreign: shown.filter((item) => !isOwn(item.table)).length,
    dropped: items.filter((item) => tableOf(item) && !joined.includes(tableOf(item)?.name ?? '')).length,
    conditions: draft.filters.length,
    groups: draft.groups.length,
    keyed: shown.filter((item) => key(item.table, item.column)).length,
    joint: items.filter((_, at) => taken[at] === null && ['and', 'or', ','].includes(wordAt(reading, at))).length,
  }
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
