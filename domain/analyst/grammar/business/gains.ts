import { isAdditive, isFigure, type Line, linesOf, moneyFigures, moneyOfLine, refersTo, tablesOf, visible, wordsOf } from '#domain/analyst/grammar/facts.ts'
import type { Figure, Ref } from '#domain/analyst/grammar/terms.ts'
import { ratioParts, sellingPrices, unitCosts } from '#domain/analyst/lexicon/english/business/trade-ratios.ts'
import { anyOf } from '#domain/analyst/lexicon/word-pattern.ts'
import type { Layer, LayerTable } from '#domain/semantics/layer.ts'
import type { Arithmetic } from '#domain/semantics/semantic-query.ts'
import { outlaysOf } from './senses.ts'

/** What comes in, what it cost, and what is left, of the rows of one table. `cost` is null where only what is left is told. */
export type Gains = { table: LayerTable; revenue: Figure; cost: Figure | null; profit: Figure }

const known = new WeakMap<Layer, Gains | null>()

/** What is earned by what was sold: told itself, by revenue and cost of the same rows, by lines and what one of their goods cost, or by prices. */
export function gainsOf(layer: Layer): Gains | null {
  const found = known.get(layer)
  if (found !== undefined) return found
  const gains = toldProfit(layer) ?? ofLines(layer) ?? besideCost(layer) ?? ofPrices(layer)
  known.set(layer, gains)
  return gains
}

/** The only column of a kind that tells an amount, over all tables. */
export function onlyAmount(layer: Layer, fits: (words: readonly string[]) => boolean): Ref | null {
  const found = tablesOf(layer).flatMap((table) =>
    visible(table).flatMap((column) => (isFigure(column) && fits(wordsOf(column.label)) ? [{ table, column }] : [])),
  )
  return found.length === 1 ? (found[0] as Ref) : null
}

/** The column that tells what is left of the money. */
export function profitOf(layer: Layer): Ref | null {
  const profit = onlyAmount(layer, (words) => words.includes('profit') && !words.includes('margin'))
  return profit && isAdditive(profit) ? profit : null
}

function toldProfit(layer: Layer): Gains | null {
  const profit = profitOf(layer)
  const revenue = moneyFigures(layer).find((figure) => figure.kind === 'column' && figure.ref.table === profit?.table && figure.ref.column !== profit?.column)
  return profit && revenue ? { table: profit.table, revenue, cost: null, profit: { kind: 'column', ref: profit, aggregate: 'sum' } } : null
}

const sumOf = (table: LayerTable, expression: Arithmetic): Figure => ({ kind: 'formula', table, expression, aggregate: 'sum' })
const minus = (left: Arithmetic, right: Arithmetic): Arithmetic => ({ op: '-', left, right })

export const unitCost = new RegExp(`^${anyOf(unitCosts)}$`, 'i')

/** What one of the goods of a line costs: told by the line, else by the one table of goods it refers to. */
function costOfOne({ table }: Line, layer: Layer): Arithmetic | null {
  const own = visible(table).find((column) => unitCost.test(column.label) && isFigure(column) && column.label.toLowerCase() !== 'cost')
  if (own) return { column: own.name }
  const others = refersTo(layer, table).flatMap((other) =>
    visible(other).flatMap((column) => (unitCost.test(column.label) && isFigure(column) ? [{ column: column.name, table: other.name }] : [])),
  )
  return others.length === 1 ? (others[0] as Arithmetic) : null
}

function ofLines(layer: Layer): Gains | null {
  const [found, ...others] = linesOf(layer).flatMap((line) => {
    const one = costOfOne(line, layer)
    return one ? [{ line, cost: { op: '*' as const, left: { column: line.quantity.name }, right: one } }] : []
  })
  if (!found || others.length > 0) return null
  const { line, cost } = found
  const revenue = moneyOfLine(line)
  return { table: line.table, revenue: sumOf(line.table, revenue), cost: sumOf(line.table, cost), profit: sumOf(line.table, minus(revenue, cost)) }
}

/** Revenue and cost of the same rows. */
function besideCost(layer: Layer): Gains | null {
  const [cost] = outlaysOf(layer)
  if (cost?.kind !== 'column') return null
  const { table, column } = cost.ref
  const isEarned = (label: string) => wordsOf(label).some((word) => ratioParts.earned.some((name) => wordsOf(name)[0] === word))
  const revenue = moneyFigures(layer).find(
    (figure) => figure.kind === 'column' && figure.ref.table === table && figure.ref.column !== column && isEarned(figure.ref.column.label),
  )
  if (revenue?.kind !== 'column') return null
  return { table, revenue, cost, profit: sumOf(table, minus({ column: revenue.ref.column.name }, { column: column.name })) }
}

/** What one of each thing is sold for, and what it costs. */
function ofPrices(layer: Layer): Gains | null {
  const found = tablesOf(layer).flatMap((table) => {
    const cost = visible(table).find((column) => unitCost.test(column.label) && isFigure(column))
    const prices = visible(table).filter((column) => column !== cost && isFigure(column) && sellingPrice.test(column.label))
    return cost && prices.length === 1 ? [{ table, cost: cost.name, price: prices[0]?.name ?? '' }] : []
  })
  const [only, ...others] = found
  if (!only || others.length > 0) return null
  const [price, cost]: Arithmetic[] = [{ column: only.price }, { column: only.cost }]
  return price && cost
    ? { table: only.table, revenue: sumOf(only.table, price), cost: sumOf(only.table, cost), profit: sumOf(only.table, minus(price, cost)) }
    : null
}

const sellingPrice = new RegExp(`^${anyOf(sellingPrices)}$`, 'i')
