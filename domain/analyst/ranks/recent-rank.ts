import { defaultDate } from '#domain/analyst/lexicon/display.ts'
import { isPastForm } from '#domain/analyst/lexicon/english/forms/word-forms.ts'
import { purchaseVerbs } from '#domain/analyst/lexicon/english/meanings/events.ts'
import { columnOf } from '#domain/analyst/reading/column-of.ts'
import type { Superlative } from '#domain/analyst/reading/draft.ts'
import { isFree, type Reading, tableOf, take, wordAt } from '#domain/analyst/reading/reading.ts'
import { transactionFigureFor } from '#domain/analyst/transactions/transaction-parts.ts'
import { rankable } from './ranked-noun.ts'
import { rankBy } from './superlative-parts.ts'

/** "The latest balance of each account" is that of its latest day. */
export function datedFigure(reading: Reading, word: string, at: number): Superlative['by'] | null {
  const isOfTime = word === 'latest' || word === 'earliest' || (word === 'most' && wordAt(reading, at - 1) === 'recent')
  const column = isOfTime && !tableOf(reading.items[at]) ? columnOf(reading, at) : null
  const date = column && column.column.semanticType !== 'time' ? defaultDate(column.table) : null
  return column && date ? rankBy({ table: column.table, column: date }) : null
}

/** Ordinals that name an end of time where rows have dates. */
export const superlativesOfOrdinals = new Map([
  ['first', 'earliest'],
  ['last', 'latest'],
])

/** "The first rental" is the earliest one, where rentals have dates. */
export function isOneRow({ items }: Reading, at: number): boolean {
  const table = tableOf(items[at])
  return table !== null && items[at]?.lower === items[at]?.stem && defaultDate(table) !== null
}

/** What was done most recently: by the date of the table named last before, or of one beside it. */
export function recentOf(reading: Reading, at: number): Superlative['by'] | null {
  const told = /ed$/.test(wordAt(reading, at - 1)) && isFree(reading, at - 1) ? columnOf(reading, at - 1, rankable) : null
  if (told) {
    take(reading, at - 1, at, 'superlative')
    return rankBy(told)
  }
  const named = [...reading.tables].sort((a, b) => Math.abs(a.at - at) - Math.abs(b.at - at)).map(({ table }) => table)
  const isTraded = reading.items.some(({ lower }) => isPastForm(lower) && (purchaseVerbs.has(lower) || lower === 'paid'))
  const transactions = isTraded && named[0] ? transactionFigureFor(reading, [named[0]], 'quantity')?.table : undefined
  const column = transactions ? defaultDate(transactions) : null
  return transactions && column ? rankBy({ table: transactions, column }) : null
}
