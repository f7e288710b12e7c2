import type { Aggregate } from '../semantic-query.ts'

/** Names of columns that say the aggregate themselves begin with one of these. */
const SAID: Partial<Record<Aggregate, ReadonlySet<string>>> = {
  sum: new Set(['total', 'totals']),
  avg: new Set(['average', 'mean']),
  median: new Set(['median']),
  min: new Set(['lowest', 'minimum', 'min', 'least']),
  max: new Set(['highest', 'maximum', 'max']),
}

/** The aggregate's word before what it is of, said once: "average temperature" of a column that is called so already. */
export function withAggregateWord(aggregate: Aggregate, word: string, of: string): string {
  const [first = ''] = of.toLowerCase().split(' ')
  return SAID[aggregate]?.has(first) ? of : `${word} ${of}`
}
