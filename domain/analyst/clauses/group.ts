import { isSpread, isTimeAxis } from '#domain/analyst/lexicon/column-kind.ts'
import { hasOwnName } from '#domain/analyst/lexicon/display.ts'
import { isPastForm } from '#domain/analyst/lexicon/english/forms/word-forms.ts'
import { definiteWords } from '#domain/analyst/lexicon/english/sentences/function-words.ts'
import {
  beforeGroup,
  besidePhrases,
  groupJoints,
  groupParticiples,
  groupPhrases,
  weakGroupPhrases,
} from '#domain/analyst/lexicon/english/sentences/grouping.ts'
import { isKeyLabel } from '#domain/analyst/lexicon/english/sentences/rows.ts'
import { grainWords } from '#domain/analyst/lexicon/english/times/time-words.ts'
import { nameKey } from '#domain/analyst/lexicon/phrases.ts'
import { columnOf } from '#domain/analyst/reading/column-of.ts'
import type { ColumnReference } from '#domain/analyst/reading/draft.ts'
import { isFree, phraseLength, prefersValue, type Reading, skip, tableOf, take, wordAt } from '#domain/analyst/reading/reading.ts'
import { timeStorageOf } from '#domain/semantics/compile/column-storage.ts'
import type { LayerTable } from '#domain/semantics/layer.ts'
import { isCompound } from './asked-columns.ts'
import { readBins } from './bin.ts'
import { addGrain, cyclicAt } from './grain.ts'

/** Takes `for each country`, `per month`, `by genre and year`, `monthly`. Without anything measured `each` groups nothing. */
export function readGroups(reading: Reading): void {
  const binned = readBins(reading)
  const bins = [...reading.draft.groups]
  for (let at = 0; at < reading.items.length; at++) {
    if (!isFree(reading, at)) continue
    const adverb = grainWords.get(wordAt(reading, at))
    if (adverb !== undefined && /ly$|^annual/.test(wordAt(reading, at)) && addGrain(reading, adverb)) {
      take(reading, at, at + 1, 'group')
      continue
    }
    if (phraseLength(reading, at, 'over time') > 0 && addGrain(reading, null)) {
      take(reading, at, at + 2, 'group')
      continue
    }
    const again = definiteWords.has(wordAt(reading, at)) ? cyclicAt(reading, at + 1) : null
    const isAskedAgain = again && (reading.draft.superlative !== null || reading.draft.measures.length > 0) && wordAt(reading, at - 1) !== 'of'
    if (again && isAskedAgain && addGrain(reading, again.grain)) {
      take(reading, at, at + 1 + again.length, 'group')
      continue
    }
    const asked = definiteWords.has(wordAt(reading, at)) && isFree(reading, at + 1) ? grainWords.get(wordAt(reading, at + 1)) : undefined
    const isRanked = reading.draft.superlative !== null && 'measure' in reading.draft.superlative.by
    if (asked !== undefined && (isRanked || reading.draft.measures.length > 0) && reading.items[at + 1]?.kind === 'word' && addGrain(reading, asked)) {
      take(reading, at, at + 2, 'group')
      continue
    }
    const owner = tableOf(reading.items[at - 1])
    const shown = Math.max(0, ...besidePhrases.map((phrase) => phraseLength(reading, at, phrase)))
    if (owner && shown > 0 && reading.taken[at + shown] === 'measure' && reading.draft.groups.length === 0) {
      reading.draft.groups.push({ entity: owner })
      take(reading, at - 1, at + shown, 'group')
      continue
    }
    const lead = groupPhrases.find((phrase) => phraseLength(reading, at, phrase) > 0)
    if (lead === undefined || (lead === 'by' && isDoneBy(reading, at))) continue
    if (readEachOnes(reading, at, lead)) continue
    const end = readTargets(reading, at, at + lead.split(' ').length, weakGroupPhrases.has(lead))
    if (end) at = end - 1
  }
  reading.draft.groups = reading.draft.groups.filter((group) => 'entity' in group || !binned.includes(group.column) || bins.includes(group))
  addDerivedGrain(reading)
}

/** Reads "each editor's age": groups by editor and shows the age. */
function readEachOnes(reading: Reading, at: number, lead: string): boolean {
  const target = at + lead.split(' ').length
  const column = /\b(?:each|every)$/.test(lead) && isFree(reading, target) && !tableOf(reading.items[target]) ? columnOf(reading, target) : null
  if (!column || !isSpread(column) || !reading.items[target]?.stem.startsWith(`${nameKey(column.table.label)} `)) return false
  reading.draft.groups.push({ entity: column.table })
  reading.draft.selects.push({ table: column.table, column: column.column })
  take(reading, at, target + 1, 'group')
  return true
}

/** Whether "by" behind an item says who did something ("credits earned by students") instead of how to group ("credits by year"). */
function isDoneBy(reading: Reading, at: number): boolean {
  if (reading.items[at - 1]?.figure) return false
  const [last = '', ...before] = wordAt(reading, at - 1)
    .split(' ')
    .reverse()
  return isPastForm(last) && !groupParticiples.has(last) && (before.length === 0 || tableOf(reading.items[skip(reading, at + 1)]) !== null)
}

function readTargets(reading: Reading, start: number, from: number, isWeak: boolean): number {
  let end = 0
  for (let at = from; at < reading.items.length; ) {
    const target = headOf(reading, skip(reading, at, beforeGroup))
    // "Albums by the artist Metallica" are those of one.
    if (reading.items[target + 1]?.values.some(({ table }) => table === tableOf(reading.items[target]))) break
    const again = cyclicAt(reading, target)
    if (!(again && addGrain(reading, again.grain)) && !readTarget(reading, target, isWeak)) break
    end = target + (again?.length ?? 1)
    const joint = skip(reading, end, groupJoints)
    if (joint === end) break
    at = joint + (groupPhrases.map((phrase) => phraseLength(reading, joint, phrase)).find((length) => length > 1) ?? 0)
  }
  if (end > 0) take(reading, start, end, 'group')
  return end
}

/**
 * The index of the noun that rows are grouped by, where two names stand side by side: "origin" in "by the car's origin", "category" in "by product category", "year" in
 * "by model year".
 */
function headOf(reading: Reading, at: number): number {
  const next = reading.items[at + 1]
  const owner = tableOf(reading.items[at])
  const isReferred = reading.lexicon.layer.relationships.some((way) => way.fromTable === owner?.name && way.toTable === tableOf(next)?.name)
  if (owner && isReferred && isFree(reading, at + 1) && ['by', 'per'].includes(wordAt(reading, at - 1)) && reading.items[at]?.lower === reading.items[at]?.stem)
    return at + 1
  if (owner && isFree(reading, at + 1) && (reading.items[at]?.isPossessive ? columnOf(reading, at + 1)?.table === owner : isCompound(reading, at + 1)))
    return at + 1
  const isPair = reading.items[at]?.kind === 'name' && next?.kind === 'name' && isFree(reading, at + 1) && !reading.items[at]?.isPossessive
  const column = isPair ? columnOf(reading, at + 1) : null
  return column && isTimeAxis(column.column, reading.lexicon.layer.dialect) && tableOf(reading.items[at]) === null ? at + 1 : at
}

function readTarget(reading: Reading, at: number, isWeak: boolean): boolean {
  const item = reading.items[at]
  if (!item || !isFree(reading, at)) return false
  const grain = grainWords.get(item.stem)
  const column = item.kind === 'name' && !prefersValue(reading, at) ? columnOf(reading, at) : null
  const isExact = column !== null && column.weight >= 0.75
  if (grain !== undefined && !isExact && addGrain(reading, grain)) return true
  const table = tableOf(item)
  if (table) {
    if (isWeak && item.isCapitalised && item.values.length > 0) return false
    // "The average price across all products" is one figure.
    if (wordAt(reading, at - 1) !== 'by' && isWeak && reading.draft.measures.some((measure) => measure.table === table && measure.aggregate !== 'count'))
      return true
    // "The average total per invoice" is that of all invoices.
    if (
      wordAt(reading, at - 1) === 'per' &&
      reading.draft.measures.some((measure) => measure.aggregate === 'avg') &&
      reading.draft.measures.every((measure) => measure.table === table && (measure.aggregate === 'avg' || reading.draft.superlative !== null))
    )
      return true
    const ranked = reading.draft.superlative?.by
    if (isWeak && ranked && 'measure' in ranked && ranked.measure.table === table) return true
    reading.draft.groups.push({ entity: table })
    return true
  }
  if (!column) return false
  const referred = referredTo(reading, column, item.lower)
  if (referred) {
    reading.draft.groups.push({ entity: referred })
    reading.draft.settled.push(column.table.name, referred.name)
    reading.draft.joins.push({ from_table: column.table.name, from_column: column.column.name, to_table: referred.name })
    return true
  }
  const isDate = column.column.semanticType === 'time' && timeStorageOf(column.column, reading.lexicon.layer.dialect) !== null
  const named = isDate ? (grainWords.get(item.stem.split(' ').at(-1) ?? '') ?? null) : null
  const isMoment = column.column.type === 'timestamp'
  // "Quarterly orders by shipping date" are by the quarter of that date.
  const periods = reading.draft.groups.find((group) => !('entity' in group) && group.grain !== null && group.table === column.table)
  if (isDate && named === null && periods && !('entity' in periods)) {
    periods.column = column.column
    return true
  }
  reading.draft.groups.push({ table: column.table, column: column.column, grain: named !== null && (named !== 'day' || isMoment) ? named : null })
  return true
}

/** Groups by time for a figure that is computed along time (a running total, a growth) where the question names no period. */
function addDerivedGrain(reading: Reading): void {
  const { derive, groups } = reading.draft
  const isSplit = groups.some((group) => !('entity' in group) && group.grain !== null)
  if (!derive || isSplit || reading.items.some((item) => item.time?.isComparison)) return
  if (derive.grain !== undefined) addGrain(reading, derive.grain)
  else if (groups.length === 0) addGrain(reading, null)
}

/** The table a grouping column refers to, where its rows have names and the question does not say the key itself: "per support rep" groups by employee. */
function referredTo({ lexicon: { layer } }: Reading, { table, column }: ColumnReference, said: string): LayerTable | null {
  if (isKeyLabel(said) || joined(column.label) === joined(said)) return null
  const to = layer.relationships.find((item) => item.fromTable === table.name && item.fromColumns.length === 1 && item.fromColumns[0] === column.name)?.toTable
  const referred = layer.tables.find((item) => item.name === to && item !== table)
  return referred && hasOwnName(referred) ? referred : null
}

const joined = (text: string): string => text.toLowerCase().replaceAll(' ', '')
