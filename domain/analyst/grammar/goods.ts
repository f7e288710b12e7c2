import type { Layer, LayerTable } from '#domain/semantics/layer.ts'
import { refersTo, timeColumns } from './facts.ts'
import { beingLabel, unitPriceLabel } from './label-patterns.ts'
import { figuresOfSense } from './senses.ts'

/** What the lines of sales are of: the one table they refer to that has a price or is not dated itself; null where several may be it. */
export function goodsOf(layer: Layer): LayerTable | null {
  const [pieces] = figuresOfSense(layer, 'pieces')
  const lines = pieces?.kind === 'column' ? pieces.ref.table : null
  const near = lines ? refersTo(layer, lines).filter((table) => !table.isHidden && timeColumns(table).every(({ label }) => beingLabel.test(label))) : []
  const priced = near.filter((table) => table.columns.some(({ isHidden, label }) => !isHidden && unitPriceLabel.test(label)))
  const [only, ...others] = priced.length > 0 ? priced : near
  return only && others.length === 0 ? only : null
}
