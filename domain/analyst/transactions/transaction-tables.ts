import { isMeasurable } from '#domain/analyst/figures/measurable.ts'
import { noQuantityLabel } from '#domain/analyst/grammar/label-patterns.ts'
import { labelWords } from '#domain/analyst/language/root.ts'
import { countsThings } from '#domain/analyst/lexicon/column-kind.ts'
import { displayColumns } from '#domain/analyst/lexicon/display.ts'
import { discountKinds, paymentNouns, percentLabels } from '#domain/analyst/lexicon/english/business/money-labels.ts'
import {
  moneyLabels,
  paidPriceLabels,
  partialAmountLabels,
  partyLabels,
  payerLabels,
  quantityLabels,
  transactionLabels,
} from '#domain/analyst/lexicon/english/meanings/column-labels.ts'
import { anyOf, nounPattern, wordPattern } from '#domain/analyst/lexicon/word-pattern.ts'
import type { MeasurePart } from '#domain/analyst/reading/draft.ts'
import { isNumericType } from '#domain/semantics/compile/column-storage.ts'
import { searchJoinTrees } from '#domain/semantics/compile/join-path.ts'
import type { Layer, LayerColumn, LayerTable } from '#domain/semantics/layer.ts'
import type { Arithmetic } from '#domain/semantics/semantic-query.ts'
import { isBoughtIn, isDeliverer } from './bought-tables.ts'

/** A table of sales, orders or payments; `through` are the tables from it to what is asked about, with that one. */
export type TransactionTable = { table: LayerTable; through: string[] }
export type TradedIn = 'money' | 'quantity' | 'paid'

const transactionLabel = nounPattern(transactionLabels)
const partialAmountLabel = wordPattern(partialAmountLabels)
const paidPriceLabel = wordPattern(paidPriceLabels)
const quantityLabel = new RegExp(`^(?:\\w+ )?${anyOf(quantityLabels)}(?: sold| ordered)?$`, 'i')
const discountLabel = new RegExp(`^discount(?: (?:${anyOf(discountKinds)}|%))?$`, 'i')
const percentLabel = new RegExp(` (?:${anyOf(percentLabels)}|%)$`, 'i')
const personLabel = nounPattern(partyLabels)
const payerLabel = nounPattern(payerLabels)
const paymentTable = nounPattern(paymentNouns)

/** How many join paths are cached for one layer. */
const mostWays = 2000
const worth = new WeakMap<LayerTable, MeasurePart | null>()
const ways = new WeakMap<Layer['relationships'], Map<string, string[] | null>>()

/** The money of a table's rows: the sum of an amount, or of prices times quantities; null where it has neither. */
export function moneyOf(table: LayerTable): MeasurePart | null {
  const known = worth.get(table)
  if (known !== undefined) return known
  const found = findMoney(table)
  worth.set(table, found)
  return found
}

function findMoney(table: LayerTable): MeasurePart | null {
  const amounts = table.columns.filter((column) => !column.isHidden && isMeasurable(column, 'sum'))
  const worded = (word: string) =>
    amounts.find((column) => labelWords(column.label).includes(word) && !partialAmountLabel.test(column.label) && !countsThings(column))
  const column = moneyLabels.map(worded).find((item) => item !== undefined)
  if (column) return sumOf(table, column)
  const [price, quantity] = [priceColumn(table), quantityColumn(table)]
  if (!price) return null
  return quantity
    ? { aggregate: 'sum', table, column: null, named: null, expression: { of: lineAmount(table, price, quantity), name: 'revenue' } }
    : sumOf(table, price)
}

/** The number of goods traded: the sum of quantities, else the number of rows. */
export function quantityOf(table: LayerTable): MeasurePart {
  const column = quantityColumn(table)
  return column ? sumOf(table, column) : { aggregate: 'count', table, column: null, named: null }
}

function sumOf(table: LayerTable, column: LayerColumn): MeasurePart {
  return { aggregate: 'sum', table, column, named: null }
}

function quantityColumn({ columns }: LayerTable): LayerColumn | null {
  return (
    columns.find((column) => !column.isHidden && isMeasurable(column, 'sum') && quantityLabel.test(column.label) && !noQuantityLabel.test(column.label)) ?? null
  )
}

function priceColumn({ columns }: LayerTable): LayerColumn | null {
  const prices = columns.filter((column) => !column.isHidden && isNumericType(column) && /\bprice\b/i.test(column.label))
  return prices.find(({ label }) => paidPriceLabel.test(label)) ?? prices[0] ?? null
}

/** Price times quantity; less the discount, held as a fraction or in percent. */
function lineAmount({ columns }: LayerTable, price: LayerColumn, quantity: LayerColumn): Arithmetic {
  const amount: Arithmetic = { op: '*', left: { column: price.name }, right: { column: quantity.name } }
  const discount = columns.find((column) => {
    const most = column.max === null ? null : Number(column.max)
    return discountLabel.test(column.label) && isNumericType(column) && most !== null && (most <= 1 || (percentLabel.test(column.label) && most <= 100))
  })
  if (!discount) return amount
  const part: Arithmetic = Number(discount.max) <= 1 ? { column: discount.name } : { op: '/', left: { column: discount.name }, right: { number: 100 } }
  return { op: '*', left: amount, right: { op: '-', left: { number: 1 }, right: part } }
}

/** Whether rows of a table are transactions: its name says so, or it has prices and quantities. */
export function isTransactionTable(table: LayerTable): boolean {
  return !table.isHidden && (transactionLabel.test(table.label) || (priceColumn(table) !== null && quantityColumn(table) !== null))
}

/** Whether rows tell only what was paid, where lines of others tell what was sold to the same. */
const isOnlyPaid = (layer: Layer, table: LayerTable, all: LayerTable[], subjects: LayerTable[]): boolean =>
  paymentTable.test(table.label) &&
  all.some(
    (other) => other !== table && moneyOf(other)?.expression !== undefined && !oneEach(layer, other, [table]) && oneEach(layer, other, subjects) !== null,
  )

/** The nearest table of transactions of which each row belongs to one row of every table of `subjects`. Null where there is none, or several are equally near. */
export function transactionTableOf(layer: Layer, subjects: LayerTable[], tradedIn: TradedIn): TransactionTable | null {
  const found = layer.tables
    .filter((table) => isTransactionTable(table) && !subjects.includes(table) && (tradedIn === 'quantity' || moneyOf(table) !== null))
    .filter((table) => subjects.some(isDeliverer) || !isBoughtIn(layer, table))
    .filter((table, _, all) => tradedIn !== 'money' || !isOnlyPaid(layer, table, all, subjects))
    .flatMap((table) => {
      const through = oneEach(layer, table, subjects)
      return through ? [{ table, through, steps: through.length + (tradedIn === 'quantity' && quantityColumn(table) === null ? 0.5 : 0) }] : []
    })
    .sort((a, b) => a.steps - b.steps)
  const [best, second] = found
  return best && !(second && second.steps === best.steps && subjects.length > 0) ? { table: best.table, through: best.through } : null
}

/** The tables on the only join path from a row of a table to one row of each of the others; null where there are several paths or a row may meet several rows. */
export function oneEach(layer: Layer, from: LayerTable, to: LayerTable[]): string[] | null {
  if (to.length === 0) return []
  const known = ways.get(layer.relationships) ?? new Map<string, string[] | null>()
  ways.set(layer.relationships, known)
  const names = [...new Set([from.name, ...to.map(({ name }) => name)])]
  const key = JSON.stringify(names)
  const way = known.get(key)
  if (way !== undefined) return way
  const [tree, ...others] = searchJoinTrees(layer, names, from.name, [])
  const found = tree && others.length === 0 && !tree.steps.some((step) => step.fansOut) ? tree.steps.map((step) => step.child) : null
  if (known.size < mostWays) known.set(key, found)
  return found
}

/** The main table of transactions of a data source: one with money that refers to no other with money. Null where there are several. */
export function mainTransactionTable(layer: Layer): LayerTable | null {
  const all = layer.tables.filter((table) => isTransactionTable(table) && moneyOf(table) !== null && !isBoughtIn(layer, table))
  const paid = all.filter((table) => !isOnlyPaid(layer, table, all, []))
  const heads = paid.filter(
    (table) => !layer.relationships.some((item) => item.fromTable === table.name && paid.some((other) => other.name === item.toTable && other !== table)),
  )
  const [only, ...others] = heads
  return only && others.length === 0 ? only : null
}

/** Whether a table is of those who trade, not of goods: people, and what is joined by way of other transactions. */
export function isParty(layer: Layer, { through }: TransactionTable, subject: LayerTable): boolean {
  const isPerson = displayColumns(subject).length === 2 || personLabel.test(subject.label)
  return isPerson || layer.tables.some((table) => table !== subject && through.includes(table.name) && isTransactionTable(table))
}

/** The table of those who pay: people that transactions refer to, other than sellers. Null where there are several. */
export function payersOf(layer: Layer): LayerTable | null {
  const payers = layer.tables.filter((table) => !table.isHidden && payerLabel.test(table.label))
  const known = payers.filter((table) => transactionTableOf(layer, [table], 'money') !== null)
  const [only, ...others] = known
  return only && others.length === 0 ? only : null
}
