import type { FilterOperator, HavingCondition } from '#domain/semantics/semantic-query.ts'
import { phrasesFor } from './word-set.ts'

type Bound = HavingCondition['operator']

/** Phrases before a number that bound it. */
export const boundPhrases: [string, Bound][] = [
  ['more than', 'greater_than'],
  ['greater than', 'greater_than'],
  ['higher than', 'greater_than'],
  ['larger than', 'greater_than'],
  ['longer than', 'greater_than'],
  ['older than', 'greater_than'],
  ['over', 'greater_than'],
  ['above', 'greater_than'],
  ['exceeding', 'greater_than'],
  ['less than', 'less_than'],
  ['fewer than', 'less_than'],
  ['lower than', 'less_than'],
  ['smaller than', 'less_than'],
  ['younger than', 'less_than'],
  ['under', 'less_than'],
  ['below', 'less_than'],
  ['at least', 'greater_or_equal'],
  ['no less than', 'greater_or_equal'],
  ['at most', 'less_or_equal'],
  ['no more than', 'less_or_equal'],
  ['up to', 'less_or_equal'],
  ['exactly', 'equals'],
]

/** Phrases before a number in a remark that bound it: "how about at least 4". */
export const numberBounds: ReadonlyMap<string, Bound> = new Map<string, Bound>([
  ...boundPhrases,
  ...phrasesFor<Bound>({
    greater_or_equal: 'no fewer than;not less than;minimum',
    less_or_equal: 'not more than;maximum',
    greater_than: 'bigger than;>',
    less_than: 'shorter than;<',
    equals: 'only;just',
  }),
])

/** What a phrase between a column and a value may ask of the column. */
export type Comparison = Extract<
  FilterOperator,
  'equals' | 'not_equals' | 'greater_than' | 'greater_or_equal' | 'less_than' | 'less_or_equal' | 'contains' | 'starts_with' | 'ends_with'
>

const plainComparisons = phrasesFor<Comparison>({
  greater_or_equal: 'greater than or equal to;more than or equal to;no less than;not less than;no fewer than;no lower than;at least;a minimum of;>=',
  less_or_equal: 'less than or equal to;no more than;not more than;no greater than;at most;a maximum of;up to;<=',
  greater_than: 'more than;greater than;higher than;larger than;bigger than;longer than;later than;above;over;exceeding;exceeds;exceed;after;beyond;>',
  less_than: 'less than;fewer than;lower than;smaller than;shorter than;earlier than;below;under;before;<',
  not_equals: 'not equal to;other than;different from;!=;<>',
  equals: 'equal to;equals;exactly;=',
  starts_with: 'starting with;starts with;start with;begins with;begin with;beginning with',
  ends_with: 'ending with;ends with;end with;ending in',
  contains: 'containing;contains;contained;contain;includes;including;include',
})

/** Words that compare only right before a number: "greater 30", "reached 25". */
export const bareComparisons = new Map<string, Comparison>(
  phrasesFor<Comparison>({
    greater_or_equal: 'reach;reaches;reached;reaching',
    greater_than: 'greater;higher;larger;bigger',
    less_than: 'lower;smaller',
  }),
)

/** "Smaller than or equal to", "smaller or equal to": as "at most". */
const orEqual = plainComparisons.flatMap(([phrase, operator]): [string, Comparison][] => {
  const inclusive = operator === 'greater_than' ? 'greater_or_equal' : operator === 'less_than' ? 'less_or_equal' : null
  if (inclusive === null || phrase.includes(' or ') || !phrase.endsWith(' than')) return []
  return [
    [`${phrase} or equal to`, inclusive],
    [`${phrase.replace(/ than$/, '')} or equal to`, inclusive],
  ]
})

/** Phrases between a column and a value: "price at least 5", "name starting with A". */
export const comparisonPhrases = [...plainComparisons, ...orEqual]
