import { happens, wordsOf } from '#domain/analyst/grammar/facts.ts'
import { familyOf } from '#domain/analyst/language/root.ts'
import type { Layer, LayerTable } from '#domain/semantics/layer.ts'

/** The table whose rows tell of what a verb says, by its label: bookings of "booked", rentals of "rented"; null where none does. */
export function tableOfDeed(verb: string, layer: Layer): LayerTable | null {
  const family = familyOf(verb)
  const called = layer.tables.filter((table) => {
    const last = wordsOf(table.label).at(-1)
    return !table.isHidden && last !== undefined && familyOf(last) === family && happens(layer, table)
  })
  return called.length === 1 ? (called[0] ?? null) : null
}
