import {
  alongTime,
  changeAbbreviations,
  changePhrases,
  growVerbs,
  movingAveragePhrases,
  percentChangePhrases,
  periodToPeriod,
  runningTotalPhrases,
  shrinkVerbs,
} from '#domain/analyst/lexicon/english/meanings/change-words.ts'
import { grainWords } from '#domain/analyst/lexicon/english/times/time-words.ts'
import { columnOf } from '#domain/analyst/reading/column-of.ts'
import type { ColumnReference } from '#domain/analyst/reading/draft.ts'
import { hyphen, isFree, longestPhrase, measureOf, note, type Reading, skip, tableOf, take, wordAt } from '#domain/analyst/reading/reading.ts'
import { mainTransactionTable, moneyOf } from '#domain/analyst/transactions/transaction-tables.ts'
import type { Derivation } from '#domain/semantics/compile/derived-measure.ts'
import type { Grain } from '#domain/semantics/semantic-query.ts'
import { isMeasurable } from './measurable.ts'

const phrases: [Derivation, readonly string[]][] = [
  ['running_total', runningTotalPhrases],
  ['moving_average', movingAveragePhrases],
  ['percent_change', percentChangePhrases],
  ['change', changePhrases],
]

/** Takes figures that are computed along time: `running total of revenue by month`, `growth of sales by year`, `month over month`, `3-month moving average`, `grew the most from 2022 to 2023`. */
export function readDerivations(reading: Reading): void {
  for (let at = 0; at < reading.items.length; at++) {
    if (!isFree(reading, at) || reading.draft.derive) continue
    const end = readOverUnit(reading, at) || readDerivation(reading, at) || readGrew(reading, at)
    if (end) at = end - 1
  }
}

function readDerivation(reading: Reading, at: number): number {
  for (const [kind, list] of phrases) {
    const length = longestPhrase(reading, at, list)
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
  const short = changeAbbreviations.get(wordAt(reading, at))
  const over = skip(reading, at + 1, hyphen)
  const second = skip(reading, over + 1, hyphen)
  const isLong = periodToPeriod.has(wordAt(reading, over)) && grainWords.has(wordAt(reading, at)) && wordAt(reading, second) === wordAt(reading, at)
  const unit = short ?? (isLong ? wordAt(reading, at) : undefined)
  const grain = unit === undefined ? undefined : grainWords.get(unit)
  if (grain === undefined) return 0
  const from = short === undefined ? second + 1 : at + 1
  const length = Math.max(longestPhrase(reading, from, percentChangePhrases), longestPhrase(reading, from, changePhrases))
  const isChange = length > 0 && longestPhrase(reading, from, changePhrases) === length
  reading.draft.derive = { kind: isChange ? 'change' : 'percent_change', grain }
  take(reading, at, from + length, 'derive')
  return from + length
}

/** `which genre grew the most from 2022 to 2023`. */
function readGrew(reading: Reading, at: number): number {
  const word = wordAt(reading, at)
  if ((!growVerbs.has(word) && !shrinkVerbs.has(word)) || !runsAlongTime(reading)) return 0
  const next = skip(reading, at + 1)
  const isLeast = wordAt(reading, next) === 'least'
  const isMost = wordAt(reading, next) === 'most'
  reading.draft.derive = { kind: 'change', ...(isMost || isLeast ? { ranked: growVerbs.has(word) === isMost ? ('desc' as const) : ('asc' as const) } : {}) }
  const end = isMost || isLeast ? next + 1 : at + 1
  const subject = reading.items.findIndex((item, index) => index < at && item.kind === 'name')
  if (isMost || isLeast) addSubject(reading, subject)
  take(reading, at, end, 'derive')
  return end
}

/** Groups by the subject, "which genre grew the most": each of its values has its own change. */
function addSubject(reading: Reading, at: number): void {
  const table = tableOf(reading.items[at])
  const column = table ? null : columnOf(reading, at)
  if (table) reading.draft.groups.push({ entity: table })
  else if (column) reading.draft.groups.push({ table: column.table, column: column.column, grain: null })
  if (table || column) take(reading, at, at + 1, 'group')
}

/** The window of a `3-month moving average`: three rows of a month. */
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
      changeAbbreviations.has(item.lower) ||
      (grainWords.has(item.stem) && (/ly$/.test(item.lower) || alongTime.has(items[at - 1]?.lower ?? ''))),
  )
}

/** Measures the money of the business where a question compares periods and names no figure: "how was this year compared with last year". */
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
