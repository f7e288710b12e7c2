import { wordSet } from '#domain/analyst/lexicon/english/forms/word-set.ts'
import { adjectiveSuperlatives, superlatives, twoWordAdjectives } from '#domain/analyst/lexicon/english/meanings/adjectives.ts'
import { aggregatePhrases } from '#domain/analyst/lexicon/english/meanings/aggregates.ts'
import { frequencyWords } from '#domain/analyst/lexicon/english/meanings/superlatives.ts'
import {
  conditionOpeners,
  copulas,
  countExtremes,
  distributives,
  doForms,
  haveForms,
  phraseDeterminers,
  prepositions,
  questionWords,
  relatives,
  sortVerbs,
  subjectRelatives,
  thirdPersonPossessives,
} from '#domain/analyst/lexicon/english/sentences/function-words.ts'
import type { Lexicon } from '#domain/analyst/lexicon/lexicon.ts'
import type { Item } from '#domain/analyst/lexicon/linking/link.ts'
import type { ColumnReference } from '#domain/analyst/reading/draft.ts'
import { isValueOnly, tableOf } from '#domain/analyst/reading/reading.ts'
import { pairingAt } from '#domain/analyst/relations/pairing.ts'
import type { SemanticQuery } from '#domain/semantics/semantic-query.ts'

const mostPhrases = 4
/** "Rivers [in] the largest state", "states that [border] the state": right before rows that a phrase tells. */
const beforePhrase = wordSet(prepositions, doForms, haveForms, copulas, subjectRelatives, 'than border')
/** "And the", "and how many": behind "and", the question goes on with something else. */
const nextQuestion = wordSet(thirdPersonPossessives, questionWords, 'the')
const counts = aggregatePhrases.map(([phrase]) => phrase.split(' '))

/** Finds the rows a phrase inside a question speaks of, or null when it cannot. */
export type FindRows = (phrase: Item[]) => { query: SemanticQuery; column: ColumnReference } | null

/**
 * Reads rows that are told by a phrase of their own (`rivers in the largest state`, `states that border the state with the most cities`) innermost
 * first, and puts one value in its place that stands for what the phrase finds.
 */
export function withRowPhrases(items: Item[], lexicon: Lexicon, find: FindRows): Item[] {
  let read = items
  let found = 0
  for (let at = items.length - 1; at > 0 && found < mostPhrases; at--) {
    const bounds = phraseAt(read, at, lexicon)
    const phrase = bounds && read.slice(bounds.start, bounds.end)
    const rows = phrase && find(phrase)
    if (!rows) continue
    read = [...read.slice(0, bounds.start), valueItem(phrase, rows), ...read.slice(bounds.end)]
    at = bounds.start
    found++
  }
  return read
}

function valueItem(phrase: Item[], { query, column }: NonNullable<ReturnType<FindRows>>): Item {
  const text = phrase.map((item) => item.text).join(' ')
  return {
    kind: 'name',
    text,
    lower: text.toLowerCase(),
    stem: text.toLowerCase(),
    number: null,
    time: null,
    meaning: { tables: [], columns: [], measures: [] },
    values: [{ ...column, value: text, weight: 1, rows: query }],
    corrected: null,
    isCapitalised: false,
    isPossessive: false,
  }
}

/** The phrase around a table's name that has to be settled before the rest can be read. */
function phraseAt(items: Item[], at: number, lexicon: Lexicon): { start: number; end: number } | null {
  const table = tableOf(items[at])
  if (isValueOnly(items[at])) return null
  if (!table) return commonAt(items, at)
  const start = startOf(items, at)
  // "The Mississippi river" is told by its name.
  if (isValueOnly(items[start - 1])) return null
  const before = items.slice(0, start)
  if (!isInside(before) || distributives.has(items[start]?.lower ?? '') || distributives.has(items[start - 1]?.lower ?? '')) return null
  const end = endOf(items, at)
  const isRanked =
    ranksAt(items, start, at) ||
    (conditionOpeners.has(items[at + 1]?.lower ?? '') && items.some((_, index) => index > at && index < end && isRank(items, index)))
  const named = before.filter((item) => tableOf(item))
  if (isRanked && (named.length > 0 || asksMore(before) || !owns(before, at, items))) return { start, end }
  const follows = before.some((_, index) => index >= start - 2 && relatesAt(before, index, lexicon))
  return follows && isClause(items, at) ? { start, end } : null
}

/** "Documents of the most common type": what is told of rows may be told by how common it is. */
function commonAt(items: Item[], at: number): { start: number; end: number } | null {
  const start = startOf(items, at)
  const before = items.slice(0, start)
  const isCommon = items[at]?.kind === 'name' && frequencyWords.has(items[at - 1]?.lower ?? '') && isPairEnd(items, at - 1)
  const isOf = beforePhrase.has(before.at(-1)?.lower ?? '') && !copulas.has(before.at(-1)?.lower ?? '')
  return isCommon && isOf && (before.some((item) => tableOf(item)) || asksMore(before)) ? { start, end: at + 1 } : null
}

/** Where the phrase begins: past its article and its adjectives. */
function startOf(items: Item[], at: number): number {
  let start = at
  while (start > 0 && (phraseDeterminers.has(items[start - 1]?.lower ?? '') || isRank(items, start - 1) || isPairEnd(items, start - 1))) start--
  return start
}

function endOf(items: Item[], at: number): number {
  const end = items.findIndex((item, index) => {
    if (index <= at) return false
    if (item.kind === 'sign' || sortVerbs.has(item.lower)) return true
    const next = items[index + 1]
    return item.lower === 'and' && next !== undefined && next.values.length === 0 && (next.kind === 'name' || nextQuestion.has(next.lower))
  })
  return end === -1 ? items.length : end
}

/** Whether something is asked of the phrase: a name stands before it, and a word that joins it on. */
function isInside(before: Item[]): boolean {
  const last = before.at(-1)
  const asks = before.some((item, at) => item.kind === 'name' || (item.lower === 'how' && before[at + 1] !== undefined))
  return (
    last !== undefined &&
    asks &&
    (beforePhrase.has(last.lower) || (last.kind === 'name' && tableOf(last) === null) || /(?:ing|ed|s)$/.test(last.lower)) &&
    last.kind !== 'sign'
  )
}

function isRank(items: Item[], at: number): boolean {
  const { lower = '', kind } = items[at] ?? {}
  return kind !== 'quoted' && [lower, lower.split(' ')[0] ?? ''].some((word) => superlatives.has(word) || adjectiveSuperlatives.has(word))
}

function isPairEnd(items: Item[], at: number): boolean {
  const { lower = '' } = items[at] ?? {}
  return (twoWordAdjectives.has(lower) || frequencyWords.has(lower)) && ['most', 'least'].includes(items[at - 1]?.lower ?? '')
}

/** "The largest state", "the most populous state", but not "the most states". */
function ranksAt(items: Item[], start: number, at: number): boolean {
  return items.some((item, index) => index >= start && index < at && isRank(items, index) && !(countExtremes.has(item.lower) && index === at - 1))
}

/** Whether what is asked of it is a figure or ranked itself. */
function asksMore(before: Item[]): boolean {
  return before.some((_, at) => isRank(before, at) || counts.some((words) => words.every((word, index) => before[at + index]?.lower === word)))
}

/** Whether all that is asked of it are its own columns. */
function owns(before: Item[], at: number, items: Item[]): boolean {
  const table = tableOf(items[at])
  const columns = before.filter((item) => item.kind === 'name' && item.stem !== 'name' && item.values.length === 0 && item.meaning.columns.length > 0)
  return columns.every((item) => item.meaning.columns.some((meaning) => meaning.table === table))
}

/** "States that the Ohio runs through", "the state whose capital is Boston". */
function isClause(items: Item[], at: number): boolean {
  const next = items[at + 1]?.lower ?? ''
  return conditionOpeners.has(next) || (prepositions.has(next) && relatives.has(items[at + 2]?.lower ?? ''))
}

function relatesAt(items: Item[], at: number, lexicon: Lexicon): boolean {
  return pairingAt({ items, taken: items.map(() => null), lexicon }, at) !== null
}
