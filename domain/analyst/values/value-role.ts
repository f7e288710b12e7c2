import { labelWords, rootOf } from '#domain/analyst/language/root.ts'
import { wordSet } from '#domain/analyst/lexicon/english/forms/word-set.ts'
import { arrivalWords, departureWords, destinationLabels, originLabels } from '#domain/analyst/lexicon/english/meanings/places.ts'
import { betweenColumnAndValue } from '#domain/analyst/lexicon/english/sentences/comparisons.ts'
import { locationPrepositions, ownerPrepositions, valueJoints } from '#domain/analyst/lexicon/english/sentences/function-words.ts'
import type { Reading } from '#domain/analyst/reading/reading.ts'

/** What may stand between a value and the name that says what it is: "the teams [called] A, B and C". */
export const beforeValue = wordSet(betweenColumnAndValue, valueJoints, ownerPrepositions, 'with by')

/** "From" and "to" before a value choose between two columns that play these parts. */
export function roleScore(label: string, preposition: string): number {
  const words = labelWords(label)
  const isFrom = words.some((word) => originLabels.has(word))
  const isTo = words.some((word) => destinationLabels.has(word))
  if (preposition === 'from') return isFrom ? 2 : isTo ? -2 : 0
  return preposition === 'to' || preposition === 'into' ? (isTo ? 2 : isFrom ? -2 : 0) : 0
}

/** "Flights that land at an airport": what the words of a question say of which way a reference goes. */
export function wayScore(label: string[], said: ReadonlySet<string>): number {
  const [isFrom, isTo] = [departureWords, arrivalWords].map((words) => [...words].some((word) => said.has(word)))
  if (isFrom === isTo) return 0
  return label.some((word) => (isFrom ? originLabels : destinationLabels).has(word)) ? 1 : 0
}

const doer = /(?:er|or)$/

/** "End in", "depart from": said of which way, where the data source knows ways. */
export function isWay({ lexicon, items }: Pick<Reading, 'lexicon' | 'items'>, at: number): boolean {
  const [word, next] = [items[at]?.stem ?? '', items[at + 1]?.lower ?? '']
  const isTold = (departureWords.has(word) || arrivalWords.has(word)) && locationPrepositions.has(next)
  const parts = lexicon.layer.relationships.flatMap(({ fromColumns: [name = ''] }) => name.toLowerCase().split('_'))
  // "Sent by users", where they are referred to as senders.
  return parts.some(
    (part) => (isTold && (originLabels.has(part) || destinationLabels.has(part))) || (doer.test(part) && !doer.test(word) && rootOf(part) === rootOf(word)),
  )
}
