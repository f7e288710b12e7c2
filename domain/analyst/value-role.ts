import { articles } from './words.ts'

/** Words that may stand between a value and the name that says what it is. */
export const beforeValue = new Set([
  ...articles,
  'not',
  'in',
  'is',
  'are',
  'was',
  'were',
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
  const words = label.toLowerCase().split(' ')
  const isFrom = words.some((word) => fromRoles.has(word))
  const isTo = words.some((word) => toRoles.has(word))
  if (preposition === 'from') return isFrom ? 2 : isTo ? -2 : 0
  return preposition === 'to' || preposition === 'into' ? (isTo ? 2 : isFrom ? -2 : 0) : 0
}

const fromRoles = new Set(['from', 'source', 'origin', 'departure', 'start', 'sender', 'src'])
const toRoles = new Set(['to', 'destination', 'arrival', 'end', 'receiver', 'target', 'dst', 'dest'])
