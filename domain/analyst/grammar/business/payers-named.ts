import { happens, moneyFigures, refersTo, tablesOf, visible, wordsOf } from '#domain/analyst/grammar/facts.ts'
import { payerLabel } from '#domain/analyst/grammar/label-patterns.ts'
import { tableOf } from '#domain/analyst/grammar/query/query-parts.ts'
import { givenNameLabels, payerLabels } from '#domain/analyst/lexicon/english/meanings/column-labels.ts'
import { isPersonWord } from '#domain/analyst/lexicon/said-of.ts'
import type { Layer, LayerTable } from '#domain/semantics/layer.ts'

/** Those whom a word for customers means where nothing is called so: the guests of a hotel, else the people that what was paid refers to, owners of pets; null where several may be it. */
export function payersNamed(layer: Layer, noun: string): LayerTable | null {
  if (!payerLabels.has(noun)) return null
  const [called, ...more] = tablesOf(layer).filter(({ label }) => payerLabel.test(label) && !happensToThem(label))
  if (called) return more.length === 0 ? called : null
  const paid = new Set(moneyFigures(layer).flatMap((figure) => tableOf(figure) ?? []))
  const [payer, ...others] = new Set([...paid].filter((table) => happens(layer, table)).flatMap((table) => refersTo(layer, table).filter(isOfPeople)))
  return payer && others.length === 0 ? payer : null
}

/** "Customer orders" are none of the customers. */
const happensToThem = (label: string): boolean => !payerLabels.has(wordsOf(label).at(-1) ?? '')

const isOfPeople = (table: LayerTable): boolean =>
  wordsOf(table.label).some(isPersonWord) || visible(table).some(({ label }) => givenNameLabels.includes(label.toLowerCase().replaceAll('_', ' ')))
