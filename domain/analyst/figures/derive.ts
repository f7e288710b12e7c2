import { grainWords } from '#domain/analyst/lexicon/english/time-words.ts'
import { columnOf } from '#domain/analyst/reading/column-of.ts'
import type { ColumnReference } from '#domain/analyst/reading/draft.ts'
import { isFree, measureOf, note, phraseLength, type Reading, skip, tableOf, take, wordAt } from '#domain/analyst/reading/reading.ts'
import { mainTransactionTable, moneyOf } from '#domain/analyst/transactions/transaction-tables.ts'
import type { Derivation } from '#domain/semantics/compile/derived-measure.ts'
import type { Grain } from '#domain/semantics/semantic-query.ts'
import { isMeasurable } from './measurable.ts'

const running = [
  'running total of',
  'running total',
  'running sum of',
  'running sum',
  'cumulative total of',
  'cumulative sum of',
  'cumulative',
  'cumulated',
  'accumulated',
]
const averaged = ['moving average of', 'moving average', 'rolling average of', 'rolling average']
const growing = [
  'growth rate of',
  'growth rate in',
  'growth rate',
  'percentage growth of',
  'percentage growth in',
  'percent growth in',
  'growth of',
  'growth in',
  'growth',
]
const percentChanging = ['percentage change of', 'percentage change in', 'percent change of', 'percent change in', '% change in', '% change of']
const changing = [
  'change of',
  'change in',
  'changes in',
  'difference in',
  'difference of',
  'increase in',
  'increase of',
  'decrease in',
  'decline in',
  'change',
  'changed',
  'difference',
]
const grew = new Set(['grew', 'grown', 'increased', 'rose', 'improved'])
const shrank = new Set(['shrank', 'fell', 'dropped', 'declined', 'decreased'])
const abbreviations = new Map([
  ['yoy', 'year'],
  ['mom', 'month'],
  ['qoq', 'quarter'],
  ['wow', 'week'],
])
const phrases: [Derivation, string[]][] = [
  ['running_total', running],
  ['moving_average', averaged],
  ['percent_change', [...growing, ...percentChanging]],
  ['change', changing],
]

/** Takes what is computed along time: `running total of revenue by month`, `growth of sales by year`, `month over month`, `3-month moving average`, `grew the most from 2022 to 2023`. */
export function readDerivations(reading: Reading): void {
  for (let at = 0; at < reading.items.length; at++) {
    if (!isFree(reading, at) || reading.draft.derive) continue
    const end = readOverUnit(reading, at) || readDerivation(reading, at) || readGrew(reading, at)
    if (end) at = end - 1
  }
}

function readDerivation(reading: Reading, at: number): number {
  for (const [kind, list] of phrases) {
    const length = Math.max(0, ...list.map((phrase) => phraseLength(reading, at, phrase)))
    if (length === 0) continue
    if ((kind === 'change' || kind === 'percent_change') && !runsAlongTime(reading)) return 0
    const window = kind === 'moving_average' ? windowBefore(reading, at) : null
    reading.draft.derive = { kind, ...(window ? { rows: window.rows, grain: window.grain } : {}) }
    take(reading, window?.from ?? at, at + length, 'derive')
    return at + length
  }
  return 0
}

/** `year over year growth`, `month-over-month change in sales`, `YoY growth`. */
function readOverUnit(reading: Reading, at: number): number {
  const short = abbreviations.get(wordAt(reading, at))
  const hyphens = new Set(['-'])
  const over = skip(reading, at + 1, hyphens)
  const second = skip(reading, over + 1, hyphens)
  const isLong = ['over', 'on', 'to'].includes(wordAt(reading, over)) && grainWords.has(wordAt(reading, at)) && wordAt(reading, second) === wordAt(reading, at)
  const unit = short ?? (isLong ? wordAt(reading, at) : undefined)
  const grain = unit === undefined ? undefined : grainWords.get(unit)
  if (grain === undefined) return 0
  const from = short === undefined ? second + 1 : at + 1
  const length = Math.max(0, ...[...growing, ...percentChanging, ...changing].map((phrase) => phraseLength(reading, from, phrase)))
  const isChange = changing.some((phrase) => phraseLength(reading, from, phrase) === length && length > 0)
  reading.draft.derive = { kind: isChange ? 'change' : 'percent_change', grain }
  take(reading, at, from + length, 'derive')
  return from + length
}

/** `which genre grew the most from 2022 to 2023`. */
function readGrew(reading: Reading, at: number): number {
  const word = wordAt(reading, at)
  if ((!grew.has(word) && !shrank.has(word)) || !runsAlongTime(reading)) return 0
  const next = skip(reading, at + 1)
  const isLeast = wordAt(reading, next) === 'least'
  const isMost = wordAt(reading, next) === 'most'
  reading.draft.derive = { kind: 'change', ...(isMost || isLeast ? { ranked: grew.has(word) === isMost ? ('desc' as const) : ('asc' as const) } : {}) }
  const end = isMost || isLeast ? next + 1 : at + 1
  const subject = reading.items.findIndex((item, index) => index < at && item.kind === 'name')
  if (isMost || isLeast) addSubject(reading, subject)
  take(reading, at, end, 'derive')
  return end
}

/** What grows is one of several, each on its own. */
function addSubject(reading: Reading, at: number): void {
  const table = tableOf(reading.items[at])
  const column = table ? null : columnOf(reading, at)
  if (table) reading.draft.groups.push({ entity: table })
  else if (column) reading.draft.groups.push({ table: column.table, column: column.column, grain: null })
  if (table || column) take(reading, at, at + 1, 'group')
}

/** `3-month moving average`: how many of which period. */
function windowBefore(reading: Reading, at: number): { from: number; rows: number; grain: Grain } | null {
  const grain = grainWords.get(reading.items[at - 1]?.stem ?? '')
  const number = wordAt(reading, at - 2) === '-' ? at - 3 : at - 2
  const rows = reading.items[number]?.number ?? null
  return grain !== undefined && rows !== null && rows >= 1 ? { from: number, rows, grain } : null
}

/** Whether the question speaks of periods, along which something can change. */
function runsAlongTime({ items }: Reading): boolean {
  return items.some(
    (item, at) =>
      item.time?.isComparison ||
      abbreviations.has(item.lower) ||
      (grainWords.has(item.stem) && (/ly$/.test(item.lower) || ['by', 'per', 'each', 'every', 'over', 'from', 'to'].includes(items[at - 1]?.lower ?? ''))),
  )
}

/** What is measured when only periods are compared: what the business took in. */
export function assumeMeasure(reading: Reading): void {
  const { draft, items } = reading
  const comparesTimes = items.some((item) => item.time?.isComparison)
  if (!(comparesTimes || draft.derive) || draft.measures.length > 0 || draft.share || draft.ratio) return
  const isFigure = ({ column }: ColumnReference) => isMeasurable(column, 'sum')
  const isNamed = items.some(
    (item, at) => isFree(reading, at) && (measureOf(item) !== null || (tableOf(item) === null && columnOf(reading, at, isFigure) !== null)),
  )
  const isListed = draft.derive?.ranked === undefined && items.some((item, at) => isFree(reading, at) && tableOf(item) !== null)
  if (isNamed || isListed) return
  const table = mainTransactionTable(reading.lexicon.layer)
  const measure = table && moneyOf(table)
  if (!measure) return
  draft.measures.push(measure)
  note(reading, (say) => say.measuredBy(measure.column ? say.member(measure.column.label, measure.table.label) : null), 0.1)
}
