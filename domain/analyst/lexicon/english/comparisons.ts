import type { HavingCondition } from '#domain/semantics/semantic-query.ts'

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
