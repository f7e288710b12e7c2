import {
  belongsTo,
  eventTables,
  happens,
  isAdditive,
  isFigure,
  isQuantity,
  linesOf,
  moneyFigures,
  moneyOfLine,
  quantityOf,
  tablesOf,
  visible,
  wordsOf,
} from '#domain/analyst/grammar/facts.ts'
import { settling } from '#domain/analyst/grammar/happenings/happenings.ts'
import { costLabel, outlayLabel, partialLabel, paymentTable, spentTable } from '#domain/analyst/grammar/label-patterns.ts'
import type { Figure, Ref } from '#domain/analyst/grammar/terms.ts'
import { moneySenses, senseLabels, type VerbSense } from '#domain/analyst/lexicon/english/business/measures.ts'
import { besideGoodsLabels, billedLabels, leftLabels, receivedLabels, wholeLabels } from '#domain/analyst/lexicon/english/business/money-labels.ts'
import { tradeParticiples } from '#domain/analyst/lexicon/english/business/trade-words.ts'
import { quantityLabels } from '#domain/analyst/lexicon/english/meanings/figure-labels.ts'
import { sheetCountOf } from '#domain/analyst/lexicon/sheet-count.ts'
import { anyOf, wordPattern } from '#domain/analyst/lexicon/word-pattern.ts'
import { isBoughtIn } from '#domain/analyst/transactions/bought-tables.ts'
import type { Layer, LayerColumn, LayerTable } from '#domain/semantics/layer.ts'
import { soldPrice } from './sold-rows.ts'

function labelled(layer: Layer, words: string[], fits: (ref: Ref) => boolean): Figure[] {
  return tablesOf(layer).flatMap((table) =>
    visible(table).flatMap((column): Figure[] => {
      const ref = { table, column }
      return wordsOf(column.label).some((word) => words.includes(word)) && fits(ref) ? [{ kind: 'column', ref, aggregate: null }] : []
    }),
  )
}

const sumOf = (table: LayerTable, column: LayerColumn): Figure => ({ kind: 'column', ref: { table, column }, aggregate: 'sum' })

/** What was spent, where the data tells it beside what came in: the one column of costs, of several that of the table of the main money or the total. */
export function outlaysOf(layer: Layer): Figure[] {
  const [main] = moneyFigures(layer)
  const found = tablesOf(layer).flatMap((table) =>
    visible(table).flatMap((column) => {
      const isSpent = outlayLabel.test(column.label) || ((spentTable.test(table.label) || isBoughtIn(layer, table)) && costLabel.test(column.label))
      return isSpent && isFigure(column) && isAdditive({ table, column }) && !partialLabel.test(column.label) ? [{ table, column }] : []
    }),
  )
  const isMain = main?.kind === 'column' && found.some(({ column }) => column === main.ref.column)
  if (isMain) return [main]
  const mainTable = main?.kind === 'column' ? main.ref.table : main?.kind === 'formula' ? main.table : null
  const beside = found.filter(({ table }) => table === mainTable)
  const near = beside.length > 0 ? beside : found
  const whole = near.length > 1 ? near.filter(({ column }) => wholeOutlay.test(column.label)) : near
  return whole.length === 1 ? whole.map(({ table, column }) => sumOf(table, column)) : []
}

const wholeOutlay = new RegExp(`^(?:total )?${outlayLabel.source}$|\\btotal\\b`, 'i')

/** What lines of what was bought from suppliers come to. */
const boughtIn = (layer: Layer): Figure[] =>
  linesOf(layer)
    .filter(({ table }) => isBoughtIn(layer, table))
    .map((line) => ({ kind: 'formula', table: line.table, expression: moneyOfLine(line), aggregate: 'sum' }))

/** What was paid, where payments are told apart from what they are for. */
function paymentsOf(layer: Layer): Figure[] {
  return moneyFigures(layer).filter((figure) => figure.kind === 'column' && paymentTable.test(figure.ref.table.label))
}

/** What came in: where no column of money tells it, the prices that rows were sold for. */
function moneyOf(layer: Layer): Figure[] {
  const sold = soldPrice(layer)
  // What is charged beside the goods is no price of them.
  const isBeside = (figure: Figure) => figure.kind === 'column' && besideGoods.test(figure.ref.column.label)
  const [own, beside] = [false, true].map((side) => moneyFigures(layer).filter((figure) => isBeside(figure) === side))
  return [...(own ?? []), ...(sold ? [sumOf(sold.table, sold.column)] : []), ...(beside ?? [])]
}

/** What was billed, whether it is paid or not: what is due, else what a bill comes to. */
function billedOf(layer: Layer): Figure[] {
  const ranked = tablesOf(layer).flatMap((table) =>
    visible(table).flatMap((column): [Figure, number][] => {
      const rank = billedLabel.test(column.label) ? 2 : settling.test(table.label) && wholeLabel.test(column.label) ? 1 : 0
      const isAmount = rank > 0 && isFigure(column) && isAdditive({ table, column }) && !paidLabel.test(column.label) && !besideGoods.test(column.label)
      return isAmount ? [[sumOf(table, column), rank]] : []
    }),
  )
  return ranked.sort((a, b) => b[1] - a[1]).map(([figure]) => figure)
}

const besideGoods = wordPattern(besideGoodsLabels)
const billedLabel = wordPattern(billedLabels)
const paidLabel = wordPattern(receivedLabels, leftLabels)
const wholeLabel = new RegExp(`^(?:\\w+ )?${anyOf(wholeLabels)}$`, 'i')

/** Whether what a row is about is a sale, and no salary. */
const isOfSales = ({ table }: Ref, layer: Layer): boolean =>
  moneyFigures(layer).some((figure) => (figure.kind === 'column' ? figure.ref.table : figure.kind === 'formula' ? figure.table : null) === table) &&
  quantityOf(table) !== undefined

/** How many pieces: as columns tell it, else each row is one. */
function piecesOf(layer: Layer): Figure[] {
  const told = tablesOf(layer).flatMap((table): Figure[] => {
    const called = visible(table).filter(isQuantity)
    const only = called.length === 0 ? quantityOf(table) : undefined
    // How many photos a product has tells nothing of how many of it are sold.
    const own = [...called, ...(only ? [only] : [])].filter((column) => happens(layer, table) || isOnlyQuantity(column))
    return own.map((column) => ({ kind: 'column', ref: { table, column }, aggregate: 'sum' }))
  })
  const sold = told.length === 0 ? soldPrice(layer) : null
  return sold ? [{ kind: 'rows', table: sold.table }] : told
}

const isOnlyQuantity = ({ label }: LayerColumn): boolean => wordsOf(label).every((word) => quantityLabels.includes(word) || tradeParticiples.has(word))

/** The figures a verb of business may mean in this data, the likeliest first. */
export function figuresOfSense(layer: Layer, sense: VerbSense): Figure[] {
  if (sense === 'money') return moneyOf(layer)
  if (sense === 'billed') return [...billedOf(layer), ...moneyOf(layer)]
  if (sense === 'spend') return [...boughtIn(layer), ...outlaysOf(layer), ...moneyFigures(layer)]
  if (sense === 'paid') return [...paymentsOf(layer), ...moneyFigures(layer)]
  const labels = senseLabels[sense]
  if (labels) return labelled(layer, labels, (ref) => isFigure(ref.column) && !(sense === 'pay' && isOfSales(ref, layer)))
  if (sense === 'pieces') return piecesOf(layer)
  const count = sheetCountOf(layer)
  if (count) return [{ kind: 'column', ref: count, aggregate: 'sum' }]
  return eventTables(layer)
    .slice(0, 2)
    .map((table) => ({ kind: 'rows', table }))
}

/** The likeliest figure of a sense whose rows belong to the tables it is split by and limited to, else the likeliest: what a kind of product brings in is told by order lines, not by invoices. */
export function figureFor(layer: Layer, sense: VerbSense, tables: LayerTable[]): Figure | undefined {
  const figures = figuresOfSense(layer, sense)
  const [first] = figures
  if (!moneySenses.has(sense) || first === undefined || first.kind === 'named') return first
  const isSuited = (figure: Figure): boolean => {
    const own = figure.kind === 'column' ? figure.ref.table : figure.kind === 'formula' ? figure.table : null
    return own !== null && tables.every((table) => belongsTo(layer, own, table))
  }
  return figures.find(isSuited) ?? first
}
