import type { Payload } from '#domain/analyst/grammar/terms.ts'
import { aggregates, businessVerbs, moneyWords, spendingNouns } from '#domain/analyst/lexicon/english/business/measures.ts'
import { tradeRatios } from '#domain/analyst/lexicon/english/business/trade-ratios.ts'
import { rankedBy, superlatives } from '#domain/analyst/lexicon/english/meanings/superlatives.ts'
import { boundPhrases } from '#domain/analyst/lexicon/english/sentences/comparisons.ts'
import { recurring } from '#domain/analyst/lexicon/english/times/recurring.ts'
import { cyclicPhrases, grainWords } from '#domain/analyst/lexicon/english/times/time-words.ts'

export function languageOf(lower: string, stem: string): [string, Payload][] {
  const found: [string, Payload][] = []
  const add = (category: string, payload: Payload) => found.push([category, payload])
  const aggregate = Object.hasOwn(aggregates, lower) ? aggregates[lower] : undefined
  if (aggregate) add('aggregate', { is: 'aggregate', aggregate })
  for (const sense of Object.hasOwn(superlatives, lower) ? (superlatives[lower] ?? []) : []) add('superlative', { is: 'superlative', sense })
  const [most = '', adjective = '', ...more] = lower.split(' ')
  const by = (most === 'most' || most === 'least') && more.length === 0 && Object.hasOwn(rankedBy, adjective) ? rankedBy[adjective] : undefined
  if (by) add('superlative', { is: 'superlative', sense: most === 'most' ? by : { ...by, end: by.end === 'high' ? 'low' : 'high' } })
  const bound = boundPhrases.find(([phrase]) => phrase === lower)
  if (bound) add('bound-word', { is: 'bound-word', operator: bound[1] })
  for (const sense of Object.hasOwn(businessVerbs, lower) ? (businessVerbs[lower] ?? []) : []) add('verb', { is: 'verb', sense })
  if (moneyWords.has(stem)) add('money', { is: 'verb', sense: spendingNouns.has(stem) ? 'spend' : 'money' })
  const called = lower.replaceAll(' - ', ' ')
  for (const ratio of tradeRatios) if (ratio.names.includes(called)) add('trade-ratio', { is: 'trade-ratio', ratio })
  const time = Object.hasOwn(recurring, stem) ? recurring[stem] : undefined
  if (time) add('recurring', { is: 'recurring', time })
  const grain = grainWords.get(stem) ?? grainWords.get(lower)
  if (grain) add('grain', { is: 'grain', grain })
  const cyclic = cyclicPhrases.find(([phrase]) => phrase === lower)
  if (cyclic) add('grain', { is: 'grain', grain: cyclic[1] })
  return found
}
