import { isFigure, tablesOf, visible, wordsOf } from '#domain/analyst/grammar/facts.ts'
import { familyOf } from '#domain/analyst/language/root.ts'
import { targetNouns } from '#domain/analyst/lexicon/english/times/timings.ts'
import { wordPattern } from '#domain/analyst/lexicon/word-pattern.ts'
import type { Layer } from '#domain/semantics/layer.ts'
import type { SemanticQuery } from '#domain/semantics/semantic-query.ts'
import { columnOf } from './vacuous.ts'

const targetLabel = wordPattern(targetNouns)

/** What was to be reached, where a word asks for what was. */
export const takesTargets = ({ measures }: SemanticQuery, layer: Layer, question: string): boolean =>
  !targetLabel.test(question) &&
  measures.some((measure) => {
    if (!('aggregate' in measure) || measure.column === undefined || measure.aggregate.startsWith('count')) return false
    const label = columnOf(layer, measure.table, measure.column)?.label ?? ''
    return targetLabel.test(label) && isReachedBy(label, layer)
  })

/** Whether another figure tells what was reached of it. */
function isReachedBy(label: string, layer: Layer): boolean {
  const own = wordsOf(label)
    .filter((word) => !targetLabel.test(word))
    .map(familyOf)
  return tablesOf(layer).some((table) =>
    visible(table).some((column) => isFigure(column) && !targetLabel.test(column.label) && wordsOf(column.label).some((word) => own.includes(familyOf(word)))),
  )
}
