import { eventTables, happens, refersTo, wordsOf } from '#domain/analyst/grammar/facts.ts'
import { familyOf } from '#domain/analyst/language/root.ts'
import { isDoerOf } from '#domain/analyst/lexicon/english/forms/word-forms.ts'
import { deedNouns } from '#domain/analyst/lexicon/english/times/deed-verbs.ts'
import { isNoIncome } from '#domain/analyst/transactions/bought-tables.ts'
import type { Layer, LayerTable } from '#domain/semantics/layer.ts'

/** "Ordered" and "order" lose endings of their own. */
const baseOf = (word: string): string => familyOf(familyOf(word))

/** How surely rows of a table tell of what a verb says: 2 where it is called after it, 1 where by another word for the same, else 0. */
function isDeedIn(verb: string, table: LayerTable): 0 | 1 | 2 {
  const last = wordsOf(table.label).at(-1)
  if (last === undefined) return 0
  return baseOf(verb) === baseOf(last) && !isDoerOf(last, verb) ? 2 : deedNouns.get(verb)?.includes(last) ? 1 : 0
}

/** The table whose rows tell of what a verb says, by its label: bookings of "booked", loans of "borrowed"; null where none does, or several do. */
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

/** The table whose rows tell of what was done to rows of another, or by them: one that a verb speaks of before what else happens, and last what was only offered. */
export function partnersDoing(verb: string, of: LayerTable, layer: Layer): LayerTable | undefined {
  const near = eventTables(layer).filter((table) => !table.isHidden && table !== of && refersTo(layer, table).includes(of))
  const rank = (table: LayerTable) => isDeedIn(verb, table) - (verb !== '' && isNoIncome(layer, table) ? 1 : 0)
  return near.sort((a, b) => rank(b) - rank(a))[0]
}
