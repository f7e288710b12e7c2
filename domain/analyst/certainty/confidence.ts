import { superlatives } from '#domain/analyst/lexicon/english/meanings/adjectives.ts'
import { rateHeads } from '#domain/analyst/lexicon/english/meanings/shares.ts'
import { numberUnits } from '#domain/analyst/lexicon/english/meanings/units.ts'
import { fillers } from '#domain/analyst/lexicon/english/sentences/fillers.ts'
import { copulas, haveForms, listJoints, subjectRelatives } from '#domain/analyst/lexicon/english/sentences/function-words.ts'
import {
  adjectiveIntroductions,
  continuationWords,
  nameIntroductions,
  nounIntroductions,
  operatorWords,
  placingPrepositions,
  predicateParticles,
} from '#domain/analyst/lexicon/english/sentences/operator-words.ts'
import type { ColumnMeaning } from '#domain/analyst/lexicon/lexicon.ts'
import type { Item } from '#domain/analyst/lexicon/linking/link.ts'
import { bestWeight } from '#domain/analyst/lexicon/meaning.ts'
import { type Reading, skip, skipBack, tableOf, wordAt } from '#domain/analyst/reading/reading.ts'
import { isWay } from '#domain/analyst/values/value-role.ts'
import { mayBeMissing } from '#domain/semantics/compile/column-storage.ts'

/** The words of a question that carry meaning and that no reader took. */
export function unreadWords(reading: Reading): string[] {
  return unreadAt(reading).map((at) => {
    const { kind, lower, text } = reading.items[at] as Item
    return kind === 'word' ? lower : text
  })
}

/** Their places among the items. */
export function unreadAt(reading: Reading): number[] {
  return reading.items.flatMap((item, at) => (isUnread(reading, item, at) ? [at] : []))
}

function isUnread(reading: Reading, item: Item, at: number): boolean {
  if (reading.taken[at] !== null || item.kind === 'sign') return false
  if (at === 0 && (item.lower === 'where' || item.lower === 'when') && reading.draft.measures.length === 0) return true
  if (item.kind === 'name' && isKnown(reading, item)) return false
  if (
    numberUnits.has(item.lower) &&
    (reading.items[at - 1]?.kind === 'number' || wordAt(reading, at - 1) === 'in' || wordAt(reading, at - 1) === 'square') &&
    reading.items[at + 1]?.kind !== 'name'
  )
    return false
  if (item.lower === 'through' && !['number', 'time'].includes(reading.items[at + 1]?.kind ?? '')) return false
  if (item.lower === 'when' && listJoints.has(wordAt(reading, at - 1))) return true
  if (placingPrepositions.has(item.lower) && ['value', 'filter column', 'table', 'time'].includes(reading.taken[skip(reading, at + 1)] ?? '')) return false
  if (isWay(reading, at)) return false
  return item.kind !== 'word' || !(fillers.has(item.lower) || continuationWords.has(item.lower))
}

/** Whether a name that is a verb ("owned", "nominated") is of a column the query already uses, so that nothing is missed. */
function isKnown({ draft, tables }: Reading, item: Item): boolean {
  if (item.values.length > 0 || !/(?:ed|ing)$/.test(item.lower) || item.meaning.tables.length > 0) return false
  const used = [...draft.selects, ...draft.groups.flatMap((group) => ('entity' in group ? [] : [group]))].map(({ column }) => column.name)
  const filtered = draft.filters.flatMap((filter) => ('column' in filter ? [filter.column] : []))
  const measured = draft.measures.flatMap(({ column }) => (column ? [column.name] : []))
  // "The events that were reported": all events, where every one has a report date.
  const isOfAll = ({ table, column }: ColumnMeaning) =>
    column.semanticType === 'time' && column.nullFraction === 0 && !mayBeMissing(column) && tables.some((mention) => mention.table === table)
  if (item.meaning.columns.some(isOfAll)) return true
  return item.meaning.columns.some(({ column }) => [...used, ...filtered, ...measured].includes(column.name))
}

/** How much of the question was read, from 0 to 1: less for every unread word, correction and assumption. An unread operator costs most, a verb least. */
export function confidenceOf(reading: Reading, unread: string[]): number {
  const corrections = reading.items.filter((item) => item.corrected !== null).length
  const assumed = reading.draft.notes.reduce((sum, { cost }) => sum + cost, 0)
  const missed = unread.reduce((sum, word) => sum + costOf(reading, word), 0) + misplaced(reading, unread)
  return Math.max(0, 0.95 - missed - corrections * 0.1 - assumed)
}

/** The extra cost, 0.5 or 0, of an unread word that tells which rows are meant: before a name (`major cities`), before a value (`states near Texas`), or as a value. */
function misplaced(reading: Reading, unread: string[]): number {
  const { items, taken, draft } = reading
  return items.some((item, at) => {
    // "Courses that are full" was read as a column "full name".
    const isTold = copulas.has(wordAt(reading, at - 1)) && subjectRelatives.has(wordAt(reading, at - 2))
    if (isTold && taken[at] === 'select' && isWeak(item)) return true
    if (taken[at] !== null || !unread.includes(item.kind === 'word' ? item.lower : item.text)) return false
    const [before, next] = [wordAt(reading, at - 1), items[skip(reading, at + 1)]]
    if (nameIntroductions.has(before)) return true
    const isOwnValue = next !== undefined && taken[items.indexOf(next)] === 'value' && next.values.some(({ table }) => table === draft.focus)
    const isAdjective =
      !/(?:ed|ing|s)$/.test(item.lower) && items[at + 1] !== undefined && tableOf(items[at + 1]) !== null && adjectiveIntroductions.has(before)
    const isNoun = !/(?:ed|ing)$/.test(item.lower) && nounIntroductions.has(before) && items[at + 1]?.kind !== 'name'
    const isRanked = superlatives.has(before) && items[at + 1]?.kind === 'name'
    // "Which customers churned?", "churned customers", "articles that need to be replaced": the unread word is the whole condition.
    const isDone = /(?:ed|ing)$/.test(item.lower) && !haveForms.has(before)
    const isAnyRow = draft.filters.length + draft.having.length === 0 && draft.superlative === null
    const isPredicate = isAnyRow && (isSaidLast(reading, at) || (isDone && tableOf(items[at + 1]) !== null))
    // "Users who were active last week".
    const isState = (isTold || (copulas.has(before) && items[at + 1]?.kind === 'time')) && !/(?:ed|ing|t|n)$/.test(item.lower)
    // "Refund rate": the unread word tells of what the rate is.
    const isOfRate = rateHeads.has(wordAt(reading, at + 1))
    // "Profit by country": the unread word is the figure.
    const isFirst = taken.slice(0, at).every((role) => role === null) && (wordAt(reading, at + 1) === 'by' || wordAt(reading, at + 1) === 'per')
    const isFigure = isFirst && draft.measures.length === 0 && draft.superlative === null
    return isFigure || isOfRate || isState || isOwnValue || isAdjective || isNoun || isRanked || isPredicate
  })
    ? 0.5
    : 0
}

/** Whether a word ends the question and is a predicate of the rows named before it: "which customers churned?". */
function isSaidLast(reading: Reading, at: number): boolean {
  const { items } = reading
  const owner = skipBack(reading, at - 1, predicateParticles)
  const isSaid = owner < at - 1 || /(?:ed|ing)$/.test(items[at]?.lower ?? '')
  return isSaid && tableOf(items[owner]) !== null && items.slice(at + 1).every((item) => item.kind === 'sign')
}

function costOf(reading: Reading, word: string): number {
  if (operatorWords.has(word) || /\d/.test(word)) return 0.7
  const isName = reading.items.some(
    (item, at) => (item.text === word || item.lower === word) && ((item.kind !== 'word' && !isWeak(item)) || (item.isCapitalised && at > 0)),
  )
  if (isName) return 0.5
  return /(?:ed|ing|s)$/.test(word) ? 0.2 : 0.3
}

function isWeak(item: Item): boolean {
  return item.kind === 'name' && item.values.length === 0 && bestWeight(item.meaning) < 0.55
}
