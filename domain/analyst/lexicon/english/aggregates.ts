import type { Aggregate } from '#domain/semantics/semantic-query.ts'
import { phrasesFor } from './word-set.ts'

/** Phrases before the name of a column or table that tell how its rows become one figure: "the average price". Longest first wins. */
export const aggregatePhrases = phrasesFor<Aggregate>({
  count: 'amount of;how many;total number of;number of;count of;counts of;count the;count all;count;count the number of;the count of',
  avg: 'average number of;average;averages;mean;avg',
  median: 'median;medians',
  sum: 'total;sum of;sum;combined;overall',
  max: 'maximum;max;maximal',
  min: 'minimum;min;minimal',
})
