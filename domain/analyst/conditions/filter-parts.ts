import { clauseJoints, negations, sentenceEnds } from '#domain/analyst/lexicon/english/sentences/function-words.ts'
import type { ValueMeaning } from '#domain/analyst/lexicon/lexicon.ts'
import type { Item } from '#domain/analyst/lexicon/linking/link.ts'
import type { ColumnReference } from '#domain/analyst/reading/draft.ts'
import { isValueOnly, type Reading, tableOf, take, wordAt } from '#domain/analyst/reading/reading.ts'
import { filterConditions } from '#domain/semantics/layer/filter-conditions.ts'
import type { Filter, FilterCondition, FilterValue } from '#domain/semantics/semantic-query.ts'

type Operator = FilterCondition['operator']

/** The index of a negation that governs what starts at an item. */
export function negationBefore(reading: Reading, at: number): number | null {
  const non = wordAt(reading, at - 1) === '-' ? at - 2 : at - 1
  if (wordAt(reading, non) === 'non' && reading.taken[non] === null) return non
  for (let before = at - 1; before >= Math.max(0, at - 5); before--) {
    if (negations.has(wordAt(reading, before)) && reading.taken[before] === null) return before
    if (reading.items[before]?.kind === 'name' && !tableOf(reading.items[before])) return null
    if (clauseJoints.has(wordAt(reading, before))) return null
  }
  return null
}

export function takeNegation(reading: Reading, at: number | null): void {
  if (at !== null) take(reading, at, at + 1, 'negation')
}

export function takeColumn(reading: Reading, at: number | null): void {
  if (at !== null) take(reading, at, at + 1, 'filter column')
}

export function condition({ table, column }: ColumnReference, operator: Operator, values: FilterValue[]): FilterCondition {
  return { table: table.name, column: column.name, operator, values }
}

/** The value behind a noun for some rows of a table: "professor" where the table is called faculty. */
export function roleOf(item: Item | undefined): ValueMeaning | null {
  const table = tableOf(item)
  const value = item?.values.find((meaning) => meaning.table === table && meaning.rows === undefined && meaning.sameAs === undefined)
  return item && table && value && Math.max(...item.meaning.tables.map(({ weight }) => weight)) <= 0.5 ? value : null
}

/** The value behind a plural that counts rows of one role: "managers" in "cities with more than 5 managers". */
export function membersOf(items: Item[], at: number): ValueMeaning | null {
  const item = items[at]
  const [only, ...others] = item?.values ?? []
  const isPlural = item !== undefined && isValueOnly(item) && item.lower !== item.stem && items[at + 1]?.kind !== 'name'
  return only && isPlural && others.length === 0 && !only.rows && !only.sameAs ? only : null
}

/** Adds a filter; behind "or" it widens the one before. */
export function addFilter(reading: Reading, filter: Filter, at: number, isNegated = false): void {
  const added: Filter = isNegated ? { not: filter } : filter
  const { filters } = reading.draft
  const index = isBehindOr(reading, at) ? filters.length - 1 : filters.indexOf(behindOr(reading, at) ?? added)
  const other = filters[index]
  const joined = other && ('or' in other ? { or: [...other.or, added] } : { or: [other, added] })
  if (joined) filters[index] = joined
  else filters.push(added)
  places.set(joined ?? added, at)
}

/** Where each filter stands in its question. */
const places = new WeakMap<Filter, number>()

/** The filter that was read before, though it stands behind the next "or". */
function behindOr(reading: Reading, at: number): Filter | undefined {
  const or = reading.items.findIndex((_, index) => index > at && index < at + 4 && wordAt(reading, index) === 'or' && reading.taken[index] === null)
  const isBeside = !reading.taken.slice(at + 1, or).some((role) => role === 'value' || role === 'filter')
  const isNext = (place: number) => place > or && place < or + 6 && !reading.items.slice(or, place).some(({ lower }) => lower === 'and')
  return or === -1 || !isBeside ? undefined : reading.draft.filters.find((filter) => isNext(places.get(filter) ?? -1))
}

/** Whether an "or" stands between the filter before and an item. */
function isBehindOr(reading: Reading, at: number): boolean {
  for (let before = at - 1; before >= Math.max(0, at - 7); before--) {
    if (wordAt(reading, before) === 'or' && reading.taken[before] === null) return true
    if (['filter', 'value', 'time'].includes(reading.taken[before] ?? '') || wordAt(reading, before) === 'and' || sentenceEnds.has(wordAt(reading, before)))
      return false
  }
  return false
}

/** The tables a filter speaks of. */
export const tablesIn = (filter: Filter): string[] => filterConditions(filter).map(({ table }) => table)

/** The conditions of a query, each on its own. */
export function partsOf(filters: Filter | undefined): Filter[] {
  return filters === undefined ? [] : 'and' in filters ? filters.and : [filters]
}

/** Conditions that hold at once, as one. */
export function joined(parts: Filter[]): Filter | undefined {
  return parts.length > 1 ? { and: parts } : parts[0]
}
