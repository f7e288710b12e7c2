import { readTimeAt } from '#domain/analyst/conditions/times/time.ts'
import { wordSet } from '#domain/analyst/lexicon/english/forms/word-set.ts'
import { clauseJoints, clauseSigns, exclusions, negations } from '#domain/analyst/lexicon/english/sentences/function-words.ts'
import { forget, isFree, isValueOnly, type Reading, skip, take, wordAt } from '#domain/analyst/reading/reading.ts'
import { searchJoinTrees } from '#domain/semantics/compile/join-path.ts'
import type { Layer, LayerTable } from '#domain/semantics/layer.ts'
import type { Filter, QueryJoin } from '#domain/semantics/semantic-query.ts'
import { readFilterAt } from './filter.ts'
import { tablesIn } from './filter-parts.ts'

const ends = wordSet(clauseSigns, clauseJoints)

/** Denies all conditions of a clause on other tables together: "have not rented any film after May". */
export function readNegations(reading: Reading): void {
  for (let at = 0; at < reading.items.length; at++) {
    const word = wordAt(reading, at)
    if (isFree(reading, at) && negations.has(word) && !exclusions.has(word) && wordAt(reading, at + 1) !== 'only') readDenial(reading, at)
  }
}

function readDenial(reading: Reading, at: number): void {
  const { draft } = reading
  const { focus } = draft
  const end = clauseEnd(reading, at)
  const next = skip(reading, end + 1)
  // "Not from Spain and Italy" goes on behind the "and".
  if (!focus || (wordAt(reading, end) === 'and' && (isValueOnly(reading.items[next]) || negations.has(wordAt(reading, next))))) return
  const named = reading.tables.filter((mention) => mention.at > at && mention.at < end && mention.table !== focus)
  const before = { filters: draft.filters, notes: [...draft.notes], taken: [...reading.taken] }
  Object.assign(draft, { filters: [], focus: named[0]?.table ?? focus })
  take(reading, at, at + 1, 'negation')
  for (let inner = at + 1; inner < end; )
    inner = isFree(reading, inner) ? Math.max(inner + 1, readFilterAt(reading, inner), readTimeAt(reading, inner)) : inner + 1
  const denied = draft.filters
  Object.assign(draft, { filters: before.filters, focus })
  if (
    !isOfMany(
      reading,
      focus,
      denied,
      named.map(({ table }) => table),
    )
  ) {
    draft.notes = before.notes
    reading.taken = before.taken
    return
  }
  const [first] = denied
  if (first) draft.filters.push({ not: denied.length === 1 ? first : { and: denied } })
  for (const mention of named) {
    take(reading, mention.at, mention.at + 1, 'absence')
    forget(reading, mention.table, mention.at)
    draft.joins.push(...linksTo(reading.lexicon.layer, mention.table, focus, denied))
  }
}

function clauseEnd({ items, taken }: Reading, from: number): number {
  const end = items.findIndex((item, at) => at > from && (taken[at] !== null || (item.kind !== 'name' && item.kind !== 'quoted' && ends.has(item.lower))))
  return end === -1 ? items.length : end
}

/** Whether the denied conditions are on tables that have many rows for one that is asked about, so that they cannot be denied one by one. */
function isOfMany(reading: Reading, focus: LayerTable, denied: Filter[], named: LayerTable[]): boolean {
  const links = named.filter((table) => linksTo(reading.lexicon.layer, table, focus, denied).length > 0)
  const tables = [...new Set([...denied.flatMap(tablesIn), ...links.map(({ name }) => name)])]
  if (denied.length === 0 || (denied.length === 1 && named.length === 0 && !denied.every(isComparison))) return false
  return tables.every((name) => name !== focus.name) && tables.some((name) => hasMany(reading.lexicon.layer, focus.name, name))
}

/** "Never visited Porto": how rows that belong to both lead on to what is denied. */
function linksTo({ relationships }: Layer, { name }: LayerTable, focus: LayerTable, denied: Filter[]): QueryJoin[] {
  const own = relationships.filter(({ fromTable, fromColumns }) => fromTable === name && fromColumns.length === 1)
  const names = new Set(denied.flatMap(tablesIn))
  return own.some(({ toTable }) => toTable === focus.name)
    ? own.flatMap(({ toTable, fromColumns: [from_column = ''] }) => (names.has(toTable) ? [{ from_table: name, from_column, to_table: toTable }] : []))
    : []
}

const isComparison = (filter: Filter): boolean => 'column' in filter && /^(?:greater|less)_/.test(filter.operator)

/** Whether one row of a table has many of another. */
export function hasMany(layer: Layer, one: string, many: string): boolean {
  const trees = searchJoinTrees(layer, [one, many], one, [])
  return trees.length > 0 && trees.every((tree) => tree.steps.some((step) => step.fansOut))
}
