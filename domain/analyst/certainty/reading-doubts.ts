import { tablesIn } from '#domain/analyst/conditions/filter-parts.ts'
import { isYearNumber } from '#domain/analyst/lexicon/column-kind.ts'
import { fillers } from '#domain/analyst/lexicon/english/sentences/fillers.ts'
import { countCues, sharedPhrases, weightlessWords } from '#domain/analyst/lexicon/english/sentences/operator-words.ts'
import type { Item } from '#domain/analyst/lexicon/linking/link.ts'
import { anyOf } from '#domain/analyst/lexicon/word-pattern.ts'
import { type Reading, skipBack, tableOf, wordAt } from '#domain/analyst/reading/reading.ts'
import { isNumericType } from '#domain/semantics/compile/column-storage.ts'
import { searchJoinTrees } from '#domain/semantics/compile/join-path.ts'
import type { Layer, LayerColumn } from '#domain/semantics/layer.ts'
import type { SemanticQuery } from '#domain/semantics/semantic-query.ts'
import { withoutSettled } from './business-doubts.ts'
import type { Doubts } from './certainty.ts'
import { namedTables, phraseDoubtsOf } from './phrase-doubts.ts'
import { queryDoubtsOf } from './query-doubts.ts'

/** Doubts about a reading, apart from the choice it was read under. */
type Told = Omit<Doubts, 'rechosen'>

/** Counts what speaks against a reading, for `certaintyOf`; `placed` is the result of `confidenceOf`. */
export function doubtsOf(reading: Reading, query: SemanticQuery, placed: number): Told {
  const { draft, items, taken, lexicon } = reading
  const { layer } = lexicon
  const text = ` ${items.map((item) => item.lower).join(' ')} `
  const asked = heededText(reading, textOf(reading, new Set(['group', 'chart'])))
  const built = JSON.stringify(query, withoutRows)
  const { read, ways } = tablesOf(reading, query, built)
  const named = namedTables(reading)
  const links = [...read].filter((name) => isLink(layer, name)).length
  const shown = query.dimensions.filter((item) => !item.hidden)
  const costs = draft.notes.reduce((sum, { cost }) => sum + cost, 0)
  const isRead = (name: string) => read.has(name) || draft.settled.includes(name)
  return withoutSettled(reading, query, {
    missed: Math.max(0, 0.95 - placed - costs),
    assumed: draft.notes.length,
    dropped: items.filter((item, at) => {
      const [table, next] = [tableOf(item), tableOf(items[at + 1])]
      return table && !['chart', 'aside', 'verb'].includes(taken[at] ?? '') && !isRead(table.name) && !(next && isRead(next.name)) && !isKind(reading, at)
    }).length,
    tables: Math.max(0, [...read].filter((name) => !draft.settled.includes(name)).length - links - (draft.settled.length > 0 ? 0 : 1)),
    unnamed: [...read].filter((name) => !draft.settled.includes(name) && !named.has(name) && !isLink(layer, name)).length,
    ways,
    groups: query.measures.length > 0 ? query.dimensions.length : 0,
    links,
    bridged: links > 0 && query.measures.length > 0 ? 1 : 0,
    ranked: draft.superlative ? 1 : 0,
    counted: draft.having.length,
    keyed: shown.filter((item) => isBareKey(layer, item)).length,
    verbs: items.filter((item, at) => taken[at] === null && item.kind === 'word' && isVerb(item.lower)).length,
    misnamed: misnamed(reading, shown, text, built),
    unheeded: unheeded(query, reading, asked, built),
    united: isUnited(query, draft, asked, built) ? 1 : 0,
    followed: 0,
    ...queryDoubtsOf(reading, query, text),
    ...phraseDoubtsOf(reading, query, text),
  })
}

/** Whether a table behind a column that is shown only repeats what the column holds: "the capital cities". */
function isKind({ items, taken }: Reading, at: number): boolean {
  return items[at - 1]?.kind === 'name' && taken[at - 1] === 'select'
}

/** Whether a shown column is a key and no name. */
function isBareKey(layer: Layer, item: { table: string; column: string }): boolean {
  const table = layer.tables.find(({ name }) => name === item.table)
  const column = table?.columns.find(({ name }) => name === item.column)
  return (
    table !== undefined &&
    column !== undefined &&
    table.primaryKey.includes(column.name) &&
    !(nameLike.test(column.label.toLowerCase()) && !isNumericType(column))
  )
}

/** Leaves queries that find a value out of the JSON: they were read, and doubted, as questions of their own. */
function withoutRows(_: string, value: unknown): unknown {
  const isFound = typeof value === 'object' && value !== null && 'values_from' in value && 'operator' in value && value.operator === 'equals'
  return isFound ? { ...value, values_from: undefined } : value
}

/** The doubts of a follow-up about its own words; what it takes over from the turn before was judged there. */
export function ownDoubts({ missed, assumed, verbs, faint, ...others }: Told): Told {
  const none = Object.fromEntries(Object.keys(others).map((name) => [name, 0])) as typeof others
  return { ...none, missed, assumed, verbs, faint, followed: 1 }
}

function isVerb(word: string): boolean {
  return fillers.has(word) && /.{3,}(?:ed|ing|s)$/.test(word) && !weightlessWords.has(word)
}

const shareCue = new RegExp(` ${anyOf(sharedPhrases)} `)
const countCue = new RegExp(` ${anyOf(countCues)} `)

/** All tables a query reads, with those between them, and the number of other ways to join them. */
function tablesOf({ lexicon }: Reading, query: SemanticQuery, built: string): { read: Set<string>; ways: number } {
  const own = [
    ...query.dimensions.map((item) => item.table),
    ...query.measures.flatMap((item) => ('table' in item ? [item.table] : [])),
    ...(query.filters ? tablesIn(query.filters) : []),
  ]
  const trees = joinTrees(lexicon.layer, [...new Set(own)], query)
  const joined = trees[0] ? [trees[0].root, ...trees[0].steps.map((step) => step.child)] : own
  const mentioned = [...built.matchAll(/"table":"([^"]*)"/g)].map((match) => match[1] ?? '')
  return { read: new Set([...joined, ...mentioned]), ways: Math.max(0, trees.length - 1) }
}

function joinTrees(layer: Layer, tables: string[], { joins }: SemanticQuery): ReturnType<typeof searchJoinTrees> {
  try {
    return searchJoinTrees(layer, tables, null, joins)
  } catch {
    return []
  }
}

function isLink(layer: Layer, name: string): boolean {
  const table = layer.tables.find((item) => item.name === name)
  const keys = new Set(layer.relationships.filter((item) => item.fromTable === name).flatMap((item) => item.fromColumns))
  return table !== undefined && keys.size >= 2 && table.columns.every((column) => keys.has(column.name) || table.primaryKey.includes(column.name))
}

type Shown = SemanticQuery['dimensions']
const nameLike = /name|title/
const nameCue = / (?:name|title)s? /

function misnamed(reading: Reading, shown: Shown, text: string, built: string): number {
  const { draft, items, taken, lexicon } = reading
  if (shown.length === 0 || text.startsWith(' where ')) return 0
  const columnOf = ({ table, column }: Shown[number]) => lexicon.layer.tables.find((item) => item.name === table)?.columns.find((item) => item.name === column)
  const isSpokenAs = ({ table, column }: Shown[number], fits: (at: number) => boolean) =>
    items.some(
      (item, at) => isPlainName(item) && item.meaning.columns.some((meaning) => meaning.table.name === table && meaning.column.name === column) && fits(at),
    )
  const isSpoken = (item: Shown[number]) => isSpokenAs(item, () => true)
  const isName = (item: Shown[number]) => nameLike.test(columnOf(item)?.label.toLowerCase() ?? '') || isSpokenAs(item, (at) => isCalled(reading, at))
  // Points "for each title" are one for each row.
  const asksName = draft.chart !== 'scatter' && nameCue.test(textOf(reading, conditions)) && !built.includes('contains')
  const by = draft.superlative && 'column' in draft.superlative.by ? draft.superlative.by.column.column.name : null
  const isHow = items.some((item, at) => item.lower === 'how' && taken[at] === 'select')
  const isAsked = (item: Shown[number]) => isHow || isSpoken(item) || item.column === by || isListed(draft, item)
  const inPlace = draft.allColumns ? [] : shown.filter((item) => item.grain === undefined && !isTime(columnOf(item)) && !isAsked(item) && !isName(item))
  return (asksName && !shown.some(isName) ? 1 : 0) + inPlace.length
}

/** Whether "name" or "title" stands beside an item: "the names of states", "the city name". */
function isCalled(reading: Reading, at: number): boolean {
  return [skipBack(reading, at - 1), at, at + 1].some((place) => nameLike.test(wordAt(reading, place)))
}

/** Whether a column is compared with several values, so that its values are told apart: "male and female students". */
function isListed({ filters }: Reading['draft'], { table, column }: Shown[number]): boolean {
  return filters.some(
    (filter) => 'column' in filter && filter.table === table && filter.column === column && filter.operator === 'equals' && filter.values.length > 1,
  )
}

const isTime = (column: LayerColumn | undefined) => column !== undefined && (column.semanticType === 'time' || isYearNumber(column))

const conditions = new Set(['filter', 'filter column', 'value', 'order'])

/** The words of a question, with a space on both sides, without those that readers of the given roles took and without the "number" of names such as "phone number". */
function textOf({ items, taken }: Reading, without: ReadonlySet<string>): string {
  const wordsOf = ({ kind, lower, meaning }: Item) => (kind === 'name' && meaning.columns.length > 0 ? lower.replace(/\bnumbers?\b/g, '') : lower)
  return ` ${items.flatMap((item, at) => (without.has(taken[at] ?? '') ? [] : [wordsOf(item)])).join(' ')} `
}

function isPlainName(item: Item): boolean {
  return item.kind === 'name' && item.values.length === 0
}

/** The text without words that were already heeded: "share" where a share is computed, "and" between periods that are compared. */
function heededText({ draft, items }: Reading, text: string): string {
  const told = draft.share || draft.ratio ? text.replace(/ share /g, ' ') : text
  return items.some((item) => item.time?.isComparison) ? told.replace(/ and /g, ' or ') : told
}

function unheeded(query: SemanticQuery, reading: Reading, text: string, built: string): number {
  const { layer } = reading.lexicon
  const labelOf = ({ table, column }: Shown[number]) =>
    layer.tables
      .find(({ name }) => name === table)
      ?.columns.find(({ name }) => name === column)
      ?.label.toLowerCase() ?? ''
  const isOwn = (item: Shown[number]) => layer.tables.find(({ name }) => name === item.table)?.primaryKey.includes(item.column) || nameLike.test(labelOf(item))
  const shares = shareCue.test(text)
  const counts = countCue.test(freeText(reading)) && !/"count|"sum"/.test(built)
  const shown = query.dimensions.filter((item) => !item.hidden)
  // "Cities without shops": the denied condition holds for all rows of what is shown.
  const isOfAll = reading.draft.filters.some(
    (filter) =>
      'not' in filter &&
      'values_from' in filter.not &&
      shown.some(({ table, column }) => 'column' in filter.not && filter.not.table === table && filter.not.column === column),
  )
  const denies =
    !isOfAll && /"not":|not_equals|not_contains|is_empty|"except"/.test(built) && query.measures.length === 0 && shown.length > 0 && !shown.some(isOwn)
  return [shares, counts, denies].filter(Boolean).length
}

/** Whether values joined by "and" became one condition that any of them meets, in a list of rows. */
function isUnited(query: SemanticQuery, draft: Reading['draft'], text: string, built: string): boolean {
  return (
    query.measures.length === 0 &&
    !query.dimensions.some((item) => isListed(draft, item)) &&
    / and /.test(text) &&
    !/ or /.test(text) &&
    /"operator":"equals","values":\[(?:"[^"]*"|[\d.]+),/.test(built)
  )
}

/** The words that no reader took, with a space on both sides. */
function freeText({ items, taken }: Reading): string {
  return ` ${items.flatMap((item, at) => (taken[at] === null && item.kind === 'word' ? [item.lower] : [])).join(' ')} `
}
