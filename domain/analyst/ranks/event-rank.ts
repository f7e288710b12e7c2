import { eventDateOn } from '#domain/analyst/conditions/event-flags.ts'
import { wordSet } from '#domain/analyst/lexicon/english/forms/word-set.ts'
import { behindSuperlative, timeEnds } from '#domain/analyst/lexicon/english/meanings/superlatives.ts'
import { verbParticles } from '#domain/analyst/lexicon/english/sentences/function-words.ts'
import { isFree, type Reading, skipBack, tableOf, wordAt } from '#domain/analyst/reading/reading.ts'
import { finish, rankBy } from './superlative-parts.ts'

/** "Logged [in] last", "hired [the] first". */
const betweenVerbAndRank = wordSet(verbParticles, 'the')

/** Takes what happened first or last by its date: `was hired first`, `logged in last`. */
export function readEventRank(reading: Reading, at: number): number {
  const end = timeEnds.get(wordAt(reading, at))
  const next = reading.items[at + 1]
  if (end === undefined || !isFree(reading, at) || !(next === undefined || next.kind === 'sign' || behindSuperlative.has(next.lower))) return 0
  const direction = end === 'last' ? 'desc' : 'asc'
  const verb = skipBack(reading, at - 1, betweenVerbAndRank)
  if (!isFree(reading, verb) || tableOf(reading.items[verb])) return 0
  for (const { table } of reading.tables.filter((mention) => mention.at < verb).reverse()) {
    const column = eventDateOn(table, wordAt(reading, verb))
    if (column) return finish(reading, { direction, limit: 1, by: rankBy({ table, column }) }, verb, at + 1)
  }
  return 0
}
