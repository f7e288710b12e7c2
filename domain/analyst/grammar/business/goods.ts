import { refersTo, timeColumns, wordsOf } from '#domain/analyst/grammar/facts.ts'
import { beingLabel, keyLabel, unitPriceLabel } from '#domain/analyst/grammar/label-patterns.ts'
import type { Group, Payload } from '#domain/analyst/grammar/terms.ts'
import { codedGoods, codeEndings, goodsLabels } from '#domain/analyst/lexicon/english/meanings/column-labels.ts'
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
  if (!lines) return null
  const keys = lines.columns.filter(({ isHidden, label }) => !isHidden && keyLabel.test(label))
  const coded = keys.find(({ label }) => codedGoods.has(wordsOf(label)[0] ?? ''))
  // The only code of a sheet that has a name beside it, whatever its goods are called.
  const codes = keys.filter((key) => codeEndings.has(wordsOf(key.label).at(-1) ?? '') && nameBesideKey(lines, key) !== null)
  const key = coded ?? (codes.length === 1 ? codes[0] : undefined)
  return key ? { kind: 'column', ref: { table: lines, column: nameBesideKey(lines, key) ?? key } } : null
}

/** What goods are called where the data has no such word, as columns or rows: the "products" of a sheet with a stock code. */
export function goodsNamed(layer: Layer, noun: string): Payload | null {
  const group = goodsLabels.has(noun) ? goodsGroup(layer) : null
  return group?.kind === 'column' ? { is: 'column', ref: group.ref } : group?.kind === 'rows' ? { is: 'table', table: group.table } : null
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
