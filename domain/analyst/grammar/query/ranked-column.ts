import { isFigure, wordsOf } from '#domain/analyst/grammar/facts.ts'
import type { Ref } from '#domain/analyst/grammar/terms.ts'
import { lowLabels, peakLabels, type SuperlativeSense } from '#domain/analyst/lexicon/english/meanings/superlatives.ts'
import { wordPattern } from '#domain/analyst/lexicon/word-pattern.ts'
import type { LayerTable } from '#domain/semantics/layer.ts'
import type { State } from './query-state.ts'

/** The hottest is so by its maximum. */
const endLabel = { high: wordPattern(peakLabels), low: wordPattern(lowLabels) }

/** The column a superlative speaks of, in the tables nearest to what is ranked. */
export function columnFor(sense: SuperlativeSense, target: LayerTable | null, state: State, wanted: RegExp | null, isOwn = false): Ref | null {
  const tables = state.sight.layer.tables.filter(({ isHidden }) => !isHidden)
  const near = target && isOwn ? [target] : target ? [target, ...tables.filter((table) => table !== target)] : tables
  for (const label of sense.labels ?? [])
    for (const table of near) {
      const fits = table.columns.filter(
        (item) => !item.isHidden && isFigure(item) && wordsOf(item.label).some((word) => word === label || (wanted && word.endsWith(label))),
      )
      const column = fits.find((item) => wanted?.test(item.label)) ?? fits.find((item) => endLabel[sense.end].test(item.label)) ?? fits[0]
      if (column) return { table, column }
    }
  return null
}
