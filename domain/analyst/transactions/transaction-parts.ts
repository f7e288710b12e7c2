import { eachPhrases } from '#domain/analyst/lexicon/english/meanings/aggregates.ts'
import { rankingEnds } from '#domain/analyst/lexicon/english/sentences/clause-ends.ts'
import type { MeasurePart, Superlative } from '#domain/analyst/reading/draft.ts'
import { numberAt } from '#domain/analyst/reading/numbers.ts'
import { longestPhrase, note, type Reading, tableOf, wordAt } from '#domain/analyst/reading/reading.ts'
import type { LayerTable } from '#domain/semantics/layer.ts'
import { mainTransactionTable, moneyOf, quantityOf, type TradedIn, type TransactionTable, transactionTableOf } from './transaction-tables.ts'

/** How many rows "our best customers" shows, where no number is said. */
export const usualNumber = 10

export type Found = TransactionTable & { measure: MeasurePart }

export function transactionFigureFor({ lexicon: { layer } }: Reading, subjects: LayerTable[], tradedIn: TradedIn): Found | null {
  const transactions = transactionTableOf(layer, subjects, tradedIn)
  const measure = transactions && (tradedIn !== 'quantity' ? moneyOf(transactions.table) : quantityOf(transactions.table))
  return transactions && measure ? { ...transactions, measure } : null
}

export function mainMoney({ lexicon: { layer } }: Reading): MeasurePart | null {
  const table = mainTransactionTable(layer)
  return table && moneyOf(table)
}

export function rank(
  reading: Reading,
  direction: 'asc' | 'desc',
  { limit, isAssumed }: { limit: number; isAssumed: boolean },
  found: Found,
  subject: LayerTable,
): void {
  const by: Superlative['by'] = { measure: found.measure }
  const isPerGroup = reading.items.some((item, at) => tableOf(item) === subject && perGroup(reading, at + 1))
  reading.draft.superlative = { direction, limit: isPerGroup && isAssumed ? 1 : limit, by, ...(isPerGroup ? { isPerGroup } : {}) }
  if (isAssumed && !isPerGroup) note(reading, (say) => say.firstShown(limit), 0.02)
  settle(reading, found)
  reading.draft.focus ??= subject
}

/** Marks the tables between the transactions and what is asked about as settled, so that they raise no doubt. */
export function settle({ draft }: Reading, { table, through }: Found): void {
  draft.settled.push(table.name, ...through)
}

/** Whether "per" or "for each" stands at an item: the ranking is made for each group. */
export function perGroup(reading: Reading, at: number): boolean {
  return longestPhrase(reading, at, eachPhrases) > 0
}

export function numberOf(reading: Reading, at: number, target: number): { limit: number; isAssumed: boolean } {
  const before = wordAt(reading, at - 2) === 'top' || wordAt(reading, at - 2) === 'bottom' ? at - 1 : at
  const limit = numberAt(reading, at - 1) ?? numberAt(reading, at + 1) ?? numberAt(reading, before)
  const item = reading.items[target]
  return limit !== null && limit > 0
    ? { limit, isAssumed: false }
    : item && item.lower !== item.stem
      ? { limit: usualNumber, isAssumed: true }
      : { limit: 1, isAssumed: false }
}

/** Whether nothing stands at an item that is ranked or measured: the end of the question, a period, or a condition. */
export function isEnd(reading: Reading, at: number): boolean {
  const item = reading.items[at]
  return item === undefined || item.kind === 'time' || rankingEnds.has(item.lower)
}
