import { labelWords, rootOf } from '#domain/analyst/language/root.ts'
import { copulas, determiners } from '#domain/analyst/lexicon/english/function-words.ts'
import type { Reading } from '#domain/analyst/reading/reading.ts'

/** Words that may stand between a value and the name that says what it is. */
export const beforeValue = new Set([
  ...determiners,
  'not',
  'in',
  ...copulas,
  'named',
  'called',
  'titled',
  'with',
  'as',
  'by',
  'from',
  'for',
  'to',
  'on',
  'at',
  'equals',
  'equal',
  'either',
  'both',
  '=',
  ':',
  'be',
  ',',
  'or',
  'and',
  'has',
  'have',
])

/** "From" and "to" before a value choose between two columns that play these parts. */
export function roleScore(label: string, preposition: string): number {
  const words = labelWords(label)
  const isFrom = words.some((word) => fromRoles.has(word))
  const isTo = words.some((word) => toRoles.has(word))
  if (preposition === 'from') return isFrom ? 2 : isTo ? -2 : 0
  return preposition === 'to' || preposition === 'into' ? (isTo ? 2 : isFrom ? -2 : 0) : 0
}

const fromRoles = new Set(['from', 'source', 'origin', 'departure', 'start', 'sender', 'src'])
const toRoles = new Set(['to', 'destination', 'arrival', 'end', 'receiver', 'target', 'dst', 'dest'])

const leaving = new Set(['from', 'start', 'begin', 'depart', 'departure', 'departing', 'leave', 'leaving', 'source', 'origin', 'originate', 'out'])
const coming = new Set(['end', 'arrive', 'arriving', 'arrival', 'land', 'landing', 'destination', 'into', 'toward'])

/** "Flights that land at an airport": what the words of a question say of which way a reference goes. */
export function wayScore(label: string[], said: ReadonlySet<string>): number {
  const [isFrom, isTo] = [leaving, coming].map((words) => [...words].some((word) => said.has(word)))
  if (isFrom === isTo) return 0
  return label.some((word) => (isFrom ? fromRoles : toRoles).has(word)) ? 1 : 0
}

const doer = /(?:er|or)$/

/** "End in", "depart from": said of which way, where the data source knows ways. */
export function isWay({ lexicon, items }: Pick<Reading, 'lexicon' | 'items'>, at: number): boolean {
  const [word, next] = [items[at]?.stem ?? '', items[at + 1]?.lower ?? '']
  const isTold = (leaving.has(word) || coming.has(word)) && ['at', 'in', 'from', 'on'].includes(next)
  const parts = lexicon.layer.relationships.flatMap(({ fromColumns: [name = ''] }) => name.toLowerCase().split('_'))
  // "Sent by users", where they are referred to as senders.
  return parts.some((part) => (isTold && (fromRoles.has(part) || toRoles.has(part))) || (doer.test(part) && !doer.test(word) && rootOf(part) === rootOf(word)))
}
