import { isFigure, wordsOf } from '#domain/analyst/grammar/facts.ts'
import type { Ref } from '#domain/analyst/grammar/terms.ts'
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

/** How many rows there are of each value of that column. */
function waysOf(verb: string, layer: Layer): Made[] {
  const ref = wayColumn(verb, layer)
  return ref ? made({ figures: [{ kind: 'rows', table: ref.table }], groups: [{ kind: 'column', ref }], sorted: 'desc' }, 3) : nothing
}

/** The one column that is called after a verb and a way: "payment method"; else after the verb alone: "payment". */
export function wayColumn(verb: string, layer: Layer): Ref | null {
  const family = familyOf(verb.toLowerCase())
  const called = layer.tables.flatMap((table) =>
    table.columns.flatMap((column) => {
      const [deed, way, ...more] = table.isHidden || column.isHidden ? [] : wordsOf(column.label)
      const isCalled = deed !== undefined && familyOf(deed) === family && more.length === 0 && (way === undefined || wayNouns.has(way))
      return isCalled && column.semanticType === 'category' && !isFigure(column) ? [{ table, column }] : []
    }),
  )
  const [only, ...others] = called.some(({ column }) => wordsOf(column.label).length > 1)
    ? called.filter(({ column }) => wordsOf(column.label).length > 1)
    : called
  return only && others.length === 0 ? only : null
}
