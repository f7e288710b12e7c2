import type { Clock } from '#domain/analyst/language/calendar.ts'
import { articles } from '#domain/analyst/language/words.ts'
import { displayColumns } from '#domain/analyst/lexicon/display.ts'
import type { ColumnMeaning, Lexicon, MeasureMeaning } from '#domain/analyst/lexicon/lexicon.ts'
import type { Item } from '#domain/analyst/lexicon/link.ts'
import { withDisplayName } from '#domain/analyst/lexicon/own-name.ts'
import { joinOf } from '#domain/analyst/lexicon/role-nouns.ts'
import type { ChartType } from '#domain/charts/chart-spec.ts'
import type { Derivation } from '#domain/semantics/compile/derived-measure.ts'
import type { LayerColumn, LayerTable } from '#domain/semantics/layer.ts'
import type {
  Aggregate,
  AggregateMeasure,
  Arithmetic,
  Filter,
  Grain,
  HavingCondition,
  QueryComparison,
  QueryJoin,
  SemanticQuery,
} from '#domain/semantics/semantic-query.ts'
import { contextScore, spokenScore } from './column-context.ts'

export type ColumnReference = { table: LayerTable; column: LayerColumn }
export type GroupPart = ColumnReference & { grain: Grain | null }
/** What is measured: rows of a table, an aggregate of a column or of what is calculated from its columns, or a measure its owner named. */
export type MeasurePart = {
  aggregate: Aggregate
  table: LayerTable
  column: LayerColumn | null
  named: string | null
  expression?: { of: Arithmetic; name: string }
  /** One figure divided by another; an expression beside it is that of each row. */
  ratio?: { numerator: AggregateMeasure; denominator: AggregateMeasure; percent?: boolean }
  /** Rows that the question calls different: "the number of unique customers". */
  isDistinct?: boolean
}
/** `isPerGroup`: so many for each group, not of all. */
export type Superlative = {
  direction: 'asc' | 'desc'
  limit: number
  offset?: number
  isPerGroup?: boolean
  isFigureShown?: boolean
  by: { measure: MeasurePart } | { column: ColumnReference }
}
/** `x` is the first thing shown, `y` what is measured. */
export type OrderPart = { direction: 'asc' | 'desc'; by: { measure: MeasurePart } | { column: ColumnReference } | 'shown' | 'x' | 'y' }

/** What the clauses of a question have said so far. */
export type Draft = {
  measures: MeasurePart[]
  groups: (GroupPart | { entity: LayerTable })[]
  selects: ColumnReference[]
  focus: LayerTable | null
  /** Other tables that are named: the rows must have partners there. */
  related: LayerTable[]
  allColumns: boolean
  filters: Filter[]
  having: { measure: MeasurePart; operator: HavingCondition['operator']; values: number[]; values_from?: { query: SemanticQuery } }[]
  superlative: Superlative | null
  /** The rows that are ranked or whose partners are counted, where they are named. */
  ranked: LayerTable | null
  order: OrderPart[]
  limit: number | null
  distinct: boolean
  /** "Count them": the rows behind what is shown are to be counted. */
  countsShown: boolean
  /** "Percentage of orders": the part the conditions or groups make of a whole. */
  share: { measure: MeasurePart; percent: boolean } | null
  ratio: { numerator: AggregateMeasure; denominator: AggregateMeasure } | null
  /** Computed from the figures of other groups along time. */
  derive: { kind: Derivation; rows?: number; grain?: Grain; ranked?: 'asc' | 'desc' } | null
  /** Each period beside the one before it, by this date. */
  compare: { column: LayerColumn; to: QueryComparison['to'] } | null
  chart: ChartType | null
  /** How wide the bins of a histogram are, where the question says so. */
  binWidth: number | null
  /** Joins that the words settle where there are several. */
  joins: QueryJoin[]
  /** Tables on the one way from what was dealt to what is asked about. */
  settled: string[]
  /** Assumptions worth telling, and how much certainty each costs. */
  notes: { text: string; cost: number }[]
}

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

export function emptyDraft(): Draft {
  return {
    measures: [],
    groups: [],
    selects: [],
    focus: null,
    related: [],
    allColumns: false,
    filters: [],
    having: [],
    superlative: null,
    ranked: null,
    order: [],
    limit: null,
    distinct: false,
    countsShown: false,
    share: null,
    ratio: null,
    derive: null,
    compare: null,
    chart: null,
    binWidth: null,
    joins: [],
    settled: [],
    notes: [],
  }
}

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
export function skip(reading: Reading, at: number, words: ReadonlySet<string> = articles): number {
  while (at < reading.items.length && words.has(wordAt(reading, at)) && reading.items[at]?.kind !== 'name') at++
  return at
}

export function skipBack(reading: Reading, at: number, words: ReadonlySet<string> = articles): number {
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

/** The column an item names: the one whose table stands next to it, is asked about, or is nearest by joins. Null when it names none that `fits`. */
export function columnOf(reading: Reading, at: number, fits: (reference: ColumnReference) => boolean = () => true): ColumnMeaning | null {
  const item = reading.items[at]
  if (item?.kind !== 'name') return null
  const isOwned = wordAt(reading, at - 1) === 'whose' || (wordAt(reading, at - 1) === 'first' && wordAt(reading, at - 2) === 'whose')
  const before = tableOf(reading.items[isOwned ? antecedent(reading, at - 2) : skipBack(reading, at - 1)]) ?? subjectBefore(reading, at)
  const owner = ownerAfter(reading, at)
  const listed = ['and', ','].includes(wordAt(reading, skipBack(reading, at - 1))) ? reading.draft.selects.at(-1)?.table : undefined
  const meanings = withDisplayName(item, before ?? owner, reading.lexicon.layer)
  const ranked = meanings
    .filter(fits)
    .map((meaning) => ({
      meaning,
      score:
        meaning.weight * 4 +
        contextScore(reading, meaning, at) +
        (meaning.table === before ? 6 : 0) +
        (meaning.table === owner ? 5 : 0) +
        (meaning.table === listed ? 1.5 : 0) +
        spokenScore(reading, meanings, meaning, at) +
        (reading.tables.length === 0 && namesRow(reading, meaning.table) ? 1.5 : 0),
    }))
    .sort((a, b) => b.score - a.score)
  const [best, second] = ranked
  if (!best) return null
  if (second && second.score > best.score - 0.2 && second.meaning.table !== best.meaning.table && reading.tables.length === 0) {
    note(reading, `"${item.text}" is ${best.meaning.column.label} of ${best.meaning.table.label}`, 0.25)
  }
  return best.meaning
}

/** What "its" and "their" right before an item stand for: what is told for each, else what is named first. */
function subjectBefore(reading: Reading, at: number): LayerTable | null {
  if (!['its', 'their', 'his', 'her'].includes(wordAt(reading, at - 1))) return null
  const named = reading.tables.filter((mention) => mention.at < at)
  return (named.find((mention) => ['each', 'every'].includes(wordAt(reading, mention.at - 1))) ?? named[0])?.table ?? null
}

function antecedent(reading: Reading, at: number): number {
  return skipBack(reading, at, new Set([...articles, ',', 'and']))
}

/** A value is most itself in the table whose key or name it is, not where another refers to it. */
export function isOwnKey({ lexicon }: Reading, { table, column }: ColumnReference): boolean {
  const refers = lexicon.layer.relationships.some((item) => item.fromTable === table.name && item.fromColumns.includes(column.name))
  return !refers && (table.primaryKey.includes(column.name) || displayColumns(table).includes(column))
}

function namesRow(reading: Reading, table: LayerTable): boolean {
  return reading.items.some((item) => item.values.some((value) => value.table === table && isOwnKey(reading, value)))
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

/** The table behind "of", as in "names and ids of all artists". */
function ownerAfter(reading: Reading, at: number): LayerTable | null {
  for (let next = at + 1; next < Math.min(reading.items.length, at + 14); next++) {
    const word = wordAt(reading, next)
    if (['of', 'for', 'from', 'in', 'on'].includes(word)) {
      const owner = tableOf(reading.items[skip(reading, next + 1, ownerFillers)])
      if (owner) return owner
      const attribute = reading.items[skip(reading, next + 1, ownerFillers)]
      const [only, ...others] = attribute?.kind === 'name' ? attribute.meaning.columns.filter(({ weight }) => weight >= 0.9) : []
      if (only && others.length === 0 && attribute?.lower.includes(' ')) return only.table
    }
    const table = tableOf(reading.items[next])
    if (table && next === at + 1) return null
    if (!(word === ',' || word === 'and' || word === 'or' || ownerFillers.has(word) || reading.items[next]?.kind === 'name')) return null
  }
  return null
}

const ownerFillers = new Set([...articles, 'each', 'every', 'both', 'of', 'for', 'from', 'in', 'on'])

export function note(reading: Reading, text: string, cost: number): void {
  if (!reading.draft.notes.some((known) => known.text === text)) reading.draft.notes.push({ text, cost })
}
