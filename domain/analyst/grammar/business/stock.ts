import { isFigure, isFlag, refersTo, tablesOf, visible, wordsOf } from '#domain/analyst/grammar/facts.ts'
import { unitPriceLabel } from '#domain/analyst/grammar/label-patterns.ts'
import type { Figure, Ref } from '#domain/analyst/grammar/terms.ts'
import { endedGoodsLabels, leastStockLabels, otherStockLabels, stockLabels } from '#domain/analyst/lexicon/english/business/stock-words.ts'
import { noValues } from '#domain/analyst/lexicon/english/meanings/yes-no.ts'
import { wordPattern } from '#domain/analyst/lexicon/word-pattern.ts'
import type { Layer, LayerColumn, LayerTable } from '#domain/semantics/layer.ts'
import type { Arithmetic, Filter } from '#domain/semantics/semantic-query.ts'
import { unitCost } from './gains.ts'

const stockLabel = wordPattern(stockLabels)
const leastLabel = wordPattern(leastStockLabels)
const otherLabel = wordPattern(otherStockLabels)

const columnsOf = (layer: Layer, fits: (column: LayerColumn) => boolean): Ref[] =>
  tablesOf(layer).flatMap((table) => visible(table).flatMap((column) => (isFigure(column) && fits(column) ? [{ table, column }] : [])))

const only = <Item>(items: Item[]): Item | null => (items.length === 1 ? (items[0] ?? null) : null)

/** The column that tells how much of each thing is there. */
export const stockOf = (layer: Layer): Ref | null =>
  only(columnsOf(layer, ({ label }) => stockLabel.test(label) && !leastLabel.test(label) && !otherLabel.test(label)))

/** What all that is there is worth: by what one of it cost, else by its price. */
export function stockValue(layer: Layer): Figure | null {
  const stock = stockOf(layer)
  const one = stock && (priceOf(stock.table, layer, unitCost) ?? priceOf(stock.table, layer, unitPriceLabel))
  return stock && one
    ? { kind: 'formula', table: stock.table, expression: { op: '*', left: { column: stock.column.name }, right: one }, aggregate: 'sum' }
    : null
}

/** What one costs, told in the row itself or in that of the goods it is of. */
function priceOf(table: LayerTable, layer: Layer, label: RegExp): Arithmetic | null {
  const own = visible(table).find((column) => isFigure(column) && label.test(column.label))
  if (own) return { column: own.name }
  const others = refersTo(layer, table).flatMap((other) =>
    visible(other).flatMap((column) => (isFigure(column) && label.test(column.label) ? [{ column: column.name, table: other.name }] : [])),
  )
  return only(others)
}

/** Of what too little is there: at or below the level at which it is ordered again, and still sold; with `isBelow` only below. */
export function tooLittle(
  layer: Layer,
  isBelow: boolean,
  fits: (words: readonly string[]) => boolean = () => true,
): { table: LayerTable; filter: Filter } | null {
  const stock = stockOf(layer)
  const least = stock && only(visible(stock.table).filter((column) => isFigure(column) && leastLabel.test(column.label) && fits(wordsOf(column.label))))
  if (!stock || !least) return null
  const { table, column } = stock
  const operator = isBelow ? ('less_than' as const) : ('less_or_equal' as const)
  const low: Filter = { table: table.name, column: column.name, operator, values: [], column_value: { table: table.name, column: least.name } }
  const sold = isBelow ? null : stillSold(table)
  return { table, filter: sold ? { and: [low, sold] } : low }
}

const endedLabel = wordPattern(endedGoodsLabels)

function stillSold(table: LayerTable): Filter | null {
  const ended = visible(table).find((column) => endedLabel.test(column.label) && isFlag(column))
  const no = ended?.sampleValues.find((value) => noValues.has(value.trim().toLowerCase()))
  if (!ended || no === undefined) return null
  const value = ended.type === 'boolean' ? false : ended.type === 'integer' || ended.type === 'number' ? Number(no) : no
  return { table: table.name, column: ended.name, operator: 'equals', values: [value] }
}
