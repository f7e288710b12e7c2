import { columnOf, isFree, type Reading, type Superlative, tableOf, take, wordAt } from '#domain/analyst/clauses/reading.ts'
import { dealingFor } from '#domain/analyst/dealings/dealing-parts.ts'
import { defaultDate } from '#domain/analyst/lexicon/display.ts'
import { rankable } from './ranked-noun.ts'
import { rankBy } from './superlative-parts.ts'

/** "The latest balance of each account" is that of its latest day. */
export function datedFigure(reading: Reading, word: string, at: number): Superlative['by'] | null {
  const isOfTime = word === 'latest' || word === 'earliest' || (word === 'most' && wordAt(reading, at - 1) === 'recent')
  const column = isOfTime && !tableOf(reading.items[at]) ? columnOf(reading, at) : null
  const date = column && column.column.semanticType !== 'time' ? defaultDate(column.table) : null
  return column && date ? rankBy({ table: column.table, column: date }) : null
}

export const ends = new Map([
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
  const isDealt = reading.items.some(({ lower }) => dealt.test(lower))
  const dealing = isDealt && named[0] ? dealingFor(reading, [named[0]], 'quantity')?.table : undefined
  const column = dealing ? defaultDate(dealing) : null
  return dealing && column ? rankBy({ table: dealing, column }) : null
}

const dealt = /^(?:bought|purchased|ordered|rented|booked|paid|shopped|sold)$/
