import { sharedOut } from '#domain/analyst/figures/average.ts'
import { busyTables } from '#domain/analyst/grammar/happenings/happenings.ts'
import { defaultDate } from '#domain/analyst/lexicon/display.ts'
import { moneyParties } from '#domain/analyst/lexicon/english/business/money-labels.ts'
import {
  bestOnes,
  bestWords,
  biggestOnes,
  orderNouns,
  orderValueNouns,
  rankedByWords,
  rankingContexts,
  sellingWords,
} from '#domain/analyst/lexicon/english/business/trade-words.ts'
import { payerLabels } from '#domain/analyst/lexicon/english/meanings/column-labels.ts'
import { averageWords } from '#domain/analyst/lexicon/english/sentences/comparisons.ts'
import { cyclicPhrases, grainWords } from '#domain/analyst/lexicon/english/times/time-words.ts'
import { nounPattern } from '#domain/analyst/lexicon/word-pattern.ts'
import { numberBefore } from '#domain/analyst/ranks/superlative-parts.ts'
import type { MeasurePart } from '#domain/analyst/reading/draft.ts'
import { numberAt } from '#domain/analyst/reading/numbers.ts'
import { forget, hyphen, phraseLength, type Reading, skip, tableOf, take, wordAt } from '#domain/analyst/reading/reading.ts'
import type { LayerColumn, LayerTable } from '#domain/semantics/layer.ts'
import type { Grain } from '#domain/semantics/semantic-query.ts'
import { isEnd, mainMoney, numberOf, perGroup, rank, transactionFigureFor } from './transaction-parts.ts'
import { isTransactionTable, mainTransactionTable, moneyOf } from './transaction-tables.ts'

/** Takes the rankings owners ask for: `best selling tracks`, `our best customers`, `the busiest day of the week`, and the `average order value`. */
export function readBest(reading: Reading, at: number): number {
  return readBestSelling(reading, at) || readOrderValue(reading, at) || readBestTime(reading, at) || readBestOnes(reading, at)
}

/** `best selling tracks`, `5 least sold products`. */
function readBestSelling(reading: Reading, at: number): number {
  const direction = bestWords.get(wordAt(reading, at))
  const one = wordAt(reading, at).replace(/^best(?=sell)/, 'best-')
  const isOne = one === 'best-selling' || one === 'best-sellers'
  const number = numberAt(reading, at + 1) === null ? 0 : 1
  const next = isOne ? at : skip(reading, at + 1 + number, hyphen)
  if (!(isOne || (direction !== undefined && next > at && sellingWords.has(wordAt(reading, next)) && next <= at + 2 + number))) return 0
  const target = skip(reading, next + 1)
  const subject = tableOf(reading.items[target])
  const found = subject && transactionFigureFor(reading, [subject], 'quantity')
  if (!subject || !found) return 0
  rank(reading, direction ?? 'desc', numberOf(reading, at, target), found, subject)
  // "The most rented film" speaks of rentals, and asks for a film.
  const spoken = tableOf(reading.items[next])
  if (spoken) forget(reading, spoken, next)
  take(reading, numberBefore(reading, at), next + 1, 'superlative')
  return next + 1
}

/** `average order value`, where orders may be called something else. */
function readOrderValue(reading: Reading, at: number): number {
  const isAsked = averageWords.has(wordAt(reading, at)) && orderNouns.has(wordAt(reading, at + 1)) && orderValueNouns.has(wordAt(reading, at + 2))
  const named = tableOf(reading.items[at + 1])
  const measure = isAsked ? ((named && isTransactionTable(named) ? moneyOf(named) : null) ?? mainMoney(reading)) : null
  if (!measure) return 0
  const parts = paperOf(reading, measure)
  if (parts) reading.draft.ratio = parts
  else reading.draft.measures.push({ ...measure, aggregate: 'avg' })
  take(reading, at, at + 3, 'measure')
  return at + 3
}

/** The sum of lines divided by the number of orders or invoices they belong to. */
function paperOf({ lexicon: { layer } }: Reading, measure: MeasurePart) {
  const papers = layer.relationships
    .filter((item) => item.fromTable === measure.table.name)
    .flatMap((item) => layer.tables.filter(({ name }) => name === item.toTable))
  const [paper, ...others] = papers.filter(isTransactionTable)
  return paper && others.length === 0 ? sharedOut(layer, measure, paper) : null
}

/** `our best month` by revenue, `the busiest day of the week` by the number of rows. */
function readBestTime(reading: Reading, at: number): number {
  const word = wordAt(reading, at)
  const isBusy = word === 'busiest' || word === 'quietest'
  const direction = isBusy ? (word === 'busiest' ? 'desc' : 'asc') : word === 'best' || word === 'worst' ? bestWords.get(word) : undefined
  const again = cyclicPhrases.find(([phrase]) => phraseLength(reading, at + 1, phrase) > 0)
  const item = reading.items[at + 1]
  const grain = again?.[1] ?? (item?.kind === 'word' || isBusy ? grainWords.get(item?.stem ?? '') : undefined)
  const end = at + 1 + (again ? again[0].split(' ').length : 1)
  const table =
    direction === undefined || grain === undefined || !isEnd(reading, end)
      ? null
      : isBusy
        ? busyTable(reading, grain)
        : mainTransactionTable(reading.lexicon.layer)
  const date = table && (grain?.startsWith('hour') ? momentOf(table) : defaultDate(table))
  const money = table && moneyOf(table)
  if (!table || !date || !(money || isBusy) || direction === undefined || grain === undefined) return 0
  const measure: MeasurePart = isBusy || !money ? { aggregate: 'count', table, column: null, named: null } : money
  reading.draft.superlative = { direction, limit: 1, by: { measure } }
  reading.draft.groups.push({ table, column: date, grain })
  take(reading, wordAt(reading, at - 1) === 'our' ? at - 1 : at, end, 'superlative')
  return end
}

const momentOf = ({ columns }: LayerTable): LayerColumn | null => columns.find(({ isHidden, type }) => !isHidden && type === 'timestamp') ?? null

/** The table whose rows make a time busy: one that is named, else the only one of what happens. */
function busyTable({ tables, lexicon: { layer } }: Reading, grain: Grain): LayerTable | null {
  const isDated = (table: LayerTable) => !table.isHidden && (grain.startsWith('hour') ? momentOf(table) : defaultDate(table)) !== null
  const named = [...new Set(tables.map(({ table }) => table))].filter(isDated)
  const [only, ...others] = named.length > 0 ? named : busyTables(layer, grain)
  return only && others.length === 0 ? only : null
}

const payers = nounPattern(payerLabels, moneyParties)

/** `our best customers`, `top 10 customers`: ranked by the money of their transactions. */
function readBestOnes(reading: Reading, at: number): number {
  const direction = bestWords.get(wordAt(reading, at)) ?? biggestOnes.get(wordAt(reading, at))
  const isBig = biggestOnes.has(wordAt(reading, at))
  if (direction === undefined || !(isBig || bestOnes.has(wordAt(reading, at)))) return 0
  const number = numberAt(reading, at + 1)
  const target = skip(reading, number === null ? at + 1 : at + 2)
  const subject = tableOf(reading.items[target])
  const isElsewhere = reading.items.some((_, index) => index > target && rankingContexts.has(wordAt(reading, index)))
  const isPer = perGroup(reading, target + 1)
  const found = subject && (isPer ? !isRankedBy(reading, target) : !isElsewhere) ? transactionFigureFor(reading, [subject], 'money') : null
  // The biggest of those who pay are those of most money; the biggest shop may be the one of most room.
  if (isBig && !(subject && (payers.test(subject.label) || payers.test(wordAt(reading, target))))) return 0
  if (!subject || !found || !(isPer || isEnd(reading, target + 1))) return 0
  rank(reading, direction, numberOf(reading, at, target), found, subject)
  take(reading, numberBefore(reading, at), number === null ? at + 1 : at + 2, 'superlative')
  return target
}

function isRankedBy(reading: Reading, target: number): boolean {
  return reading.items.some((_, at) => at > target && rankedByWords.has(wordAt(reading, at)))
}
