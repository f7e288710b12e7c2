import { refersTo, timeColumns, wordsOf } from '#domain/analyst/grammar/facts.ts'
import { beingLabel, unitPriceLabel } from '#domain/analyst/grammar/label-patterns.ts'
import type { Group } from '#domain/analyst/grammar/terms.ts'
import { goodsLabels } from '#domain/analyst/lexicon/english/meanings/column-labels.ts'
import { nameBesideKey } from '#domain/analyst/lexicon/name-beside-key.ts'
import type { Layer, LayerTable } from '#domain/semantics/layer.ts'
import { figuresOfSense } from './senses.ts'

/** What is sold: rows of a table of goods, or the names of goods that lines of sales tell themselves; null where several may be it. */
export function goodsGroup(layer: Layer): Group | null {
  const table = goodsOf(layer)
  if (table) return { kind: 'rows', table }
  const [pieces] = figuresOfSense(layer, 'pieces')
  const lines = pieces?.kind === 'column' ? pieces.ref.table : null
  const called = lines?.columns.filter((column) => !column.isHidden && isGoods(wordsOf(column.label))) ?? []
  const named = called.length > 1 ? called.filter(({ label }) => wordsOf(label).length > 1) : called
  const [column, ...others] = named
  if (lines && column && others.length === 0) return { kind: 'column', ref: { table: lines, column } }
  const numbered = lines?.columns.filter(({ label }) => goodsLabels.has(wordsOf(label)[0] ?? '')).flatMap((key) => nameBesideKey(lines, key) ?? [])
  return lines && numbered?.[0] ? { kind: 'column', ref: { table: lines, column: numbered[0] } } : null
}

const isGoods = ([noun = '', name, ...more]: readonly string[]): boolean =>
  goodsLabels.has(noun) && (name === undefined || name === 'name') && more.length === 0

/** What the lines of sales are of: the one table they refer to that has a price or is not dated itself; null where several may be it. */
function goodsOf(layer: Layer): LayerTable | null {
  const [pieces] = figuresOfSense(layer, 'pieces')
  const lines = pieces?.kind === 'column' ? pieces.ref.table : null
  const near = lines ? refersTo(layer, lines).filter((table) => !table.isHidden && timeColumns(table).every(({ label }) => beingLabel.test(label))) : []
  const priced = near.filter((table) => table.columns.some(({ isHidden, label }) => !isHidden && unitPriceLabel.test(label)))
  const [only, ...others] = priced.length > 0 ? priced : near
  return only && others.length === 0 ? only : null
}
