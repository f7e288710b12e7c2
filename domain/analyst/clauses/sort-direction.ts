import { measureAt } from '#domain/analyst/figures/measure.ts'
import { labelWords } from '#domain/analyst/language/root.ts'
import { type Adjective, adjectiveSuperlatives, superlatives, twoWordAdjectives } from '#domain/analyst/lexicon/english/meanings/adjectives.ts'
import { figureSuperlatives, frequencyWords, superlativeOf } from '#domain/analyst/lexicon/english/meanings/superlatives.ts'
import { firstPhrases, sortDirections, sortKeyJoints, startPhrases } from '#domain/analyst/lexicon/english/sentences/sorting.ts'
import { rankColumn } from '#domain/analyst/ranks/rank-by.ts'
import { columnOf } from '#domain/analyst/reading/column-of.ts'
import type { OrderPart } from '#domain/analyst/reading/draft.ts'
import { isFree, phraseLength, type Reading, skipBack, tableOf, wordAt } from '#domain/analyst/reading/reading.ts'

type Direction = OrderPart['direction']
type End = { direction: Direction; length: number; word: string; adjective: Adjective | null }
/**
 * A way to sort. `end` is what the words say of the rows that come first, where they do: `cheapest first`, `from old to young`; `key` is where what is sorted by stands
 * between two ends: `from the highest price to the lowest`.
 */
export type Way = { direction: Direction; length: number; isAlphabetical: boolean; end: End | null; key?: number }

/** Whether a direction speaks of any figure, as "highest first" does, and of no particular column. */
export const isOfFigures = ({ end }: Way): boolean => end !== null && figureSuperlatives.has(end.word)

export function wayAt(reading: Reading, at: number): Way | null {
  for (const [direction, phrases] of sortDirections) {
    const length = Math.max(0, ...phrases.map((phrase) => phraseLength(reading, at, phrase)))
    if (length > 0) return { direction, length, isAlphabetical: /alphabet|lexico/.test(wordAt(reading, at + length - 1)), end: null }
  }
  const started = startAt(reading, at)
  if (started) return started
  const from = endAt(reading, at)
  if (!from) return null
  const next = at + from.length
  const rest = firstPhrases.map((phrase) => phraseLength(reading, next, phrase)).find((length) => length > 0)
  // "Built in the most recent year" ranks.
  const isRecent = wordAt(reading, next - 1) === 'recent' && (reading.items[next] === undefined || reading.items[next]?.kind === 'sign')
  if (rest !== undefined || isRecent) return { direction: from.direction, length: from.length + (rest ?? 0), isAlphabetical: false, end: from }
  const turn = [next, next + 1, next + 2, next + 3].find((index) => wordAt(reading, index) === 'to') ?? next
  const start = turn + Math.max(phraseLength(reading, turn, 'to'), phraseLength(reading, turn, 'to the'))
  const to = start > turn ? endAt(reading, start) : null
  if (!to || to.direction === from.direction) return null
  return { direction: from.direction, length: start - at + to.length, isAlphabetical: false, end: from, ...(turn > next ? { key: next } : {}) }
}

/** "Starting with the oldest", at the end of a question. */
function startAt(reading: Reading, at: number): Way | null {
  const lead = Math.max(...startPhrases.map((phrase) => phraseLength(reading, at, phrase)))
  const next = lead > 0 && wordAt(reading, at + lead) === 'the' ? at + lead + 1 : at + lead
  const end = lead > 0 ? endAt(reading, next) : null
  const behind = reading.items[next + (end?.length ?? 0)]
  return end && (behind === undefined || behind.kind === 'sign')
    ? { direction: end.direction, length: next - at + end.length, isAlphabetical: false, end }
    : null
}

function endAt(reading: Reading, at: number): End | null {
  if (reading.taken[at] !== null) return null
  const word = wordAt(reading, at)
  const pair =
    word === 'most' || word === 'least' ? twoWordAdjectives.get(wordAt(reading, at + 1)) : superlativeOf.has(word) ? undefined : twoWordAdjectives.get(word)
  if (pair) {
    const direction = word === 'least' ? 'asc' : 'desc'
    return { direction, length: word === 'most' || word === 'least' ? 2 : 1, word, adjective: { direction, ...pair } }
  }
  // "The number of songs per genre, most common first".
  const isOften = (word === 'most' || word === 'least') && frequencyWords.has(wordAt(reading, at + 1))
  if (isOften && reading.items.some((_, index) => index < at && measureAt(reading, index)))
    return { direction: word === 'most' ? 'desc' : 'asc', length: 2, word, adjective: null }
  const name = superlativeOf.get(word) ?? word
  const adjective = adjectiveSuperlatives.get(name) ?? null
  const direction = superlatives.get(name) ?? adjective?.direction
  return direction ? { direction, length: 1, word: name, adjective } : null
}

/** The sort key of a direction that names no column: the column its adjective measures ("cheapest first"), else what is shown. Null where the table has no such column. */
export function impliedOrder(reading: Reading, { direction, isAlphabetical, end }: Way): OrderPart | null {
  const named = reading.items.find((item) => item.kind === 'name' && item.meaning.columns.length > 0)?.meaning.columns[0]
  const table = reading.draft.focus ?? reading.tables[0]?.table ?? named?.table
  const isGeneral = !end?.adjective || figureSuperlatives.has(end.word)
  const implied =
    table && end?.adjective && end.word !== 'highest' && end.word !== 'lowest' ? rankColumn(table, end.adjective, isGeneral ? '' : end.word) : null
  if (implied) return { by: { column: implied.reference }, direction: implied.direction }
  return isGeneral || reading.draft.chart !== null ? { by: isAlphabetical ? 'x' : 'shown', direction } : null
}

/** The direction by a given column: "oldest first" is descending by age and ascending by date of birth. */
export function directionBy({ direction, end }: Way, by: OrderPart['by']): Direction {
  if (typeof by === 'string' || !('column' in by) || !end?.adjective) return direction
  const words = labelWords(by.column.column.label)
  const { columns, inverse = [] } = end.adjective
  const isInverse = !words.some((word) => columns.includes(word)) && words.some((word) => inverse.includes(word))
  return isInverse ? (direction === 'asc' ? 'desc' : 'asc') : direction
}

/** Whether an item names the rows of a sort key and is no key itself: "channel" in "by the channel rating", "musical" in "by the year of their musical". */
export function saysWhose(reading: Reading, at: number, hasKey: boolean): boolean {
  const owner = tableOf(reading.items[at])
  // "By each city's population".
  if (reading.items[at]?.isPossessive && reading.items[at]?.kind === 'name') return true
  if (owner === null) return false
  const isBefore = isFree(reading, at + 1) && !tableOf(reading.items[at + 1]) && columnOf(reading, at + 1)?.table === owner
  return isBefore || (hasKey && !sortKeyJoints.has(wordAt(reading, skipBack(reading, at - 1))))
}
