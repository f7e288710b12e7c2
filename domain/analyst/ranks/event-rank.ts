import { eventDateOn } from '#domain/analyst/conditions/event-flags.ts'
import { isFree, type Reading, skipBack, tableOf, wordAt } from '#domain/analyst/reading/reading.ts'
import { finish, rankBy } from './superlative-parts.ts'

const adverbs = new Map<string, 'asc' | 'desc'>([
  ['last', 'desc'],
  ['latest', 'desc'],
  ['first', 'asc'],
  ['earliest', 'asc'],
])
const ends = new Set(['in', 'of', 'for', 'on', 'at', 'per', 'among', 'and', 'by', 'with'])
const particles = new Set(['in', 'up', 'out', 'off', 'the'])

/** Takes what happened first or last by its date: `was hired first`, `logged in last`. */
export function readEventRank(reading: Reading, at: number): number {
  const direction = adverbs.get(wordAt(reading, at))
  const next = reading.items[at + 1]
  if (direction === undefined || !isFree(reading, at) || !(next === undefined || next.kind === 'sign' || ends.has(next.lower))) return 0
  const verb = skipBack(reading, at - 1, particles)
  if (!isFree(reading, verb) || tableOf(reading.items[verb])) return 0
  for (const { table } of reading.tables.filter((mention) => mention.at < verb).reverse()) {
    const column = eventDateOn(table, wordAt(reading, verb))
    if (column) return finish(reading, { direction, limit: 1, by: rankBy({ table, column }) }, verb, at + 1)
  }
  return 0
}
