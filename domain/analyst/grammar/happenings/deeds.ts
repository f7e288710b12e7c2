import { happens, wordsOf } from '#domain/analyst/grammar/facts.ts'
import { familyOf } from '#domain/analyst/language/root.ts'
import { deedNouns } from '#domain/analyst/lexicon/english/times/deed-verbs.ts'
import type { Layer, LayerTable } from '#domain/semantics/layer.ts'

/** The table whose rows tell of what a verb says, by its label: bookings of "booked", rentals of "rented"; null where none does. */
export function tableOfDeed(verb: string, layer: Layer): LayerTable | null {
  const family = familyOf(verb)
  const own = only(layer, (last) => familyOf(last) === family)
  if (own !== undefined) return own
  for (const noun of deedNouns.get(verb) ?? []) {
    const found = only(layer, (last, label) => (noun.includes(' ') ? label.endsWith(noun) : last === noun))
    if (found !== undefined) return found
  }
  return null
}

/** The only table of what happens that is called so; null where several are, undefined where none is. */
function only(layer: Layer, isCalled: (last: string, label: string) => boolean): LayerTable | null | undefined {
  const called = layer.tables.filter((table) => {
    const words = wordsOf(table.label)
    return !table.isHidden && words.length > 0 && isCalled(words.at(-1) ?? '', words.join(' ')) && happens(layer, table)
  })
  return called.length > 1 ? null : called[0]
}
