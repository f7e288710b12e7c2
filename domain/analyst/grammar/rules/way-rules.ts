import { wordsOf } from '#domain/analyst/grammar/facts.ts'
import { familyOf } from '#domain/analyst/language/root.ts'
import { wayNouns } from '#domain/analyst/lexicon/english/meanings/column-labels.ts'
import type { Layer } from '#domain/semantics/layer.ts'
import { made } from './clause-fragments.ts'
import { type Made, nothing, ownRule, type Rule } from './rule.ts'

/** In which ways something is done. */
export const wayRules: Rule[] = [
  ownRule(
    'how-done',
    4,
    'how do/does/did most/usually? table|column|people usually/mostly? pay/order/book/travel/commute/contact/ship/arrive us/here?',
    ([, , , , , verb], { layer }) => waysOf(verb?.text ?? '', layer),
    'how do our guests pay',
  ),
]

/** How many rows there are of each value of the one column that is called after a verb and a way: "payment method". */
function waysOf(verb: string, layer: Layer): Made[] {
  const family = familyOf(verb.toLowerCase())
  const [only, ...others] = layer.tables.flatMap((table) =>
    table.columns.flatMap((column) => {
      const [deed, way, ...more] = table.isHidden || column.isHidden ? [] : wordsOf(column.label)
      return deed !== undefined && familyOf(deed) === family && wayNouns.has(way ?? '') && more.length === 0 ? [{ table, column }] : []
    }),
  )
  if (!only || others.length > 0) return nothing
  return made({ figures: [{ kind: 'rows', table: only.table }], groups: [{ kind: 'column', ref: only }], sorted: 'desc' }, 3)
}
