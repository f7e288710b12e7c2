import type { Clock } from '#domain/analyst/language/calendar.ts'
import { messagesIn, type Note } from '#domain/analyst/language/messages.ts'
import { displayColumns } from '#domain/analyst/lexicon/display.ts'
import { determiners } from '#domain/analyst/lexicon/english/sentences/function-words.ts'
import type { Lexicon, MeasureMeaning } from '#domain/analyst/lexicon/lexicon.ts'
import type { Item } from '#domain/analyst/lexicon/linking/link.ts'
import { joinOf } from '#domain/analyst/lexicon/role-nouns.ts'
import type { LayerTable } from '#domain/semantics/layer.ts'
import type { SemanticQuery } from '#domain/semantics/semantic-query.ts'
import { type ColumnReference, type Draft, emptyDraft } from './draft.ts'

/** A question being read: clauses mark the items they take, and what stays unmarked was not understood. */
export type Reading = {
  lexicon: Lexicon
  clock: Clock
  items: Item[]
  taken: (string | null)[]
  draft: Draft
  tables: { table: LayerTable; at: number }[]
  ask: Ask
}

/** Answers a question inside a question, or null when it cannot. */
export type Ask = (question: string) => SemanticQuery | null

export function newReading(lexicon: Lexicon, items: Item[], clock: Clock, ask: Ask): Reading {
  const tables = items.flatMap((item, at) => (tableOf(item) ? [{ table: tableOf(item) as LayerTable, at }] : []))
  const draft = {
    ...emptyDraft(),
    joins: items.flatMap((item) => item.meaning.tables.flatMap((meaning) => (meaning.table === tableOf(item) ? (joinOf(meaning, lexicon.layer) ?? []) : []))),
  }
  return { lexicon, clock, items, taken: items.map(() => null), draft, tables, ask }
}

/** Marks items `from` up to `to` as read by a clause. */
export function take(reading: Reading, from: number, to: number, role: string): void {
  for (let at = from; at < to; at++) reading.taken[at] ??= role
}

export function isFree(reading: Reading, at: number): boolean {
  return reading.items[at] !== undefined && reading.taken[at] === null
}

/** How many items, from `at`, spell the phrase; 0 when they do not or are taken. */
export function phraseLength(reading: Reading, at: number, phrase: string): number {
  // Nearly every phrase that is tried begins with another word: they are told apart before anything is split.
  if (!phrase.startsWith(reading.items[at]?.lower ?? ' ')) return 0
  const words = wordsOf(phrase)
  for (let index = 0; index < words.length; index++) {
    const item = reading.items[at + index]
    if (!item || item.kind === 'quoted' || item.lower !== words[index] || reading.taken[at + index] !== null) return 0
  }
  return words.length
}

/** How many items, from `at`, spell the longest of some phrases; 0 when none is there. */
export function longestPhrase(reading: Reading, at: number, phrases: readonly string[]): number {
  return Math.max(0, ...phrases.map((phrase) => phraseLength(reading, at, phrase)))
}

/** A hyphen, for words that may be joined by one. */
export const hyphen: ReadonlySet<string> = new Set(['-'])

const phrases = new Map<string, string[]>()

/** The words of a phrase of the grammar, of which there are few. */
function wordsOf(phrase: string): string[] {
  const known = phrases.get(phrase)
  if (known) return known
  const words = phrase.split(' ')
  phrases.set(phrase, words)
  return words
}

export function wordAt(reading: Reading, at: number): string {
  const item = reading.items[at]
  return item === undefined || item.kind === 'quoted' ? '' : item.lower
}

/** The first index from `at` that holds none of the words. */
export function skip(reading: Reading, at: number, words: ReadonlySet<string> = determiners): number {
  while (at < reading.items.length && words.has(wordAt(reading, at)) && reading.items[at]?.kind !== 'name') at++
  return at
}

export function skipBack(reading: Reading, at: number, words: ReadonlySet<string> = determiners): number {
  while (at >= 0 && words.has(wordAt(reading, at)) && reading.items[at]?.kind !== 'name') at--
  return at
}

/** The table an item names, unless it rather names a column. */
export function tableOf(item: Item | undefined): LayerTable | null {
  if (item?.kind !== 'name') return null
  const best = [...item.meaning.tables].sort((a, b) => b.weight - a.weight)[0]
  if (!best || Math.max(0, ...item.meaning.columns.map((column) => column.weight)) > best.weight + 0.01) return null
  if (Math.max(0, ...item.meaning.measures.map((measure) => measure.weight)) >= best.weight) return null
  return best.table
}

export function measureOf(item: Item | undefined): MeasureMeaning | null {
  const best = [...(item?.meaning.measures ?? [])].sort((a, b) => b.weight - a.weight)[0]
  if (!best || Math.max(0, ...(item?.meaning.columns ?? []).map((column) => column.weight)) > best.weight) return null
  return best
}

/** A value is most itself in the table whose key or name it is, not where another refers to it. */
export function isOwnKey({ lexicon }: Reading, { table, column }: ColumnReference): boolean {
  const refers = lexicon.layer.relationships.some((item) => item.fromTable === table.name && item.fromColumns.includes(column.name))
  return !refers && (table.primaryKey.includes(column.name) || displayColumns(table).includes(column))
}

export function isValueOnly(item: Item | undefined): boolean {
  return item !== undefined && item.values.length > 0 && item.meaning.columns.length + item.meaning.tables.length + item.meaning.measures.length === 0
}

/** Whether an item is better read as a value than as a name. */
export function prefersValue(reading: Reading, at: number): boolean {
  const item = reading.items[at]
  if (!item || item.values.length === 0) return false
  return isValueOnly(item) || (item.isCapitalised && at > 0 && item.values.some((value) => value.value === item.text))
}

const ENGLISH = messagesIn('en')

export function note(reading: Reading, text: Note, cost: number): void {
  if (!reading.draft.notes.some((known) => text(ENGLISH) === known.text(ENGLISH))) reading.draft.notes.push({ text, cost })
}

/** A table that only counts or is denied is not what the question is about. */
export function forget(reading: Reading, table: LayerTable, at: number): void {
  reading.tables = reading.tables.filter((mention) => mention.table !== table || mention.at !== at)
}
